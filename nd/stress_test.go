package nd_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/nd"
)

// TestFirstEncode flushes a step while another queue encodes the first step of the engine. The
// encoded work and the flushed step use the same temporaries, so they must not run at the same
// time.
func TestFirstEncode(t *testing.T) {
	eng := openEngine(t, true)
	dev, err := eng.Device()
	require.NoError(t, err)
	begun, release := make(chan bool), make(chan bool)
	var once sync.Once
	var under, most atomic.Int32
	block := nd.Func{WGSL: `fn block(x: R) -> R { return x; }`, Go: func(x float64) float64 {
		once.Do(func() { close(begun); <-release })
		return x
	}}
	count := nd.Func{WGSL: `fn count(x: R) -> R { return x; }`, Go: func(x float64) float64 {
		most.Store(max(most.Load(), under.Add(1)))
		time.Sleep(20 * time.Millisecond)
		under.Add(-1)
		return x
	}}
	q := nd.NewQueue(eng)
	x, y, z := q.New(nd.Float32, 4), q.New(nd.Float32, 4), q.New(nd.Float32, 4)
	require.NoError(t, q.Flush(ctx))
	var wait sync.WaitGroup
	wait.Go(func() {
		q.Set(x, q.Apply(&block, x))
		if err := q.Flush(ctx); err != nil {
			t.Error(err)
		}
	})
	<-begun
	wait.Go(func() {
		q := nd.NewQueue(eng)
		q.Set(y, q.Apply(&count, q.Pin(y)))
		enc, err := dev.NewEncoder()
		if err == nil {
			err = q.Encode(enc)
		}
		var s *device.Submission
		if err == nil {
			s, err = enc.Submit()
		}
		if err == nil {
			err = s.Wait(ctx)
		}
		if err != nil {
			t.Error(err)
		}
	})
	time.Sleep(20 * time.Millisecond)
	wait.Go(func() {
		q := nd.NewQueue(eng)
		q.Set(z, q.Apply(&count, q.Pin(z)))
		if err := q.Flush(ctx); err != nil {
			t.Error(err)
		}
	})
	time.Sleep(20 * time.Millisecond)
	close(release)
	wait.Wait()
	require.EqualValues(t, 1, most.Load(), "steps at the same time")
}

// TestCloseUnderWay closes an engine, arrays and queues while goroutines flush, encode and receive.
func TestCloseUnderWay(t *testing.T) {
	for round := range 12 {
		eng := openEngine(t, round%2 == 0)
		dev, err := eng.Device()
		require.NoError(t, err)
		q := nd.NewQueue(eng)
		shared := nd.From(q, numbers[complex64](4096, 1), 4096)
		require.NoError(t, q.Flush(ctx))
		var wait sync.WaitGroup
		for i := range 4 {
			wait.Go(func() {
				own := nd.NewQueue(eng)
				for k := 0; ; k++ {
					a := own.New(nd.Complex64, 4096)
					own.Set(a, own.IFFT(own.Mul(own.FFT(shared), nd.Scalar(float64(k)))))
					own.Set(shared, own.MulAdd(nd.Scalar(0.5), shared, a))
					var err error
					if i == 0 {
						enc, failed := dev.NewEncoder()
						if failed != nil {
							return
						}
						if err = own.Encode(enc); err == nil {
							_, err = enc.Submit()
						} else {
							enc.Discard()
						}
					} else {
						f := own.Fetch(own.Sum(own.Abs(a)))
						if err = own.Flush(ctx); err == nil {
							_, err = nd.Receive[float32](ctx, f, nil)
						}
					}
					if err == nil {
						err = a.Close()
					}
					if err != nil {
						if !errors.Is(err, wgfft.ErrClosed) {
							t.Errorf("goroutine %d: %v", i, err)
						}
						return
					}
				}
			})
		}
		time.Sleep(time.Duration(10*round) * time.Millisecond)
		if round%3 == 2 {
			require.NoError(t, shared.Close())
		}
		require.NoError(t, eng.Close())
		wait.Wait()
		require.NoError(t, q.Close())
	}
}
