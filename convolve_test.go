package wgfft

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
)

// reference is a convolution in float64 of arrays without gaps. The kernel has the same number of
// axes.
func reference(v Convolution) ref.Convolution {
	r := ref.Convolution{Shape: v.Shape, Mode: v.Mode.String(), Correlate: v.Correlate}
	for range len(v.Shape) - len(v.Kernel) {
		r.Kernel = append(r.Kernel, 1)
	}
	r.Kernel = append(r.Kernel, v.Kernel...)
	return r
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// convolved compares the convolutions of src with float64.
func convolved(t testing.TB, got, src, kernel []complex64, v Convolution) {
	t.Helper()
	n, kept := product(v.Shape), product(v.Result())
	require.Len(t, got, len(src)/n*kept)
	for b := range len(src) / n {
		e := reference(v).Apply(src[b*n:(b+1)*n], kernel).Error(got[b*kept : (b+1)*kept])
		require.LessOrEqual(t, e, reference(v).Tolerance(), "%v: array %d", v, b)
	}
}

// drawConvolution draws a shape and a kernel that suit a mode, with the given number of axes.
func drawConvolution(r *rand.Rand, axes int, mode Mode) Convolution {
	v := Convolution{Mode: mode, Correlate: r.IntN(2) == 0}
	for range axes {
		n, k := 1+r.IntN([]int{500, 40, 12}[axes-1]), 1+r.IntN([]int{300, 20, 6}[axes-1])
		if mode == ModeCircular || mode == ModeValid {
			k = min(n, k)
		}
		v.Shape, v.Kernel = append(v.Shape, n), append(v.Kernel, k)
	}
	if axes == 2 && r.IntN(3) == 0 {
		v.Kernel = v.Kernel[1:]
	}
	return v
}

func TestConvolve(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for seed := range uint64(12) {
			if !isUsual(c, int(seed), 1) {
				continue
			}
			r := rand.New(rand.NewPCG(seed, 5))
			v := drawConvolution(r, 1+int(seed)%3, Mode(seed/3%4))
			if !isFull(c) {
				v = Convolution{Shape: []int{16}, Kernel: []int{3}, Mode: ModeSame}
			}
			n, kept := product(v.Shape), product(v.Result())
			count := 1 + r.IntN(5)
			src, kernel := ref.Uniform(seed, n*count), ref.Uniform(seed+100, product(v.Kernel))
			got, err := c.Convolve(ctx, nil, src, kernel, v)
			require.NoError(t, err, "seed %d: %v", seed, v)
			convolved(t, got, src, kernel, v)

			dst := ref.NewGuarded[complex64](kept * count)
			again, err := c.Convolve(ctx, dst.Data, src, kernel, v)
			require.NoError(t, err)
			require.Same(t, &dst.Data[0], &again[0])
			require.Equal(t, got, dst.Data)
			require.NoError(t, dst.Check())
			if slices.Equal(v.Shape, v.Result()) {
				_, err := c.Convolve(ctx, src, src, kernel, v)
				require.NoError(t, err)
				require.Equal(t, got, src)
			}
		}
		// Shape and kernel follow from the slices.
		src, kernel := ref.Uniform(1, 16), ref.Uniform(2, 3)
		got, err := c.Convolve(ctx, nil, src, kernel, Convolution{})
		require.NoError(t, err)
		convolved(t, got, src, kernel, Convolution{Shape: []int{16}, Kernel: []int{3}})
	})
}

// Batches that travel in parts, and arrays that travel alone.
func TestConvolveMuch(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for i, v := range []Convolution{
			{Shape: []int{16}, Kernel: []int{3}, Batch: 20001, Mode: ModeSame}, {
				Shape: []int{3, 40}, Kernel: []int{9}, Batch: 10001,
			}, {Shape: []int{250, 255, 40}, Kernel: []int{7, 2, 1}},
		} {
			if i > 0 && !testcase.Long() {
				continue
			}
			src, kernel := ref.Uniform(
				1, product(v.Shape)*v.Batch+product(v.Shape)*(1-min(1, v.Batch)),
			), ref.Uniform(2, product(v.Kernel))
			count := max(1, v.Batch)
			v.Batch = 0 // follows from src
			got, err := c.Convolve(ctx, nil, src, kernel, v)
			require.NoError(t, err)
			n, kept := product(v.Shape), product(v.Result())
			require.Len(t, got, count*kept)
			for b := 0; b < count; b += 1 + count/100 {
				convolved(t, got[b*kept:(b+1)*kept], src[b*n:(b+1)*n], kernel, v)
			}
		}
	})
}

