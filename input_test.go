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
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
)

func TestBadLengths(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Context) {
		ctx := t.Context()
		x := make([]complex64, 12)
		for _, call := range []func(ctx context.Context, dst, src []complex64, o ...Option) ([]complex64, error){c.FFT, c.IFFT} {
			for _, n := range []int{0, -1, -16, math.MinInt} {
				y, err := call(ctx, nil, x, WithRows(n))
				var e *LengthError
				require.ErrorAs(t, err, &e, "rows of %d", n)
				require.ErrorIs(t, err, ErrInvalidLength)
				require.Equal(t, n, e.N)
				require.Contains(t, err.Error(), fmt.Sprintf("wgfft: length %d: a transform needs at least one point", n))
				require.Nil(t, y)
			}
			for _, src := range [][]complex64{nil, {}} {
				_, err := call(ctx, nil, src)
				require.ErrorIs(t, err, ErrInvalidLength)
				_, err = call(ctx, nil, src, WithRows(4))
				require.ErrorIs(t, err, ErrSliceLength)
				_, err = call(ctx, x, src)
				require.ErrorIs(t, err, ErrInvalidLength)
			}
			for _, n := range []int{5, 7, 13, 24, math.MaxInt} {
				_, err := call(ctx, nil, x, WithRows(n))
				require.ErrorIs(t, err, ErrSliceLength, "rows of %d", n)
			}
			for _, dst := range [][]complex64{{}, make([]complex64, 11), make([]complex64, 13)} {
				_, err := call(ctx, dst, x)
				require.ErrorIs(t, err, ErrSliceLength, "dst of %d", len(dst))
				require.Contains(t, err.Error(), "dst")
			}
			_, err := call(ctx, nil, x, WithNorm(3))
			require.ErrorContains(t, err, "use Backward, Ortho or Forward")
		}
		for _, p := range []Problem{{}, {Shape: []int{0}}, {Shape: []int{-4}}, {Shape: []int{4, 4}}, {Shape: []int{4}, Batch: -1}, {Shape: []int{4}, Norm: 7},
			{Shape: []int{4}, Kind: 3}, {Shape: []int{math.MaxInt}, Batch: 2}, {Shape: []int{4}, Batch: math.MaxInt}} {
			_, err := c.Plan(p)
			require.Error(t, err, "%v", p)
			require.True(t, strings.HasPrefix(err.Error(), "wgfft: "), "%v", err)
		}
		p, err := c.Plan(Problem{Shape: []int{4}, Batch: 3})
		require.NoError(t, err)
		for _, n := range []int{0, 4, 11, 13, 16} {
			require.ErrorIs(t, p.Forward(ctx, x, make([]complex64, n)), ErrSliceLength)
			require.ErrorIs(t, p.Inverse(ctx, make([]complex64, n), x), ErrSliceLength)
		}
		require.ErrorIs(t, p.Forward(ctx, nil, x), ErrSliceLength)
		require.ErrorIs(t, p.Forward(ctx, x, nil), ErrSliceLength)
	})
}

// Lengths with large prime factors are transforms like any other, on either engine and through every door.
func TestLengthsWithLargePrimes(t *testing.T) {
	c := openGPU(t)
	for _, n := range []int{37, 2 * 41, 1009} {
		src := ref.Uniform(uint64(n), 3*n)
		y, err := c.FFT(t.Context(), nil, src, WithRows(n))
		require.NoError(t, err)
		near(t, y, src, n, false, Backward)
		p, err := c.Plan(Problem{Shape: []int{n}, Batch: 3, Norm: Ortho})
		require.NoError(t, err)
		require.Contains(t, p.String(), "bluestein")
		require.NoError(t, p.Inverse(t.Context(), y, src))
		near(t, y, src, n, true, Ortho)
		r, err := c.PlanResident(Problem{Shape: []int{n}, Batch: 3})
		require.NoError(t, err)
		require.NoError(t, r.Close())
	}
	dev, err := c.Device()
	require.NoError(t, err)
	if dev.Limits().BindingBytes < 1<<30 {
		var e *LimitError
		_, err = c.PlanResident(Problem{Shape: []int{1_000_003}, Batch: 16})
		require.ErrorAs(t, err, &e, "its scratch is more than a binding holds")
	}
	src := ref.Uniform(1, 37*3)
	y, err := openCPU(t).FFT(t.Context(), nil, src, WithRows(37))
	require.NoError(t, err)
	near(t, y, src, 37, false, Backward)
}

