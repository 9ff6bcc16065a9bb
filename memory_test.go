package wgfft

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// openLimited opens a context of a device with a memory limit.
func openLimited(t *testing.T, device ChoiceKind, limit int64) *Engine {
	t.Helper()
	c, err := Open(Config{Device: Choice{Kind: device}, MemoryLimit: limit, Wisdom: WisdomSource{Kind: WisdomNone}})
	if errors.Is(err, ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// A call that needs more memory than the limit is refused before it allocates.
func TestMemoryLimit(t *testing.T) {
	const limit = 64 << 20
	for _, device := range []ChoiceKind{CPU, Software} {
		t.Run(device.String(), func(t *testing.T) {
			c := openLimited(t, device, limit)
			require.EqualValues(t, limit, c.MemoryLimit())
			z, x := make([]complex64, 1<<16), make([]float32, 1<<16)
			column, row := Convolution{Shape: []int{1 << 15, 1}, Kernel: []int{2, 1 << 14}}, z[:1<<15]
			gaps := Layout{Strides: []int{0}, Dist: 1}
			for name, call := range map[string]func() error{
				"fft to 2^31":  func() error { _, err := c.FFT(ctx, nil, z[:8], WithLengths(1<<30)); return err },
				"ifft to 2^24": func() error { _, err := c.IFFT(ctx, nil, z[:8], WithLengths(1<<24)); return err },
				"fft, batch": func() error {
					_, err := c.FFT(ctx, nil, z, WithRowLength(1), WithLengths(1<<10))
					return err
				},
				"fft2": func() error {
					_, err := c.FFT2(ctx, nil, z[:8], []int{2, 4}, WithLengths(1<<15, 1<<15))
					return err
				},
				"fftn, one axis": func() error {
					_, err := c.FFTN(ctx, nil, z, []int{1 << 15, 2}, WithAxes(1), WithLengths(1<<10))
					return err
				},
				"rfft": func() error { _, err := c.RFFT(ctx, nil, x[:8], WithLengths(1<<25)); return err },
				"rfft2": func() error {
					_, err := c.RFFT2(ctx, nil, x[:8], []int{2, 4}, WithLengths(1<<13, 1<<13))
					return err
				},
				"irfft":  func() error { _, err := c.IRFFT(ctx, nil, z[:8], 1<<26); return err },
				"dct":    func() error { _, err := c.DCT(ctx, nil, x[:8], DCT2, WithLengths(1<<25)); return err },
				"idct 1": func() error { _, err := c.IDCT(ctx, nil, x[:8], DCT1, WithLengths(1<<25)); return err },
				"dstn": func() error {
					_, err := c.DSTN(ctx, nil, x[:8], []int{2, 4}, DST3, WithLengths(1<<13, 1<<13))
					return err
				},
				"convolution": func() error { _, err := c.Convolve(ctx, nil, z, row, column); return err },
				"real ones":   func() error { _, err := c.ConvolveReal(ctx, nil, x, x[:1<<15], column); return err },
				"convolution plan": func() error {
					_, err := c.PlanConvolution(ctx, column, row)
					return err
				},
				"plan with gaps": func() error {
					_, err := c.Plan(
						ctx, Problem{Shape: []int{1 << 10}, Batch: 1 << 14, In: gaps, Out: Layout{Have: []int{1}}},
					)
					return err
				},
				"real plan with gaps": func() error {
					_, err := c.PlanReal(ctx, Problem{Shape: []int{1 << 10}, Batch: 1 << 15, In: gaps})
					return err
				},
				"convolution plan with gaps": func() error {
					_, err := c.PlanConvolution(
						ctx,
						Convolution{
							Shape: []int{1 << 10}, Kernel: []int{2}, Mode: ModeSame, Batch: 1 << 14, In: gaps,
							Out: Layout{Have: []int{1}},
						},
						z[:2],
					)
					return err
				},
			} {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := call()
				runtime.ReadMemStats(&after)
				var limited *MemoryError
				require.ErrorAs(t, err, &limited, name)
				require.ErrorIs(t, err, ErrMemoryLimit, name)
				require.EqualValues(t, limit, limited.Limit, name)
				require.Greater(t, limited.Need, limited.Limit, name)
				require.ErrorContains(t, err, "raise Config.MemoryLimit", name)
				require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(limit), "%s was allocated", name)
			}
			_, err := c.Plan(ctx, Problem{Shape: []int{1<<24 + 43}})
			require.ErrorIs(t, err, ErrMemoryLimit, "tables of a plan")
			n, long, kernel := 1<<21+21, Convolution{Shape: []int{1 << 21}, Kernel: []int{2}}, z[:2]
			if c.gpu == nil { // tables take less, and long rows are convolved in blocks
				n, long, kernel = 1<<24+43, column, row
			}
			for name, call := range map[string]func() error{
				"plan": func() error { _, err := c.PlanResident(ctx, Problem{Shape: []int{n}}); return err },
				"convolution": func() error {
					_, err := c.PlanResidentConvolution(ctx, long, kernel)
					return err
				},
				"filter": func() error {
					_, err := c.PlanResidentFilter(ctx, Problem{Shape: []int{n}}, RealGains)
					return err
				},
			} {
				require.ErrorIs(t, call(), ErrMemoryLimit, name)
			}
			if c.gpu == nil {
				_, err = c.NewBuffer(limit/8 + 1)
				require.ErrorIs(t, err, ErrMemoryLimit)
			}
		})
	}
}

// Work that fits the limit is done: calls that allocate nothing large, and others up to it.
func TestWithinTheMemoryLimit(t *testing.T) {
	c := openLimited(t, CPU, 1<<20)
	z := make([]complex64, 1<<10)
	_, err := c.FFT(ctx, nil, z)
	require.NoError(t, err)
	_, err = c.FFT(ctx, z, z, WithRowLength(16))
	require.NoError(t, err)
	_, err = c.FFT(ctx, nil, z[:8], WithLengths(1<<13))
	require.NoError(t, err)
	_, err = c.FFT(ctx, nil, z[:8], WithLengths(1<<17))
	require.ErrorIs(t, err, ErrMemoryLimit)
	large, err := Open(Config{Device: Choice{Kind: CPU}, MemoryLimit: -1})
	require.NoError(t, err)
	defer large.Close()
	require.EqualValues(t, math.MaxInt, large.MemoryLimit())
	_, err = large.FFT(ctx, nil, z[:8], WithLengths(1<<20))
	require.NoError(t, err)
	require.Positive(t, DefaultMemoryLimit())
	require.NoError(t, c.CheckMemory("a picture", 1<<19, 1<<19))
	err = c.CheckMemory("a picture", 1<<19, 1<<19, 1)
	require.EqualError(
		t, err,
		"wgfft: a picture: needs 1.0 MiB of memory, the limit is 1.0 MiB: work on less "+
			"at a time, or raise Config.MemoryLimit",
	)
	require.ErrorIs(t, c.CheckMemory("a product that overflowed", -1), ErrMemoryLimit)
}

// TestStagingIsWithinTheMemoryLimit checks that an engine with less memory has smaller staging buffers, and that its
// results are the same.
func TestStagingIsWithinTheMemoryLimit(t *testing.T) {
	src := ref.Uniform(1, 64*5000) // two parts of 1 MiB, and an incomplete one
	var results [2][]complex64
	var bytes [2]int64
	for i, limit := range []int64{0, 4 << 20} {
		c := openNamedGPU(t, Config{MemoryLimit: limit, Host: HostDevice})
		results[i] = make([]complex64, len(src))
		_, err := c.FFT(ctx, results[i], src, WithRowLength(64))
		require.NoError(t, err)
		bytes[i] = c.Stats().BufferBytes
	}
	require.True(t, slices.Equal(results[0], results[1]))
	require.Less(t, bytes[1], bytes[0])
}

// WorkMemory is the least MemoryLimit with which a plan is made.
func TestWorkMemory(t *testing.T) {
	ctx := t.Context()
	p := Problem{Shape: []int{1 << 9, 1 << 9}}
	open := func(limit int64) *Engine {
		eng, err := Open(Config{Device: Choice{Kind: CPU}, MemoryLimit: limit, Threads: 2})
		require.NoError(t, err)
		return eng
	}
	eng := open(1 << 30)
	defer eng.Close()
	_, err := eng.WorkMemory(ctx, Problem{})
	require.ErrorContains(t, err, "shape [] has 0 axes")
	for _, kind := range []Kind{C2C, R2C} {
		p.Kind = kind
		bytes, err := eng.WorkMemory(ctx, p)
		require.NoError(t, err)
		require.Positive(t, bytes)
		if kind == R2C {
			p.Kind = C2R
			back, err := eng.WorkMemory(ctx, p)
			require.NoError(t, err)
			bytes, p.Kind = max(bytes, back), kind
		}
		for _, limit := range []int64{bytes, bytes - 1} {
			eng := open(limit)
			var made interface{ Close() error }
			if kind == C2C {
				made, err = eng.Plan(ctx, p)
			} else {
				made, err = eng.PlanReal(ctx, p)
			}
			if limit < bytes {
				var tooLarge *MemoryError
				require.ErrorAs(t, err, &tooLarge)
			} else {
				require.NoError(t, err)
				require.NoError(t, made.Close())
			}
			require.NoError(t, eng.Close())
		}
	}
}
