package wgsl_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// sqrt5 is an algorithm that no other file knows: 5 points by sums with sqrt(5), and 7 or 37 points by the
// definition. It leaves other radices to Butterflies.
type sqrt5 struct{}

func (sqrt5) Tag() string { return "sqrt5" }

func (sqrt5) Function(r int, fma bool) *wgsl.Func {
	body, name := sqrt5points, "sqrt5points"
	switch r {
	case 5:
	case 7, 37:
		body, name = definition, fmt.Sprintf("definition%d", r)
	default:
		return wgsl.Butterflies.Function(r, fma)
	}
	f := &wgsl.Func{Name: name, Results: r}
	f.Body = func(m wgsl.Machine, _ []*wgsl.Index, x []wgsl.Value) []wgsl.Value { return body(m, x) }
	for j := range r {
		f.Params = append(f.Params, fmt.Sprintf("x%d", j))
	}
	return f
}

func (sqrt5) Instructions(r int) float64 {
	switch r {
	case 5:
		return 40
	case 7, 37:
		return float64(4 * r * r)
	}
	return wgsl.Butterflies.Instructions(r)
}

// sqrt5points is the DFT of 5 points. With c_j - i s_j = w_5^j, (c1 + c2) / 2 = -1/4, (c1 - c2) / 2 = sqrt(5) / 4,
// t1 = x1 + x4, t2 = x2 + x3, d1 = x1 - x4, d2 = x2 - x3,
//
//	y0     = x0 + t1 + t2
//	y1, y4 = a + b -+ i (s1 d1 + s2 d2)     a = x0 - (t1 + t2) / 4
//	y2, y3 = a - b -+ i (s2 d1 - s1 d2)     b = sqrt(5) / 4 (t1 - t2)
func sqrt5points(m wgsl.Machine, x []wgsl.Value) []wgsl.Value {
	s1, s2 := wgsl.Root(5, 1).Im().Neg(), wgsl.Root(5, 2).Im().Neg()
	t1, t2 := m.Let("t1", m.Add(x[1], x[4])), m.Let("t2", m.Add(x[2], x[3]))
	d1, d2 := m.Let("d1", m.Sub(x[1], x[4])), m.Let("d2", m.Sub(x[2], x[3]))
	t := m.Let("t", m.Add(t1, t2))
	a := m.Let("a", m.Sub(x[0], m.Scale(wgsl.Float(0.25), t)))
	b := m.Let("b", m.Scale(wgsl.Float(math.Sqrt(5)/4), m.Sub(t1, t2)))
	e1, e2 := m.Let("e1", m.Add(a, b)), m.Let("e2", m.Sub(a, b))
	o1 := m.Let("o1", m.Add(m.Scale(s1, d1), m.Scale(s2, d2)))
	o2 := m.Let("o2", m.Sub(m.Scale(s2, d1), m.Scale(s1, d2)))
	minus := func(e, o wgsl.Value) wgsl.Value { return m.Join(m.Add(m.Re(e), m.Im(o)), m.Sub(m.Im(e), m.Re(o))) }
	plus := func(e, o wgsl.Value) wgsl.Value { return m.Join(m.Sub(m.Re(e), m.Im(o)), m.Add(m.Im(e), m.Re(o))) }
	return []wgsl.Value{m.Add(x[0], t), minus(e1, o1), minus(e2, o2), plus(e2, o2), plus(e1, o1)}
}

// definition is the sum over j of x[j] w^(jk).
func definition(m wgsl.Machine, x []wgsl.Value) (y []wgsl.Value) {
	for k := range x {
		sum := x[0]
		for j := 1; j < len(x); j++ {
			sum = m.Add(sum, m.Mul(x[j], m.Constant(wgsl.Root(len(x), j*k), false)))
		}
		y = append(y, m.Let(fmt.Sprintf("y%d", k), sum))
	}
	return y
}

// An algorithm of a radix is one file: it serves every kernel that has the radix.
func TestRadixAlgorithm(t *testing.T) {
	d := open(t)
	columns := "inbatchfastest_inpoints10_inbatch10x1.250_outbatchfastest_outpoints10_outbatch10x1.250"
	for name, tr := range map[string]trial{
		"one stage": transform(parse(t, "fft5_5_p5_t64_instaged_outstaged"), 128, nil, nil),
		"slices":    transform(parse(t, "fft125_5.5.5_p5_t2_split2_pad5"), 6, nil, nil),
		"digits":    transform(parse(t, "fft60_3.4.5_p12_t2_split_digits_down_secondpad1_tail"), 5, nil, nil),
		"pass twiddles": transform(parse(t, "fft25_5.5_p5_t5_split_"+columns+"_out(twiddle250x10)"), 20, nil,
			func(q, j int, z complex128) complex128 { return z * wgsl.Root(250, j*(q%10)).Z }),
		"Rader": transform(parse(t, "fft82_rader41_by5.8_2_p10_t2_split"), 6, nil, nil),
		"half spectra": realRows(
			parse(t, "fft20_5.4_p10_t4_split_outrow21x0_outmirrorzero_out(scale0.5)(split40)_tail"),
			9, 20, 21, halfSpectrum),
		"7":  transform(parse(t, "fft28_7.4_p7_t4_split"), 8, nil, nil),
		"37": transform(parse(t, "fft74_37.2_p37_t4_split"), 8, nil, nil),
	} {
		if !testcase.Long() && (name == "slices" || name == "digits" || name == "pass twiddles") {
			continue // like the kernels of Butterflies
		}
		t.Run(name, func(t *testing.T) {
			tr.kernel.Stages.DFT = sqrt5{}
			require.Regexp(t, "fn (sqrt5points|definition7|definition37)\\(", tr.kernel.Module().Text)
			tr.run(t, d, wgsl.Parsers{DFTs: []wgsl.Parser[wgsl.DFT]{
				{Prefix: "sqrt5", Parse: func(string) (wgsl.DFT, error) { return sqrt5{}, nil }},
			}})
		})
	}
}
