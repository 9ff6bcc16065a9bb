package measure

import (
	"context"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// Single elements agree with the transform of the whole array, for all tiles, kinds, axes, norms
// and directions.
func TestElements(t *testing.T) {
	for _, p := range []plan.Problem{
		{Kind: plan.R2C, Shape: []int{5, 6, 1, 8}}, {Kind: plan.C2R, Shape: []int{5, 6, 1, 8}},
		{Kind: plan.R2C, Shape: []int{40000}}, {Kind: plan.C2R, Shape: []int{40001}},
		{Kind: plan.R2C, Shape: []int{4, 9, 6}, Axes: []int{2, 0, 1}, Inverse: true},
		{Kind: plan.R2C, Shape: []int{4, 9, 6}, Axes: []int{-1, 0}, Norm: plan.Ortho},
		{Kind: plan.DCT2, Shape: []int{40000}}, {Kind: plan.DST1, Shape: []int{6, 7}, Norm: plan.ForwardN},
		{Kind: plan.DCT3, Shape: []int{6, 7, 5}, Axes: []int{1}, Norm: plan.Ortho},
		{Kind: plan.DCT2, Kinds: []plan.Kind{plan.DST2, plan.DCT1, plan.DST4}, Shape: []int{6, 7, 5},
			Axes: []int{2, 0, 1}, Norm: plan.Ortho, Inverse: true},
	} {
		for _, tile := range []int{4, 7, 50, 100000} {
			b := &Bench{tile: ref.Uniform(3, tile)}
			ends, axes := p.Arrays(), p.TransformedAxes()
			var numbers []float32
			var points []complex64
			for i := range ends[0].Elements {
				numbers, points = append(numbers, b.sample(i)), append(points, b.point(i))
			}
			var all []complex128
			var reals []float64
			switch {
			case p.Kind.IsTrig():
				reals = ref.TrigAxes(numbers, p.Shape, axes, yardstick.Kinds(p), p.Norm == plan.Ortho, p.Scale())
			case ends[0].ElementBytes == plan.ElementBytes:
				reals = ref.RealInverseAxes(points, p.Shape, axes, p.Scale())
			default:
				all = ref.RealAxes(numbers, p.Shape, axes, p.Scale())
			}
			for _, v := range reals {
				all = append(all, complex(v, 0))
			}
			require.Len(t, all, ends[1].Elements)
			s := newElements(b, p)
			for i := 0; i < len(all); i += max(1, len(all)/50) {
				require.InDelta(t, 0, cmplx.Abs(s.at(i)-all[i]), 1e-9,
					"%v axes %v inverse %v %v, tile %d, element %d", p, p.Axes, p.Inverse, p.Norm, tile, i)
			}
		}
	}
}

// A correct program has rounding errors only, and a program of another transform a large error.
func TestRealError(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	for i, c := range []struct {
		spec  string
		other plan.Kind
	}{
		{"r2c:64*300", plan.R2C}, {"c2r:24*100", plan.C2R}, {"r2c:15x24*30", plan.R2C}, {"c2r:24x15*30", plan.C2R},
		{"dct2:12*101", plan.DST2}, {"dct1:17*20", plan.DCT4}, {"dst4:12x12*20", plan.DST3},
		{"dct3:15*301", plan.DCT2}, {"r2c:64x64", plan.R2C}, {"c2r:6x1024", plan.C2R}, {"dct2:4050", plan.DST2},
	} {
		if !testcase.ShardOf(t, i, 4) {
			continue
		}
		problem, err := plan.ParseSpec(c.spec)
		require.NoError(t, err)
		p, err := choose.Make(problem, e.Device().Limits())
		require.NoError(t, err)
		b, err := New(ctx, e, p.Source(), p.Target(), FormatOf(p.Problem))
		require.NoError(t, err)
		b.longest = 3000 // longer arrays are compared at single elements
		program, err := e.Compile(p.Schedule())
		require.NoError(t, err)
		got, err := b.Error(ctx, program, problem)
		require.NoError(t, err)
		require.LessOrEqual(t, got, yardstick.Tolerance(problem), c.spec)
		require.Greater(t, got, 1e-8, c.spec)
		problem.Kind, problem.Norm = c.other, plan.Ortho
		got, err = b.Error(ctx, program, problem)
		require.NoError(t, err)
		require.Greater(t, got, 0.1, c.spec)
		require.NoError(t, program.Close())
		require.NoError(t, b.Close())
	}
}
