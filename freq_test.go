package wgfft

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// The examples of numpy's documentation, and the shortest.
func TestFrequencies(t *testing.T) {
	require.Equal(t, []float64{0, 1.25, 2.5, 3.75, -5, -3.75, -2.5, -1.25}, FFTFreq(8, 0.1))
	require.InDeltaSlice(t, []float64{0, 20, 40, -40, -20}, FFTFreq(5, 0.01), 1e-12)
	require.Equal(t, []float64{0}, FFTFreq(1, 3))
	require.Equal(t, []float64{0, -0.5}, FFTFreq(2, 1))
	require.Equal(t, []float64{0, 10, 20, 30, 40, 50}, RFFTFreq(10, 0.01))
	require.InDeltaSlice(t, []float64{0, 1. / 9, 2. / 9, 3. / 9, 4. / 9}, RFFTFreq(9, 1), 1e-15)
	require.Equal(t, []float64{0}, RFFTFreq(1, 1))
	for _, n := range []int{0, -1, math.MinInt, math.MaxInt, math.MaxInt/2 + 1, math.MaxInt / 8} {
		require.Nil(t, FFTFreq(n, 1))
		require.Nil(t, RFFTFreq(n, 1))
	}
}

func TestFFTShift(t *testing.T) {
	even, err := FFTShift([]int{0, 1, 2, -3, -2, -1}, nil)
	require.NoError(t, err)
	require.Equal(t, []int{-3, -2, -1, 0, 1, 2}, even)
	odd, err := FFTShift([]int{0, 1, 2, -2, -1}, nil)
	require.NoError(t, err)
	require.Equal(t, []int{-2, -1, 0, 1, 2}, odd)
	back, err := IFFTShift(odd, nil)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2, -2, -1}, back)

	x := []int{
		0, 1, 2,
		3, 4, -4,
		-3, -2, -1,
	}
	y, err := FFTShift(x, []int{3, 3})
	require.NoError(t, err)
	require.Equal(t, []int{-1, -3, -2, 2, 0, 1, -4, 3, 4}, y)
	y, err = FFTShift(x, []int{3, 3}, 0)
	require.NoError(t, err)
	require.Equal(t, []int{-3, -2, -1, 0, 1, 2, 3, 4, -4}, y)
	y, err = IFFTShift(x, []int{3}, -1)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 0, 4, -4, 3, -2, -1, -3}, y, "three arrays")

	for _, empty := range [][]int{nil, {0}, {3}} {
		y, err = FFTShift([]int{}, empty)
		require.NoError(t, err)
		require.Empty(t, y)
	}
	_, err = FFTShift(x, []int{2, 4})
	require.ErrorIs(t, err, ErrSliceLength)
	_, err = FFTShift(x, []int{3, 3}, 2)
	require.ErrorContains(t, err, "axis 2")
	_, err = FFTShift(x, []int{3, 3}, 1, -1)
	require.ErrorContains(t, err, "twice")
	_, err = FFTShift(x, []int{3, -3})
	require.ErrorIs(t, err, ErrInvalidLength)
}

// Every point goes where the definition says, comes back, and x stays.
func TestRandomFFTShifts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 4).Draw(t, "shape")
		p := Problem{Shape: shape}
		if rapid.Bool().Draw(t, "some") {
			p.Axes = []int{rapid.IntRange(-len(shape), len(shape)-1).Draw(t, "axis")}
		}
		n := of(p).Points()
		x := make([]int, n*rapid.IntRange(1, 3).Draw(t, "count"))
		for i := range x {
			x[i] = i
		}
		y, err := FFTShift(x, shape, p.Axes...)
		require.NoError(t, err)
		for i := range x {
			to, side := i-i%n, 1
			for axis := len(shape) - 1; axis >= 0; axis-- {
				d := shape[axis]
				k := i / side % d
				if of(p).IsTransformed(axis) {
					k = (k + d/2) % d
				}
				to, side = to+k*side, side*d
			}
			require.Equal(t, i, y[to])
			require.Equal(t, i, x[i])
		}
		require.NotSame(t, &x[0], &y[0])
		back, err := IFFTShift(y, shape, p.Axes...)
		require.NoError(t, err)
		require.Equal(t, x, back)
	})
}

func TestNextFastLen(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		require.Equal(t, 1, c.NextFastLen(-1))
		require.Equal(t, 1, c.NextFastLen(0))
		for _, n := range []int{1, 2, 97, 1021, 5003, 100003} {
			fast := c.NextFastLen(n)
			require.GreaterOrEqual(t, fast, n)
			require.LessOrEqual(t, fast, 2*n)
			require.LessOrEqual(t, plan.LargestPrime(fast), 31)
			require.Equal(t, fast, c.NextFastLen(n), "every time")
		}
		require.Equal(t, plan.MaxPoints+1, c.NextFastLen(plan.MaxPoints+1))
	})
	for n, want := range map[int]int{
		0: 1, 1: 1, 3: 4, 7: 8, 1009: 1024, 1025: 2048, 8192: 8192, 8193: 9216, 16384: 16384, 16385: 18432,
		65536: 65536, 100003: 102400, 1 << 20: 1 << 20,
	} {
		require.Equal(t, want, engine.FastOnCPU(n), n)
	}
	for n := 1; n < 1<<21; n += 1 + n/100 {
		fast := engine.FastOnCPU(n)
		require.GreaterOrEqual(t, fast, n)
		require.Equal(t, fast, engine.FastOnCPU(fast), "what is fast stays")
		if n > 1<<13 {
			require.LessOrEqual(t, fast, n*5/4, n)
			require.Zero(t, fast%128, "of %d", n)
		}
	}
	require.Equal(t, 1<<31+1, engine.FastOnCPU(1<<31+1))
	require.GreaterOrEqual(t, engine.FastOnCPU(1<<31), 1<<31)
}
