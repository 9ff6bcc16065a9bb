package exact_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/exact"
)

// direct returns the results of a convolution of one array by the sums of wgfft.Convolution.
func direct[X, K exact.Integer](x []X, kernel []K, c exact.Convolution) []*big.Int {
	rank, out := len(c.Shape), c.Result()
	taps := make([]int, rank)
	results := 1
	for axis := range taps {
		taps[axis] = 1
		if i := axis - rank + len(c.Kernel); i >= 0 {
			taps[axis] = c.Kernel[i]
		}
		results *= out[axis]
	}
	all := make([]*big.Int, results)
	for r := range all {
		all[r] = new(big.Int)
		for h := range kernel {
			at, ok, rest, tap, weight := 0, true, r, h, 1
			for axis := rank - 1; axis >= 0; axis-- {
				n, k := c.Shape[axis], taps[axis]
				m, i := rest%out[axis], tap%k
				switch c.Mode {
				case wgfft.ModeSame:
					m += (k - 1) / 2
				case wgfft.ModeValid:
					m += min(n, k) - 1
				}
				switch {
				case c.Mode == wgfft.ModeCircular && c.Correlate:
					m = (m + i) % n
				case c.Mode == wgfft.ModeCircular:
					m = ((m-i)%n + n) % n
				case c.Correlate:
					m += i - (k - 1)
				default:
					m -= i
				}
				ok = ok && m >= 0 && m < n
				at += m * weight
				rest, tap, weight = rest/out[axis], tap/k, weight*n
			}
			if ok {
				all[r].Add(all[r], new(big.Int).Mul(big.NewInt(int64(x[at])), big.NewInt(int64(kernel[h]))))
			}
		}
	}
	return all
}

// check compares convolutions of two arrays with the sums, on one engine.
func check[X, K exact.Integer](t *testing.T, eng *wgfft.Engine, x []X, kernel []K, c exact.Convolution) {
	t.Helper()
	points := 1
	for _, n := range c.Shape {
		points *= n
	}
	var want []int64
	for i := 0; i < len(x); i += points {
		for _, v := range direct(x[i:][:points], kernel, c) {
			if c.Wraps {
				v.And(v, new(big.Int).SetUint64(math.MaxUint64))
				want = append(want, int64(v.Uint64()))
				continue
			}
			require.True(t, v.IsInt64())
			want = append(want, v.Int64())
		}
	}
	got := make([]int64, len(want))
	require.NoError(t, exact.Convolve(context.Background(), eng, got, x, kernel, c))
	require.Equal(t, want, got, "%+v", c)
}

// fill returns numbers of both ends of a type and between them.
func fill[T exact.Integer](seed uint64, n int) []T {
	x, r := make([]T, n), rand.New(rand.NewPCG(seed, 7))
	low := T(1) << (8*size[T]() - 1) // the least signed number
	for i := range x {
		x[i] = T(r.Uint64())
		if r.IntN(3) == 0 {
			x[i] = []T{low, low - 1, ^T(0)}[r.IntN(3)]
		}
	}
	return x
}

// size returns the bytes of a type.
func size[T exact.Integer]() int { return int(unsafe.Sizeof(T(0))) }

// Convolutions of all types and modes equal the sums. They need one prime, two and three.
func TestConvolutionsAreExact(t *testing.T) {
	eng := open(t, wgfft.CPU)
	for i, c := range []exact.Convolution{
		{Shape: []int{1}, Kernel: []int{1}}, {Shape: []int{50}, Kernel: []int{7}}, {Shape: []int{7}, Kernel: []int{31}},
		{Shape: []int{4, 9}, Kernel: []int{3, 5}}, {Shape: []int{3, 8}, Kernel: []int{5}},
		{Shape: []int{3, 4, 5}, Kernel: []int{2, 3, 2}}, {Shape: []int{12}, Kernel: []int{12}},
	} {
		points, taps := 1, 1
		for _, n := range c.Shape {
			points *= n
		}
		for _, k := range c.Kernel {
			taps *= k
		}
		for _, mode := range []wgfft.Mode{wgfft.ModeFull, wgfft.ModeSame, wgfft.ModeValid, wgfft.ModeCircular} {
			for _, correlate := range []bool{false, true} {
				c, seed := c, uint64(i)
				c.Mode, c.Correlate = mode, correlate
				if c.Result() == nil {
					continue // a circular convolution with a long kernel
				}
				check(t, eng, fill[int8](seed, 2*points), fill[uint8](seed+100, taps), c)
				check(t, eng, fill[int16](seed, points), fill[int16](seed+100, taps), c)
				check(t, eng, fill[uint16](seed, points), fill[int32](seed+100, taps), c)
				c.Wraps = true
				check(t, eng, fill[int32](seed, points), fill[int32](seed+100, taps), c)
				check(t, eng, fill[uint32](seed, points), fill[uint32](seed+100, taps), c)
			}
		}
	}
}