// One plan, several goroutines, arrays of their own; and layouts.
func TestPlanConvolution(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		kernel := ref.Uniform(1, 15)
		const n = 5 * 6
		v := Convolution{Shape: []int{5, 6}, Kernel: []int{3, 5}, Mode: ModeSame, Batch: 4}
		p, err := c.PlanConvolution(ctx, v, kernel)
		require.NoError(t, err)
		kept := slices.Clone(kernel)
		clear(kernel) // the plan has its own
		require.Equal(t, v, p.Convolution())
		require.Contains(t, p.String(), "5x6 by 3x5 same")
		var group sync.WaitGroup
		for g := range uint64(8) {
			group.Go(func() {
				src, dst := ref.Uniform(g, 4*n), make([]complex64, 4*n)
				for range 3 {
					if err := p.Run(ctx, dst, src); err != nil {
						t.Error(err)
						return
					}
				}
				for b := range 4 {
					if e := reference(v).Apply(
						src[b*n:(b+1)*n], kept,
					).Error(dst[b*n : (b+1)*n]); e > reference(v).Tolerance() {
						t.Errorf("error %g", e)
					}
				}
			})
		}
		group.Wait()
		require.NoError(t, p.Close())
		require.NoError(t, p.Close())
		x := make([]complex64, 4*n)
		require.ErrorIs(t, p.Run(ctx, x, x), ErrClosed)

		v.Mode = ModeValid
		v.In, v.Out = Layout{Strides: []int{14, 2}, Dist: 80, Offset: 5}, Layout{Strides: []int{1, 4}, Dist: 20}
		p, err = c.PlanConvolution(ctx, v, kept)
		require.NoError(t, err)
		defer p.Close()
		src, dst := ref.Uniform(3, extent(v.In, planConvolution(v).Source())), make(
			[]complex64, extent(v.Out, planConvolution(v).Target()),
		)
		dense, want := make([]complex64, 4*n), make([]complex64, 3*2*4)
		for e := range dense {
			at, _ := where(v.In, v.Shape, e/n, e%n)
			dense[e] = src[at]
		}
		for i := range dst {
			dst[i] = 42
		}
		require.NoError(t, p.Run(ctx, dst, src))
		for e := range want {
			at, _ := where(v.Out, v.Result(), e/6, e%6)
			want[e] = dst[at]
			dst[at] = 42
		}
		convolved(t, want, dense, kept, Convolution{Shape: v.Shape, Kernel: v.Kernel, Mode: ModeValid})
		for i := range dst {
			require.Equal(t, complex64(42), dst[i], "element %d lies between", i)
		}
	})
}

func TestResidentConvolution(t *testing.T) { onBoth(t, testResidentConvolution) }

func testResidentConvolution(t *testing.T, c *Engine) {
	for i, v := range []Convolution{
		{Shape: []int{16}, Kernel: []int{3}, Batch: 3},
		{Shape: []int{5, 6}, Kernel: []int{3, 3}, Mode: ModeSame, Correlate: true, Batch: 4},
		{Shape: []int{1000}, Kernel: []int{30}, Batch: 3},
		{Shape: []int{30, 50}, Kernel: []int{5, 5}, Mode: ModeSame, Correlate: true, Batch: 4},
		{Shape: []int{37, 20, 9}, Kernel: []int{4, 3, 2}, Mode: ModeCircular},
		{Shape: []int{6, 300}, Kernel: []int{20}, Mode: ModeValid, In: Layout{Planar: true}, Out: Layout{Planar: true}},
	} {
		if !isUsual(c, i, 2) {
			continue
		}
		kernel := ref.Uniform(uint64(i), product(v.Kernel))
		r, err := c.PlanResidentConvolution(ctx, v, kernel)
		require.NoError(t, err)
		n, kept := product(v.Shape)*max(1, v.Batch), product(v.Result())*max(1, v.Batch)
		src := ref.Uniform(uint64(i)+50, n)
		planar := v.In.Planar
		if !planar {
			require.EqualValues(t, n*plan.ElementBytes, r.SourceBytes())
			require.EqualValues(t, kept*plan.ElementBytes, r.ResultBytes())
		}
		plain := v
		plain.In, plain.Out = Layout{}, Layout{}
		from, to := planes(t, c, src, planar), planes(t, c, make([]complex64, kept), planar)
		require.NoError(t, r.Run(ctx, to, from))
		convolved(t, together(t, c, to, kept, planar), src, kernel, plain)
		require.Equal(t, src, together(t, c, from, n, planar), "the source stays")

		dev, err := c.Device()
		require.NoError(t, err)
		enc, err := dev.NewEncoder()
		require.NoError(t, err)
		to = planes(t, c, make([]complex64, kept), planar)
		require.NoError(t, r.Encode(enc, to, from))
		submission, err := enc.Submit()
		require.NoError(t, err)
		require.NoError(t, submission.Wait(ctx))
		convolved(t, together(t, c, to, kept, planar), src, kernel, plain)

		if slices.Equal(v.Shape, v.Result()) {
			require.NoError(t, r.Run(ctx, from, from))
			convolved(t, together(t, c, from, n, planar), src, kernel, plain)
		} else {
			require.Error(t, r.Run(ctx, from, from), "another shape")
		}
		a, err := r.NewSource()
		require.NoError(t, err)
		b, err := r.NewResult()
		require.NoError(t, err)
		require.EqualValues(t, r.SourceBytes(), a.Size())
		require.EqualValues(t, r.ResultBytes(), b.Size())
		require.NoError(t, a.Close())
		if !planar {
			require.ErrorIs(t, r.Run(ctx, Region{Buffer: b}, Region{Buffer: a}), ErrClosed)
		}
		require.NoError(t, b.Close())
		require.NoError(t, r.Close())
		require.NoError(t, r.Close())
		require.ErrorIs(t, r.Run(ctx, to, from), ErrClosed)
		_, err = r.NewSource()
		require.ErrorIs(t, err, ErrClosed)
	}
}