func TestOverlap(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Context) {
		all := ref.Uniform(1, 64)
		p, err := c.Plan(Problem{Shape: []int{16}, Batch: 2})
		require.NoError(t, err)
		for _, shift := range []int{1, 15, 16, 31} {
			a, b := all[:32], all[shift:shift+32]
			before := slices.Clone(all)
			_, err := c.FFT(t.Context(), a, b)
			require.ErrorIs(t, err, ErrOverlap, "%d apart", shift)
			_, err = c.IFFT(t.Context(), b, a, WithRows(16))
			require.ErrorIs(t, err, ErrOverlap, "%d apart", shift)
			require.ErrorIs(t, p.Forward(t.Context(), a, b), ErrOverlap)
			require.ErrorIs(t, p.Inverse(t.Context(), b, a), ErrOverlap)
			require.Equal(t, before, all, "refused, so untouched")
		}
		// Neighbours are no overlap, nor is the same slice.
		src := slices.Clone(all[:32])
		_, err = c.FFT(t.Context(), all[32:], all[:32])
		require.NoError(t, err)
		near(t, all[32:], src, 32, false, Backward)
		_, err = c.FFT(t.Context(), all[:32], all[:32])
		require.NoError(t, err)
		near(t, all[:32], src, 32, false, Backward)
	})
}

func TestMorePointsThanABindingHolds(t *testing.T) {
	c := openGPU(t)
	dev, err := c.Device()
	require.NoError(t, err)
	l := dev.Limits()
	if l.BindingBytes > 1<<30 {
		t.Skip("a slice that large takes too long here")
	}
	n := 1024
	batch := int(min(l.BindingBytes, l.AllocationBytes)/8/int64(n)) + 1
	_, err = c.PlanResident(Problem{Shape: []int{n}, Batch: batch})
	require.Error(t, err)
	require.Contains(t, err.Error(), "split the batch")
	var limit *LimitError
	require.ErrorAs(t, err, &limit, "PlanResident promises a LimitError")
	require.Equal(t, int64(batch*n*8), limit.Need)

	_, err = c.NewBuffer(math.MaxInt)
	require.Error(t, err)
	_, err = c.NewBuffer(int(l.AllocationBytes/8) + 1)
	require.ErrorAs(t, err, &limit)
	for _, points := range []int{0, -1} {
		_, err = c.NewBuffer(points)
		require.ErrorIs(t, err, ErrInvalidLength)
	}

	if testing.Short() {
		return
	}
	p, err := c.Plan(Problem{Shape: []int{n}, Batch: batch})
	require.NoError(t, err, "slices travel in parts")
	x := make([]complex64, batch*n)
	tile := ref.Uniform(1, 64*n)
	for at := 0; at < len(x); at += len(tile) {
		copy(x[at:], tile)
	}
	require.NoError(t, p.Forward(t.Context(), x, x))
	for _, q := range []int{0, batch / 2, batch - 1} {
		near(t, x[q*n:(q+1)*n], tile[q%64*n:(q%64+1)*n], n, false, Backward)
	}
}

