package wgsl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/dft"
	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// A window is a user function in WGSL and in Go, which no other file knows: the factor of point j of
// transform q. It is fused into a load, a store, or the middle of a convolution.
type window struct{}

func (window) Tag() string                              { return "window" }
func (window) Kinds() (memory, register wgsl.Kind)      { return wgsl.Points, wgsl.Points }
func (window) Tables(wgsl.Site) []wgsl.Table            { return nil }
func (window) Begin(wgsl.Machine, wgsl.Site) wgsl.Value { return wgsl.Value{} }
func (w window) Apply(m wgsl.Machine, s wgsl.Site, _, v wgsl.Value) wgsl.Value {
	f := &wgsl.Func{Name: "window", Indices: []string{"q", "j"}, Params: []string{"v"}, Results: 1,
		Text: `fn window(q: u32, j: u32, v: vec2<f32>) -> vec2<f32> {
    return f32(1u + j % 16u + q % 3u) / 16.0 * v;
}
`,
		Body: func(_ wgsl.Machine, i []*wgsl.Index, v []wgsl.Value) []wgsl.Value {
			q, _ := i[0].Value()
			j, _ := i[1].Value()
			return []wgsl.Value{{C: w.of(q, j, v[0].C)}}
		},
	}
	return m.Call(f, "", []*wgsl.Index{s.Sequence, s.Point}, []wgsl.Value{v})[0]
}

// of is the function in Go.
func (window) of(q, j int, z complex128) complex128 { return complex(float64(1+j%16+q%3)/16, 0) * z }

// windowParser is the parser of the op.
var windowParser = wgsl.Parsers{Ops: []wgsl.Parser[wgsl.Op]{
	{Prefix: "window", Parse: func(string) (wgsl.Op, error) { return window{}, nil }},
}}

// An op is one file: a user function in the load and the store of kernels of every idea.
func TestUserOp(t *testing.T) {
	d, w := testgpu.Open(t), pointFunc(window{}.of)
	for name, tr := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			k, batch := tr.kernel, tr.batch
			k.Load.Ops[0] = window{}
			switch name {
			case "half spectra":
				tr = newTrial(k, batch, apart(16, 1, 0), apart(17, 1, 0), func(q int, x []complex128) []complex128 {
					return halfSpectrum(w.all(q, x))
				})
			case "pass twiddles":
				tr = transform(k, batch, dftWith(w, passTwiddle))
			default:
				k.Store.Ops[0] = window{}
				tr = transform(k, batch, dftWith(w, w))
			}
			tr.run(t, d, windowParser)
			require.Positive(t, k.Work().Flops)
		})
	}
}

// A user function can be the middle of a convolution.
func TestUserFilter(t *testing.T) {
	d := testgpu.Open(t)
	for name, batch := range map[string]int{
		"fft16_16_p16_t4_out(swap)":                                     4,
		"fft512_8.8.8_p8_t2_split2_xor5_out(swap)":                      4,
		"fft60_3.4.5_p12_t2_split_digits_down_innerpad1_out(swap)_tail": 4,
		"fft16_4.4_p4_t8_split" + columns(16, 256) + "_out(swap)":       16,
	} {
		k := parse(t, name)
		k.Stages.Filter = window{}
		tr := transform(k, batch, func(q int, x []complex128) []complex128 {
			return dft.New(len(x)).Inverse(nil, dftWith(nil, window{}.of)(q, x))
		})
		tr.bound = math.Sqrt2 * tolerance(k.N())
		tr.run(t, d, windowParser)
	}
}
