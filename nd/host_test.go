package nd_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// openHost returns a queue on host memory.
func openHost(t *testing.T, eng *wgfft.Engine) *nd.Queue {
	t.Helper()
	q := nd.NewQueue(eng, nd.QueueOptions{Host: true})
	t.Cleanup(func() { require.NoError(t, q.Close()) })
	return q
}

// TestOver computes in slices of the program on engines of both kinds.
func TestOver(t *testing.T) {
	onBoth(t, func(t *testing.T, usual *nd.Queue) {
		eng := usual.Engine()
		x, y := make([]float32, 6*8), make([]uint8, 6*8)
		for i := range x {
			x[i], y[i] = float32(i%5)-2, uint8(i)
		}
		step := func(q *nd.Queue, a, b nd.Array) {
			bins := q.Transform(q.Add(a, b), nd.Transform{Kind: wgfft.DCT2, Axes: []int{1}})
			q.Set(a, q.Transform(q.Scale(2, bins), nd.Transform{Kind: wgfft.DCT2, Axes: []int{1}, Inverse: true}))
			q.Set(b.Slice(0, 1, 3, 1), q.Scale(2, b.Slice(0, 3, 5, 1)))
		}
		a, b := nd.From(usual, x, 6, 8), nd.From(usual, y, 6, 8)
		step(usual, a, b)
		wantX, wantY := elements[float32](t, usual, a), elements[uint8](t, usual, b)
		q := openHost(t, eng)
		a, b = nd.Over(q, x, 6, 8), nd.Over(q, y, 6, 8)
		step(q, a, b)
		require.NoError(t, q.Wait(ctx))
		require.NoError(t, a.Close())
		require.NoError(t, b.Close())
		require.InDeltaSlice(t, wantX, x, 1e-4)
		require.Equal(t, wantY, y)
	})
}

// TestOverNeedsNoTemporary filters a slice in place: transforms and products need no other memory.
func TestOverNeedsNoTemporary(t *testing.T) {
	eng := openEngine(t, true)
	const n = 1 << 16
	q := openHost(t, eng)
	x, gains := make([]float32, n), make([]float32, n)
	a, b := nd.Over(q, x, n), nd.Over(q, gains, n)
	dct := func(a nd.Array, inverse bool) nd.Array {
		return q.Transform(a, nd.Transform{Kind: wgfft.DCT2, Inverse: inverse})
	}
	step := func() {
		q.Set(a, dct(q.Mul(dct(a, false), b), true))
		require.NoError(t, q.Flush(ctx))
	}
	step()
	require.Zero(t, q.TemporaryBytes())
}

// TestOverRefused uses slices where they can't be used.
func TestOverRefused(t *testing.T) {
	eng := openEngine(t, true)
	q, other, usual := openHost(t, eng), openHost(t, eng), nd.NewQueue(eng)
	ends := func(q *nd.Queue, want error) {
		t.Helper()
		require.ErrorIs(t, q.Flush(ctx), want)
	}
	nd.Over(q, make([]float32, 5), 2, 3)
	ends(q, nd.ErrShape)
	nd.Over(usual, make([]float32, 6), 2, 3)
	ends(usual, errors.ErrUnsupported)
	a := nd.Over(q, make([]float32, 6), 2, 3)
	other.Add(a, a)
	ends(other, nd.ErrElsewhere)
	usual.Add(a, a)
	ends(usual, nd.ErrElsewhere)
	_, err := a.Region()
	require.ErrorIs(t, err, errors.ErrUnsupported)
	dev, err := eng.Device()
	require.NoError(t, err)
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	defer enc.Discard()
	q.Set(a, nd.Scalar(1))
	require.ErrorIs(t, q.Encode(enc), nd.ErrEncode)
	region, err := usual.New(nd.Float32, 4).Region()
	require.NoError(t, err)
	q.Adopt(region, nd.Float32, 4)
	ends(q, errors.ErrUnsupported)
	require.NoError(t, a.Close())
	q.Set(a, nd.Scalar(1))
	ends(q, wgfft.ErrClosed)
	require.NoError(t, nd.Over(q, []float32{}, 0).Close())
	q.Discard()
}