func TestANaNStaysInItsRow(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Context) {
		for _, n := range []int{2, 16, 60, 1000} {
			src := ref.Uniform(uint64(n), 9*n)
			want, err := c.FFT(t.Context(), nil, src, WithRows(n))
			require.NoError(t, err)
			near(t, want, src, n, false, Backward)
			src[4*n+n/2] = complex(float32(math.NaN()), float32(math.Inf(-1)))
			got, err := c.FFT(t.Context(), nil, src, WithRows(n))
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
	for _, choice := range []string{"", Auto} {
		c, err := Open(Config{Device: choice})
		require.NoError(t, err)
		require.True(t, c.Adapter().CPU)
		require.Contains(t, c.Adapter().Reason, "no adapter found")
		require.Contains(t, c.Adapter().String(), "CPU engine (no hardware adapter: ")
		src := ref.Uniform(1, 3*100)
		y, err := c.FFT(t.Context(), nil, src, WithRows(100))
		require.NoError(t, err)
		near(t, y, src, 100, false, Backward)
		refusesGPU(t, c)
		require.NoError(t, c.Close())
	}
	for _, choice := range []string{Software, "0", "7", "nvidia"} {
		_, err := Open(Config{Device: choice})
		require.ErrorIs(t, err, ErrNoAdapter, "%q", choice)
		require.Contains(t, err.Error(), "wgfft: open: ")
		require.Contains(t, err.Error(), "install")
	}
}

// refusesGPU checks the doors that need a GPU on a context that has none.
func refusesGPU(t *testing.T, c *Context) {
	t.Helper()
	_, err := c.PlanResident(Problem{Shape: []int{16}})
	require.ErrorIs(t, err, ErrNoAdapter)
	require.Contains(t, err.Error(), "CPU engine")
	_, err = c.NewBuffer(16)
	require.ErrorIs(t, err, ErrNoAdapter)
	_, err = c.Device()
	require.ErrorIs(t, err, ErrNoAdapter)
	require.ErrorIs(t, c.Upload(t.Context(), Region{}, make([]complex64, 4)), ErrNoAdapter)
	require.ErrorIs(t, c.Download(t.Context(), make([]complex64, 4), Region{}), ErrNoAdapter)
}

func TestOpen(t *testing.T) {
	c, err := Open(Config{Device: CPU})
	require.NoError(t, err)
	require.Equal(t, Adapter{CPU: true}, c.Adapter())
	require.Equal(t, "CPU engine", c.Adapter().String())
	refusesGPU(t, c)
	require.NoError(t, c.Close())
	for _, name := range []string{"no such GPU", "-1", "4711"} {
		_, err := Open(Config{Device: name})
		require.ErrorIs(t, err, ErrNoAdapter, "%q", name)
	}
	g := openGPU(t)
	require.False(t, g.Adapter().CPU)
	require.NotEmpty(t, g.Adapter().Name)
	other, err := Open(Config{Device: fmt.Sprint(g.Adapter().Index)})
	require.NoError(t, err)
	require.Equal(t, g.Adapter(), other.Adapter())
	require.NoError(t, other.Close())
	other, err = Open(Config{Device: strings.ToUpper(g.Adapter().Name[:5])})
	require.NoError(t, err)
	require.Equal(t, g.Adapter().Name, other.Adapter().Name)
	require.NoError(t, other.Close())

	// On a device of the application's own, which stays open.
	dev, err := g.Device()
	require.NoError(t, err)
	mine, err := Open(Config{Use: dev, Device: "not looked at"})
	require.NoError(t, err)
	src := ref.Uniform(1, 64)
	y, err := mine.FFT(t.Context(), nil, src)
	require.NoError(t, err)
	near(t, y, src, 64, false, Backward)
	require.NoError(t, mine.Close())
	_, err = mine.FFT(t.Context(), nil, src)
	require.ErrorIs(t, err, ErrClosed)
	y, err = g.FFT(t.Context(), nil, src)
	require.NoError(t, err, "the device is still open")
	near(t, y, src, 64, false, Backward)
}

func TestUseAfterClose(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Context) {
		x := ref.Uniform(1, 16)
		p, err := c.Plan(Problem{Shape: []int{16}})
		require.NoError(t, err)
		closed, err := c.Plan(Problem{Shape: []int{16}})
		require.NoError(t, err)
		require.NoError(t, closed.Close())
		require.NoError(t, closed.Close(), "again")
		require.ErrorIs(t, closed.Forward(t.Context(), x, x), ErrClosed)
		require.ErrorIs(t, closed.Inverse(t.Context(), x, x), ErrClosed)
		require.NoError(t, p.Forward(t.Context(), x, x), "the other plan")
		require.NoError(t, c.Close())
		require.NoError(t, c.Close(), "again")
		require.ErrorIs(t, p.Forward(t.Context(), x, x), ErrClosed)
		_, err = c.FFT(t.Context(), nil, x)
		require.ErrorIs(t, err, ErrClosed)
		_, err = c.IFFT(t.Context(), x, x)
		require.ErrorIs(t, err, ErrClosed)
		_, err = c.FFT(t.Context(), nil, make([]complex64, 18))
		require.ErrorIs(t, err, ErrClosed, "a length never seen before")
		_, err = c.Plan(Problem{Shape: []int{16}})
		require.ErrorIs(t, err, ErrClosed)
		_, err = c.Plan(Problem{Shape: []int{20}})
		require.ErrorIs(t, err, ErrClosed)
		require.NoError(t, p.Close())
	})
}

