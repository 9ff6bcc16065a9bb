package wgfft

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

func TestBadLengths(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		ctx := t.Context()
		x := make([]complex64, 12)
		for _, call := range []func(
			ctx context.Context, dst, src []complex64, o ...Option,
		) ([]complex64, error){c.FFT, c.IFFT} {
			for _, n := range []int{0, -1, -16, math.MinInt} {
				y, err := call(ctx, nil, x, WithRowLength(n))
				var e *LengthError
				require.ErrorAs(t, err, &e, "rows of %d", n)
				require.ErrorIs(t, err, ErrInvalidLength)
				require.Equal(t, n, e.N)
				require.Contains(
					t, err.Error(), fmt.Sprintf("wgfft: length %d: a transform needs at least one point", n),
				)
				require.Nil(t, y)
			}
			for _, src := range [][]complex64{nil, {}} {
				_, err := call(ctx, nil, src)
				require.ErrorIs(t, err, ErrInvalidLength)
				_, err = call(ctx, nil, src, WithRowLength(0))
				require.ErrorIs(t, err, ErrInvalidLength)
				_, err = call(ctx, x, src)
				require.ErrorIs(t, err, ErrInvalidLength)
			}
			for _, n := range []int{5, 7, 13, 24, math.MaxInt} {
				_, err := call(ctx, nil, x, WithRowLength(n))
				require.ErrorIs(t, err, ErrSliceLength, "rows of %d", n)
			}
			for _, dst := range [][]complex64{{}, make([]complex64, 11), make([]complex64, 13)} {
				_, err := call(ctx, dst, x)
				require.ErrorIs(t, err, ErrSliceLength, "dst of %d", len(dst))
				require.Contains(t, err.Error(), "dst")
			}
			_, err := call(ctx, nil, x, WithNorm(3))
			require.ErrorContains(t, err, "use NormBackward, NormOrtho or NormForward")
		}
		for _, p := range []Problem{{}, {Shape: []int{0}}, {Shape: []int{-4}}, {Shape: []int{4, 0}}, {
			Shape: []int{4, 4}, Axes: []int{2},
		}, {Shape: []int{4, 4}, Axes: []int{0, -2}}, {Shape: []int{4}, Batch: -1}, {Shape: []int{4}, Norm: 7},
			{Shape: []int{4}, Kind: 3}, {Shape: []int{math.MaxInt}, Batch: 2}, {Shape: []int{4}, Batch: math.MaxInt}} {
			_, err := c.Plan(ctx, p)
			require.Error(t, err, "%v", p)
			require.True(t, strings.HasPrefix(err.Error(), "wgfft: "), "%v", err)
		}
		p, err := c.Plan(ctx, Problem{Shape: []int{4}, Batch: 3})
		require.NoError(t, err)
		for _, n := range []int{0, 4, 11, 13, 16} {
			require.ErrorIs(t, p.Forward(ctx, x, make([]complex64, n)), ErrSliceLength)
			require.ErrorIs(t, p.Inverse(ctx, make([]complex64, n), x), ErrSliceLength)
		}
		require.ErrorIs(t, p.Forward(ctx, nil, x), ErrSliceLength)
		require.ErrorIs(t, p.Forward(ctx, x, nil), ErrSliceLength)
	})
}

// Lengths with large prime factors are transforms like any other, on either engine and through
// every door.
func TestLengthsWithLargePrimes(t *testing.T) {
	c := openGPU(t)
	for i, n := range []int{37, 2 * 41, 1009} {
		if !isUsual(c, i, 1) {
			continue
		}
		src := ref.Uniform(uint64(n), 3*n)
		y, err := c.FFT(t.Context(), nil, src, WithRowLength(n))
		require.NoError(t, err)
		near(t, y, src, n, false, NormBackward)
		p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: 3, Norm: NormOrtho})
		require.NoError(t, err)
		require.Regexp(t, `bluestein|\d\(`, p.String(), "Bluestein's convolution or a Rader stage")
		require.NoError(t, p.Inverse(t.Context(), y, src))
		near(t, y, src, n, true, NormOrtho)
		r, err := c.PlanResident(ctx, Problem{Shape: []int{n}, Batch: 3})
		require.NoError(t, err)
		require.NoError(t, r.Close())
	}
	src := ref.Uniform(1, 37*3)
	y, err := openCPU(t).FFT(t.Context(), nil, src, WithRowLength(37))
	require.NoError(t, err)
	near(t, y, src, 37, false, NormBackward)
}

