package wgfft

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/engine"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/wisdom"
	"wgfft/plan"
)

// A wisdom file may have every kernel for a problem in quarantine. It takes no problem away, and
// results stay right.
func TestEverythingInQuarantine(t *testing.T) {
	c := openWith(t, "off")
	w := wisdom.Wisdom{Device: engine.WisdomDevice(c.gpu.Device())}
	quarantine := func(p plan.Problem) {
		p = p.Canonical()
		axes, err := choose.Kernels(p, c.gpu.Limits())
		require.NoError(t, err)
		all, err := choose.Alternatives(p, c.gpu.Limits())
		require.NoError(t, err)
		for _, a := range append(all, choose.Alternative{Axes: axes}) {
			for _, name := range plan.Names(plan.Join(a.Axes)) {
				w = w.Reject(wisdom.Rejection{Kernels: []string{name}, Evidence: "a test"})
			}
		}
		require.True(t, w.IsRejected(plan.Join(axes), nil))
	}
	shapes := [][]int{{4, 6}}
	if testcase.Long() {
		shapes = [][]int{{16}, {4, 6}, {64}, {2027}, {32, 48}, {1009}, {1 << 15}}
	}
	for _, shape := range shapes {
		quarantine(plan.Problem{Shape: shape})
		if onlyComplex(shape) {
			continue
		}
		quarantine(plan.Problem{Kind: plan.R2C, Shape: shape})
		quarantine(plan.Problem{Kind: plan.R2C, Shape: shape, Inverse: true})
		quarantine(plan.Problem{Kind: plan.DCT2, Shape: shape})
		quarantine(plan.Problem{Kind: plan.DCT2, Shape: shape, Inverse: true})
	}
	require.NoError(t, c.ImportWisdom(encoded(t, w)))
	require.Equal(t, len(w.Rejected), c.Wisdom().Quarantined)
	for _, shape := range shapes {
		n := product(shape)
		axes := []int{0, 1}[:len(shape)]
		z, x := ref.Uniform(1, n), ref.UniformReal(2, n)
		y, err := c.FFTN(ctx, nil, z, shape)
		require.NoError(t, err, "%v", shape)
		require.LessOrEqual(
			t, ref.RelL2(y, ref.Axes(z, shape, axes, false, 1)), ref.ToleranceAxes(shape...), "%v", shape,
		)
		r, err := c.PlanResident(ctx, Problem{Shape: shape})
		require.NoError(t, err, "%v", shape)
		b := upload(t, c, z)
		require.NoError(t, r.Forward(ctx, Region{Buffer: b}, Region{Buffer: b}), "%v", shape)
		require.LessOrEqual(
			t, ref.RelL2(download(t, c, b, n), ref.Axes(z, shape, axes, false, 1)), ref.ToleranceAxes(shape...), "%v",
			shape,
		)
		require.NoError(t, r.Close())
		if onlyComplex(shape) {
			continue
		}
		half, err := c.RFFTN(ctx, nil, x, shape)
		require.NoError(t, err, "%v", shape)
		require.LessOrEqual(
			t, ref.RelL2(half, ref.RealAxes(x, shape, axes, 1)), ref.ToleranceAxes(shape...), "%v", shape,
		)
		back, err := c.IRFFTN(ctx, nil, half, shape)
		require.NoError(t, err, "%v", shape)
		require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*ref.ToleranceAxes(shape...), "%v", shape)
		cosines, err := c.DCTN(ctx, nil, x, shape, DCT2)
		require.NoError(t, err, "%v", shape)
		back, err = c.IDCTN(ctx, nil, cosines, shape, DCT2)
		require.NoError(t, err, "%v", shape)
		require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*ref.ToleranceAxes(shape...), "%v", shape)
	}
	same, err := c.Convolve(ctx, nil, ref.Uniform(3, 16), []complex64{1}, Convolution{Mode: ModeSame})
	require.NoError(t, err)
	require.LessOrEqual(t, ref.RelL2(same, ref.Widen(ref.Uniform(3, 16))), ref.ToleranceConvolution(16))
}

// onlyComplex reports whether a shape is left out of real transforms, to save time.
func onlyComplex(shape []int) bool { return shape[0] == 4 || shape[0] == 1009 || shape[0] == 1<<15 }
