package wgfft

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/engine"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// allocHost allocates host memory with a copy of s.
func allocHost[T Complex | Real](t *testing.T, eng *Engine, use HostUse, s []T) *HostMemory[T] {
	t.Helper()
	m, err := AllocHost[T](t.Context(), eng, len(s), use)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	require.False(t, slices.ContainsFunc(m.Slice(), func(x T) bool { return x != 0 }))
	copy(m.Slice(), s)
	return m
}

// sameInHostMemory checks that a call has the same bits from host memory to host memory as from slice to slice.
func sameInHostMemory[D, S Complex | Real](t *testing.T, eng *Engine, name string, results int, src []S,
	call func(dst []D, src []S) error,
) {
	t.Helper()
	want := make([]D, results)
	require.NoError(t, call(want, src), name)
	for _, use := range [][2]HostUse{{HostBoth, HostBoth}, {HostResult, HostSource}, {HostSource, HostResult}} {
		dst, from := allocHost(t, eng, use[0], make([]D, results)), allocHost(t, eng, use[1], src)
		require.NoError(t, call(dst.Slice(), from.Slice()), name)
		require.True(t, slices.Equal(engine.BytesOf(want), engine.BytesOf(dst.Slice())), "%s, %v", name, use)
		require.True(t, slices.Equal(engine.BytesOf(src), engine.BytesOf(from.Slice())), "%s: the source", name)
		require.NoError(t, dst.Wait(t.Context()))
	}
}

// TestHostMemoryHasTheSameResults: transforms of one and of several passes, real and complex, in whole and in
// incomplete parts, have the same bits in host memory as in slices.
func TestHostMemoryHasTheSameResults(t *testing.T) {
	rows := 2100 // of 64 points: several parts of 1 MiB, and an incomplete one
	if testcase.Long() {
		rows = 70001
	}
	for _, eng := range []*Engine{openGPU(t), openCPU(t)} {
		src := ref.Uniform(1, 64*rows)
		fft := func(opts ...Option) func(dst, src []complex64) error {
			return func(dst, src []complex64) error {
				_, err := eng.FFT(ctx, dst, src, opts...)
				return err
			}
		}
		sameInHostMemory(t, eng, "rows", len(src), src, fft(WithRowLength(64)))
		sameInHostMemory(t, eng, "a row", 64, src[:64], fft())
		sameInHostMemory(t, eng, "a long row", 1<<16, src[:1<<16], fft())
		sameInHostMemory(t, eng, "planes", 16*16*33, src[:16*16*33], func(dst, src []complex64) error {
			_, err := eng.IFFT2(ctx, dst, src, []int{16, 16})
			return err
		})
		sameInHostMemory(t, eng, "columns", 64*rows, src, func(dst, src []complex64) error {
			_, err := eng.FFTN(ctx, dst, src, []int{64, rows}, WithAxes(0))
			return err
		})
		reals := ref.UniformReal(1, 64*rows)
		sameInHostMemory(t, eng, "real rows", 33*rows, reals, func(dst []complex64, src []float32) error {
			_, err := eng.RFFT(ctx, dst, src, WithRowLength(64))
			return err
		})
		sameInHostMemory(t, eng, "cosine transform", 64*rows, reals, func(dst, src []float32) error {
			_, err := eng.DCT(ctx, dst, src, DCT2, WithRowLength(64))
			return err
		})
		for _, use := range []HostUse{HostBoth, HostSource, HostResult} {
			m := allocHost(t, eng, use, src)
			want := make([]complex64, len(src))
			require.NoError(t, fft(WithRowLength(64))(want, src))
			require.NoError(t, fft(WithRowLength(64))(m.Slice(), m.Slice()))
			require.True(t, slices.Equal(want, m.Slice()), "in place, %v", use)
			copy(m.Slice(), src)
			half := len(src) / 128 * 64
			require.NoError(t, fft(WithRowLength(64))(m.Slice()[half:2*half], m.Slice()[:half]))
			require.True(t, slices.Equal(want[:half], m.Slice()[half:2*half]), "in two halves, %v", use)
		}
	}
}

func TestAllocHostChecks(t *testing.T) {
	eng := openCPU(t)
	_, err := AllocHost[float32](ctx, eng, -1, HostBoth)
	require.ErrorIs(t, err, ErrInvalidLength)
	_, err = AllocHost[float32](ctx, eng, 1, HostResult+1)
	require.EqualError(t, err, "wgfft: AllocHost: host use(3): use HostBoth, HostSource or HostResult")
	limited := openLimited(t, CPU, 1<<20)
	_, err = AllocHost[complex64](ctx, limited, 1<<18, HostBoth)
	require.ErrorIs(t, err, ErrMemoryLimit)
	for i, want := range []string{"both", "source", "result"} {
		require.Equal(t, want, HostUse(i).String())
	}
	empty, err := AllocHost[complex64](ctx, eng, 0, HostBoth)
	require.NoError(t, err)
	require.Empty(t, empty.Slice())
	require.False(t, empty.IsMapped())
	require.NoError(t, empty.Wait(ctx))
	require.NoError(t, empty.Close())
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = AllocHost[complex64](ended, openGPU(t), 64, HostSource)
	require.ErrorIs(t, err, context.Canceled)
}

