package engine

import (
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// Axes before the first transformed one are more arrays, which travel in parts.
func TestLeadingAxes(t *testing.T) {
	for _, c := range []struct {
		shape, axes []int
		want        string
		more        int
	}{
		{[]int{4, 5, 6, 7}, []int{-2}, "6x7 axes [0]", 20}, {[]int{5, 6, 7}, []int{}, "7 axes []", 30},
		{[]int{5, 6}, nil, "5x6", 1}, {[]int{5, 6}, []int{0}, "5x6 axes [0]", 1}, {[]int{5, 6}, []int{1}, "6", 5},
		{[]int{5}, []int{}, "5 axes []", 1},
	} {
		f, more := Transform(plan.Problem{Shape: c.shape, Axes: c.axes}, Single).folded()
		require.Equal(t, c.want, f.String())
		require.Equal(t, c.more, more)
	}

	g := openGPU(t, GPUConfig{})
	g.limits.BindingBytes = min(g.limits.BindingBytes, 1<<24)
	const count, n = 130, 128 * 128 // more than a binding holds
	j := Transform(plan.Problem{Shape: []int{count, 128, 128}, Axes: []int{1, 2}}, Single)
	src, got := ref.Uniform(5, count*n), make([]complex64, count*n)
	require.NoError(t, g.Check(j, 1))
	require.NoError(t, g.Run(ctx, DataOf(got), DataOf(src), j))
	for _, at := range []int{0, count - 1} {
		want := ref.Axes(src[at*n:(at+1)*n], []int{128, 128}, []int{0, 1}, false, 1)
		require.LessOrEqual(t, ref.RelL2(got[at*n:(at+1)*n], want), ref.ToleranceAxes(128, 128))
	}
}

// Kernels that differ do not pile up, on either engine.
func TestManyKernels(t *testing.T) {
	convolve := func(t *testing.T, e Engine) {
		x, got := ref.Uniform(1, 64), make([]complex64, 64)
		for i := range 3 * maxFilters {
			h := []complex64{complex(float32(i), 1), 2}
			c := plan.Convolution{Shape: []int{64}, Kernel: []int{2}, Mode: plan.ModeCircular}
			j, err := Convolve(ctx, c, h, Single)
			require.NoError(t, err)
			require.NoError(t, e.Run(ctx, DataOf(got), DataOf(x), j))
			for m := range got {
				want := complex128(h[0])*complex128(x[m]) + complex128(h[1])*complex128(x[(m+63)%64])
				require.LessOrEqual(t, cmplx.Abs(complex128(got[m])-want), 1e-4)
			}
		}
	}
	t.Run("cpu", func(t *testing.T) {
		e := NewCPU(0)
		defer e.Close()
		convolve(t, e)
		require.Equal(t, maxFilters, e.single.filters.recent.Len())
	})
	t.Run("gpu", func(t *testing.T) {
		g := openGPU(t, GPUConfig{})
		convolve(t, g)
		require.Equal(t, maxFilters, g.filters.recent.Len())
	})
}

// A kernel that is held stays ready however many others come, and jobs with equal kernels share a
// program.
func TestHeldKernelsStay(t *testing.T) {
	g := openGPU(t, GPUConfig{})
	job := func(h complex64) Job {
		j, err := Convolve(
			ctx, plan.Convolution{Shape: []int{16}, Kernel: []int{1}, Mode: plan.ModeCircular}, []complex64{h}, Single,
		)
		require.NoError(t, err)
		return j
	}
	require.Equal(t, job(1).key(), job(1).key())
	release, err := g.Prepare(ctx, job(1), 3)
	require.NoError(t, err)
	held := g.filters.all[batch{jobKey: job(1).key(), count: 3}]
	require.NotNil(t, held)
	for i := range 2 * maxFilters {
		done, err := g.Prepare(ctx, job(complex(0, float32(i+1))), 3)
		require.NoError(t, err)
		done()
	}
	require.Equal(t, held, g.filters.all[batch{jobKey: job(1).key(), count: 3}])
	release()
	require.LessOrEqual(t, g.filters.recent.Len(), maxFilters+1)
}
