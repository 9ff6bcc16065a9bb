package wgfft

import (
	"context"
	"errors"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// TestMain runs the tests. In the worker processes that they start it runs the worker.
func TestMain(m *testing.M) {
	RunWorker()
	os.Exit(m.Run())
}

// patient are limits of time that no worker exceeds because a machine is slow.
var patient = WorkerConfig{StartTimeout: 10 * time.Minute, AnswerTimeout: 10 * time.Minute}

// openWorker opens a worker on the adapter of a direct engine.
func openWorker(t testing.TB, direct *Engine) *Engine {
	t.Helper()
	c := Config{Device: Choice{Kind: CPU}, Worker: patient}
	if a := direct.Adapter(); !a.CPU {
		c.Device = Choice{Kind: ByIndex, Index: a.Index}
	}
	eng, err := OpenWorker(c)
	if slices.Contains([]string{"windows", "js", "wasip1"}, runtime.GOOS) {
		require.ErrorIs(t, err, errors.ErrUnsupported)
		t.Skip("worker processes need a Unix system, and this is " + runtime.GOOS)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	require.Equal(t, direct.Adapter(), eng.Adapter())
	return eng
}

// workerCalls are calls of all kinds that work on slices. Each returns its results.
var workerCalls = []struct {
	name string
	call func(eng *Engine, z []complex64, x []float32) (any, error)
}{
	{"FFT", func(eng *Engine, z []complex64, _ []float32) (any, error) { return eng.FFT(ctx, nil, z) }},
	{"IFFT of rows", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		return eng.IFFT(ctx, nil, z, WithRowLength(15), WithNorm(NormOrtho))
	}},
	{"FFT in place", func(eng *Engine, z []complex64, _ []float32) (any, error) { return eng.FFT(ctx, z, z) }},
	{"FFT padded", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		return eng.FFT(ctx, nil, z, WithRowLength(60), WithLengths(64))
	}},
	{"FFT2", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		return eng.FFT2(ctx, nil, z, []int{2, 10, 6})
	}},
	{"IFFTN", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		return eng.IFFTN(ctx, nil, z, []int{4, 5, 6}, WithAxes(2, 0))
	}},
	{"RFFT", func(eng *Engine, _ []complex64, x []float32) (any, error) {
		return eng.RFFT(ctx, nil, x, WithRowLength(40))
	}},
	{"IRFFT", func(eng *Engine, z []complex64, _ []float32) (any, error) { return eng.IRFFT(ctx, nil, z, 238) }},
	{"RFFTN", func(eng *Engine, _ []complex64, x []float32) (any, error) {
		return eng.RFFTN(ctx, nil, x, []int{10, 12}, WithPackedPairs())
	}},
	{"DCT", func(eng *Engine, _ []complex64, x []float32) (any, error) { return eng.DCT(ctx, nil, x, DCT2) }},
	{"IDSTN", func(eng *Engine, _ []complex64, x []float32) (any, error) {
		return eng.IDSTN(ctx, nil, x, []int{10, 12}, 0, WithKinds(DST4, DCT1))
	}},
	{"Convolve", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		return eng.Convolve(ctx, nil, z, z[:7], Convolution{Correlate: true})
	}},
	{"ConvolveReal", func(eng *Engine, _ []complex64, x []float32) (any, error) {
		c := Convolution{Shape: []int{10, 12}, Kernel: []int{2, 3}, Mode: ModeSame}
		return eng.ConvolveReal(ctx, nil, x, x[:6], c)
	}},
	{"Plan", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		p, err := eng.Plan(ctx, Problem{Shape: []int{30}, Batch: 2, In: Layout{Strides: []int{2}, Dist: 1}})
		if err != nil {
			return nil, err
		}
		defer p.Close()
		bins, back := make([]complex64, 60), make([]complex64, 60)
		if err := errors.Join(p.Warm(ctx), p.Forward(ctx, bins, z[:60]), p.Inverse(ctx, back, bins)); err != nil {
			return nil, err
		}
		return []any{bins, back, p.String()}, nil
	}},
	{"PlanReal", func(eng *Engine, _ []complex64, x []float32) (any, error) {
		p, err := eng.PlanReal(ctx, Problem{Shape: []int{60}, Batch: 2})
		if err != nil {
			return nil, err
		}
		defer p.Close()
		bins := make([]complex64, 62)
		return bins, p.Forward(ctx, bins, x)
	}},
	{"PlanConvolution", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		p, err := eng.PlanConvolution(ctx, Convolution{Shape: []int{60}, Kernel: []int{9}, Batch: 2}, z[:9])
		if err != nil {
			return nil, err
		}
		defer p.Close()
		out := make([]complex64, 136)
		return []any{out, p.String()}, p.Run(ctx, out, z)
	}},
	{"empty", func(eng *Engine, _ []complex64, _ []float32) (any, error) {
		return eng.FFT(ctx, nil, []complex64{}, WithRowLength(8))
	}},
	{"wrong length", func(eng *Engine, z []complex64, _ []float32) (any, error) {
		return eng.FFT(ctx, make([]complex64, 3), z)
	}},
	{"a DCT-I of one point", func(eng *Engine, _ []complex64, x []float32) (any, error) {
		return eng.DCT(ctx, nil, x, DCT1, WithRowLength(1))
	}},
}

