package wgsl_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// A window is a user function in WGSL and in Go, which no other file knows: the factor of point j of
// transform q. It is fused into a load or a store.
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

// A lowpass is a filter of n bins with a table of its own, in the middle of a convolution.
type lowpass struct{ n int }

func (f lowpass) Tag() string                            { return fmt.Sprintf("lowpass%d", f.n) }
func (lowpass) Kinds() (memory, register wgsl.Kind)      { return wgsl.Points, wgsl.Points }
func (f lowpass) Tables(wgsl.Site) []wgsl.Table          { return []wgsl.Table{f} }
func (lowpass) Begin(wgsl.Machine, wgsl.Site) wgsl.Value { return wgsl.Value{} }
func (f lowpass) Apply(m wgsl.Machine, s wgsl.Site, _, v wgsl.Value) wgsl.Value {
	return m.Mul(v, s.Read(m, f, s.Point))
}

func (f lowpass) String() string { return f.Tag() }
func (f lowpass) Len() int       { return f.n }

// Entries returns the response to each bin.
func (f lowpass) Entries() (all []wgsl.Constant) {
	for k := range f.n {
		all = append(all, wgsl.Float(math.Ldexp(1, -min(k, f.n-k)/8))) // less with the frequency, which f32 holds
	}
	return all
}

// opParsers are the parsers of the ops.
var opParsers = wgsl.Parsers{Ops: []wgsl.Parser[wgsl.Op]{
	{Prefix: "window", Parse: func(string) (wgsl.Op, error) { return window{}, nil }},
	{Prefix: "lowpass", Parse: func(rest string) (wgsl.Op, error) {
		n, err := strconv.Atoi(rest)
		return lowpass{n}, err
	}},
}}

// An op is one file: a user function in the load of kernels of every idea, and in their store.
func TestUserOp(t *testing.T) {
	d := open(t)
	for name, tr := range usual(t, shapes(t), 2) {
		t.Run(name, func(t *testing.T) {
			k := tr.kernel
			k.Load.Ops[0] = window{}
			loaded := transform(k, tr.batch, window{}.of, nil)
			switch name {
			case "half spectra":
				loaded = tr
				loaded.kernel = k
				loaded.want = func(source []complex128) []row {
					x := make([]complex128, len(source))
					for i, z := range source {
						x[i] = window{}.of(i/16, i%16, z)
					}
					return tr.want(x)
				}
			case "pass twiddles":
				loaded = transform(k, tr.batch, window{}.of, passTwiddle)
			default: // the function in the store, too
				k.Store.Ops[0] = window{}
				loaded = transform(k, tr.batch, window{}.of, window{}.of)
			}
			loaded.run(t, d, opParsers)
			require.Positive(t, loaded.kernel.Work().Flops)
		})
	}
}

// A user function can be the middle of a convolution.
func TestUserFilter(t *testing.T) {
	d := open(t)
	for name, batch := range map[string]int{
		"fft16_16_p16_t4_out(swap)":                                     4,
		"fft512_8.8.8_p8_t2_split2_xor5_out(swap)":                      4,
		"fft60_3.4.5_p12_t2_split_digits_down_innerpad1_out(swap)_tail": 4,
		"fft16_4.4_p4_t8_split_inbatchfastest_inpoints16_inbatch16x1.256" +
			"_outbatchfastest_outpoints16_outbatch16x1.256_out(swap)": 16,
	} {
		for i, op := range []wgsl.Op{window{}, lowpass{}} {
			if (batch == 4) != (i == 0) && !testcase.Long() {
				continue
			}
			k := parse(t, name)
			filter := window{}.of
			if op == (lowpass{}) {
				op = lowpass{k.N()}
				response := lowpass{k.N()}.Entries()
				filter = func(_, j int, z complex128) complex128 { return z * response[j].Z }
			}
			k.Stages.Filter = op
			tr := convolution(k, batch, func(q int, x []complex128) []complex128 {
				y := forward(x)
				change(q, y, filter)
				return inverse(y)
			})
			tr.bound = math.Sqrt2 * tolerance(k.N())
			tr.run(t, d, opParsers)
		}
	}
}
