package pipeline

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// newHost allocates host memory for a test.
func newHost(t testing.TB, e *Engine, bytes int, u device.Usage) *HostMemory {
	t.Helper()
	h, err := e.NewHostMemory(t.Context(), int64(bytes), u)
	if errors.Is(err, errors.ErrUnsupported) {
		t.Skipf("this system or driver can't share memory with a GPU: %v", err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.Close()) })
	return h
}

// hostEnds returns the usages of memory for sources and for results on a device.
func hostEnds(d *device.Device) [][2]device.Usage {
	all := [][2]device.Usage{{device.Upload, device.Download}}
	if d.HasShared() {
		all = append(all, [2]device.Usage{device.Shared, device.Shared})
	}
	return all
}

// TestStreamsOnHostMemory compares streams whose source, result or both lie in host memory with streams of ordinary
// memory: of one part, of many parts, and of long items.
func TestStreamsOnHostMemory(t *testing.T) {
	e, limited := openEngine(t), openEngine(t)
	limited.LimitStaging(0)
	const before = 256 // bytes before the data
	for _, c := range []struct {
		e    *Engine
		long bool
		rows int
	}{{e, false, 40}, {e, false, 8193}, {limited, false, 8193}, {limited, true, 300}} {
		l := &longStreamer{rows: c.rows, n: 64, count: 3}
		run := func(dst, src []byte) error {
			if c.long {
				l.src, l.dst = src, dst
				_, err := l.run(t.Context(), t, c.e)
				return err
			}
			return newStreamer(t, c.e, 64, c.rows).run(t.Context(), numbersIn(dst), numbersIn(src))
		}
		src := bytesOf(ref.Uniform(5, 64*c.rows))
		if c.long {
			src = bytesOf(ref.Uniform(5, 3*64*c.rows))
		}
		want := make([]byte, len(src))
		require.NoError(t, run(want, src))
		for _, u := range hostEnds(c.e.Device()) {
			from, to := newHost(t, c.e, len(src)+before, u[0]), newHost(t, c.e, len(src)+before, u[1])
			copy(from.Bytes()[before:], src)
			for i, ends := range [][2][]byte{
				{to.Bytes()[before:], from.Bytes()[before:]}, {to.Bytes()[before:], src},
				{slices.Clone(want), from.Bytes()[before:]},
			} {
				copy(ends[0], slices.Repeat([]byte{0xff}, len(src)))
				require.NoError(t, run(ends[0], ends[1]))
				require.True(t, slices.Equal(want, ends[0]), "%d rows, %v, case %d", c.rows, u, i)
				require.True(t, slices.Equal(src, from.Bytes()[before:]), "the source")
			}
			if u[0] == u[1] { // in place, and in two halves of one memory
				require.NoError(t, run(from.Bytes()[before:], from.Bytes()[before:]))
				require.True(t, slices.Equal(want, from.Bytes()[before:]), "in place")
				both := newHost(t, c.e, 2*len(src), u[0])
				copy(both.Bytes(), src)
				require.NoError(t, run(both.Bytes()[len(src):], both.Bytes()[:len(src)]))
				require.True(t, slices.Equal(want, both.Bytes()[len(src):]), "in two halves")
			}
			requireIdle(t, c.e)
		}
	}
}

// TestCopiesOfHostMemoryAreNotStaged checks that a stream between host memory needs no staging buffers.
func TestCopiesOfHostMemoryAreNotStaged(t *testing.T) {
	e := openEngine(t)
	from, to := newHost(t, e, 8*64*5000, device.Upload), newHost(t, e, 8*64*5000, device.Download)
	s := newStreamer(t, e, 64, 5000)
	require.NoError(t, s.run(t.Context(), numbersIn(to.Bytes()), numbersIn(from.Bytes())))
	for key, p := range e.pools {
		require.Equal(t, key.purpose != forWork, len(p.free) == 0, "%v", key)
	}
}

