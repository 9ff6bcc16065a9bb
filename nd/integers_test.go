package nd_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// TestIntegers selects among integers that single precision does not hold.
func TestIntegers(t *testing.T) {
	const big, least, most = 1 << 24, math.MinInt32, math.MaxInt32
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := []int32{big, big + 1, -big - 1, 7, most, most - 1, least, least + 1}
		y := []int32{big + 1, big, -big - 3, -7, most - 1, most, least + 1, least}
		a, b := nd.From(q, x, 8), nd.From(q, y, 8)
		check := func(name string, got nd.Array, want ...int32) {
			t.Helper()
			require.Equal(t, nd.Int32, got.DType(), name)
			s, err := nd.Download[int32](ctx, q, nil, got)
			require.NoError(t, err, name)
			require.Equal(t, want, s, name)
		}
		check("Minimum", q.Minimum(a, b), big, big, -big-3, -7, most-1, most-1, least, least)
		check("Maximum", q.Maximum(a, b), big+1, big+1, -big-1, 7, most, most, least+1, least+1)
		check("Maximum of a scalar", q.Maximum(a, nd.Scalar(big+3)), big+3, big+3, big+3, big+3, most, most-1,
			big+3, big+3)
		check("Clamp", q.Clamp(a, nd.Scalar(-big-1), nd.Scalar(big+1)), big, big+1, -big-1, 7, big+1, big+1,
			-big-1, -big-1)
		check("Clamp with limits in the wrong order", q.Clamp(a, b, nd.Scalar(5)), 5, 5, -big-1, 5, 5, 5,
			least+1, least+1)
		check("Where", q.Where(q.Less(a, b), b, a), big+1, big+1, -big-1, 7, most, most, least+1, least+1)
		check("Where of scalars", q.Where(a, b, nd.Scalar(3)), y...)
		check("Roll", q.Roll(a, 1, 0), least+1, big, big+1, -big-1, 7, most, most-1, least)
		check("FFTShift", q.FFTShift(q.Minimum(a, a)), most, most-1, least, least+1, big, big+1, -big-1, 7)
		check("Pad", q.Pad(a.Slice(0, 0, 2, 1), []int{1}, []int{1}), 0, big, big+1, 0)
		check("Copy", q.Copy(a.Flip(0)), least+1, least, most-1, most, 7, -big-1, big+1, big)
		small := nd.From(q, []uint8{9, 1, 2, 3, 4, 5, 6, 7}, 8)
		check("Maximum of uint8", q.Maximum(small, a), big, big+1, 2, 7, most, most-1, 6, 7)
		require.Equal(t, nd.Float32, q.Maximum(a, nd.Scalar(0.5)).DType())
		require.Equal(t, nd.Float32, q.Maximum(small, small).DType())
		requireClose(t, []complex128{1, 0, 0, 0, 0, 1, 1, 0}, download(t, q, q.Less(a, b)), 0, "Less")

		for _, n := range []int{8, 2000} { // few elements, and several chunks
			long := make([]int32, n)
			for i := range long {
				long[i] = int32(i%3) - big
			}
			copy(long[n-8:], x[:4])
			copy(long[n-4:], []int32{big - 1, 0, -big - 2, 5})
			c := nd.From(q, long, n)
			got, err := q.Numbers(ctx, q.Max(c), q.Min(c), q.ArgMax(c), q.ArgMin(c), q.Max(c, 0).At(0, 0))
			require.NoError(t, err)
			require.Equal(t, []float64{big + 1, -big - 2, float64(n - 7), float64(n - 2), big + 1}, got, n)
			require.NoError(t, c.Close())
		}
		require.Equal(t, nd.Int32, q.Max(a).DType())
		check("OrderStatistic", q.OrderStatistic(5, a), big+1)
		odd := a.Slice(0, 0, 7, 1) // in order: least, -big-1, 7, big, big+1, most-1, most
		require.Equal(t, []complex128{big}, download(t, q, q.Median(odd)), "Median of an odd number")
		require.Equal(t, []complex128{-big/2 + 3}, download(t, q, q.Quantile(0.25, odd)), "Quantile")
		require.Equal(t, []complex128{most - 0.5}, download(t, q, q.Median(a.Slice(0, 4, 6, 1))), "mean of two")
	})
}

