package pipeline

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/wgsl"
)

// busyModule returns a kernel that keeps every invocation busy for 60000 rounds. Lavapipe ends a
// loop after 65535 rounds.
func busyModule() wgsl.Module {
	return wgsl.Module{
		Name: "busy", Entry: "main", Workgroup: [3]int{64, 1, 1},
		Bindings: []wgsl.Binding{{Name: "dst", Access: wgsl.ReadWrite}},
		Text: `
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@compute @workgroup_size(64, 1, 1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
	var x = id.x;
	for (var i = 0u; i < 60000u; i++) {
		x = x * 1664525u + 1013904223u;
	}
	dst[id.x % 64u] = x;
}
`,
	}
}

// A busyQueue keeps the GPU's queue busy, so that the next submission is still pending when its
// call is cancelled.
type busyQueue struct {
	dev      *device.Device
	pipeline *device.Pipeline
	bindings *device.Bindings
	groups   int
}

func newBusyQueue(t testing.TB, dev *device.Device) *busyQueue {
	t.Helper()
	q := &busyQueue{dev: dev, groups: 1}
	if dev.Adapter().Kind != device.Software {
		q.groups = 1 << 12
	}
	var err error
	q.pipeline, err = dev.NewPipeline(busyModule())
	require.NoError(t, err)
	b, err := dev.NewBuffer("busy", 256, device.Storage)
	require.NoError(t, err)
	q.bindings, err = dev.NewBindings(q.pipeline, device.Whole(b))
	require.NoError(t, err)
	t.Cleanup(func() {
		q.bindings.Close()
		q.pipeline.Close()
		b.Close()
	})
	return q
}

func (q *busyQueue) submit(t testing.TB) {
	t.Helper()
	for range 2 { // separately, because a driver may complete a whole submission at once
		enc, err := q.dev.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, enc.Dispatch(q.pipeline, q.bindings, q.groups, 1, 1))
		_, err = enc.Submit()
		require.NoError(t, err)
	}
}

// untilPending calls f until it reports that work was pending, at most eight times. The queue is busy twice as long
// in each round. A driver may still complete the work within the call that submits it. In package faultdriver the
// queue hangs, so the copy of TestCancelledMapping there is pending on every driver.
func (q *busyQueue) untilPending(t testing.TB, f func(round int) (pending bool)) {
	t.Helper()
	for round := range 8 {
		if f(round) {
			return
		}
		q.groups *= 2
	}
	t.Log("no work was pending in eight rounds")
}

// cancelledContext returns a context that is already cancelled.
func cancelledContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// An endingContext ends after a number of checks.
type endingContext struct {
	context.Context
	checks atomic.Int64
	end    sync.Once
	done   chan struct{}
}

func endsAfter(checks int64) *endingContext {
	c := &endingContext{Context: context.Background(), done: make(chan struct{})}
	c.checks.Store(checks)
	return c
}

func (c *endingContext) Done() <-chan struct{} { return c.done }

func (c *endingContext) Err() error {
	if c.checks.Add(-1) >= 0 {
		return nil
	}
	c.end.Do(func() { close(c.done) })
	return context.Canceled
}

// abandonDownload starts a download of src and leaves it while its copy is pending, as a call does
// whose context ends. The next call that uses the slot cancels its mapping. It reports whether the copy
// was pending.
func abandonDownload(t testing.TB, e *Engine, src Region, n int64) (pending bool) {
	t.Helper()
	p, err := e.pool(forDownload, n, slotNeeds{})
	require.NoError(t, err)
	s, err := p.acquire(context.Background(), slotNeeds{})
	require.NoError(t, err)
	defer p.release(s)
	require.NoError(t, e.submitCopy(context.Background(), s.buffer, 0, src.Buffer, src.Offset, n))
	err = s.buffer.Map(cancelledContext())
	if err != nil {
		require.ErrorIs(t, err, context.Canceled)
	}
	return err != nil
}

// TestCancelledDownload checks that a download gets its own bytes after an earlier one was
// cancelled while its copy was pending. Both use the same staging buffer.
func TestCancelledDownload(t *testing.T) {
	e := openEngine(t)
	const n = 4096
	queue := newBusyQueue(t, e.Device())
	buffer := func(fill byte) Region {
		b, err := e.Device().NewBuffer("filled", n, device.Storage)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, b.Close()) })
		require.NoError(t, e.Upload(t.Context(), Region{Buffer: b}, bytes.Repeat([]byte{fill}, n), nil))
		return Region{Buffer: b}
	}
	queue.untilPending(t, func(round int) bool {
		fill := byte(2 * round)
		stale, right := buffer(fill+1), buffer(fill+2)
		queue.submit(t)
		pending := abandonDownload(t, e, stale, n)
		queue.submit(t)
		got := make([]byte, n)
		require.NoError(t, e.Download(t.Context(), got, right, nil))
		require.Equal(t, bytes.Repeat([]byte{fill + 2}, n), got)
		return pending
	})
}

// TestStreamAfterCancelledDownload runs a stream after the cancelled download. Both use the same
// slot.
func TestStreamAfterCancelledDownload(t *testing.T) {
	e := openEngine(t)
	s := newStreamer(t, e, 64, 8)
	src, dst := make([]complex64, 512), make([]complex64, 512)
	for i := range src {
		src[i] = complex(float32(i%17), float32(i%5))
	}
	queue := newBusyQueue(t, e.Device())
	b, err := e.Device().NewBuffer("other", 4096, device.Storage)
	require.NoError(t, err)
	defer b.Close()
	queue.untilPending(t, func(int) bool {
		queue.submit(t)
		pending := abandonDownload(t, e, Region{Buffer: b}, 4096)
		queue.submit(t)
		ref.Poison(dst)
		require.NoError(t, s.run(t.Context(), dst, src))
		require.NoError(t, s.check(dst, src))
		return pending
	})
}

// TestCancelledUpload checks that an upload submits nothing if it is cancelled, at each of its checks and
// while it waits for its staging memory.
func TestCancelledUpload(t *testing.T) {
	e := openEngine(t)
	const n = 4096
	queue := newBusyQueue(t, e.Device())
	b, err := e.Device().NewBuffer("target", n, device.Storage)
	require.NoError(t, err)
	defer b.Close()
	to := Region{Buffer: b}
	old, fresh, got := bytes.Repeat([]byte{1}, n), bytes.Repeat([]byte{9}, n), make([]byte, n)
	// cancel uploads fresh with a context that ends after a number of checks. An upload has at least two.
	cancel := func(checks int64) (ended bool) {
		err := e.Upload(endsAfter(checks), to, fresh, nil)
		if checks < 2 || err != nil {
			require.ErrorIs(t, err, context.Canceled)
		}
		want := old
		if err == nil {
			want = fresh
		}
		require.NoError(t, e.Download(t.Context(), got, to, nil))
		require.Equal(t, want, got, "a context that ends after %d checks", checks)
		return err != nil
	}
	require.NoError(t, e.Upload(t.Context(), to, old, nil))
	for i := range int64(smallSlots + 2) { // more calls than slots
		require.True(t, cancel(i%2))
	}
	queue.untilPending(t, func(round int) bool {
		queue.submit(t)
		require.NoError(t, e.Upload(t.Context(), to, old, nil))
		p, err := e.pool(forUpload, n, slotNeeds{})
		require.NoError(t, err)
		s, err := p.acquire(cancelledContext(), slotNeeds{})
		if err == nil {
			p.release(s)
		}
		cancel(1 << (3 * round))
		return err != nil
	})
}
