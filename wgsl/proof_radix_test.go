package wgsl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// sqrt5 is an algorithm that no other file knows: 5 points by sums with sqrt(5). It leaves other radices to
// Butterflies.
type sqrt5 struct{}

func (sqrt5) Tag() string { return "sqrt5" }

func (sqrt5) Function(r int, fma bool) *wgsl.Func {
	if r != 5 {
		return wgsl.Butterflies.Function(r, fma)
	}
	params := []string{"x0", "x1", "x2", "x3", "x4"}
	return &wgsl.Func{Name: "sqrt5points", Results: 5, Params: params, Body: sqrt5points}
}

func (sqrt5) Instructions(r int) float64 {
	if r != 5 {
		return wgsl.Butterflies.Instructions(r)
	}
	return 40
}

// sqrt5points is the DFT of 5 points. With c_j - i s_j = w_5^j, (c1 + c2) / 2 = -1/4, (c1 - c2) / 2 = sqrt(5) / 4,
// t1 = x1 + x4, t2 = x2 + x3, d1 = x1 - x4, d2 = x2 - x3,
//
//	y0     = x0 + t1 + t2
//	y1, y4 = a + b -+ i (s1 d1 + s2 d2)     a = x0 - (t1 + t2) / 4
//	y2, y3 = a - b -+ i (s2 d1 - s1 d2)     b = sqrt(5) / 4 (t1 - t2)
func sqrt5points(m wgsl.Machine, _ []*wgsl.Index, x []wgsl.Value) []wgsl.Value {
	s1, s2 := math.Sin(2*math.Pi/5), math.Sin(4*math.Pi/5)
	t1, t2 := m.Let("t1", m.Add(x[1], x[4])), m.Let("t2", m.Add(x[2], x[3]))
	d1, d2 := m.Let("d1", m.Sub(x[1], x[4])), m.Let("d2", m.Sub(x[2], x[3]))
	t := m.Let("t", m.Add(t1, t2))
	a, b := m.Let("a", m.Sub(x[0], m.Scale(0.25, t))), m.Let("b", m.Scale(math.Sqrt(5)/4, m.Sub(t1, t2)))
	e1, e2 := m.Let("e1", m.Add(a, b)), m.Let("e2", m.Sub(a, b))
	o1 := m.Let("o1", m.Add(m.Scale(s1, d1), m.Scale(s2, d2)))
	o2 := m.Let("o2", m.Sub(m.Scale(s2, d1), m.Scale(s1, d2)))
	minus := func(e, o wgsl.Value) wgsl.Value { return m.Join(m.Add(m.Re(e), m.Im(o)), m.Sub(m.Im(e), m.Re(o))) }
	plus := func(e, o wgsl.Value) wgsl.Value { return m.Join(m.Sub(m.Re(e), m.Im(o)), m.Add(m.Im(e), m.Re(o))) }
	return []wgsl.Value{m.Add(x[0], t), minus(e1, o1), minus(e2, o2), plus(e2, o2), plus(e1, o1)}
}

// An algorithm of a radix is one file: it serves every kernel that has the radix.
func TestRadixAlgorithm(t *testing.T) {
	d, plain := testgpu.Open(t), dftWith(nil, nil)
	twiddle := func(q, j int, z complex128) complex128 { return z * wgsl.Root(250, j*(q%10)) }
	for name, tr := range map[string]trial{
		"one stage": transform(parse(t, "fft5_5_p5_t64_instaged_outstaged"), 128, plain),
		"slices":    transform(parse(t, "fft125_5.5.5_p5_t2_split2_pad5"), 6, plain),
		"digits":    transform(parse(t, "fft60_3.4.5_p12_t2_split_digits_down_secondpad1_tail"), 5, plain),
		"pass twiddles": transform(parse(t, "fft25_5.5_p5_t5_split"+columns(10, 250)+"_out(twiddle250x10)"), 20,
			dftWith(nil, twiddle)),
		"Rader": transform(parse(t, "fft82_rader41_by5.8_2_p10_t2_split"), 6, plain),
		"half spectra": rows(parse(t, "fft20_5.4_p10_t4_split_outrow21x0_outmirrorzero_out(scale0.5)(split40)_tail"),
			9, 20, 21, halfSpectrum),
	} {
		t.Run(name, func(t *testing.T) {
			tr.kernel.Stages.DFT = sqrt5{}
			require.Contains(t, tr.kernel.Module().Text, "fn sqrt5points(")
			tr.run(t, d, wgsl.Parsers{DFTs: []wgsl.Parser[wgsl.DFT]{
				{Prefix: "sqrt5", Parse: func(string) (wgsl.DFT, error) { return sqrt5{}, nil }},
			}})
		})
	}
}
