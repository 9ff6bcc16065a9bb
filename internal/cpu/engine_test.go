package cpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// check transforms rows of n points in both directions and with several scales, into poisoned and
// guarded memory and in place. It holds the worst row to the contract.
func check(t *testing.T, e *single, n, rows int) {
	t.Helper()
	ctx := context.Background()
	src := ref.Uniform(uint64(n), n*rows)
	for _, inverse := range []bool{false, true} {
		want := ref.Batch(src, n, inverse, 1)
		for _, scale := range []float64{1, 1 / float64(n), 1 / math.Sqrt(float64(n))} {
			what := fmt.Sprintf("n %d rows %d inverse %v scale %g", n, rows, inverse, scale)
			scaled := make([]complex128, len(want))
			for i, v := range want {
				scaled[i] = complex(real(v)*scale, imag(v)*scale)
			}
			out := ref.NewGuarded[complex64](len(src))
			require.NoError(t, e.Transform(ctx, out.Data, src, n, inverse, scale), what)
			require.NoError(t, out.Check(), what)
			worst, row := ref.Worst(out.Data, scaled, n)
			require.LessOrEqual(t, worst, ref.Tolerance(n), "%s row %d", what, row)

			same := ref.NewGuarded[complex64](len(src))
			copy(same.Data, src)
			require.NoError(t, e.Transform(ctx, same.Data, same.Data, n, inverse, scale), what)
			require.NoError(t, same.Check(), what)
			worst, row = ref.Worst(same.Data, scaled, n)
			require.LessOrEqual(t, worst, ref.Tolerance(n), "in place, %s row %d", what, row)
		}
	}
	require.Equal(t, ref.Uniform(uint64(n), n*rows), src, "src was written to")
}

func TestEveryLengthTo600(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for n := 1; n <= 600; n++ {
		check(t, e, n, 3)
	}
}

// TestTheWorstOfManyRows tests the tail of the error's distribution, which is wide for few points.
func TestTheWorstOfManyRows(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, n := range []int{2, 3, 5, 7, 9, 10, 11, 15, 16, 17, 30, 31, 33, 61, 64, 125, 129, 130, 135, 150, 180, 200,
		243, 250} {
		check(t, e, n, 300)
	}
}

func TestLongerLengths(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	e := newSingle()
	defer e.Close()
	for _, n := range []int{
		768, 1000, 1001, 1009, 1024, 1536, 1920, 2048, 2187, 2197, 2401, 3072, 4095, 4096, 4097,
		6000, 6561, 7776, 8191, 8192, 10007, 14641, 15625, 16384, 16807, 17 * 19 * 23, 28561, 29791,
		30030, 30031, 32768, 65521, 65536, 65537, 100000, 131071, 1 << 17,
	} {
		check(t, e, n, 1)
	}
	if !testing.Short() && os.Getenv("WGFFT_LONG") != "" {
		for _, n := range []int{510510, 999983, 1000000, 1<<20 - 1, 1 << 20, 1<<20 + 1} {
			check(t, e, n, 1)
		}
	}
}

func TestBatches(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, c := range []struct{ n, rows int }{
		{1, 1}, {1, 100000}, {2, 32}, {7, 32}, {16, 5000}, {64, 1025}, {77, 1000}, {1000, 33}, {1009, 40},
		{blockPoints - 1, 3}, {blockPoints, 2}, {blockPoints + 1, 3}, {30030, 2},
	} {
		check(t, e, c.n, c.rows)
	}
}

func TestSmallValuesSurviveTheInverse(t *testing.T) {
	e := newSingle()
	defer e.Close()
	const n = 1 << 16
	x := make([]complex64, n)
	x[0] = 1e-36 // divided by n it would be a denormal of a few bits
	require.NoError(t, e.Transform(context.Background(), x, x, n, true, 1))
	for _, v := range x {
		require.InEpsilon(t, 1e-36, real(v), 1e-6)
	}
}

