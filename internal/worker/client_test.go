//go:build linux || darwin

package worker

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/plan"
)

// TestDeath checks that only the calls under way fail when a child ends in a call.
func TestDeath(t *testing.T) {
	c := opened(t, Config{})
	require.Equal(t, "opened", string(c.Setup()))
	works(t, c)
	ctx, cancel := context.WithTimeout(t.Context(), safety)
	defer cancel()
	other := fault(ctx, c, waits)
	wrote(t, child(c), began(waits), 1)
	err := <-fault(t.Context(), c, exits)
	require.ErrorIs(t, err, device.ErrDeviceLost)
	require.NotErrorIs(t, err, ErrStart)
	var e *Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "exit status 7", e.State)
	require.Equal(t, began(waits)+began(exits)+"the driver aborts in a call\n", e.Stderr)
	require.ErrorIs(t, <-other, device.ErrDeviceLost)
	works(t, c)
	settles(t, c)
	require.NoError(t, c.Close())
	require.NoError(t, c.Close())
	_, err = transform(t.Context(), c, 8, make([]complex64, 8))
	require.ErrorIs(t, err, device.ErrClosed)
}

// TestLostDevice checks that the client replaces a child with a lost device.
func TestLostDevice(t *testing.T) {
	c := opened(t, Config{})
	first := child(c)
	require.ErrorIs(t, <-fault(t.Context(), c, isLost), device.ErrDeviceLost)
	works(t, c)
	require.NotSame(t, first, child(c))
}

// TestCancelled checks that a caller leaves when its context ends, and that the child goes on.
func TestCancelled(t *testing.T) {
	c := opened(t, Config{})
	first := child(c)
	for i := range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		call := fault(ctx, c, waits)
		wrote(t, first, began(waits), i+1)
		cancel()
		require.ErrorIs(t, <-call, context.Canceled)
	}
	late, cancel := context.WithTimeout(t.Context(), 2*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, <-fault(late, c, waits), context.DeadlineExceeded)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, <-fault(ended, c, 8), context.Canceled)
	settles(t, c)
	works(t, c)
	require.Same(t, first, child(c))
}

// TestHang checks that a child that does not answer is killed after the caller's deadline, whether
// a call hangs or the whole process.
func TestHang(t *testing.T) {
	for name, n := range map[string]int{"call": blocks, "process": stopped} {
		t.Run(name, func(t *testing.T) {
			c := opened(t, Config{Answer: 50 * time.Millisecond})
			first := child(c)
			other := fault(t.Context(), c, blocks)
			wrote(t, first, began(blocks), 1)
			c.config.limit = atOnce
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			call := fault(ctx, c, n)
			if n == blocks {
				wrote(t, first, began(n), 2)
			} else {
				wrote(t, first, began(n), 1)
			}
			cancel()
			require.ErrorIs(t, <-call, context.Canceled)
			err := <-other
			require.ErrorIs(t, err, device.ErrDeviceLost)
			require.ErrorContains(t, err, "did not answer a call within 50ms")
			c.config.limit = patient
			works(t, c)
			require.NotSame(t, first, child(c))
			settles(t, c)
		})
	}
}

// TestCloseOfHang checks that Close kills a child that does not end.
func TestCloseOfHang(t *testing.T) {
	c := opened(t, Config{Answer: 50 * time.Millisecond})
	p := child(c)
	call := fault(t.Context(), c, blocks)
	wrote(t, p, began(blocks), 1)
	works(t, c)
	c.config.limit = after(func() bool { return strings.Contains(p.stderr.String(), closing) })
	err := c.Close()
	require.ErrorIs(t, err, device.ErrDeviceLost)
	require.ErrorContains(t, err, "did not end within 50ms of Close")
	require.ErrorIs(t, <-call, device.ErrDeviceLost)
}

// TestParentEnds checks that a child ends with its parent, even if a call hangs.
func TestParentEnds(t *testing.T) {
	for _, n := range []int{0, blocks} {
		c := opened(t, Config{})
		p := child(c)
		var call <-chan error
		if n != 0 {
			call = fault(t.Context(), c, n)
			wrote(t, p, began(n), 1)
			works(t, c)
		}
		require.NoError(t, p.requests.Close()) // as the end of the parent does
		select {
		case <-p.dead:
		case <-time.After(safety):
			t.Fatal("the child goes on")
		}
		require.Equal(t, "exit status 0", p.cmd.ProcessState.String())
		if n != 0 {
			require.ErrorIs(t, <-call, device.ErrDeviceLost)
		}
	}
}