func TestConvolveBadInput(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		x, h, y := ref.Uniform(1, 24), ref.Uniform(2, 3), make([]complex64, 100)
		for _, b := range []struct {
			dst, src, kernel []complex64
			v                Convolution
			is               error
			say              string
		}{
			{nil, nil, h, Convolution{}, ErrInvalidLength, "length 0"},
			{nil, x, nil, Convolution{}, ErrInvalidLength, "a kernel needs at least one element"},
			{nil, x, h, Convolution{Kernel: []int{4}}, ErrSliceLength, "kernel has 3 elements, want 4"},
			{
				nil, x, h, Convolution{Shape: []int{7}}, ErrSliceLength,
				"src has 24 elements, want a multiple of 7 (arrays of 7 elements)",
			},
			{nil, x, h, Convolution{Shape: []int{30}}, ErrSliceLength, "src has 24"},
			{y, x, h, Convolution{}, ErrSliceLength, "dst has 100 elements, want 26"},
			{x, x, h, Convolution{}, ErrSliceLength, "dst has 24 elements, want 26"},
			{y[:24], y[1:25], h, Convolution{Mode: ModeSame}, ErrOverlap, "share part"},
			{y[:26], y[:24], h, Convolution{}, ErrOverlap, "another shape"},
			{nil, x, h, Convolution{Mode: 8}, nil, "want full, same, valid or circular"},
			{nil, x[:2], h, Convolution{Mode: ModeCircular}, ErrInvalidLength,
				"the kernel of a circular convolution has at most"},
			{
				nil, x, x[:12], Convolution{Shape: []int{2, 12}, Kernel: []int{12, 1}, Mode: ModeValid}, nil,
				"each longer along one axis",
			},
			{
				nil, x, h, Convolution{In: Layout{Strides: []int{1}, Offset: 1}}, nil,
				"Convolve does not use Convolution.In or Convolution.Out",
			},
			{nil, x, h, Convolution{In: Layout{Strides: []int{1, 1}}}, nil, "input layout"},
		} {
			_, err := c.Convolve(ctx, b.dst, b.src, b.kernel, b.v)
			require.ErrorContains(t, err, b.say)
			if b.is != nil {
				require.ErrorIs(t, err, b.is)
			}
		}
		_, err := c.PlanConvolution(ctx, Convolution{Shape: []int{8}, Kernel: []int{3}, In: Layout{Planar: true}}, h)
		require.ErrorContains(t, err, "planar layouts are for GPU buffers")
		_, err = c.PlanConvolution(ctx, Convolution{Shape: []int{8}, Kernel: []int{2}}, h)
		require.ErrorIs(t, err, ErrSliceLength)
		_, err = c.PlanConvolution(
			ctx, Convolution{Shape: []int{1 << 16, 1 << 15}, Kernel: []int{2, 2}, Mode: ModeSame}, ref.Uniform(1, 4),
		)
		require.ErrorContains(t, err, "points of the transforms of an array")
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		_, err = c.Convolve(cancelled, nil, x, h, Convolution{})
		require.ErrorIs(t, err, context.Canceled)
		_, err = c.PlanResidentConvolution(ctx, Convolution{Shape: []int{8}, Kernel: []int{2}}, h)
		require.ErrorIs(t, err, ErrSliceLength)
		p, err := c.PlanConvolution(ctx, Convolution{Shape: []int{8}, Kernel: []int{3}}, h)
		require.NoError(t, err)
		require.ErrorIs(t, p.Run(ctx, y[:10], x[:9]), ErrSliceLength)
		require.NoError(t, c.Close())
		require.ErrorIs(t, p.Run(ctx, y[:10], x[:8]), ErrClosed)
		require.NoError(t, p.Close())
		_, err = c.Convolve(ctx, nil, x, h, Convolution{})
		require.ErrorIs(t, err, ErrClosed)
		_, err = c.PlanConvolution(ctx, Convolution{Shape: []int{8}, Kernel: []int{3}}, h)
		require.ErrorIs(t, err, ErrClosed)
	})
}

// Kernels that differ do not pile up, on either engine.
func TestManyKernels(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		x := ref.Uniform(1, 16)
		for i := range 3 * 16 {
			h := []complex64{complex(float32(i), 1), 2}
			got, err := c.Convolve(ctx, nil, x, h, Convolution{Mode: ModeCircular})
			require.NoError(t, err)
			convolved(t, got, x, h, Convolution{Shape: []int{16}, Kernel: []int{2}, Mode: ModeCircular})
		}
	})
}