// TestDirectRuns runs a program on host memory that kernels can bind.
func TestDirectRuns(t *testing.T) {
	e := openEngine(t)
	if !e.Device().HasShared() {
		t.Skip("kernels read host memory with wgpu-native 27 only: make test-wgpu27 runs this test")
	}
	s := newStreamer(t, e, 64, 5000)
	src := ref.Uniform(1, 64*5000)
	want := make([]complex64, len(src))
	require.NoError(t, s.run(t.Context(), want, src))
	made, err := choose.Make(plan.Problem{Shape: []int{64}, Batch: 5000}, e.Device().Limits())
	require.NoError(t, err)
	direct, err := e.Compile(made.Schedule())
	require.NoError(t, err)
	defer direct.Close()
	from, to := newHost(t, e, 8*len(src)+512, device.Shared), newHost(t, e, 8*len(src)+512, device.Shared)
	for offset, calls := range map[int]int{0: 1, 512: 1, 8: 0} { // 8 is misaligned on every device
		called, released := 0, 0
		x := s.stream(numbersIn(to.Bytes()[offset:][:8*len(src)]), numbersIn(from.Bytes()[offset:][:8*len(src)]))
		copy(x.Src, bytesOf(src))
		ref.Poison(numbersIn(x.Dst))
		x.Direct = func(isInPlace bool) ([]DirectRun, func(), error) {
			called++
			require.False(t, isInPlace)
			return []DirectRun{{direct, 0, 5000}}, func() { released++ }, nil
		}
		before := e.Device().Stats().Submissions
		require.NoError(t, e.Stream(t.Context(), x))
		require.True(t, slices.Equal(bytesOf(want), x.Dst), "offset %d", offset)
		require.Equal(t, [2]int{1, 1}, [2]int{called, released})
		if calls == 1 {
			require.Equal(t, before+1, e.Device().Stats().Submissions, "one program on all items")
		}
	}
}

// TestCancelledStreamsOnHostMemory ends streams after each of their first checks of the context. A later stream has
// the right results, and after Wait the memory does not change any more.
func TestCancelledStreamsOnHostMemory(t *testing.T) {
	e := openEngine(t)
	s := newStreamer(t, e, 64, 8193)
	src := ref.Uniform(1, 64*8193)
	from, to := newHost(t, e, 8*len(src), device.Upload), newHost(t, e, 8*len(src), device.Download)
	copy(from.Bytes(), bytesOf(src))
	want := make([]complex64, len(src))
	require.NoError(t, s.run(t.Context(), want, src))
	for checks := range int64(12) {
		err := s.run(endsAfter(checks), numbersIn(to.Bytes()), numbersIn(from.Bytes()))
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
		}
		require.NoError(t, to.Wait(t.Context()))
		clear(to.Bytes())
		require.NoError(t, from.Wait(t.Context()))
		require.False(t, slices.ContainsFunc(to.Bytes(), func(b byte) bool { return b != 0 }))
		require.NoError(t, s.run(t.Context(), numbersIn(to.Bytes()), numbersIn(from.Bytes())))
		require.True(t, slices.Equal(bytesOf(want), to.Bytes()), "after a stream that ended after %d checks", checks)
		requireIdle(t, e)
	}
	require.ErrorIs(t, s.run(cancelledContext(), numbersIn(to.Bytes()), numbersIn(from.Bytes())), context.Canceled)
}

// TestStreamsShareHostMemory runs streams from several goroutines that have the same source.
func TestStreamsShareHostMemory(t *testing.T) {
	e := openEngine(t)
	s := newStreamer(t, e, 64, 2500)
	src := ref.Uniform(1, 64*2500)
	from := newHost(t, e, 8*len(src), device.Upload)
	copy(from.Bytes(), bytesOf(src))
	want := make([]complex64, len(src))
	require.NoError(t, s.run(t.Context(), want, src))
	var wait sync.WaitGroup
	for i := range 4 {
		to := make([]byte, 8*len(src))
		if i%2 == 0 {
			to = newHost(t, e, len(to), device.Download).Bytes()
		}
		wait.Go(func() {
			for range 3 {
				assert.NoError(t, s.run(t.Context(), numbersIn(to), numbersIn(from.Bytes())))
				assert.True(t, slices.Equal(bytesOf(want), to))
			}
		})
	}
	wait.Wait()
}

// TestClosedHostMemory: host memory outlives its engine and its device, and no call uses closed memory.
func TestClosedHostMemory(t *testing.T) {
	dev := openOwnDevice(t)
	e := New(dev)
	s := newStreamer(t, e, 64, 40)
	from, to := newHost(t, e, 8*64*40, device.Upload), newHost(t, e, 8*64*40, device.Download)
	require.NoError(t, s.run(t.Context(), numbersIn(to.Bytes()), numbersIn(from.Bytes())))
	to.buffer.Unmap() // as a stream leaves it that ended early
	require.NoError(t, from.Close())
	require.NoError(t, from.Close())
	require.Nil(t, from.Bytes())
	require.ErrorIs(t, from.Wait(t.Context()), device.ErrClosed)
	require.NoError(t, e.Close())
	require.NoError(t, dev.Close())
	clear(to.Bytes())
	require.NoError(t, to.Close())
	_, err := e.NewHostMemory(t.Context(), 8, device.Upload)
	require.ErrorIs(t, err, device.ErrClosed)
}

