package device

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// TestCollectorUnderLoad runs many waits while the collector runs. The binding's own map and wait calls crash here.
func TestCollectorUnderLoad(t *testing.T) {
	d := open(t)
	trips := uint32(60)
	if testcase.Long() {
		trips = 1000
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wg sync.WaitGroup
	go func() {
		for ctx.Err() == nil {
			runtime.GC()
		}
	}()
	for range 4 {
		r := newRoundTrip(t, d, 1024)
		wg.Go(func() {
			for i := range trips {
				if err := r.trip(context.Background(), i); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestManyGoroutines(t *testing.T) {
	d := open(t)
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			r := newRoundTrip(t, d, 300+i)
			defer r.close()
			for j := range 5 {
				if err := r.trip(context.Background(), uint32(1000*i+j)); err != nil {
					t.Error(i, err)
				}
			}
		})
	}
	wg.Wait()
	require.Empty(t, d.live, "everything was closed")
	require.Zero(t, d.mapped)
}

// TestConcurrentUseAndClose lets goroutines share objects and close them. Calls may return errors, but
// must not crash or hang.
func TestConcurrentUseAndClose(t *testing.T) {
	d := open(t)
	r := newRoundTrip(t, d, 256)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for round := range 40 {
				ctx, cancel := context.WithCancel(t.Context())
				if round%4 == 3 {
					cancel() // its waits end at once
				}
				e, err := d.NewEncoder()
				if err != nil {
					cancel()
					t.Error(err)
					return
				}
				e.Copy(r.src, 0, r.up, 0, 1024)
				e.Dispatch(r.p, r.b, 4, 1, 1)
				e.Copy(r.down, 0, r.dst, 0, 1024)
				if s, err := e.Submit(); err == nil && i%2 == 0 {
					s.Wait(ctx)
				}
				switch i % 4 {
				case 0:
					r.up.Map(ctx)
				case 1:
					r.up.Unmap()
				case 2:
					r.down.BeginMap()
				case 3:
					r.down.Unmap()
				}
				cancel()
				if runtime.GOOS == "js" { // the browser runs callbacks only while all goroutines wait
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
	wg.Wait()
	require.NoError(t, r.up.Unmap())
	require.NoError(t, r.down.Unmap())
	require.NoError(t, r.trip(t.Context(), 3))
	r.close()
}

// TestClassify checks that errors of wgpu become errors of this package.
func TestClassify(t *testing.T) {
	d := &Device{}
	for _, c := range []struct {
		kind errorKind
		text string
		want error
	}{
		{errorInvalid, "Validation Error\n\nCaused by:\n    In wgpuDeviceCreateBuffer\n    Not enough memory left\n",
			ErrOutOfMemory},
		{errorOutOfMemory, "Out of Memory", ErrOutOfMemory},
		{errorInvalid, "Validation Error\n\nCaused by:\n    In wgpuDeviceCreateBuffer\n    Parent device is lost",
			ErrDeviceLost},
		{errorLost, "", ErrDeviceLost},
	} {
		d.lost.Store(false)
		require.ErrorIs(t, d.classify("x", c.kind, c.text), c.want)
		require.Equal(t, c.want == ErrDeviceLost, d.lost.Load())
	}
	require.NoError(t, d.classify("x", errorNone, ""))
	require.ErrorContains(t, d.classify("x", errorInvalid, "odd"), "device: x: odd")

	// A lost device makes no native call, which would abort the process.
	d = &Device{}
	d.lost.Store(true)
	require.ErrorIs(t, d.enter(), ErrDeviceLost)
	require.ErrorIs(t, (&Submission{d: d, serial: 1}).Wait(t.Context()), ErrDeviceLost)
	require.NoError(t, d.Close())
	require.ErrorIs(t, d.enter(), ErrClosed)
}
