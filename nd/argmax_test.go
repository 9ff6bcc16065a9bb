package nd_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// TestArgMax compares indices with their definition, for all sets of axes. Many elements are equal.
func TestArgMax(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testArgMax[float32](t, q)
		if isSpare(q) {
			return
		}
		testArgMax[int8](t, q)
		testArgMax[uint16](t, q)
		testArgMax[float64](t, q)
	})
}

func testArgMax[T nd.Element](t *testing.T, q *nd.Queue) {
	shape := []int{13, 40, 29}
	data := make([]T, 13*40*29)
	for i := range data {
		data[i] = of[T](complex(math.Round(50*math.Abs(number(i, 1))), 0))
	}
	a := nd.From(q, data, shape...)
	defer a.Close()
	w := wides(data)
	for _, axes := range [][]int{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {2, 0}, {0, 1, 2}, nil} {
		if isSpare(q) && axes != nil && fmt.Sprint(axes) != "[1]" && fmt.Sprint(axes) != "[2 0]" {
			continue
		}
		isReduced := map[int]bool{0: axes == nil, 1: axes == nil, 2: axes == nil}
		for _, x := range axes {
			isReduced[x] = true
		}
		most, least := map[int]int{}, map[int]int{} // the index of the element, by result
		best, worst := map[int]float64{}, map[int]float64{}
		for i, v := range w {
			at := []int{i / (40 * 29), i / 29 % 40, i % 29}
			result, place := 0, 0
			for axis, n := range shape {
				if isReduced[axis] {
					place = place*n + at[axis]
				} else {
					result = result*n + at[axis]
				}
			}
			x := real(v)
			if _, ok := best[result]; !ok || x > best[result] || x == best[result] && place < most[result] {
				best[result], most[result] = x, place
			}
			if _, ok := worst[result]; !ok || x < worst[result] || x == worst[result] && place < least[result] {
				worst[result], least[result] = x, place
			}
		}
		check := func(got nd.Array, want map[int]int) {
			t.Helper()
			require.Equal(t, nd.Int32, got.DType())
			s, err := nd.Download[int32](ctx, q, nil, got)
			require.NoError(t, err)
			require.Len(t, s, len(want))
			for i, x := range s {
				require.Equal(t, want[i], int(x), "%v: %d", axes, i)
			}
		}
		check(q.ArgMax(a, axes...), most)
		check(q.ArgMin(a, axes...), least)
		check(q.ArgMax(q.Sub(nd.Scalar(0.125), q.Mul(a, nd.Scalar(3))), axes...), least)
	}
}

// TestArgMaxLarge finds the index in a long array, in a source and in a view.
func TestArgMaxLarge(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		const n = 1 << 20
		data := make([]float32, n)
		data[777777], data[888888] = 1, 1
		a := nd.From(q, data, n)
		x, err := q.Numbers(ctx, q.ArgMax(a), q.ArgMax(a.Flip(0)), q.ArgMin(q.Abs(q.Sub(nd.Iota(nd.Float32, 1, 0, n),
			nd.Scalar(12345)))), q.ArgMax(nd.Iota(nd.Float32, 1, 0, n), 0).At(0, 0), q.ArgMax(q.Sum(a)))
		require.NoError(t, err)
		require.Equal(t, []float64{777777, n - 1 - 888888, 12345, n - 1, 0}, x)
		data[5], data[9] = float32(math.NaN()), float32(math.NaN())
		nd.Upload(q, a, data)
		x, err = q.Numbers(ctx, q.ArgMax(a), q.ArgMin(a))
		require.NoError(t, err)
		require.Equal(t, []float64{5, 5}, x)
		q.ArgMax(q.Complex(a, a))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		q.ArgMin(a, 1)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
		q.ArgMin(a, 0, -1)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
		q.ArgMin(nd.Array{})
		require.Error(t, q.Flush(ctx))
		x, err = q.Numbers(ctx, q.ArgMax(nd.Scalar(3)))
		require.NoError(t, err)
		require.Equal(t, []float64{0}, x)
	})
}