func TestOverlap(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		all := ref.Uniform(1, 64)
		p, err := c.Plan(ctx, Problem{Shape: []int{16}, Batch: 2})
		require.NoError(t, err)
		for _, shift := range []int{1, 15, 16, 31} {
			a, b := all[:32], all[shift:shift+32]
			before := slices.Clone(all)
			_, err := c.FFT(t.Context(), a, b)
			require.ErrorIs(t, err, ErrOverlap, "%d apart", shift)
			_, err = c.IFFT(t.Context(), b, a, WithRowLength(16))
			require.ErrorIs(t, err, ErrOverlap, "%d apart", shift)
			require.ErrorIs(t, p.Forward(t.Context(), a, b), ErrOverlap)
			require.ErrorIs(t, p.Inverse(t.Context(), b, a), ErrOverlap)
			require.Equal(t, before, all, "refused, so untouched")
		}
		// Neighbours do not overlap. The same slice twice is allowed.
		src := slices.Clone(all[:32])
		_, err = c.FFT(t.Context(), all[32:], all[:32], WithRowLength(16))
		require.NoError(t, err)
		near(t, all[32:], src, 16, false, NormBackward)
		_, err = c.FFT(t.Context(), all[:32], all[:32], WithRowLength(16))
		require.NoError(t, err)
		near(t, all[:32], src, 16, false, NormBackward)
	})
}

func TestMorePointsThanABindingHolds(t *testing.T) {
	c := openGPU(t)
	dev, err := c.Device()
	require.NoError(t, err)
	l := dev.Limits()
	n := 1024
	batch := int(min(l.BindingBytes, l.AllocationBytes)/8/int64(n)) + 1
	r, err := c.PlanResident(ctx, Problem{Shape: []int{n}, Batch: batch})
	require.NoError(t, err, "a batch goes in parts")
	require.NoError(t, r.Close())
	var limit *LimitError
	_, err = c.PlanResident(ctx, Problem{Shape: []int{n}, Batch: 1 << 40})
	require.ErrorAs(t, err, &limit, "PlanResident promises a LimitError")
	require.Contains(t, err.Error(), "split the batch")

	_, err = c.NewBuffer(math.MaxInt)
	require.Error(t, err)
	_, err = c.NewBuffer(int(l.AllocationBytes/8) + 1)
	require.ErrorAs(t, err, &limit)
	for _, points := range []int{0, -1} {
		_, err = c.NewBuffer(points)
		require.ErrorIs(t, err, ErrInvalidLength)
	}

	if !testcase.Long() || l.BindingBytes > 1<<30 { // a slice that large takes long
		return
	}
	p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: batch})
	require.NoError(t, err, "slices travel in parts")
	x := make([]complex64, batch*n)
	tile := ref.Uniform(1, 64*n)
	for at := 0; at < len(x); at += len(tile) {
		copy(x[at:], tile)
	}
	require.NoError(t, p.Forward(t.Context(), x, x))
	for _, q := range []int{0, batch / 2, batch - 1} {
		near(t, x[q*n:(q+1)*n], tile[q%64*n:(q%64+1)*n], n, false, NormBackward)
	}
}

func TestANaNStaysInItsRow(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for i, n := range []int{16, 2, 60, 1000} {
			if !isUsual(c, i, 1) {
				continue
			}
			src := ref.Uniform(uint64(n), 9*n)
			want, err := c.FFT(t.Context(), nil, src, WithRowLength(n))
			require.NoError(t, err)
			near(t, want, src, n, false, NormBackward)
			src[4*n+n/2] = complex(float32(math.NaN()), float32(math.Inf(-1)))
			got, err := c.FFT(t.Context(), nil, src, WithRowLength(n))
			require.NoError(t, err)
			for q := range 9 {
				same := slices.Equal(ref.Words(want[q*n:(q+1)*n]), ref.Words(got[q*n:(q+1)*n]))
				require.Equal(t, q != 4, same, "%d points, row %d", n, q)
			}
		}
	})
}

// TestWithoutAdapter runs this binary again where the Vulkan loader finds no driver.
func TestWithoutAdapter(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Vulkan's loader can be told to find nothing")
	}
	cmd := exec.Command(os.Args[0], "-test.run", "^TestChildWithoutAdapter$", "-test.v")
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "VK_") && !strings.HasPrefix(v, "WGFFT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "VK_ICD_FILENAMES=/nonexistent", "VK_DRIVER_FILES=/nonexistent", "WGFFT_CHILD=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "--- PASS: TestChildWithoutAdapter")
}

