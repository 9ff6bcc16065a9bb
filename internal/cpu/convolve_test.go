package cpu

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// filtered returns the filter of a whole convolution with the given points along each axis, 1 if
// the kernel has one element.
func filtered(t *testing.T, c ref.Convolution, points []int, h []complex64, real bool) (*Filter[complex64], []int) {
	t.Helper()
	var result, axes []int
	for axis, n := range c.Shape {
		result, axes = append(result, n+c.Kernel[axis]-1), append(axes, axis)
	}
	x, scale := make([]complex64, product(points)), 1.0
	require.NoError(t, lay(&pace{ctx: context.Background()}, x, h, points, c.Kernel, false))
	for _, n := range points {
		scale /= float64(n)
	}
	f, err := NewFilter(c.Shape, points, result, ref.Narrow(ref.Axes(x, points, axes, false, scale)), 1, real)
	require.NoError(t, err)
	return f, result
}

func TestConvolve(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for i, c := range []struct {
		shape, kernel, points []int
		count                 int
	}{
		{[]int{10}, []int{3}, []int{12}, 1}, {[]int{10}, []int{3}, []int{16}, 20000}, {[]int{40000}, []int{500},
			[]int{40500}, 3},
		{[]int{30, 20}, []int{4, 5}, []int{36, 24}, 1}, {[]int{30, 20}, []int{4, 5}, []int{36, 24},
			300}, {[]int{250, 200}, []int{4, 5}, []int{270, 216}, 2},
		{[]int{3, 30, 2}, []int{1, 6, 1}, []int{1, 36, 1}, 5}, {[]int{3, 120, 250, 2}, []int{1, 6, 4, 1},
			[]int{1, 128, 270, 1}, 2},
		{[]int{10, 1, 12}, []int{4, 1, 5}, []int{16, 1, 16}, 3}, {[]int{20, 30, 40}, []int{7, 6, 5},
			[]int{27, 36, 48}, 2},
		{[]int{20, 30, 40}, []int{7, 6, 5}, []int{27, 36, 45}, 1}, {[]int{20, 1, 40, 3}, []int{7, 1, 5, 1},
			[]int{27, 1, 45, 1}, 1},
	} {
		if testing.Short() && i%2 > 0 { // half of them are enough for the race detector
			continue
		}
		r := ref.Convolution{Shape: c.shape, Kernel: c.kernel, Mode: "full"}
		h := ref.Uniform(uint64(i), product(c.kernel))
		f, result := filtered(t, r, c.points, h, false)
		n, kept := product(c.shape), product(result)
		src, dst := ref.Uniform(uint64(i+100), n*c.count), ref.NewGuarded[complex64](kept*c.count)
		for range 2 { // scratch memory is used again
			ref.Poison(dst.Data)
			require.NoError(t, e.Convolve(context.Background(), dst.Data, src, f))
		}
		require.NoError(t, dst.Check())
		for b := 0; b < c.count; b += 1 + c.count/20 {
			err := r.Apply(src[b*n:(b+1)*n], h).Error(dst.Data[b*kept : (b+1)*kept])
			require.LessOrEqual(t, err, r.Tolerance(), "%v by %v: array %d of %d", c.shape, c.kernel, b, c.count)
		}

		g := complexOf(ref.UniformReal(uint64(i), product(c.kernel)))
		f, _ = filtered(t, r, c.points, g, true)
		x, y := ref.UniformReal(uint64(i+200), n*c.count), ref.NewGuarded[float32](kept*c.count)
		for range 2 {
			ref.Poison(y.Data)
			require.NoError(t, e.ConvolveReal(context.Background(), y.Data, x, f))
		}
		require.NoError(t, y.Check())
		for b := 0; b < c.count; b += 1 + c.count/20 {
			err := r.Apply(complexOf(x[b*n:(b+1)*n]), g).Error(complexOf(y.Data[b*kept : (b+1)*kept]))
			require.LessOrEqual(t, err, r.Tolerance(), "real: %v by %v: array %d of %d", c.shape, c.kernel, b, c.count)
		}
		require.Error(t, e.Convolve(context.Background(), dst.Data, src, f), "a filter of real points")
	}
}

func complexOf(x []float32) []complex64 {
	z := make([]complex64, len(x))
	for i, v := range x {
		z[i] = complex(v, 0)
	}
	return z
}

func TestConvolveKeepsArraysApart(t *testing.T) {
	e := newSingle()
	defer e.Close()
	f, _ := filtered(t, ref.Convolution{Shape: []int{10}, Kernel: []int{3}}, []int{12}, ref.Uniform(1, 3), false)
	x, y, z := ref.Uniform(2, 30), make([]complex64, 36), make([]complex64, 36)
	require.NoError(t, e.Convolve(context.Background(), y, x, f))
	x[15] = complex(float32(math.NaN()), 0)
	require.NoError(t, e.Convolve(context.Background(), z, x, f))
	require.Equal(t, y[:12], z[:12])
	require.Equal(t, y[24:], z[24:])
}

func TestConvolveBadInput(t *testing.T) {
	ctx := context.Background()
	e := newSingle()
	f, _ := filtered(t, ref.Convolution{Shape: []int{10}, Kernel: []int{3}}, []int{12}, ref.Uniform(1, 3), false)
	x := make([]complex64, 40)
	require.NoError(t, e.Convolve(ctx, nil, nil, f))
	require.ErrorContains(t, e.Convolve(ctx, x[:12], x[12:23], f), "arrays of 10 points give results of 12 points")
	require.ErrorContains(t, e.Convolve(ctx, x[:13], x[20:30], f), "arrays of 10 points give results of 12 points")
	require.ErrorContains(t, e.Convolve(ctx, x[:12], x[:10], f), "overlap")
	require.ErrorContains(t, e.Convolve(ctx, x[:12], x[11:21], f), "overlap")
	require.ErrorContains(t, e.ConvolveReal(ctx, make([]float32, 12), make([]float32, 10), f),
		"filter of complex points")
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, e.Convolve(cancelled, x[:12], x[20:30], f), context.Canceled)
	require.NoError(t, e.Close())
	require.ErrorIs(t, e.Convolve(ctx, x[:12], x[20:30], f), ErrClosed)
	for _, c := range []struct{ shape, points, result []int }{
		{[]int{10}, []int{1}, []int{10}}, {[]int{10}, []int{9}, []int{9}}, {[]int{10}, []int{12},
			[]int{13}}, {[]int{10}, []int{16}, []int{12}},
	} {
		_, err := NewFilter(c.shape, c.points, c.result, make([]complex64, 12), 1, false)
		require.Error(t, err)
	}
	for _, c := range []struct{ points, hop, before int }{{11, 9, 0}, {12, 0, 0}, {12, 13, 0}, {12, 9, -1},
		{12, 9, 12}} {
		_, err := NewBlocks(100, 102, Blocks{c.points, c.hop, c.before}, make([]complex64, 12), 1, false)
		require.Error(t, err)
	}
}