func TestResidentUseAfterClose(t *testing.T) {
	c := openGPU(t)
	ctx := t.Context()
	problem := Problem{Shape: []int{16}, Batch: 2}
	src := ref.Uniform(1, 32)
	a, b := Region{Buffer: upload(t, c, src)}, Region{Buffer: upload(t, c, src)}
	p, err := c.PlanResident(problem)
	require.NoError(t, err)
	require.NoError(t, p.Forward(ctx, b, a))

	gone := Region{Buffer: upload(t, c, src)}
	require.NoError(t, p.Forward(ctx, gone, a))
	require.NoError(t, gone.Buffer.Close())
	require.ErrorIs(t, p.Forward(ctx, gone, a), ErrClosed, "a destination that is closed")
	require.ErrorIs(t, p.Forward(ctx, b, gone), ErrClosed, "a source that is closed")
	require.ErrorIs(t, p.Inverse(ctx, gone, gone), ErrClosed)
	require.Error(t, c.Upload(ctx, gone, src))
	require.Error(t, c.Download(ctx, src, gone))

	dev, err := c.Device()
	require.NoError(t, err)
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	require.NoError(t, p.EncodeForward(enc, b, a))
	require.NoError(t, p.Close())
	require.NoError(t, p.Close(), "again")
	if s, err := enc.Submit(); err == nil { // recorded before the plan was closed: it completes, or is refused
		require.NoError(t, s.Wait(ctx))
		near(t, download(t, c, b.Buffer, len(src)), src, 16, false, Backward)
	} else {
		require.ErrorIs(t, err, ErrClosed)
	}
	require.ErrorIs(t, p.Forward(ctx, b, a), ErrClosed)
	require.ErrorIs(t, p.EncodeInverse(enc, b, a), ErrClosed)

	p, err = c.PlanResident(problem)
	require.NoError(t, err)
	require.NoError(t, c.Close())
	require.ErrorIs(t, p.Forward(ctx, b, a), ErrClosed)
	require.ErrorIs(t, p.Inverse(ctx, a, a), ErrClosed, "compiled at its first use")
	_, err = c.PlanResident(problem)
	require.ErrorIs(t, err, ErrClosed)
	_, err = c.NewBuffer(4)
	require.ErrorIs(t, err, ErrClosed)
	require.ErrorIs(t, c.Upload(ctx, a, src), ErrClosed)
	require.ErrorIs(t, c.Download(ctx, src, a), ErrClosed)
	require.NoError(t, p.Close())
}