func TestChildWithoutAdapter(t *testing.T) {
	if os.Getenv("WGFFT_CHILD") != "1" {
		t.Skip("TestWithoutAdapter runs it")
	}
	for _, choice := range []string{"", "auto"} {
		c, err := openNamed(choice)
		require.NoError(t, err)
		require.True(t, c.Adapter().CPU)
		require.Regexp(t, "no adapter found: install|built without access to GPUs", c.Adapter().Reason)
		require.Equal(t, "CPU engine ("+c.Adapter().Reason+")", c.Adapter().String())
		src := ref.Uniform(1, 3*100)
		y, err := c.FFT(t.Context(), nil, src, WithRowLength(100))
		require.NoError(t, err)
		near(t, y, src, 100, false, NormBackward)
		hasHostBuffers(t, c)
		require.NoError(t, c.Close())
	}
	for _, choice := range []string{"software", "0", "7", "nvidia"} {
		_, err := openNamed(choice)
		require.ErrorIs(t, err, ErrNoAdapter, "%q", choice)
		require.Contains(t, err.Error(), "wgfft: open: ")
		require.Contains(t, err.Error(), "install")
	}
}

// hasHostBuffers checks that an engine on the CPU has buffers of a host device, and that calls which need a GPU return
// ErrNoAdapter.
func hasHostBuffers(t *testing.T, c *Engine) {
	t.Helper()
	dev, err := c.Device()
	require.NoError(t, err)
	require.Equal(t, device.Host, dev.Adapter().Kind)
	_, err = dev.NewPipeline(wgsl.Module{Name: "k", Entry: "k", Text: "k", Workgroup: [3]int{1, 1, 1}})
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorIs(t, err, errors.ErrUnsupported)
	b, err := c.NewBuffer(16)
	require.NoError(t, err)
	defer b.Close()
	require.True(t, b.On(dev))
	_, err = c.Tune(ctx, TuneOptions{})
	require.ErrorIs(t, err, ErrNoAdapter)
	require.Contains(t, err.Error(), "the engine computes on the CPU")
	_, err = c.ExportWisdom()
	require.ErrorIs(t, err, ErrNoAdapter)
}

func TestOpen(t *testing.T) {
	c, err := openNamed("Cpu")
	require.NoError(t, err)
	double := Format{Float64, "the CPU engine computes in float64"}
	require.Equal(t, Adapter{CPU: true, Double: double}, c.Adapter())
	require.Equal(t, "CPU engine", c.Adapter().String())
	hasHostBuffers(t, c)
	require.NoError(t, c.Close())
	for _, name := range []string{"no such GPU", "-1", "4711"} {
		_, err := openNamed(name)
		require.ErrorIs(t, err, ErrNoAdapter, "%q", name)
	}
	g := openOwnGPU(t)
	require.False(t, g.Adapter().CPU)
	require.NotEmpty(t, g.Adapter().Name)
	other, err := openNamed(fmt.Sprint(g.Adapter().Index))
	require.NoError(t, err)
	require.Equal(t, g.Adapter(), other.Adapter())
	require.NoError(t, other.Close())
	other, err = openNamed(strings.ToUpper(g.Adapter().Name[:5]))
	require.NoError(t, err)
	require.Equal(t, g.Adapter().Name, other.Adapter().Name)
	require.NoError(t, other.Close())

	// On a device of the application's own, which stays open.
	dev, err := g.Device()
	require.NoError(t, err)
	mine, err := Open(Config{Use: dev})
	require.NoError(t, err)
	src := ref.Uniform(1, 16)
	y, err := mine.FFT(t.Context(), nil, src)
	require.NoError(t, err)
	near(t, y, src, 16, false, NormBackward)
	require.NoError(t, mine.Close())
	_, err = mine.FFT(t.Context(), nil, src)
	require.ErrorIs(t, err, ErrClosed)
	y, err = g.FFT(t.Context(), nil, src)
	require.NoError(t, err, "the device is still open")
	near(t, y, src, 16, false, NormBackward)
}

