package pipeline

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
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
	q := &busyQueue{dev: dev, groups: 16}
	if dev.Adapter().Kind != device.Software {
		q.groups = 65535
	}
	var err error
	q.pipeline, err = dev.NewPipeline(busyModule())
	require.NoError(t, err)
	b, err := dev.NewBuffer("busy", 256, device.Storage)
	require.NoError(t, err)
	q.bindings, err = dev.NewBindings(q.pipeline, device.Whole(b))
	require.NoError(t, err)
	return q
}

func (q *busyQueue) submit(t testing.TB) {
	t.Helper()
	for range 8 { // separately, because a driver may complete a whole submission at once
		enc, err := q.dev.NewEncoder()
		require.NoError(t, err)
		require.NoError(t, enc.Dispatch(q.pipeline, q.bindings, q.groups, 1, 1))
		_, err = enc.Submit()
		require.NoError(t, err)
	}
}

// cancelledContext returns a context that is already cancelled.
func cancelledContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// abandonDownload starts a download of src and leaves it while its copy is pending, as a call does
// whose context ends. The next call that uses the slot cancels its mapping.
func abandonDownload(t testing.TB, e *Engine, src Region, n int64) {
	t.Helper()
	p, err := e.pool(n)
	require.NoError(t, err)
	s, err := p.acquire(context.Background(), slotNeeds{down: true})
	require.NoError(t, err)
	require.NoError(t, e.submitCopy(context.Background(), s.down, 0, src.Buffer, src.Offset, n))
	if s.down.Map(cancelledContext()) == nil { // the queue was not busy long enough, so nothing is pending
		t.Log("the copy was done at once")
	}
	p.release(s)
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
	for round := range byte(3) {
		stale, right := buffer(2*round+1), buffer(2*round+2)
		queue.submit(t)
		abandonDownload(t, e, stale, n)
		queue.submit(t)
		got := make([]byte, n)
		require.NoError(t, e.Download(t.Context(), got, right, nil))
		require.Equal(t, bytes.Repeat([]byte{2*round + 2}, n), got)
	}
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
	for range 3 {
		queue.submit(t)
		abandonDownload(t, e, Region{Buffer: b}, 4096)
		queue.submit(t)
		require.NoError(t, s.run(t.Context(), dst, src))
		require.NoError(t, s.check(dst, src))
		clear(dst)
	}
}

// TestCancelledUpload checks that an upload submits nothing if it is cancelled before its staging
// memory is free.
func TestCancelledUpload(t *testing.T) {
	e := openEngine(t)
	const n = 4096
	queue := newBusyQueue(t, e.Device())
	b, err := e.Device().NewBuffer("target", n, device.Storage)
	require.NoError(t, err)
	defer b.Close()
	to := Region{Buffer: b}
	want := bytes.Repeat([]byte{1}, n)
	for range smallSlots + 2 { // more rounds than slots
		queue.submit(t)
		require.NoError(t, e.Upload(t.Context(), to, want, nil))
		require.ErrorIs(t, e.Upload(cancelledContext(), to, bytes.Repeat([]byte{9}, n), nil), context.Canceled)
	}
	got := make([]byte, n)
	require.NoError(t, e.Download(t.Context(), got, to, nil))
	require.Equal(t, want, got)
}
