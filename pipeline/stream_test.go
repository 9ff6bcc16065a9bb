package pipeline

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A streamer transforms rows of n points of host memory with programs that it makes once.
type streamer struct {
	e          *Engine
	n, count   int
	items      int
	full, last *Program
}

func newStreamer(t testing.TB, e *Engine, n, count int) *streamer {
	t.Helper()
	s := &streamer{e: e, n: n, count: count}
	program := func(batch int) *Program {
		if batch == 0 {
			return nil
		}
		pl, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: batch, InPlace: true}, e.Device().Limits())
		require.NoError(t, err)
		prog, err := e.Compile(pl.Schedule())
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, prog.Close()) })
		return prog
	}
	items, last := Parts(int64(n)*8, count)
	s.items, s.full, s.last = items, program(items), program(last)
	return s
}

func (s *streamer) stream(dst, src []complex64) Stream {
	return Stream{Dst: bytesOf(dst), Src: bytesOf(src), ItemBytes: int64(s.n) * 8, Count: s.count,
		Items: s.items, Full: s.full, Last: s.last}
}

func (s *streamer) run(ctx context.Context, dst, src []complex64) error {
	return s.e.Stream(ctx, s.stream(dst, src))
}

// check returns an error if dst doesn't hold the transforms of src. It compares a few rows if there
// are more than 64.
func (s *streamer) check(dst, src []complex64) error {
	rows := []int{0, s.count - 1, s.items - 1, min(s.items, s.count-1), s.count / 2, s.count / 3}
	if s.count <= 64 {
		rows = rows[:0]
		for q := range s.count {
			rows = append(rows, q)
		}
	}
	for _, q := range rows {
		at := q * s.n
		if e, _ := ref.Worst(dst[at:at+s.n], ref.Batch(src[at:at+s.n], s.n, false, 1), s.n); e > ref.Tolerance(s.n) {
			return fmt.Errorf("row %d of %d: error %g", q, s.count, e)
		}
	}
	if p := ref.Poisoned(dst); p > 0 {
		return fmt.Errorf("%d points not written", p)
	}
	return nil
}

func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		bytes, count := int64(8*(1+r.IntN(16384))), 1+r.IntN(1<<r.IntN(24))
		items, last := Parts(bytes, count)
		require.True(t, 1 <= items && items <= count)
		require.Equal(t, count%items, last)
		require.LessOrEqual(t, int64(items)*bytes, int64(largeSlot))
		if items > 32 && items < count {
			require.Zero(t, items%32)
		}
		require.GreaterOrEqual(t, slotBytes(int64(items)*bytes), int64(items)*bytes)
	}
}

func TestStreamsOfManyPartsOfOddSizes(t *testing.T) {
	t.Parallel()
	e := openEngine(t)
	for i, c := range []struct{ n, count int }{
		{1, 1}, {1, 131072}, {1, 500001}, {2, 1}, {3, 200003}, {16, 7}, {16, 40000}, {100, 1}, {100, 33}, {100, 1313},
		{100, 5000}, {243, 2777}, {1000, 901},
		{4096, 1}, {4096, 100}, {4096, 129},
		{64, 1}, {64, 7}, {64, 8193}, {3, 60003},
	} {
		if i < 16 && !testcase.Long() { // usual runs have short rows, in one or several parts, with and without a rest
			continue
		}
		s := newStreamer(t, e, c.n, c.count)
		src := ref.Uniform(uint64(c.n), c.n*c.count)
		g := ref.NewGuarded[complex64](len(src))
		require.NoError(t, s.run(t.Context(), g.Data, src))
		require.NoError(t, s.check(g.Data, src), "%d rows of %d, %d at once", c.count, c.n, s.items)
		require.NoError(t, g.Check())
		require.Equal(t, ref.Uniform(uint64(c.n), 16*c.n)[:min(16*c.n, len(src))], src[:min(16*c.n, len(src))],
			"the source")
		same := slices.Clone(src)
		require.NoError(t, s.run(t.Context(), same, same))
		require.True(t, slices.Equal(g.Data, same), "in place it is the same")
	}
}

// requireIdle checks that all slots are back in their pools, and that no pool made more slots than
// it may.
func requireIdle(t *testing.T, e *Engine) {
	t.Helper()
	e.mu.Lock()
	defer e.mu.Unlock()
	for key, p := range e.pools {
		require.Len(t, p.tokens, slotCount(key.bytes), "free slots: %v", key)
		p.mu.Lock()
		require.LessOrEqual(t, len(p.free), slotCount(key.bytes))
		p.mu.Unlock()
	}
}