func TestBadRegions(t *testing.T) {
	c := openGPU(t)
	p, err := c.PlanResident(Problem{Shape: []int{16}, Batch: 2})
	require.NoError(t, err)
	defer p.Close()
	require.EqualValues(t, 32*8, p.Bytes())
	large, small := upload(t, c, ref.Uniform(1, 256)), upload(t, c, ref.Uniform(1, 31))
	good := Region{Buffer: upload(t, c, ref.Uniform(1, 32))}
	other := openGPU(t)
	foreign := Region{Buffer: upload(t, other, ref.Uniform(1, 32))}
	for _, bad := range []Region{{}, {Buffer: small}, {Buffer: large, Offset: -256}, {Buffer: large, Offset: 256*8 - 8}, {Buffer: large, Offset: math.MaxInt64},
		{Buffer: large, Offset: math.MinInt64}, {Buffer: large, Offset: 4}, foreign} {
		require.Error(t, p.Forward(t.Context(), good, bad), "%v", bad)
		require.Error(t, p.Inverse(t.Context(), bad, good), "%v", bad)
		require.Error(t, p.Forward(t.Context(), bad, bad), "%v", bad)
	}
	require.ErrorIs(t, p.Forward(t.Context(), good, Region{Buffer: small}), ErrSliceLength)
	var limit *LimitError
	require.ErrorAs(t, p.Forward(t.Context(), good, Region{Buffer: large, Offset: 4}), &limit, "a misaligned offset")
	require.ErrorIs(t, p.Forward(t.Context(), Region{Buffer: large}, Region{Buffer: large, Offset: 512}), ErrOverlap)
	require.ErrorContains(t, p.EncodeForward(nil, good, good), "nil encoder")
	require.NoError(t, p.Forward(t.Context(), Region{Buffer: large, Offset: 512}, good), "still usable")
}

func TestCancelledContext(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Context) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		x := ref.Uniform(1, 64)
		before := slices.Clone(x)
		_, err := c.FFT(ctx, x, x)
		require.ErrorIs(t, err, context.Canceled)
		_, err = c.IFFT(ctx, nil, x)
		require.ErrorIs(t, err, context.Canceled)
		p, err := c.Plan(Problem{Shape: []int{64}})
		require.NoError(t, err)
		require.ErrorIs(t, p.Forward(ctx, x, x), context.Canceled)
		require.Equal(t, before, x, "nothing began")
		// Cancelled on the way: an error or a right answer, and the next call is right.
		const n, rows = 500, 2000
		src, dst := ref.Uniform(2, n*rows), make([]complex64, n*rows)
		for i := range 8 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+2*i)*time.Millisecond)
			if _, err := c.FFT(ctx, dst, src, WithRows(n)); err != nil {
				require.True(t, errors.Is(err, context.DeadlineExceeded), "%v", err)
			} else {
				near(t, dst[:n], src[:n], n, false, Backward)
			}
			cancel()
		}
		_, err = c.FFT(t.Context(), dst, src, WithRows(n))
		require.NoError(t, err)
		for _, q := range []int{0, rows / 2, rows - 1} {
			near(t, dst[q*n:(q+1)*n], src[q*n:(q+1)*n], n, false, Backward)
		}
	})
	c := openGPU(t)
	p, err := c.PlanResident(Problem{Shape: []int{64}})
	require.NoError(t, err)
	b := Region{Buffer: upload(t, c, ref.Uniform(1, 64))}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, p.Forward(ctx, b, b), context.Canceled)
}