// Convolutions on a GPU have the results of the CPU.
func TestConvolutionOnGPU(t *testing.T) {
	cpu, gpu := open(t, wgfft.CPU), open(t, wgfft.GPU)
	for _, c := range []exact.Convolution{
		{Shape: []int{1000}, Kernel: []int{300}, Wraps: true},
		{Shape: []int{20, 30}, Kernel: []int{5, 7}, Mode: wgfft.ModeSame, Wraps: true},
	} {
		n, k := c.Shape[0], c.Kernel[0]
		if len(c.Shape) > 1 {
			n, k = n*c.Shape[1], k*c.Kernel[1]
		}
		x, kernel, out := fill[int32](1, 2*n), fill[uint32](2, k), c.Result()
		results := 2 * out[0]
		if len(out) > 1 {
			results *= out[1]
		}
		want, got := make([]int64, results), make([]int64, results)
		require.NoError(t, exact.Convolve(context.Background(), cpu, want, x, kernel, c))
		require.NoError(t, exact.Convolve(context.Background(), gpu, got, x, kernel, c))
		require.Equal(t, want, got)
	}
}

// Results beyond the bound are refused, at both ends of int64 too.
func TestConvolutionOverflow(t *testing.T) {
	eng, ctx := open(t, wgfft.CPU), context.Background()
	c := exact.Convolution{Shape: []int{4}, Kernel: []int{2}, Mode: wgfft.ModeValid, Bound: 100}
	dst := make([]int64, 3)
	var overflow *exact.OverflowError
	require.ErrorAs(t, exact.Convolve(ctx, eng, dst, []int8{10, 10, 11, -11}, []int8{-5, -5}, c), &overflow)
	require.Equal(t, exact.OverflowError{Index: 1, Bound: 100}, *overflow)
	require.NoError(t, exact.Convolve(ctx, eng, dst, []int8{10, 10, 10, -10}, []int8{-5, -5}, c))
	require.Equal(t, []int64{-100, -100, 0}, dst)

	c = exact.Convolution{Shape: []int{2}, Kernel: []int{2}, Mode: wgfft.ModeValid}
	dst = dst[:1]
	least := []int32{math.MinInt32, math.MinInt32}
	err := exact.Convolve(ctx, eng, dst, least, []uint32{1 << 31, 1 << 31}, c)
	require.NoError(t, err) // -2^63
	require.Equal(t, []int64{math.MinInt64}, dst)
	err = exact.Convolve(ctx, eng, dst, []uint32{1 << 31, 1 << 31}, []uint32{1 << 31, 1 << 31}, c)
	require.ErrorAs(t, err, &overflow) // 2^63
	require.Equal(t, exact.OverflowError{Index: 0, Bound: 1 << 63}, *overflow)
	c.Wraps = true
	require.NoError(t, exact.Convolve(ctx, eng, dst, []uint32{1 << 31, 1 << 31}, []uint32{1 << 31, 1 << 31}, c))
	require.Equal(t, []int64{math.MinInt64}, dst)
}

// Wrong shapes and slices are refused.
func TestConvolutionErrors(t *testing.T) {
	eng, ctx := open(t, wgfft.CPU), context.Background()
	c := exact.Convolution{Shape: []int{4}, Kernel: []int{2}}
	x, kernel := make([]int8, 4), make([]int8, 2)
	for _, n := range []int{0, 4, 6} {
		require.ErrorIs(t, exact.Convolve(ctx, eng, make([]int64, n), x, kernel, c), wgfft.ErrSliceLength)
	}
	require.ErrorIs(t, exact.Convolve(ctx, eng, make([]int64, 5), x[:3], kernel, c), wgfft.ErrSliceLength)
	require.ErrorIs(t, exact.Convolve(ctx, eng, make([]int64, 5), x, x, c), wgfft.ErrSliceLength)
	require.NoError(t, exact.Convolve(ctx, eng, nil, x[:0], kernel, c))
	c.Kernel = []int{0}
	require.ErrorIs(t, exact.Convolve(ctx, eng, nil, x, kernel, c), wgfft.ErrInvalidLength)
	c.Shape, c.Kernel = []int{1 << 25}, []int{2}
	require.ErrorContains(t, exact.Convolve(ctx, eng, nil, x, kernel, c), "want at most 33554432 along an axis")
}

func ExampleConvolve() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // or a GPU
	if err != nil {
		fmt.Println(err)
		return
	}
	defer eng.Close()
	x, kernel := []int32{1_000_000_007, -5, 3}, []int32{1_000_000_009, 2}
	dst := make([]int64, 4)
	c := exact.Convolution{Shape: []int{3}, Kernel: []int{2}}
	if err := exact.Convolve(context.Background(), eng, dst, x, kernel, c); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(dst)
	// Output: [1000000016000000063 -3000000031 3000000017 6]
}