func TestNaNStaysInItsRow(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, n := range []int{13, 64, 100, 1009} {
		clean := ref.Uniform(1, 3*n)
		dirty := append([]complex64(nil), clean...)
		dirty[n+n/2] = complex(float32(math.NaN()), 0)
		want := make([]complex64, 3*n)
		got := make([]complex64, 3*n)
		require.NoError(t, e.Transform(context.Background(), want, clean, n, false, 1))
		require.NoError(t, e.Transform(context.Background(), got, dirty, n, false, 1))
		require.Equal(t, want[:n], got[:n])
		require.Equal(t, want[2*n:], got[2*n:])
		require.True(t, math.IsNaN(float64(real(got[n]))))
	}
}

func TestBadInput(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	x := make([]complex64, 20)
	require.ErrorContains(t, e.Transform(ctx, x, x, 0, false, 1), "length is 0")
	require.ErrorContains(t, e.Transform(ctx, x, x, -4, false, 1), "length is -4")
	require.ErrorContains(t, e.Transform(ctx, x, x, 3, false, 1), "multiple")
	require.ErrorContains(t, e.Transform(ctx, x[:10], x, 10, false, 1), "as src has")
	require.ErrorContains(t, e.Transform(ctx, nil, x, 10, false, 1), "as src has")
	require.ErrorContains(t, e.Transform(ctx, x[:10], x[1:11], 10, false, 1), "overlap")
	require.ErrorContains(t, e.Transform(ctx, x[5:15], x[:10], 5, false, 1), "overlap")
	require.NoError(t, e.Transform(ctx, x[:10], x[10:], 10, false, 1))
	require.NoError(t, e.Transform(ctx, nil, nil, 10, false, 1))
}

func TestClose(t *testing.T) {
	e := newSingle()
	x := make([]complex64, 16)
	require.NoError(t, e.Transform(context.Background(), x, x, 16, false, 1))
	x[3] = 2i
	require.NoError(t, e.TransformAxes(context.Background(), x, x, []int{4, 4}, nil, Ends{Inverse: true, Scale: 0.5}))
	require.Equal(t, complex64(1i), x[3], "no axis, but a factor")
	require.NoError(t, e.Close())
	require.NoError(t, e.Close())
	require.ErrorIs(t, e.TransformAxes(context.Background(), x, x, []int{4, 4}, nil, Ends{Scale: 1}), ErrClosed)
	require.ErrorIs(t, e.Transform(context.Background(), x, x, 16, false, 1), ErrClosed)
	require.ErrorIs(t, e.Transform(context.Background(), x[:8], x[:8], 8, false, 1), ErrClosed)
}

func TestCancelledBeforeAndBetweenBlocks(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := make([]complex64, 1<<20)
	require.ErrorIs(t, e.Transform(ctx, x, x, 16, false, 1), context.Canceled)

	for _, points := range []int{shared - 64, len(x)} { // one goroutine, several
		late := &lateContext{Context: context.Background(), left: 2}
		require.ErrorIs(t, e.Transform(late, x[:points], x[:points], 64, false, 1), context.Canceled)
	}
}

// lateContext is cancelled after left looks at it.
type lateContext struct {
	context.Context
	mu   sync.Mutex
	left int
}

func (c *lateContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestManyGoroutinesAndCloseAmongThem(t *testing.T) {
	e := newSingle()
	lengths := []int{1, 7, 13, 60, 64, 77, 100, 128, 243, 256, 509, 1000, 1024, 1009}
	before := runtime.NumGoroutine()
	var group sync.WaitGroup
	for g := range 64 {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range 20 {
				n := lengths[(g+i)%len(lengths)]
				rows := 3
				if i == 10 {
					rows = shared/n + 1
				}
				src := ref.Uniform(uint64(g), n*rows)
				out := make([]complex64, len(src))
				err := e.Transform(context.Background(), out, src, n, i%2 == 0, 1)
				if err == ErrClosed && g == 0 {
					return
				}
				if err != nil && err != ErrClosed {
					t.Errorf("n %d: %v", n, err)
					return
				}
				if err == nil && i < 3 {
					worst, _ := ref.Worst(out, ref.Batch(src, n, i%2 == 0, 1), n)
					if worst > ref.Tolerance(n) {
						t.Errorf("n %d: error %g", n, worst)
					}
				}
				if g == 63 && i == 19 {
					e.Close()
				}
			}
		}()
	}
	group.Wait()
	require.NoError(t, e.Close())
	// A goroutine that is done may not have ended.
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, // and the one of this condition
		time.Minute, time.Millisecond, "goroutines left behind")
	requireFree(t, e, runtime.GOMAXPROCS(0))
}