func TestBadRegions(t *testing.T) {
	c := openGPU(t)
	p, err := c.PlanResident(ctx, Problem{Shape: []int{16}, Batch: 2})
	require.NoError(t, err)
	defer p.Close()
	require.EqualValues(t, 32*8, p.Bytes())
	large, small := upload(t, c, ref.Uniform(1, 256)), upload(t, c, ref.Uniform(1, 31))
	good := Region{Buffer: upload(t, c, ref.Uniform(1, 32))}
	other := openOwnGPU(t)
	foreign := Region{Buffer: upload(t, other, ref.Uniform(1, 32))}
	for _, bad := range []Region{{}, {Buffer: small}, {Buffer: large, Offset: -256}, {
		Buffer: large, Offset: 256*8 - 8,
	}, {Buffer: large, Offset: math.MaxInt64},
		{Buffer: large, Offset: math.MinInt64}, {Buffer: large, Offset: 4}, foreign} {
		require.Error(t, p.Forward(t.Context(), good, bad), "%v", bad)
		require.Error(t, p.Inverse(t.Context(), bad, good), "%v", bad)
		require.Error(t, p.Forward(t.Context(), bad, bad), "%v", bad)
	}
	require.ErrorIs(t, p.Forward(t.Context(), good, Region{Buffer: small}), ErrSliceLength)
	var limit *LimitError
	require.ErrorAs(t, p.Forward(t.Context(), good, Region{Buffer: large, Offset: 4}), &limit, "a misaligned offset")
	require.ErrorIs(t, p.Forward(t.Context(), Region{Buffer: large}, Region{Buffer: large, Offset: 512}), ErrOverlap)
	require.ErrorContains(t, p.Forward(t.Context(), foreign, good), "dst: the buffer belongs to another device")
	require.ErrorContains(t, p.Forward(t.Context(), good, foreign), "src: the buffer belongs to another device")
	require.ErrorContains(t, c.Upload(t.Context(), foreign, make([]complex64, 1)), "another device")
	require.ErrorContains(t, p.EncodeForward(nil, good, good), "nil encoder")
	require.NoError(t, p.Forward(t.Context(), Region{Buffer: large, Offset: 512}, good), "still usable")
}

func TestAPlanKeepsItsProblem(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		shape := []int{16}
		p, err := c.Plan(ctx, Problem{Shape: shape})
		require.NoError(t, err)
		shape[0] = 0
		x := ref.Uniform(1, 16)
		src := slices.Clone(x)
		require.NoError(t, p.Forward(t.Context(), x, x), "the caller changed its shape after planning")
		near(t, x, src, 16, false, NormBackward)
	})
}

func TestErrorsAreTheDevices(t *testing.T) {
	require.ErrorIs(t, device.ErrNoAdapter, ErrNoAdapter)
	require.ErrorIs(t, device.ErrClosed, ErrClosed)
	require.NotErrorIs(t, ErrOverlap, ErrSliceLength)
}

