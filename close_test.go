package wgfft

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

func TestUseAfterClose(t *testing.T) {
	onOwn(t, func(t *testing.T, c *Engine) {
		x := ref.Uniform(1, 16)
		p, err := c.Plan(ctx, Problem{Shape: []int{16}})
		require.NoError(t, err)
		closed, err := c.Plan(ctx, Problem{Shape: []int{16}})
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
		_, err = c.Plan(ctx, Problem{Shape: []int{16}})
		require.ErrorIs(t, err, ErrClosed)
		_, err = c.Plan(ctx, Problem{Shape: []int{20}})
		require.ErrorIs(t, err, ErrClosed)
		require.NoError(t, p.Close())
	})
}

func TestResidentUseAfterClose(t *testing.T) { onOwn(t, testResidentUseAfterClose) }

func testResidentUseAfterClose(t *testing.T, c *Engine) {
	ctx := t.Context()
	problem := Problem{Shape: []int{16}, Batch: 2}
	src := ref.Uniform(1, 32)
	a, b := Region{Buffer: upload(t, c, src)}, Region{Buffer: upload(t, c, src)}
	p, err := c.PlanResident(ctx, problem)
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
	if s, err := enc.Submit(); err == nil { // recorded before Close: it completes, or is refused
		require.NoError(t, s.Wait(ctx))
		near(t, download(t, c, b.Buffer, len(src)), src, 16, false, NormBackward)
	} else {
		require.ErrorIs(t, err, ErrClosed)
	}
	require.ErrorIs(t, p.Forward(ctx, b, a), ErrClosed)
	require.ErrorIs(t, p.EncodeInverse(enc, b, a), ErrClosed)

	p, err = c.PlanResident(ctx, problem)
	require.NoError(t, err)
	require.NoError(t, c.Close())
	require.ErrorIs(t, p.Forward(ctx, b, a), ErrClosed)
	require.ErrorIs(t, p.Inverse(ctx, a, a), ErrClosed, "compiled at its first use")
	_, err = c.PlanResident(ctx, problem)
	require.ErrorIs(t, err, ErrClosed)
	_, err = c.NewBuffer(4)
	require.ErrorIs(t, err, ErrClosed)
	require.ErrorIs(t, c.Upload(ctx, a, src), ErrClosed)
	require.ErrorIs(t, c.Download(ctx, src, a), ErrClosed)
	require.NoError(t, p.Close())
}

func TestCancelledContext(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		x := ref.Uniform(1, 64)
		before := slices.Clone(x)
		_, err := c.FFT(ctx, x, x)
		require.ErrorIs(t, err, context.Canceled)
		_, err = c.IFFT(ctx, nil, x)
		require.ErrorIs(t, err, context.Canceled)
		_, err = c.Plan(ctx, Problem{Shape: []int{64}})
		require.ErrorIs(t, err, context.Canceled)
		p, err := c.Plan(t.Context(), Problem{Shape: []int{64}})
		require.NoError(t, err)
		require.ErrorIs(t, p.Warm(ctx), context.Canceled)
		require.ErrorIs(t, p.Forward(ctx, x, x), context.Canceled)
		require.Equal(t, before, x, "nothing began")
		// Cancelled on the way, at each look at the context: an error, and the next call is right.
		const n, rows = 16, 30000
		src, dst := ref.Uniform(2, n*rows), make([]complex64, n*rows)
		whole := newEndsAt(math.MaxInt)
		_, err = c.FFT(whole, dst, src, WithRowLength(n))
		require.NoError(t, err)
		require.Greater(t, whole.count(), 2)
		for i := range 3 {
			_, err := c.FFT(newEndsAt(i*whole.count()/3), dst, src, WithRowLength(n))
			require.ErrorIs(t, err, context.Canceled)
		}
		_, err = c.FFT(t.Context(), dst, src, WithRowLength(n))
		require.NoError(t, err)
		for _, q := range []int{0, rows / 2, rows - 1} {
			near(t, dst[q*n:(q+1)*n], src[q*n:(q+1)*n], n, false, NormBackward)
		}
	})
	c := openGPU(t)
	p, err := c.PlanResident(ctx, Problem{Shape: []int{64}})
	require.NoError(t, err)
	b := Region{Buffer: upload(t, c, ref.Uniform(1, 64))}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, p.Forward(ctx, b, b), context.Canceled)
}

func TestCloseDuringTransforms(t *testing.T) {
	onOwn(t, func(t *testing.T, c *Engine) {
		const n, callers = 16, 8
		var wait, begun sync.WaitGroup
		failures := make(chan error, callers)
		begun.Add(callers)
		for g := range callers {
			rows := []int{1, 3, 10000}[g%3]
			src := ref.Uniform(uint64(g), n*rows)
			wait.Go(func() {
				first := sync.OnceFunc(begun.Done)
				defer first()
				for {
					y, err := c.FFT(context.Background(), nil, src, WithRowLength(n))
					if err == nil {
						if e, _ := ref.Worst(y[:n], ref.Batch(src[:n], n, false, 1), n); e > ref.Tolerance(n) {
							failures <- fmt.Errorf("error %g", e)
							return
						}
						first()
						continue
					}
					if !errors.Is(err, ErrClosed) {
						failures <- err
					}
					return
				}
			})
		}
		begun.Wait()
		require.NoError(t, c.Close())
		wait.Wait()
		close(failures)
		for err := range failures {
			require.NoError(t, err)
		}
	})
}

func TestManyGoroutinesAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		lengths := on(c, []int{4, 16}, []int{4, 16, 60, 128})
		plans := map[int]*Plan{}
		for _, n := range lengths {
			p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: 5})
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
						y, err := c.FFT(context.Background(), nil, src, WithRowLength(n))
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
							return fmt.Errorf("%d points forward and inverse: error %g", n, e)
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

func TestManyGoroutinesOnBuffers(t *testing.T) { onBoth(t, testManyGoroutinesOnBuffers) }

func testManyGoroutinesOnBuffers(t *testing.T, c *Engine) {
	const n = 16
	p, err := c.PlanResident(ctx, Problem{Shape: []int{n}})
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