// TestClosedHostMemory: closed memory has no slice, so that calls with it return errors. Memory outlives its engine.
func TestClosedHostMemory(t *testing.T) {
	gpu := openNamedGPU(t, Config{Host: HostDevice})
	for _, eng := range []*Engine{gpu, openCPU(t)} {
		m, err := AllocHost[complex64](ctx, eng, 64, HostResult)
		require.NoError(t, err)
		other, err := AllocHost[complex64](ctx, eng, 64, HostResult)
		require.NoError(t, err)
		require.NoError(t, m.Close())
		require.NoError(t, m.Close())
		require.Nil(t, m.Slice())
		_, err = eng.FFT(ctx, nil, m.Slice())
		require.ErrorIs(t, err, ErrInvalidLength)
		_, err = eng.FFT(ctx, m.Slice(), other.Slice()) // a nil result is allocated
		require.NoError(t, err)
		require.ErrorIs(t, m.Wait(ctx), ErrClosed)
		require.NoError(t, eng.Close())
		clear(other.Slice())
		require.NoError(t, other.Close())
		_, err = AllocHost[complex64](ctx, gpu, 64, HostResult)
		require.ErrorIs(t, err, ErrClosed)
	}
}

// TestDirectTransformsTakeNoWorkMemory: where kernels can bind host memory, a transform of one pass takes no GPU memory
// for its points.
func TestDirectTransformsTakeNoWorkMemory(t *testing.T) {
	eng := openNamedGPU(t, Config{Host: HostDevice})
	dev, err := eng.Device()
	require.NoError(t, err)
	if !dev.HasShared() {
		t.Skip("kernels read host memory with wgpu-native 27 only: make test-wgpu27 runs this test")
	}
	src := ref.Uniform(1, 1<<17)
	dst, from := allocHost(t, eng, HostResult, make([]complex64, len(src))), allocHost(t, eng, HostSource, src)
	before := eng.Stats().BufferBytes
	_, err = eng.FFT(ctx, dst.Slice(), from.Slice(), WithRowLength(64))
	require.NoError(t, err)
	require.Less(t, eng.Stats().BufferBytes-before, int64(1<<18))
}

// TestCopiesWaitForHostMemory: calls that copy the memory before or after the work of the engine wait for an earlier
// call that uses it.
func TestCopiesWaitForHostMemory(t *testing.T) {
	eng := openNamedGPU(t, Config{Host: HostDevice})
	m := allocHost(t, eng, HostResult, ref.Uniform(1, 64))
	if !m.IsMapped() {
		testcase.SkipNoSharedMemory(t)
	}
	gaps := Layout{Strides: []int{2}, Dist: 32}
	gather, err := eng.Plan(ctx, Problem{Shape: []int{16}, Batch: 2, In: gaps})
	require.NoError(t, err)
	defer gather.Close()
	scatter, err := eng.Plan(ctx, Problem{Shape: []int{16}, Batch: 2, Out: gaps})
	require.NoError(t, err)
	defer scatter.Close()
	other, host := make([]complex64, 64), m.Slice()
	for name, call := range map[string]func(ctx context.Context) error{
		"gather":  func(ctx context.Context) error { return gather.Forward(ctx, other[:32], host[:63]) },
		"scatter": func(ctx context.Context) error { return scatter.Forward(ctx, host[:63], other[:32]) },
		"lengths": func(ctx context.Context) error {
			_, err := eng.FFT(ctx, nil, host, WithLengths(16))
			return err
		},
		"kernel": func(ctx context.Context) error {
			_, err := eng.Convolve(ctx, nil, other, host[:3], Convolution{})
			return err
		},
		"kernel of buffers": func(ctx context.Context) error {
			p, err := eng.PlanResidentConvolution(ctx, Convolution{Shape: []int{16}, Kernel: []int{3}}, host[:3])
			if err == nil {
				require.NoError(t, p.Close())
			}
			return err
		},
	} {
		release, err := eng.hold(ctx, engine.DataOf(host))
		require.NoError(t, err)
		soon, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
		require.ErrorIs(t, call(soon), context.DeadlineExceeded, name)
		cancel()
		release()
		require.NoError(t, call(ctx), name)
	}
}