// TestLimit checks that calls above the limit of shared memory are refused, and that others wait
// for each other.
func TestLimit(t *testing.T) {
	const points = 1 << 16
	c := opened(t, Config{Memory: 4 << 20})
	_, err := transform(t.Context(), c, 8*points, make([]complex64, 8*points))
	var limited *memory.Error
	require.ErrorAs(t, err, &limited)
	require.EqualValues(t, 8<<20, limited.Need)

	done := make(chan error, 16)
	for range cap(done) {
		go func() {
			_, err := transform(t.Context(), c, points, make([]complex64, points))
			done <- err
		}()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
	require.LessOrEqual(t, c.shared.held, c.shared.limit)

	// A call that waits for memory ends with its context, or with the client.
	require.NoError(t, c.enter())
	held, err := c.shared.take(t.Context(), nil, sharedFor{text("all")}, 4<<20)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, <-fault(ctx, c, 8), context.DeadlineExceeded)
	taking := make(chan error, 1)
	go func() {
		_, err := c.shared.take(t.Context(), c.ended, sharedFor{text("more")}, 1)
		taking <- err
	}()
	waiting := fault(t.Context(), c, 8)
	time.AfterFunc(5*time.Millisecond, func() { c.Close() })
	require.ErrorIs(t, <-waiting, device.ErrClosed)
	require.ErrorIs(t, <-taking, device.ErrClosed)
	c.shared.give(held)
	c.users.Done()
}

// TestPrepare checks that a prepared convolution survives its child.
func TestPrepare(t *testing.T) {
	c := opened(t, Config{})
	kernel := []complex64{1, 2i, 3}
	j, err := engine.Convolve(t.Context(), plan.Convolution{Shape: []int{100}, Kernel: []int{3}}, kernel, engine.Single)
	require.NoError(t, err)
	release, err := c.Prepare(t.Context(), j, 2)
	require.NoError(t, err)
	direct := engine.NewCPU(0)
	defer direct.Close()
	src := make([]complex64, 200)
	for i := range src {
		src[i] = complex(float32(i), 1)
	}
	want := make([]complex64, 2*102)
	require.NoError(t, direct.Run(t.Context(), engine.DataOf(want), engine.DataOf(src), j))
	check := func() {
		got := make([]complex64, 2*102)
		require.NoError(t, c.Run(t.Context(), engine.DataOf(got), engine.DataOf(src), j))
		require.Equal(t, want, got)
	}
	check()
	require.Equal(t, direct.Describe(j, 2), c.Describe(j, 2))
	require.Error(t, <-fault(t.Context(), c, exits))
	check()
	release()
	check()
	settles(t, c)
}

// TestErrorsTravel checks that errors of a child keep their text, sentinels and numbers.
func TestErrorsTravel(t *testing.T) {
	require.Nil(t, encoded(nil))
	require.NoError(t, encoded(nil).decoded())
	for _, s := range sentinels {
		got := encoded(errors.Join(errors.New("text"), s)).decoded()
		require.ErrorIs(t, got, s)
		require.Equal(t, "text\n"+s.Error(), got.Error())
	}
	got := encoded(&memory.Error{What: "x", Need: 3, Limit: 2}).decoded()
	require.ErrorIs(t, got, memory.ErrLimit)
	got = encoded(&plan.LengthError{N: 3, Reason: "odd"}).decoded()
	var length *plan.LengthError
	require.ErrorAs(t, got, &length)
	require.Equal(t, plan.LengthError{N: 3, Reason: "odd"}, *length)
	require.ErrorIs(t, got, plan.ErrInvalidLength)
}

// TestSpecs checks that a job has the same description after a round trip.
func TestSpecs(t *testing.T) {
	for _, p := range []plan.Problem{
		{Shape: []int{12}},
		{Shape: []int{3, 4, 5}, Axes: []int{2, 0}, Inverse: true, Norm: plan.Ortho},
		{Kind: plan.R2C, Shape: []int{6, 5, 4}, Axes: []int{2, 1}, Options: plan.Options{PackPairs: true}},
		{Kind: plan.C2R, Shape: []int{6, 5, 4}, Axes: []int{-1}},
		{Kind: plan.DCT2, Shape: []int{6, 5}, Kinds: []plan.Kind{plan.DST1, plan.DCT4}, Axes: []int{1, 0}},
		{Kind: plan.DST3, Shape: []int{6, 5}, Inverse: true},
	} {
		j := engine.Transform(p, engine.Single)
		require.Equal(t, j, j.Spec().Job(nil), "%v", p)
	}
}