// TestWorkerCalls compares calls of an engine in a worker process with direct calls, bit by bit.
func TestWorkerCalls(t *testing.T) {
	onBoth(t, func(t *testing.T, direct *Engine) {
		eng := openWorker(t, direct)
		z := ref.Uniform(1, 120)
		x := make([]float32, len(z))
		for i, v := range z {
			x[i] = real(v)
		}
		for i, c := range workerCalls {
			if direct.gpu != nil && i%5 != 1 && !testcase.Long() {
				continue
			}
			want, direct := c.call(direct, append([]complex64{}, z...), x)
			got, err := c.call(eng, append([]complex64{}, z...), x)
			require.Equal(t, direct, err, c.name)
			require.Equal(t, want, got, c.name)
		}
	})
}

// TestWorkerRefusals checks the errors of calls that a worker can't do.
func TestWorkerRefusals(t *testing.T) {
	eng := openWorker(t, openCPU(t))
	_, err := eng.PlanResident(ctx, Problem{Shape: []int{8}})
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorContains(t, err, "wgfft: PlanResident: the engine computes in a worker process")
	_, err = eng.Device()
	require.ErrorIs(t, err, ErrNoAdapter)
	_, err = eng.NewBuffer(8)
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorIs(t, eng.Upload(ctx, Region{}, nil), ErrNoAdapter)
	_, err = eng.Tune(ctx, TuneOptions{})
	require.ErrorIs(t, err, ErrNoAdapter)
	require.Zero(t, eng.Stats())
	require.Zero(t, eng.Wisdom())
	require.Equal(t, 128, eng.NextFastLen(90))

	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = eng.FFT(ended, nil, make([]complex64, 8))
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, eng.Close())
	_, err = eng.FFT(ctx, nil, make([]complex64, 8))
	require.ErrorIs(t, err, ErrClosed)
}

// TestOpenWorkerErrors checks the errors of OpenWorker.
func TestOpenWorkerErrors(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Use: &device.Device{}}, "wgfft: OpenWorker does not use Config.Use: "},
		{Config{Worker: WorkerConfig{Command: []string{}}}, "Command is empty"},
		{Config{Worker: WorkerConfig{StartTimeout: -1}}, "StartTimeout is -1ns, want 0 or more"},
		{Config{Worker: WorkerConfig{AnswerTimeout: -1}}, "AnswerTimeout is -1ns, want 0 or more"},
		{Config{Host: HostAuto + 1}, "use HostDefault"},
		{Config{Wisdom: WisdomSource{Kind: WisdomStored, Store: memoryStore{}}}, "does not use WisdomSource.Store"},
	} {
		_, err := OpenWorker(c.config)
		require.ErrorContains(t, err, c.want)
	}
	_, err := Open(Config{Worker: WorkerConfig{StartTimeout: time.Second}})
	require.ErrorContains(t, err, "wgfft: Open does not use Config.Worker: leave it out, or use OpenWorker")

	openWorker(t, openCPU(t)) // skips where there are no workers
	_, err = OpenWorker(Config{Worker: WorkerConfig{Command: []string{"/no/such/command"}}})
	require.ErrorIs(t, err, ErrWorkerStart)
	var e *WorkerError
	require.ErrorAs(t, err, &e)
	require.Equal(t, ErrWorkerStart, e.Err)

	_, err = OpenWorker(Config{Device: Choice{Kind: ByIndex, Index: math.MaxInt32}, Worker: patient})
	require.ErrorIs(t, err, ErrNoAdapter)
	require.NotErrorIs(t, err, ErrWorkerStart)
}

