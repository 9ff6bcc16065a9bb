package device

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// slowModule returns a kernel that keeps every invocation busy for 60000 rounds. Lavapipe ends a
// loop after 65535 rounds.
func slowModule() wgsl.Module {
	return wgsl.Module{
		Name: "slow", Entry: "main", Workgroup: [3]int{64, 1, 1},
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

// submitSlow submits the commands that then adds after work of about a tenth of a second.
func submitSlow(t testing.TB, d *Device, then ...func(*Encoder)) *Submission {
	t.Helper()
	p, err := d.NewPipeline(slowModule())
	require.NoError(t, err)
	b, err := d.NewBuffer("slow", 256, Storage)
	require.NoError(t, err)
	g, err := d.NewBindings(p, Whole(b))
	require.NoError(t, err)
	e, err := d.NewEncoder()
	require.NoError(t, err)
	n := 4
	if d.Adapter().Kind != Software {
		n = 65535
	}
	for range 4 {
		require.NoError(t, e.Dispatch(p, g, n, 1, 1))
	}
	for _, f := range then {
		f(e)
	}
	s, err := e.Submit()
	require.NoError(t, err)
	// Objects that submitted work uses can be closed.
	require.NoError(t, p.Close())
	require.NoError(t, b.Close())
	require.NoError(t, g.Close())
	return s
}

func TestUseAfterClose(t *testing.T) {
	d := open(t)
	ctx := t.Context()
	r := newRoundTrip(t, d, 256)
	again := newRoundTrip(t, d, 256)
	encoder := func() *Encoder {
		e, err := d.NewEncoder()
		require.NoError(t, err)
		return e
	}
	closedErr := func(err error) { t.Helper(); require.ErrorIs(t, err, ErrClosed) }

	withB, withP, withBuf := encoder(), encoder(), encoder()
	require.NoError(t, withB.Dispatch(r.p, r.b, 1, 1, 1))
	require.NoError(t, withP.Dispatch(r.p, again.b, 1, 1, 1))
	require.NoError(t, withBuf.Dispatch(again.p, again.b, 1, 1, 1))
	r.close()
	r.close()
	_, err := withB.Submit()
	closedErr(err)
	_, err = withP.Submit()
	closedErr(err)
	closedErr(r.src.WriteAt(make([]byte, 4), 0))
	closedErr(r.up.Map(ctx))
	closedErr(r.up.BeginMap())
	closedErr(r.up.Unmap())
	require.Nil(t, r.up.Bytes())
	_, err = d.NewBindings(r.p, Whole(again.src), Whole(again.dst))
	closedErr(err)
	_, err = d.NewBindings(again.p, Whole(r.src), Whole(again.dst))
	closedErr(err)
	require.NoError(t, again.src.Close())
	_, err = withBuf.Submit() // bindings of a closed buffer
	closedErr(err)

	e, ready := encoder(), encoder()
	require.NoError(t, again.up.Map(ctx))
	require.NoError(t, again.down.Unmap())
	s := submitSlow(t, d)
	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
	require.NoError(t, s.Wait(ctx), "Close waits for what is in flight")
	require.True(t, s.Done())
	_, err = ready.Submit()
	closedErr(err)
	e.Discard()
	_, err = d.NewEncoder()
	closedErr(err)
	_, err = d.NewBuffer("b", 4, Storage)
	closedErr(err)
	_, err = d.NewPipeline(copyModule())
	closedErr(err)
	_, err = d.NewBindings(again.p, Whole(again.src), Whole(again.dst))
	closedErr(err)
	closedErr(again.down.Map(ctx))
	if d.Adapter().Timestamps {
		_, err = d.NewTimestamps(2)
		closedErr(err)
		_, err = d.TickNs(ctx)
		closedErr(err)
	}
	require.NotZero(t, d.Limits())
	// The host still has this buffer mapped.
	require.False(t, d.gone)
	copy(again.up.Bytes(), "still here")
	require.NoError(t, again.up.Unmap())
	require.True(t, d.gone)
	require.Empty(t, d.closedBuffers)
	require.Nil(t, again.up.Bytes())
	closedErr(again.up.Unmap())
	again.close()
}

func TestCloseDuringWaits(t *testing.T) {
	for range 3 {
		d := open(t)
		down, err := d.NewBuffer("down", 1024, Download)
		require.NoError(t, err)
		s := submitSlow(t, d)
		var wg, begun sync.WaitGroup // begun: every goroutine has begun its calls
		begun.Add(3 * 8)
		for range 8 {
			wg.Go(func() {
				begun.Done()
				if err := s.Wait(context.Background()); err != nil {
					t.Error(err)
				}
			})
			wg.Go(func() {
				begun.Done()
				for {
					if err := down.Map(context.Background()); err != nil {
						return // closed, or unmapped by another goroutine
					}
				}
			})
			wg.Go(func() {
				begun.Done()
				for {
					b, err := d.NewBuffer("x", 64, Storage)
					if err != nil {
						return
					}
					b.Close()
					down.Unmap()
				}
			})
		}
		begun.Wait()
		for range 2 {
			wg.Go(func() { d.Close() })
		}
		wg.Wait()
		require.NoError(t, down.Close())
		require.True(t, d.gone)
		require.Empty(t, d.closedBuffers)
	}
}

func TestCancelThenWait(t *testing.T) {
	d := open(t)
	s := submitSlow(t, d)
	for range 7 { // longer than the scheduler may keep this goroutine waiting
		s = submitSlow(t, d)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Wait(ctx), context.Canceled)
	short, cancel := context.WithTimeout(t.Context(), time.Microsecond)
	defer cancel()
	require.ErrorIs(t, s.Wait(short), context.DeadlineExceeded)
	down, err := d.NewBuffer("down", 1024, Download)
	require.NoError(t, err)
	require.NoError(t, down.BeginMap())
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if err := s.Wait(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	require.NoError(t, s.Wait(ctx), "done is done")
	// A cancelled Map can be repeated.
	require.NoError(t, down.Unmap())
	src, err := d.NewBuffer("src", 1024, Storage)
	require.NoError(t, err)
	submitSlow(t, d, func(e *Encoder) { require.NoError(t, e.Copy(down, 0, src, 0, 1024)) })
	require.ErrorIs(t, down.Map(ctx), context.Canceled)
	require.NoError(t, down.Map(t.Context()))
	require.Len(t, down.Bytes(), 1024)
}

func TestCloseUnfinished(t *testing.T) {
	d := open(t)
	submitSlow(t, d)
	down, err := d.NewBuffer("down", 1024, Download)
	require.NoError(t, err)
	require.NoError(t, down.BeginMap()) // nothing waits for it
	require.NoError(t, d.Close())
	require.True(t, d.gone)
	require.Empty(t, d.closedBuffers)
}

// TestCloseWithAMappingPending closes a buffer whose mapping waits for work in flight. wgpu aborts the
// process if such a buffer is released.
func TestCloseWithAMappingPending(t *testing.T) {
	for _, end := range []string{"close", "cancel, close", "close the device"} {
		d := open(t)
		work, err := d.NewBuffer("work", 256, Storage)
		require.NoError(t, err)
		down, err := d.NewBuffer("down", 256, Download)
		require.NoError(t, err)
		s := submitSlow(t, d, func(e *Encoder) { require.NoError(t, e.Copy(down, 0, work, 0, 256)) })
		require.NoError(t, down.BeginMap())
		s.Done() // polls, so that the mapping waits for the submission
		switch end {
		case "cancel, close":
			require.NoError(t, down.Unmap())
			fallthrough
		case "close":
			require.NoError(t, down.Close())
			require.NoError(t, s.Wait(t.Context()))
		}
		require.NoError(t, d.Close())
	}
}