// An endingConversion copies items. It calls end with its last copy.
type endingConversion struct {
	copies atomic.Int64 // left
	end    func()
}

func (c *endingConversion) Check([]byte) error { return nil }

func (c *endingConversion) Exponent([]byte) int { return 0 }

func (c *endingConversion) ToDevice(dst, src []byte, _ int) {
	copy(dst, src)
	if c.copies.Add(-1) == 0 {
		c.end()
	}
}

func (c *endingConversion) ToHost(dst, src []byte, exponent int) { c.ToDevice(dst, src, exponent) }

// TestCancelledStreamsLeaveTheEngineUsable cancels streams of several parts when the first item is sent, when
// the last one is received, and between the two.
func TestCancelledStreamsLeaveTheEngineUsable(t *testing.T) {
	e := openEngine(t)
	const n = 64
	count, rounds := 8193, 9
	if testcase.Long() {
		count, rounds = 30000, 25
	}
	s := newStreamer(t, e, n, count)
	src, dst := ref.Uniform(1, n*count), make([]complex64, n*count)
	require.NoError(t, s.run(t.Context(), dst, src)) // makes the slots
	require.Error(t, s.run(cancelledContext(), dst, src))
	before := runtime.NumGoroutine()
	cause := errors.New("a cause")
	for i := range rounds {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := &endingConversion{end: func() { cancel(cause) }}
		c.copies.Store(int64(1 + i*(2*count-1)/(rounds-1)))
		all := s.stream(dst, src)
		all.Conversion = c
		err := e.Stream(ctx, all)
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, cause)
		requireIdle(t, e)
		if i%4 == 3 {
			ref.Poison(dst)
			require.NoError(t, s.run(t.Context(), dst, src))
			require.NoError(t, s.check(dst, src), "after %d cancelled streams", i+1)
		}
	}
	for begin := time.Now(); runtime.NumGoroutine() > before && time.Since(begin) < hangTimeout; {
		time.Sleep(time.Millisecond)
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines left behind")
}

// TestCloseDuringStreams closes an engine after the first completed stream of several goroutines, and later.
func TestCloseDuringStreams(t *testing.T) {
	rounds := 2
	if testcase.Long() {
		rounds = 8
	}
	for round := range rounds {
		dev := openOwnDevice(t)
		e := New(dev)
		const n = 64
		small, large := newStreamer(t, e, n, 9), newStreamer(t, e, n, 5000)
		var wait sync.WaitGroup
		failures := make(chan error, 64)
		completed, closing := make(chan struct{}), make(chan struct{})
		for g := range 12 {
			s := small
			if g%3 == 0 {
				s = large
			}
			src := ref.Uniform(uint64(g), n*s.count)
			wait.Go(func() {
				dst := make([]complex64, len(src))
				for {
					ref.Poison(dst)
					err := s.run(context.Background(), dst, src)
					if errors.Is(err, device.ErrClosed) {
						return
					}
					if err == nil {
						err = s.check(dst, src)
					}
					if err != nil {
						failures <- err
						return
					}
					select {
					case completed <- struct{}{}:
					case <-closing:
					}
				}
			})
		}
		for range 1 + 12*round {
			select {
			case <-completed:
			case err := <-failures:
				t.Fatal(err)
			}
		}
		close(closing)
		var closers sync.WaitGroup
		for range 3 {
			closers.Go(func() { assert.NoError(t, e.close(hangTimeout)) })
		}
		closers.Wait()
		wait.Wait()
		close(failures)
		for err := range failures {
			require.NoError(t, err)
		}
		require.ErrorIs(t, small.run(context.Background(), make([]complex64, 9*n), make([]complex64, 9*n)),
			device.ErrClosed)
		require.NoError(t, e.Close())
		require.NoError(t, dev.Close())
	}
}

func TestManyGoroutinesStreamAtOnce(t *testing.T) {
	e := openEngine(t)
	each := 2
	if testcase.Long() {
		each = 12
	}
	kinds := []*streamer{newStreamer(t, e, 64, 5), newStreamer(t, e, 64, 40), newStreamer(t, e, 64, 2500),
		newStreamer(t, e, 64, 1)}
	var wait sync.WaitGroup
	failures := make(chan error, 64)
	for g := range 64 {
		wait.Go(func() {
			s := kinds[g%len(kinds)]
			src, dst := ref.Uniform(uint64(g), s.n*s.count), make([]complex64, s.n*s.count)
			for range each {
				ref.Poison(dst)
				err := s.run(context.Background(), dst, src)
				if err == nil {
					err = s.check(dst, src)
				}
				if err != nil {
					failures <- fmt.Errorf("goroutine %d, %d rows of %d: %w", g, s.count, s.n, err)
					return
				}
			}
		})
	}
	wait.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
	requireIdle(t, e)
}