// TestWorkerMemoryLimit checks that the limit of memory holds in both processes.
func TestWorkerMemoryLimit(t *testing.T) {
	openWorker(t, openCPU(t)) // skips where there are no workers
	eng, err := OpenWorker(Config{Device: Choice{Kind: CPU}, Worker: patient, MemoryLimit: 1 << 20})
	require.NoError(t, err)
	defer eng.Close()
	var e *MemoryError
	z := make([]complex64, 1<<17)
	_, err = eng.FFT(ctx, z, z, WithRowLength(1<<10)) // 1 MiB of shared memory
	require.NoError(t, err)
	_, err = eng.FFT(ctx, make([]complex64, 1<<17), z, WithRowLength(1<<10))
	require.ErrorAs(t, err, &e)
	require.Equal(t, "c2c:1024*128 in shared memory", e.What)
	require.EqualValues(t, 2<<20, e.Need)
	direct, err := Open(Config{Device: Choice{Kind: CPU}, MemoryLimit: 1 << 20})
	require.NoError(t, err)
	defer direct.Close()
	_, want := direct.FFT(ctx, z, z)
	_, err = eng.FFT(ctx, z, z) // 1 MiB of shared memory, and more for work
	require.ErrorAs(t, err, &e)
	require.Equal(t, want, err)
	_, want = direct.FFT(ctx, nil, make([]complex64, 1<<18))
	_, err = eng.FFT(ctx, nil, make([]complex64, 1<<18))
	require.ErrorAs(t, err, &e)
	require.Equal(t, want, err)
}

// TestAllocHostOfAWorker: the memory is a shared slice.
func TestAllocHostOfAWorker(t *testing.T) {
	direct := openCPU(t)
	eng := openWorker(t, direct)
	sameInHostMemory(t, eng, "a row", 64, ref.Uniform(1, 64), func(dst, src []complex64) error {
		_, err := eng.FFT(ctx, dst, src)
		return err
	})
	m := allocHost(t, eng, HostBoth, ref.Uniform(1, 64))
	require.False(t, m.IsMapped())
	require.NoError(t, m.Close())
	require.Nil(t, m.Slice())
	_, err := AllocHost[complex64](ctx, eng, math.MaxInt/16, HostBoth)
	require.ErrorIs(t, err, ErrMemoryLimit)
}

// TestSharedSlice transforms slices in shared memory, and ordinary ones of a direct engine.
func TestSharedSlice(t *testing.T) {
	direct := openCPU(t)
	for _, eng := range []*Engine{direct, openWorker(t, direct)} {
		src, free, err := SharedSlice[float32](ctx, eng, 1000)
		require.NoError(t, err)
		bins, freeBins, err := SharedSlice[complex64](ctx, eng, 501)
		require.NoError(t, err)
		require.Len(t, src, 1000)
		src[1] = 1
		got, err := eng.RFFT(ctx, bins, src)
		require.NoError(t, err)
		require.Same(t, &bins[0], &got[0])
		want, err := direct.RFFT(ctx, nil, append([]float32{}, src...))
		require.NoError(t, err)
		require.Equal(t, want, got)
		_, err = eng.RFFT(ctx, got[:500], src)
		require.ErrorIs(t, err, ErrSliceLength)
		free()
		freeBins()

		empty, free, err := SharedSlice[float32](ctx, eng, 0)
		require.NoError(t, err)
		require.Empty(t, empty)
		free()
		_, _, err = SharedSlice[float32](ctx, eng, -1)
		require.ErrorIs(t, err, ErrInvalidLength)
		_, _, err = SharedSlice[float32](ctx, eng, math.MaxInt)
		require.ErrorIs(t, err, ErrMemoryLimit)
	}
}
