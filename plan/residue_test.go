package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/modular"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A problem in residues is refused if the ring has no roots of an axis, and for kinds without roots of unity. The
// error names the lengths that work.
func TestResiduesNeedRoots(t *testing.T) {
	format := func(p uint32) plan.Elements {
		f, err := modular.New(p, 0)
		require.NoError(t, err)
		return plan.Elements{Number: wgsl.Residue{Field: f}}
	}
	mersenne, split := format(modular.Mersenne31), format(998244353)
	limits := wgsl.DefaultLimits()
	for want, p := range map[string]plan.Problem{
		"order 12: want a divisor of 2^31":              {Shape: []int{12}, Elements: mersenne},
		"order 10: want a divisor of 2^23 * 7 * 17":     {Shape: []int{8, 10}, Elements: split},
		"has no dct2: want a complex or real transform": {Kind: plan.DCT2, Shape: []int{8}, Elements: mersenne},
		"has no square root of 1/8":                     {Shape: []int{8}, Norm: plan.Ortho, Elements: mersenne},
	} {
		_, err := choose.Make(p, limits)
		require.ErrorContains(t, err, want)
	}
	require.ErrorIs(t, plan.Problem{Shape: []int{12}, Elements: mersenne}.Check(), plan.ErrInvalidLength)
	for _, p := range []plan.Problem{
		{Shape: []int{5, 64}, Axes: []int{1}, Elements: mersenne},
		{Shape: []int{1 << 20}, Inverse: true, Elements: mersenne},
		{Kind: plan.R2C, Shape: []int{56}, Elements: split},
		{Shape: []int{17, 112}, Elements: split},
	} {
		made, err := choose.Make(p, limits)
		require.NoError(t, err)
		for _, k := range made.Passes {
			require.Equal(t, p.Number, k.Number)
		}
	}
	c := plan.Convolution{Shape: []int{8}, Kernel: []int{3}, Number: mersenne.Number}
	require.ErrorContains(t, c.Check(), "multiply spectra of transforms")
}