func TestStreamsDoNotAllocateOnceWarm(t *testing.T) {
	e := openEngine(t)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties the pools
	for _, c := range []struct{ n, count int }{{64, 1}, {64, 8193}} {
		s := newStreamer(t, e, c.n, c.count)
		src := ref.Uniform(1, c.n*c.count)
		run := func() { require.NoError(t, s.run(t.Context(), src, src)) }
		for range 5 {
			run()
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		const runs = 10
		for range runs {
			run()
		}
		runtime.ReadMemStats(&after)
		bytes := (after.TotalAlloc - before.TotalAlloc) / runs
		t.Logf("%d rows of %d points: %d bytes and %d objects a call", c.count, c.n, bytes,
			(after.Mallocs-before.Mallocs)/runs)
		require.Less(t, bytes, uint64(16<<10), "%d rows of %d points: it grows with the data", c.count, c.n)
		requireIdle(t, e)
	}
}

// A brokenKernel does not compile.
type brokenKernel struct{}

func (brokenKernel) Name() string { return "broken" }

func (brokenKernel) Check(wgsl.Limits) error { return nil }

func (brokenKernel) Module() wgsl.Module {
	return wgsl.Module{Name: "broken", Text: "fn main( {", Entry: "main", Workgroup: [3]int{1, 1, 1}}
}

func TestManyGoroutinesRunOnTheirOwnBuffers(t *testing.T) {
	e := openEngine(t)
	const n, batch = 48, 3
	pl, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: batch}, e.Device().Limits())
	require.NoError(t, err)
	p, err := e.Compile(pl.Schedule())
	require.NoError(t, err)
	defer p.Close()
	var wait sync.WaitGroup
	failures := make(chan error, 64)
	for g := range 64 {
		wait.Go(func() {
			failures <- func() error {
				src := ref.Uniform(uint64(g), n*batch)
				from, err := e.Device().NewBuffer("from", n*batch*8, device.Storage)
				if err != nil {
					return err
				}
				defer from.Close()
				to, err := e.Device().NewBuffer("to", n*batch*8, device.Storage)
				if err != nil {
					return err
				}
				defer to.Close()
				if err := e.Upload(context.Background(), Region{Buffer: from}, bytesOf(src), nil); err != nil {
					return fmt.Errorf("upload: %w", err)
				}
				got := make([]complex64, n*batch)
				for range 5 {
					if err := p.Run(context.Background(), Region{Buffer: to}, Region{Buffer: from}); err != nil {
						return fmt.Errorf("run: %w", err)
					}
					if err := e.Download(context.Background(), bytesOf(got), Region{Buffer: to}, nil); err != nil {
						return fmt.Errorf("download: %w", err)
					}
					if worst, _ := ref.Worst(got, ref.Batch(src, n, false, 1), n); worst > ref.Tolerance(n) {
						return fmt.Errorf("error %g", worst)
					}
				}
				return nil
			}()
		})
	}
	wait.Wait()
	close(failures)
	for err := range failures {
		if err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkStream(b *testing.B) {
	e := openEngine(b)
	s := newStreamer(b, e, 256, 1)
	x := ref.Uniform(1, 256)
	b.ReportAllocs()
	for b.Loop() {
		if err := s.run(b.Context(), x, x); err != nil {
			b.Fatal(err)
		}
	}
}

// TestWorkMemoryInPartsIsNotMixed: problems whose data are divided at other places, because one allocation does not
// hold them, do not get each other's memory.
func TestWorkMemoryInPartsIsNotMixed(t *testing.T) {
	e := openEngine(t)
	limit := e.Device().Limits().AllocationBytes
	get := func(bytes int64, need slotNeeds) *pool {
		p, err := e.pool(forWork, bytes, need)
		require.NoError(t, err)
		return p
	}
	one, other := []int64{limit / 2}, []int64{limit / 4, limit / 2}
	require.Same(t, get(1<<20, slotNeeds{cuts: one}), get(1<<20, slotNeeds{cuts: other}))
	p := get(limit+4, slotNeeds{cuts: one, outCuts: one})
	require.Same(t, p, get(limit+4, slotNeeds{cuts: one, outCuts: one}))
	require.NotSame(t, p, get(limit+4, slotNeeds{cuts: other, outCuts: one}))
	require.NotSame(t, p, get(limit+4, slotNeeds{cuts: one, outCuts: other}))
}
