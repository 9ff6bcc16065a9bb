package wgfft

import (
	"context"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// Counts are right beyond one number for each invocation, and on several goroutines.
func TestCountMany(t *testing.T) { onBoth(t, testCountMany) }

func testCountMany(t *testing.T, c *Engine) {
	const n = 1<<20 + 3
	x := make([]float32, n)
	for _, i := range []int{0, 1, 524287, 524289, 1 << 20, n - 1} {
		x[i] = float32(math.Inf(1 - i%2*2))
	}
	x[777] = float32(math.NaN())
	var all sync.WaitGroup
	counts := map[int]int{n: 7, n - 1: 6, 778: 3, 777: 2, 1: 1}
	if !isFull(c) {
		counts = map[int]int{n: 7, 777: 2}
	}
	for i, s := range []Samples{Float16, Bfloat16, Float32} {
		if !isUsual(c, i, 1) {
			continue
		}
		h := newInHalves(t, c, s, x)
		for range 2 {
			all.Go(func() {
				for count, want := range counts {
					got, err := c.CountNonFinite(ctx, h.at, count, s)
					if err != nil || got != want {
						t.Errorf("%v: %d of the first %d, not %d; %v", s, got, count, want, err)
					}
				}
			})
		}
	}
	all.Wait()
}

// CountNonFinite ends with its context, and on engines that are closed.
func TestCountEnds(t *testing.T) { onBoth(t, testCountEnds) }

func testCountEnds(t *testing.T, c *Engine) {
	b, err := c.NewBuffer(8)
	require.NoError(t, err)
	defer b.Close()
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = c.CountNonFinite(ended, Region{Buffer: b}, 8, Float16)
	require.ErrorIs(t, err, context.Canceled)
	_, err = c.CountNonFinite(ctx, Region{}, 8, Float16)
	require.ErrorContains(t, err, "no buffer")
	_, err = c.CountNonFinite(ctx, Region{Buffer: b, Offset: 4}, 8, Float16)
	require.ErrorAs(t, err, new(*LimitError))
	_, err = c.CountNonFinite(ctx, Region{Buffer: b}, 33, Float16)
	require.ErrorIs(t, err, ErrSliceLength)
	_, err = c.CountNonFinite(ctx, Region{Buffer: b}, 0, Float16)
	require.Error(t, err)
	if c.gpu != nil {
		_, err = c.CountNonFinite(ctx, Region{Buffer: b}, int(c.gpu.Limits().BindingBytes/2+1), Float16)
		require.ErrorAs(t, err, new(*LimitError))
		require.ErrorContains(t, err, "count parts of the numbers")
	}
	require.NoError(t, c.Close())
	_, err = c.CountNonFinite(ctx, Region{Buffer: b}, 8, Float16)
	require.ErrorIs(t, err, ErrClosed)
}

// Plans of halves that share scratch run at the same time. Each result belongs to its own source.
func TestHalvesAtOnce(t *testing.T) { onBoth(t, testHalvesAtOnce) }

func testHalvesAtOnce(t *testing.T, c *Engine) {
	var all sync.WaitGroup
	shape := on(c, []int{9, 15}, []int{60, 50})
	for i := range 3 {
		p := Problem{Shape: shape, Norm: NormOrtho, Scratch: Float16,
			In: Layout{Samples: Float16}, Out: Layout{Samples: Float16}}
		r, err := c.PlanResident(ctx, p)
		require.NoError(t, err)
		defer r.Close()
		x := ref.UniformReal(uint64(i), 2*product(shape))
		for j := range x {
			x[j] *= float32(int(1) << i)
		}
		src, dst := newInHalves(t, c, Float16, x), newInHalves(t, c, Float16, blank(len(x)))
		require.NoError(t, r.Forward(ctx, dst.at, src.at))
		want := dst.held(t)
		all.Go(func() {
			for range 10 {
				err := r.Forward(ctx, dst.at, src.at)
				if err != nil {
					t.Error(err)
					return
				}
				got, err := dst.download()
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("plan %d: another result; %v", i, err)
					return
				}
			}
		})
	}
	all.Wait()
}