// TestConditions has conditions of other types than the choices of Where.
func TestConditions(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		want := []complex128{1, 1, 2, 1}
		x, y := nd.From(q, []float32{1, 1, 1, 1}, 4), nd.From(q, []float32{2, 2, 2, 2}, 4)
		whole, z := nd.From(q, []int32{1, 1, 1, 1}, 4), nd.From(q, []complex64{1, 1, 1, 1}, 4)
		for _, cond := range []nd.Array{
			nd.From(q, []complex64{1, 1i, 0, complex(math.Float32frombits(0x7fc00000), 0)}, 4),
			nd.From(q, []float64{1e-300, -1, 0, math.NaN()}, 4), nd.From(q, []int32{1 << 30, -1, 0, 1}, 4),
			nd.From(q, []uint8{1, 2, 0, 255}, 4), nd.From(q, []float32{1e-38, -1, 0, float32(math.NaN())}, 4),
		} {
			if spacing(t, q, nd.Float64) == 0x1p-46 && cond.DType() == nd.Float64 {
				cond = nd.From(q, []float64{1e-30, -1, 0, math.NaN()}, 4)
			}
			for _, of := range [][2]nd.Array{{x, y}, {whole, nd.Scalar(2)}, {z, y}} {
				got := q.Where(cond, of[0], of[1])
				require.Equal(t, of[0].DType(), got.DType())
				requireClose(t, want, download(t, q, q.Pin(got)), 0, fmt.Sprint(cond.DType(), " ", of[0].DType()))
			}
		}
	})
}

// TestScalarRange has scalars that single precision does not hold.
func TestScalarRange(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a, z := q.New(nd.Float32, 3), q.New(nd.Complex64, 3)
		f := nd.Func{WGSL: `fn f(a: R, s: R) -> R { return a * s; }`, Go: func(a, s float64) float64 { return a * s }}
		big := nd.Scalar(1e39)
		for i, record := range []func(){
			func() { q.Add(a, big) }, func() { q.Set(a, big) }, func() { q.Scale(-1e39, a) },
			func() { q.Set(z, nd.ComplexScalar(complex(0, 1e300))) }, func() { q.Cast(nd.Float32, big) },
			func() { q.Where(a, a, big) }, func() { q.Apply(&f, a, big) }, func() { q.Clamp(a, nd.Scalar(0), big) },
		} {
			record()
			err := q.Flush(ctx)
			require.ErrorIs(t, err, nd.ErrType, i)
			require.ErrorContains(t, err, "single precision holds magnitudes up to 3.4e+38", i)
		}
		q.Set(a, nd.Scalar(math.Inf(1)))
		x, err := q.Number(ctx, a.At(0, 0))
		require.NoError(t, err)
		require.Equal(t, math.Inf(1), x)
		x, err = q.Number(ctx, big) // double precision on the CPU engine
		if isGPU(q) {
			require.ErrorIs(t, err, nd.ErrType)
		} else {
			require.NoError(t, err)
			require.Equal(t, 1e39, x)
		}
		q.Set(a, nd.Scalar(math.MaxFloat32))
		require.NoError(t, q.Flush(ctx))
	})
}

// TestDotTypes multiplies elements of different types.
func TestDotTypes(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		i, x := nd.From(q, []int16{1, 2, 3}, 3), nd.From(q, []float64{1, 2, 3}, 3)
		z := nd.From(q, []complex128{1i, 2i, 3i}, 3)
		requireClose(t, []complex128{14}, download(t, q, q.Dot(i, x)), 0, "int16, float64")
		requireClose(t, []complex128{14}, download(t, q, q.Dot(x, i)), 0, "float64, int16")
		requireClose(t, []complex128{14i}, download(t, q, q.Dot(i, z)), 0, "int16, complex128")
		requireClose(t, []complex128{-14i}, download(t, q, q.Dot(z, i)), 0, "complex128, int16")
		q.Dot(nd.From(q, []float32{1, 2, 3}, 3), x)
		require.ErrorContains(t, q.Flush(ctx), "nd: Dot(float32[3], float64[3]")
	})
}

// TestIntegersInPlace stores a selection of integers in each of its operands.
func TestIntegersInPlace(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		operands := [][]int32{{0, 1, 0, -7}, {3, 4, 5, 6}, {-1, -2, 1 << 30, 16777217}}
		want := []int32{-1, 4, 1 << 30, 6}
		for target := range operands {
			var x []nd.Array
			for _, o := range operands {
				x = append(x, nd.From(q, o, len(o)))
			}
			q.Set(x[target], q.Where(x[0], x[1], x[2]))
			got, err := nd.Download[int32](ctx, q, nil, x[target])
			require.NoError(t, err)
			require.Equal(t, want, got, "stored in operand %d", target)
			for _, a := range x {
				require.NoError(t, a.Close())
			}
		}
	})
}
