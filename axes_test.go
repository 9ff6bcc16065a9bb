package wgfft

import (
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/pipeline"
	"wgfft/plan"
)

// nearAxes compares the transforms of src with float64.
func nearAxes(t require.TestingT, got, src []complex64, p plan.Problem) {
	var axes, lengths []int
	for axis, n := range p.Shape {
		if p.IsTransformed(axis) {
			axes, lengths = append(axes, axis), append(lengths, n)
		}
	}
	n := p.Points()
	for from, to := range ref.Groups(len(src)/n, n) {
		want := ref.Axes(src[from*n:to*n], p.Shape, axes, p.Inverse, p.Scale())
		require.LessOrEqual(
			t, ref.RelL2(got[from*n:to*n], want), ref.ToleranceAxes(lengths...),
			"%v along %v, inverse %v, arrays %d to %d", p, p.Axes, p.Inverse, from, to,
		)
	}
}

func TestFFTNAndFFT2(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		shape := []int{3, 8, 12}
		src := ref.Uniform(1, 2*3*8*12)
		for way, inverse := range []bool{false, true} {
			n, two := c.FFTN, c.FFT2
			if inverse {
				n, two = c.IFFTN, c.IFFT2
			}
			if isUsual(c, way, 1) {
				y, err := n(ctx, nil, src, shape)
				require.NoError(t, err)
				nearAxes(t, y, src, plan.Problem{Shape: shape, Inverse: inverse})
				y = slices.Clone(src)
				_, err = n(ctx, y, y, shape, WithAxes(2, 0))
				require.NoError(t, err)
				nearAxes(t, y, src, plan.Problem{Shape: shape, Axes: []int{0, 2}, Inverse: inverse})
			}
			if isUsual(c, 1-way, 1) {
				y, err := two(ctx, make([]complex64, len(src)), src, shape, WithNorm(NormOrtho))
				require.NoError(t, err)
				nearAxes(t, y, src, plan.Problem{Shape: shape, Axes: []int{1, 2}, Inverse: inverse, Norm: plan.Ortho})
				y, err = n(ctx, nil, src, shape, WithAxes(-3))
				require.NoError(t, err)
				nearAxes(t, y, src, plan.Problem{Shape: shape, Axes: []int{0}, Inverse: inverse})
			}
			y, err := n(ctx, nil, src, shape, WithAxes())
			require.NoError(t, err)
			require.Equal(t, src, y, "along no axis")
		}
		_, err := c.FFTN(ctx, nil, src[1:], shape)
		require.ErrorIs(t, err, ErrSliceLength)
		_, err = c.FFT2(ctx, nil, src, []int{12})
		require.ErrorContains(t, err, "FFT2: the shape [12] has 1 axes, want two or more")
		_, err = c.FFTN(ctx, nil, src, shape, WithAxes(3))
		require.ErrorContains(t, err, "axis 3 is out of range for shape [3 8 12], want 0 to 2")
		_, err = c.FFTN(ctx, nil, src, []int{3, 0})
		require.ErrorIs(t, err, ErrInvalidLength)
		_, err = c.FFT(ctx, nil, src, WithAxes(0))
		require.ErrorContains(t, err, "use FFTN")
	})
}