// sameNumbers is a Conversion that copies.
type sameNumbers struct{}

func (sameNumbers) Exponent([]byte) int             { return 0 }
func (sameNumbers) ToDevice(dst, src []byte, _ int) { copy(dst, src) }
func (sameNumbers) ToHost(dst, src []byte, _ int)   { copy(dst, src) }
func (sameNumbers) Check([]byte) error              { return nil }

// TestCopiesWaitForHostMemory: calls that copy host memory wait for an earlier call that uses it, as calls do in which
// the GPU uses it itself.
func TestCopiesWaitForHostMemory(t *testing.T) {
	e := openEngine(t)
	s := newStreamer(t, e, 64, 40)
	src := ref.Uniform(1, 64*40)
	from, to := newHost(t, e, 8*len(src), device.Upload), newHost(t, e, 8*len(src), device.Download)
	b, err := e.Device().NewBuffer("test", from.buffer.Size(), device.Storage)
	require.NoError(t, err)
	defer b.Close()
	slice := make([]byte, 8*len(src))
	stream := func(dst, src []byte, c Conversion) func(ctx context.Context) error {
		return func(ctx context.Context) error {
			x := s.stream(numbersIn(dst), numbersIn(src))
			x.Conversion = c
			return e.Stream(ctx, x)
		}
	}
	for i, c := range []struct {
		held *HostMemory
		call func(ctx context.Context) error
	}{
		{to, stream(slice, to.Bytes(), nil)},
		{from, stream(from.Bytes(), bytesOf(src), nil)},
		{from, stream(slice, from.Bytes(), sameNumbers{})},
		{to, stream(to.Bytes(), bytesOf(src), sameNumbers{})},
		{to, func(ctx context.Context) error { return e.Upload(ctx, Region{Buffer: b}, to.Bytes(), nil) }},
		{from, func(ctx context.Context) error { return e.Download(ctx, from.Bytes(), Region{Buffer: b}, nil) }},
		{from, func(ctx context.Context) error {
			release, err := e.HoldHosts(ctx, slice, from.Bytes()[8:16])
			if err == nil {
				release()
			}
			return err
		}},
	} {
		require.NoError(t, c.held.take(t.Context()))
		soon, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		require.ErrorIs(t, c.call(soon), context.DeadlineExceeded, "case %d", i)
		cancel()
		c.held.release()
		require.NoError(t, c.call(t.Context()), "case %d", i)
	}
}

// TestTransfersOfHostMemory: the GPU copies uploads and downloads of host memory itself, also of more bytes than one
// submission has, if their offsets and sizes are multiples of four.
func TestTransfersOfHostMemory(t *testing.T) {
	const most = copiesTogether + 4096
	for _, u := range hostEnds(openEngine(t).Device()) {
		e := openEngine(t) // without staging buffers
		b, err := e.Device().NewBuffer("test", most, device.Storage)
		require.NoError(t, err)
		defer b.Close()
		at := Region{Buffer: b}
		from, to := newHost(t, e, most, u[0]), newHost(t, e, most, u[1])
		for i := range from.Bytes() {
			from.Bytes()[i] = byte(i>>12 + i)
		}
		for _, c := range []struct {
			begin, end int
			isStaged   bool
		}{{0, most, false}, {8, 24, false}, {2, 4096, true}, {4, 4099, true}} {
			part := from.Bytes()[c.begin:c.end]
			require.NoError(t, e.Upload(t.Context(), at, part, nil))
			clear(to.Bytes())
			require.NoError(t, e.Download(t.Context(), to.Bytes()[c.begin:c.end], at, nil))
			require.True(t, slices.Equal(part, to.Bytes()[c.begin:c.end]), "%v", c)
			require.Equal(t, c.isStaged, len(e.pools) > 0, "%v", c)
		}
		require.ErrorIs(t, e.Upload(cancelledContext(), at, from.Bytes(), nil), context.Canceled)
		require.NoError(t, from.Wait(t.Context()))
	}
}
