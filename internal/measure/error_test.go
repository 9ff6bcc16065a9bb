package measure

import (
	"context"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/yardstick"
	"wgfft/plan"
	"wgfft/wgsl"
)

// The lines of bins agree with the transform of the whole array, for all tiles, axes and
// directions.
func TestLine(t *testing.T) {
	shape := []int{5, 6, 1, 7}
	isDouble := Format{Number: wgsl.F64{}} // the lines are then exact to many more digits than float64
	for _, tile := range []int{4, 7, 50, 1000} {
		b := &Bench{tile: ref.Uniform(3, tile), format: isDouble}
		src := make([]complex64, product(shape))
		for j := range src {
			src[j] = b.point(j)
		}
		for _, axes := range [][]int{{0, 1, 2, 3}, {3}, {0}, {1, 2}, {}} {
			for _, inverse := range []bool{false, true} {
				p := plan.Problem{Shape: shape, Axes: axes, Inverse: inverse, Norm: plan.Ortho}
				all := ref.AxesDD(ref.Widen(src), shape, axes, inverse, yardstick.ScaleDD(p))
				for axis, side := range []int{42, 7, 7, 1} {
					k := []int{4, 3, 0, 5}
					k[axis] = 0
					first := ((k[0]*6+k[1])*1+k[2])*7 + k[3]
					line := b.line(p, axis, k)
					require.Len(t, line, shape[axis])
					for j, v := range line {
						require.InDelta(t, 0, cmplx.Abs(v.Sub(all[first+j*side]).Complex128()), 1e-28,
							"tile %d axes %v inverse %v axis %d", tile, axes, inverse, axis)
					}
				}
			}
		}
	}
}

// Single bins agree with the whole transform in double-double.
func TestBin(t *testing.T) {
	const n = 60
	for _, tile := range []int{4, 7, 60, 100} {
		b := &Bench{tile: ref.Uniform(3, tile)}
		src := make([]complex64, n)
		for j := range src {
			src[j] = b.point(j)
		}
		one := doubledouble.Real{Hi: 1}
		all := ref.AxesDD(ref.Widen(src), []int{n}, []int{0}, false, one)
		for k, want := range all {
			got := b.bin(k, n, doubledouble.NewRoots(n))
			require.InDelta(t, 0, cmplx.Abs(got.Sub(want).Complex128()), 1e-28, "tile %d bin %d", tile, k)
		}
	}
}

func TestLineAxis(t *testing.T) {
	for _, c := range []struct {
		shape []int
		axis  int // -1 for none
	}{
		{[]int{1 << 23}, -1}, {[]int{1, 1 << 22, 1}, -1}, {[]int{4096, 4096}, 1}, {[]int{1 << 20, 8}, 0},
		{[]int{1 << 23, 8}, 1}, {[]int{16, 31, 16, 7}, 1},
	} {
		axis, ok := lineAxis(c.shape)
		require.Equal(t, c.axis >= 0, ok, c.shape)
		if ok {
			require.Equal(t, c.axis, axis, c.shape)
		}
	}
}

// A correct program has rounding errors only, and a program of the other direction has a large
// error. The test has few and many axes, and arrays that are too long for the reference.
func TestError(t *testing.T) {
	e := openEngine(t)
	ctx := context.Background()
	for _, spec := range []string{"c2c:64*100", "c2c:16x16*30", "c2c:6x5x7*100", "c2c:64x48*3", "c2c:2050x2048",
		"c2c:131072x40"} {
		problem, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		if problem.Points() > 1<<17 && !testcase.Long() {
			continue
		}
		p, err := choose.Make(problem, e.Device().Limits())
		require.NoError(t, err)
		b, err := New(ctx, e, p.Source(), p.Target(), FormatOf(p.Problem))
		require.NoError(t, err)
		if !testcase.Long() {
			b.longest = 3000 // longer arrays are compared at single elements
		}
		program, err := e.Compile(p.Schedule())
		require.NoError(t, err)
		got, err := b.Error(ctx, program, problem)
		require.NoError(t, err)
		require.LessOrEqual(t, got, ref.ToleranceAxes(problem.Shape...), spec)
		require.Greater(t, got, 1e-8, spec)
		problem.Inverse = true
		got, err = b.Error(ctx, program, problem)
		require.NoError(t, err)
		require.Greater(t, got, 0.1, spec)
		require.NoError(t, program.Close())
		require.NoError(t, b.Close())
	}
}