func TestCacheIsBounded(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	keep := make([]complex64, 16)
	for n := 20; n < 20+3*maxPlans; n++ {
		x := make([]complex64, n)
		require.NoError(t, e.Transform(ctx, x, x, n, false, 1))
		require.NoError(t, e.Transform(ctx, keep, keep, 16, false, 1))
	}
	require.LessOrEqual(t, len(*e.plans.plans.Load()), maxPlans)
	require.Contains(t, *e.plans.plans.Load(), 16, "used all the time, so kept")

	for _, n := range []int{1 << 20, 1<<20 - 1, 1<<20 - 2} { // more than maxBytes together
		x := make([]complex64, n)
		require.NoError(t, e.Transform(ctx, x, x, n, false, 1))
	}
	var bytes int64
	for _, ent := range *e.plans.plans.Load() {
		bytes += ent.bytes.Load()
	}
	require.LessOrEqual(t, bytes, int64(maxBytes))
}

func TestTheNewestPlanIsKeptHoweverLarge(t *testing.T) {
	var c cache[int, *plan[complex64, float32]]
	c.open(func(ctx context.Context, n int) (*plan[complex64, float32], error) {
		return newPlan(ctx, newSingle(), n)
	})
	for n := 1; n <= 3; n++ {
		ent := new(entry[*plan[complex64, float32]])
		c.insert(n, ent)
		ent.bytes.Store(maxBytes + 1)
		c.trim(n)
		require.Len(t, *c.plans.Load(), 1)
		require.Contains(t, *c.plans.Load(), n)
	}

	failed := errors.New("no such plan")
	c.open(func(context.Context, int) (*plan[complex64, float32], error) { return nil, failed })
	_, err := c.get(context.Background(), 4)
	require.ErrorIs(t, err, failed)
	require.Empty(t, *c.plans.Load(), "a plan that could not be made is forgotten")
}

func TestGuardTurnsPanicIntoError(t *testing.T) {
	p := &plan[complex64, float32]{n: 4} // no algo-fft plan inside
	require.ErrorContains(t, p.rows(context.Background(), make([]complex64, 4), make([]complex64, 4), 4, false, 1),
		"cpu: 4 points: algo-fft failed")
}

func TestNoAllocationOnceWarm(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget at random")
	}
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{1, 7, 64, 100, 256, 1001, 1009, 4096} {
		x := make([]complex64, 2*n)
		for _, inverse := range []bool{false, true} {
			allocs := allocations(100, func() {
				if err := e.Transform(ctx, x, x, n, inverse, 1); err != nil {
					t.Fatal(err)
				}
			})
			require.Zero(t, allocs, "n %d inverse %v", n, inverse)
		}
	}
}

func BenchmarkTransform(b *testing.B) {
	e := newSingle()
	defer e.Close()
	for _, c := range []struct {
		n, rows int
		inverse bool
		scale   float64
	}{
		{16, 1, false, 1}, {256, 1, false, 1}, {256, 1, true, 1.0 / 256}, {256, 1, true, 1}, {256, 1, false, 0.5},
		{343, 1, false, 1}, {1009, 1, false, 1}, {4096, 1, false, 1}, {256, 4096, false, 1}, {1024, 1024, false,
			1}, {1 << 20, 1, false, 1},
		{1 << 20, 1, false, 0.5},
	} {
		name := fmt.Sprintf("%d*%d/inverse=%v/scale=%.3g", c.n, c.rows, c.inverse, c.scale)
		b.Run(name, func(b *testing.B) {
			src := ref.Uniform(1, c.n*c.rows)
			dst := make([]complex64, len(src))
			b.ReportAllocs()
			for b.Loop() {
				if err := e.Transform(context.Background(), dst, src, c.n, c.inverse, c.scale); err != nil {
					b.Fatal(err)
				}
			}
			flops := 5 * float64(c.n*c.rows) * math.Log2(float64(c.n)) * float64(b.N)
			b.ReportMetric(flops/float64(b.Elapsed().Nanoseconds()), "GFlop/s")
		})
	}
}