// An empty slice with a shape holds no arrays: the result is empty, and not nil. A shape that makes
// no sense is refused all the same.
func TestEmptyBatches(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		shape, bad := []int{4, 6}, []int{4, 0}
		type complexCall = func(dst, src []complex64) ([]complex64, error)
		type realCall = func(dst, src []float32) ([]float32, error)
		complexCalls := map[string]complexCall{
			"FFT":  func(d, s []complex64) ([]complex64, error) { return c.FFT(ctx, d, s, WithRowLength(4)) },
			"IFFT": func(d, s []complex64) ([]complex64, error) { return c.IFFT(ctx, d, s, WithRowLength(5)) },
			"padded": func(d, s []complex64) ([]complex64, error) {
				return c.FFT(ctx, d, s, WithRowLength(4), WithLengths(8))
			},
			"FFT2":  func(d, s []complex64) ([]complex64, error) { return c.FFT2(ctx, d, s, shape) },
			"IFFT2": func(d, s []complex64) ([]complex64, error) { return c.IFFT2(ctx, d, s, shape) },
			"FFTN":  func(d, s []complex64) ([]complex64, error) { return c.FFTN(ctx, d, s, shape, WithAxes(0)) },
			"IFFTN": func(d, s []complex64) ([]complex64, error) {
				return c.IFFTN(ctx, d, s, shape, WithLengths(3, 9))
			},
			"Convolve": func(d, s []complex64) ([]complex64, error) {
				return c.Convolve(ctx, d, s, make([]complex64, 4), Convolution{Shape: shape, Kernel: []int{2, 2}})
			},
		}
		realCalls := map[string]realCall{
			"ConvolveReal": func(d, s []float32) ([]float32, error) {
				return c.ConvolveReal(
					ctx, d, s, make([]float32, 3), Convolution{Shape: []int{8}, Kernel: []int{3}, Mode: ModeSame},
				)
			},
		}
		for typ := range Kind(4) {
			cosine, sine := DCT1+typ, DST1+typ
			realCalls[fmt.Sprint("DCT", typ)] = func(d, s []float32) ([]float32, error) {
				return c.DCT(ctx, d, s, cosine, WithRowLength(4))
			}
			realCalls[fmt.Sprint("IDST", typ)] = func(d, s []float32) ([]float32, error) {
				return c.IDST(ctx, d, s, sine, WithRowLength(4))
			}
			realCalls[fmt.Sprint("IDCTN", typ)] = func(d, s []float32) ([]float32, error) {
				return c.IDCTN(ctx, d, s, shape, cosine)
			}
			realCalls[fmt.Sprint("DSTN", typ)] = func(d, s []float32) ([]float32, error) {
				return c.DSTN(ctx, d, s, shape, sine, WithLengths(8, 8))
			}
		}
		for name, call := range complexCalls {
			requireEmpty(t, name, call)
		}
		for name, call := range realCalls {
			requireEmpty(t, name, call)
		}
		requireEmpty(t, "RFFT", func(d []complex64, s []float32) ([]complex64, error) {
			return c.RFFT(ctx, d, s, WithRowLength(4))
		})
		requireEmpty(
			t, "RFFT2", func(d []complex64, s []float32) ([]complex64, error) { return c.RFFT2(ctx, d, s, shape) },
		)
		requireEmpty(
			t, "RFFTN", func(d []complex64, s []float32) ([]complex64, error) { return c.RFFTN(ctx, d, s, shape) },
		)
		requireEmpty(
			t, "IRFFT",
			func(d []float32, s []complex64) ([]float32, error) { return c.IRFFT(ctx, d, s, 6, WithRowLength(4)) },
		)
		requireEmpty(
			t, "IRFFT, cropped",
			func(d []float32, s []complex64) ([]float32, error) { return c.IRFFT(ctx, d, s, 6, WithRowLength(9)) },
		)
		requireEmpty(
			t, "IRFFT2", func(d []float32, s []complex64) ([]float32, error) { return c.IRFFT2(ctx, d, s, shape) },
		)
		requireEmpty(
			t, "IRFFTN", func(d []float32, s []complex64) ([]float32, error) { return c.IRFFTN(ctx, d, s, shape) },
		)
		for _, err := range []error{
			second(c.FFT(
				ctx, nil, nil, WithRowLength(0),
			)), second(c.FFTN(ctx, nil, nil, bad)), second(c.RFFTN(ctx, nil, nil, bad)),
			second(c.IRFFT(ctx, nil, nil, 8)), second(c.DCT(
				ctx, nil, nil, DCT1, WithRowLength(1),
			)), second(c.DCTN(ctx, nil, nil, bad, DCT2)),
			second(c.Convolve(ctx, nil, nil, make([]complex64, 1), Convolution{})),
		} {
			require.ErrorIs(t, err, ErrInvalidLength)
		}
		require.NoError(t, c.Close())
		require.ErrorIs(t, second(c.FFT(ctx, nil, nil, WithRowLength(4))), ErrClosed)
		require.ErrorIs(t, second(c.FFT(ctx, []complex64{}, nil, WithRowLength(4))), ErrClosed)
		require.ErrorIs(
			t, second(c.Convolve(ctx, nil, nil, make([]complex64, 1), Convolution{Shape: []int{4}})), ErrClosed,
		)
	})
}

func second[T any](_ T, err error) error { return err }

// requireEmpty requires that no arrays give none, and that a destination of other than none is
// refused.
func requireEmpty[D, S engine.Element](t *testing.T, name string, call func(dst []D, src []S) ([]D, error)) {
	t.Helper()
	for _, src := range [][]S{nil, {}} {
		for _, dst := range [][]D{nil, {}} {
			y, err := call(dst, src)
			require.NoError(t, err, name)
			require.NotNil(t, y, name)
			require.Empty(t, y, name)
		}
		_, err := call(make([]D, 24), src)
		require.ErrorIs(t, err, ErrSliceLength, name)
	}
}