func TestCloseDuringTransforms(t *testing.T) {
	// device.Buffer.Close gives a buffer up whose mapping waits for work in flight, and wgpu-core then aborts the process
	// ("Buffer[n] does not exist"). Close after a cancelled stream does it too.
	onBoth(t, func(t *testing.T, c *Context) {
		const n = 240
		var wait sync.WaitGroup
		failures := make(chan error, 16)
		for g := range 16 {
			rows := []int{1, 3, 3000}[g%3]
			src := ref.Uniform(uint64(g), n*rows)
			wait.Go(func() {
				for {
					y, err := c.FFT(context.Background(), nil, src, WithRows(n))
					if err == nil {
						if e, _ := ref.Worst(y[:n], ref.Batch(src[:n], n, false, 1), n); e > ref.Tolerance(n) {
							failures <- fmt.Errorf("error %g", e)
							return
						}
						continue
					}
					if !errors.Is(err, ErrClosed) {
						failures <- err
					}
					return
				}
			})
		}
		time.Sleep(60 * time.Millisecond)
		require.NoError(t, c.Close())
		wait.Wait()
		close(failures)
		for err := range failures {
			require.NoError(t, err)
		}
	})
}

func TestManyGoroutinesAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Context) {
		lengths := []int{4, 16, 60, 100, 128, 256}
		plans := map[int]*Plan{}
		for _, n := range lengths {
			p, err := c.Plan(Problem{Shape: []int{n}, Batch: 5})
			require.NoError(t, err)
			plans[n] = p
		}
		var wait sync.WaitGroup
		failures := make(chan error, 64)
		for g := range 64 {
			wait.Go(func() {
				failures <- func() error {
					for i := range 6 {
						n := lengths[(g+i)%len(lengths)]
						src := ref.Uniform(uint64(g), 5*n)
						y, err := c.FFT(context.Background(), nil, src, WithRows(n))
						if err != nil {
							return err
						}
						if e, _ := ref.Worst(y, ref.Batch(src, n, false, 1), n); e > ref.Tolerance(n) {
							return fmt.Errorf("%d points: error %g", n, e)
						}
						if err := plans[n].Inverse(context.Background(), y, y); err != nil {
							return err
						}
						if e, _ := ref.Worst(y, ref.Widen(src), n); e > 2*ref.Tolerance(n) {
							return fmt.Errorf("%d points there and back: error %g", n, e)
						}
					}
					return nil
				}()
			})
		}
		wait.Wait()
		close(failures)
		for err := range failures {
			require.NoError(t, err)
		}
	})
}

func TestManyGoroutinesOnBuffers(t *testing.T) {
	c := openGPU(t)
	const n = 32
	p, err := c.PlanResident(Problem{Shape: []int{n}})
	require.NoError(t, err)
	src := ref.Uniform(1, n)
	var wait sync.WaitGroup
	failures := make(chan error, 64)
	for range 64 {
		a, b := upload(t, c, src), upload(t, c, src)
		wait.Go(func() {
			for range 10 {
				if err := p.Forward(context.Background(), Region{Buffer: b}, Region{Buffer: a}); err != nil {
					failures <- err
					return
				}
			}
			got := make([]complex64, n)
			if err := c.Download(context.Background(), got, Region{Buffer: b}); err != nil {
				failures <- err
			} else if e, _ := ref.Worst(got, ref.Batch(src, n, false, 1), n); e > ref.Tolerance(n) {
				failures <- fmt.Errorf("error %g", e)
			}
		})
	}
	wait.Wait()
	close(failures)
	for err := range failures {
		require.NoError(t, err)
	}
}

func TestAPlanKeepsItsProblem(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Context) {
		shape := []int{16}
		p, err := c.Plan(Problem{Shape: shape})
		require.NoError(t, err)
		shape[0] = 0
		x := ref.Uniform(1, 16)
		src := slices.Clone(x)
		require.NoError(t, p.Forward(t.Context(), x, x), "the caller changed its shape after planning")
		near(t, x, src, 16, false, Backward)
	})
}

func TestErrorsAreTheDevices(t *testing.T) {
	require.ErrorIs(t, device.ErrNoAdapter, ErrNoAdapter)
	require.ErrorIs(t, device.ErrClosed, ErrClosed)
	require.NotErrorIs(t, ErrOverlap, ErrSliceLength)
}
