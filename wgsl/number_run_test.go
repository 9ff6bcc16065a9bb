package wgsl_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/exactness"
	"wgfft/wgsl"
)

// Kernels of every idea compute in f64, if the device has it, and in double-single. A usual run takes two
// of them.
func TestDoublePrecision(t *testing.T) {
	d := open(t)
	for _, n := range []wgsl.Number{wgsl.F64{}, wgsl.DoubleSingle{}} {
		all := shapes(t)
		maps.Copy(all, kernels(t))
		for name, tr := range usual(t, all, 11) {
			if tr.kernel.Load.Element != nil || tr.kernel.Store.Element != nil {
				continue // elements are of f32 only
			}
			t.Run(n.Tag()+"/"+name, func(t *testing.T) {
				tr.kernel = tr.kernel.WithNumber(n)
				tr.run(t, d)
			})
		}
	}
}

// The form of double-single that package exactness finds is as exact within kernels. A usual run takes one
// of the kernels.
func TestExactForm(t *testing.T) {
	d := open(t)
	form, err := exactness.Find(t.Context(), d)
	require.NoError(t, err)
	for name, tr := range usual(t, shapes(t), 6) {
		t.Run(name, func(t *testing.T) {
			tr.kernel = tr.kernel.WithNumber(form)
			tr.run(t, d)
		})
	}
}

// Errors stay relative to the whole if the inputs have magnitudes from 2^-40 to 2^40.
func TestDynamicRange(t *testing.T) {
	d := open(t)
	form, err := exactness.Find(t.Context(), d)
	require.NoError(t, err)
	for _, n := range []wgsl.Number{wgsl.F64{}, form} {
		for _, name := range []string{
			"fft512_8.8.8_p8_t2_split2_xor5_tail", "fft60_3.4.5_p12_t2_split_digits_down_secondpad1_tail",
		} {
			tr := transform(parse(t, name), 5, nil, nil)
			r := rand.New(rand.NewPCG(40, 40))
			for i, z := range tr.source {
				tr.source[i] = z * complex(math.Ldexp(1, r.IntN(81)-40), 0)
			}
			tr.kernel = tr.kernel.WithNumber(n)
			tr.run(t, d)
		}
	}
}