// Random shapes, axes, batches, norms and directions, on the CPU engine, and with WGFFT_ALL=1 on a
// GPU.
func TestRandomAxes(t *testing.T) {
	both := onBoth
	if !testcase.Long() {
		both = func(t *testing.T, f func(t *testing.T, c *Engine)) { f(t, openCPU(t)) }
	}
	both(t, func(t *testing.T, c *Engine) {
		if !c.Adapter().CPU { // every shape compiles kernels
			require.NoError(t, flag.Set("rapid.checks", "12"))
			defer flag.Set("rapid.checks", "100")
		}
		rapid.Check(t, func(t *rapid.T) {
			shape := rapid.SliceOfN(rapid.IntRange(1, 9), 1, 5).Draw(t, "shape")
			if long := rapid.IntRange(0, 3*len(shape)).Draw(t, "long"); long < len(shape) {
				shape[long] = rapid.SampledFrom([]int{16, 30, 37, 64, 83, 128}).Draw(t, "length")
			}
			p := Problem{
				Shape: shape, Batch: rapid.IntRange(1, 3).Draw(t, "batch"),
				Norm: Norm(rapid.IntRange(0, 2).Draw(t, "norm")),
			}
			if rapid.Bool().Draw(t, "some") {
				p.Axes = []int{}
				for axis := range shape {
					if rapid.Bool().Draw(t, "transformed") {
						p.Axes = append(p.Axes, axis-len(shape)*rapid.IntRange(0, 1).Draw(t, "from the end"))
					}
				}
			}
			for of(p).Points() > 20000 {
				longest := slices.Index(shape, slices.Max(shape))
				shape[longest] = (shape[longest] + 1) / 2
			}
			p.Batch = max(p.Batch, ref.Together(of(p).Points())) // the number of arrays that are judged together
			src := ref.Uniform(rapid.Uint64().Draw(t, "seed"), of(p).Points()*p.Batch)
			made, err := c.Plan(ctx, p)
			require.NoError(t, err)
			defer made.Close()
			y := make([]complex64, len(src))
			require.NoError(t, made.Forward(ctx, y, src))
			nearAxes(t, y, src, of(p))
			require.NoError(t, made.Inverse(ctx, y, y))
			var lengths []int
			for axis, n := range shape {
				if of(p).IsTransformed(axis) {
					lengths = append(lengths, n)
				}
			}
			require.LessOrEqual(t, ref.RelL2(y, ref.Widen(src)), 2*ref.ToleranceAxes(lengths...), "forward and inverse")
		})
	})
}

// Axes before the first transformed axis increase the number of arrays, so that they travel in
// parts.
func TestLeadingAxes(t *testing.T) {
	c := openGPU(t)
	const count, n = 1100, 12 * 10
	shape := []int{count, 12, 10}
	together, _ := pipeline.Parts(n*plan.ElementBytes, count)
	require.Less(t, together, count)
	src := ref.Uniform(5, count*n)
	y, err := c.FFT2(ctx, nil, src, shape)
	require.NoError(t, err)
	for _, at := range []int{0, count - 1} {
		nearAxes(t, y[at*n:(at+1)*n], src[at*n:(at+1)*n], plan.Problem{Shape: shape[1:]})
	}
	p, err := c.Plan(ctx, Problem{Shape: []int{1000, 128, 128}, Axes: []int{1, 2}})
	require.NoError(t, err)
	require.Contains(t, p.String(), "batch 1000")
	require.NoError(t, p.Close())
	r, err := c.PlanResident(ctx, Problem{Shape: []int{1000, 128, 128}, Axes: []int{1, 2}})
	require.NoError(t, err)
	require.Equal(t, int64(8*1000*128*128), r.Bytes())
	require.NoError(t, r.Close())
	_, err = c.FFT2(ctx, nil, src[:n], shape)
	require.ErrorIs(t, err, ErrSliceLength, "whole arrays alone")
}

func TestResidentAxes(t *testing.T) { onBoth(t, testResidentAxes) }

func testResidentAxes(t *testing.T, c *Engine) {
	for i, p := range []Problem{
		{Shape: []int{5, 16, 6}, Axes: []int{1}}, {Shape: []int{24, 24}, Batch: 3},
		{Shape: []int{3, 5, 64}, Axes: []int{-1}, Batch: 2}, {Shape: []int{96, 64}, Norm: NormOrtho},
	} {
		if !isUsual(c, i, 1) {
			continue
		}
		r, err := c.PlanResident(ctx, p)
		require.NoError(t, err)
		src := ref.Uniform(7, of(p).Points()*of(p).Count())
		from := upload(t, c, src)
		to, err := r.NewBuffer()
		require.NoError(t, err)
		require.NoError(t, r.Forward(ctx, Region{Buffer: to}, Region{Buffer: from}))
		nearAxes(t, download(t, c, to, len(src)), src, of(p))
		require.NoError(t, r.Inverse(ctx, Region{Buffer: from}, Region{Buffer: from}))
		nearAxes(t, download(t, c, from, len(src)), src, inverseOf(p))
		require.GreaterOrEqual(t, r.ScratchBytes(), int64(0))
		require.NoError(t, to.Close())
		require.NoError(t, r.Close())
	}
	_, err := c.PlanResident(ctx, Problem{Shape: make([]int, plan.MaxAxes+1)})
	require.ErrorContains(t, err, "axes")
}