// TestOverRefusesSharedMemory: a step can't see that two arrays have the same elements.
func TestOverRefusesSharedMemory(t *testing.T) {
	q := openHost(t, openEngine(t, true))
	x := make([]float32, 100)
	a := nd.Over(q, x[10:20], 10)
	for _, part := range [][]float32{x[10:20], x[19:], x[:11], x, x[12:13]} {
		nd.Over(q, part, len(part))
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrOverlap)
	}
	before, after := nd.Over(q, x[:10], 10), nd.Over(q, x[20:], 80)
	q.Set(a, q.Add(before, nd.Scalar(1)))
	q.Set(after, nd.Scalar(2))
	require.NoError(t, q.Flush(ctx))
	require.NoError(t, a.Close())
	q.Set(nd.Over(q, x[10:20], 10).Slice(0, 0, 9, 1), nd.Scalar(3))
	require.NoError(t, q.Flush(ctx))
	require.Equal(t, []float32{0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1, 2}, x[9:21])
}

// TestOverWaits ends the context of a step with a function that takes a while. Flush returns when the function has
// returned, so that nothing writes to the slice later.
func TestOverWaits(t *testing.T) {
	eng := openEngine(t, true)
	q := openHost(t, eng)
	called, end := context.WithCancel(ctx)
	slow := &nd.Func{WGSL: "fn slow(x: R) -> R { return x; }", Go: func(x float64) float64 { end(); return x + 1 }}
	x := make([]float32, 1<<14)
	a := nd.Over(q, x, len(x))
	q.Set(a, q.Apply(slow, a))
	require.ErrorIs(t, q.Flush(called), context.Canceled)
	clear(x) // the race detector finds a write of the step
	q.Set(a, q.Add(a, nd.Scalar(1)))
	require.NoError(t, q.Flush(ctx))
	require.EqualValues(t, 1, x[len(x)-1])
}

// TestHostQueuesShare closes queues on host memory. The next ones use their memory again, unless arrays are open.
func TestHostQueuesShare(t *testing.T) {
	eng := openEngine(t, true)
	for range 3 {
		q := nd.NewQueue(eng, nd.QueueOptions{Host: true})
		x := make([]float32, 100)
		a := nd.Over(q, x, 100)
		q.Set(a, q.Real(q.IFFT(q.FFT(q.Add(a, nd.Scalar(1))))))
		require.NoError(t, q.Flush(ctx))
		require.NoError(t, a.Close())
		kept := nd.From(q, x, 100)
		require.NoError(t, q.Flush(ctx))
		require.NoError(t, q.Close())
		require.NoError(t, q.Close())
		q.Set(kept, nd.Scalar(1))
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
		require.NoError(t, kept.Close())
		require.InDelta(t, 1, x[99], 1e-5)
	}
	require.NoError(t, eng.Close())
	q := nd.NewQueue(eng, nd.QueueOptions{Host: true})
	nd.Over(q, make([]float32, 1), 1)
	require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
}

// TestMemoryLimitOfHostQueues: arrays and temporaries of a queue on host memory count together. Closed and idle ones do
// not count.
func TestMemoryLimitOfHostQueues(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 1 << 20})
	require.NoError(t, err)
	defer eng.Close()
	q := openHost(t, eng)
	const kibi = 1 << 8 // numbers in a KiB
	temps := func(n, count int) error {
		src := q.New(nd.Float32, 1)
		defer src.Close()
		dst := nd.Over(q, make([]float32, n), n)
		defer dst.Close()
		sum := src
		for i := range count + 1 { // one of them is computed in dst
			sum = q.Add(sum, q.Pin(q.Mul(nd.Scalar(float64(i+2)), nd.Iota(nd.Float32, 1, 0, n))))
		}
		q.Set(dst, sum)
		return q.Flush(ctx)
	}
	require.NoError(t, temps(600*kibi, 1))
	require.NoError(t, temps(700*kibi, 1), "idle temporaries of another length")
	require.ErrorIs(t, temps(400*kibi, 3), wgfft.ErrMemoryLimit)
	require.NoError(t, temps(400*kibi, 2))
	a, b := q.New(nd.Float32, 600*kibi), q.New(nd.Float32, 600*kibi)
	require.ErrorIs(t, q.Flush(ctx), wgfft.ErrMemoryLimit)
	require.NoError(t, b.Close())
	q.Set(a, nd.Scalar(1))
	copied := q.Fetch(a)
	require.ErrorIs(t, q.Flush(ctx), wgfft.ErrMemoryLimit, "a copy to host memory")
	_, err = nd.Receive[float32](ctx, copied, nil)
	require.ErrorIs(t, err, nd.ErrStale)
	require.NoError(t, a.Close())
	require.NoError(t, temps(900*kibi, 1))
}
