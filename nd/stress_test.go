package nd_test

import (
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/testcase"
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
	var under, most, encoding, flushing atomic.Int32
	block := nd.Func{WGSL: `fn block(x: R) -> R { return x; }`, Go: func(x float64) float64 {
		once.Do(func() { close(begun); <-release })
		return x
	}}
	count := nd.Func{WGSL: `fn count(x: R) -> R { return x; }`, Go: func(x float64) float64 {
		most.Store(max(most.Load(), under.Add(1)))
		for range 1000 { // a step at the same time gets its turn
			runtime.Gosched()
		}
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
		encoding.Store(1)
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
	wait.Go(func() {
		q := nd.NewQueue(eng)
		q.Set(z, q.Apply(&count, q.Pin(z)))
		flushing.Store(1)
		if err := q.Flush(ctx); err != nil {
			t.Error(err)
		}
	})
	for encoding.Load()+flushing.Load() < 2 {
		runtime.Gosched()
	}
	for range 1000 { // both calls get as far as they can
		runtime.Gosched()
	}
	close(release)
	wait.Wait()
	require.EqualValues(t, 1, most.Load(), "steps at the same time")
}

// TestCloseUnderWay closes an engine, arrays and queues while goroutines flush, encode and receive.
func TestCloseUnderWay(t *testing.T) {
	rounds := 4
	if testcase.Long() {
		rounds = 12
	}
	for round := range rounds {
		eng := openEngine(t, round%2 == 0)
		dev, err := eng.Device()
		require.NoError(t, err)
		q := nd.NewQueue(eng)
		shared := nd.From(q, numbers[complex64](256, 1), 256)
		require.NoError(t, q.Flush(ctx))
		var wait sync.WaitGroup
		begun := make(chan bool, 1<<16) // a token of each step that has ended
		for i := range 4 {
			wait.Go(func() {
				own := nd.NewQueue(eng)
				for k := 0; ; k++ {
					a := own.New(nd.Complex64, 256)
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
					if err == nil {
						select {
						case begun <- true:
						default:
						}
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
		for range 5 * round {
			<-begun
		}
		if round >= rounds-2 { // with each engine
			require.NoError(t, shared.Close())
		}
		require.NoError(t, eng.Close())
		wait.Wait()
		require.NoError(t, q.Close())
	}
}
