//go:build cgo && linux && amd64

package faultdriver_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/faultdriver"
	"wgfft/nd"
	"wgfft/wgsl"
)

// TestDeadlines checks that calls end at their deadlines while the driver blocks a call: the blocked call itself, and
// others that need the driver. The driver goes on only when the child releases it.
func TestDeadlines(t *testing.T) {
	driver := faultdriver.New(t)
	for _, c := range []struct {
		fault faultdriver.Fault
		child string
	}{
		{faultdriver.Fault{Function: "vkQueueSubmit", Call: 8, Hang: time.Hour}, "TestDeadlinesInSubmissionsChild"},
		{faultdriver.Fault{Function: faultdriver.Completion, Call: 8, Hang: time.Hour},
			"TestDeadlinesInSubmissionsChild"},
		{faultdriver.Fault{Function: "vkCreateComputePipelines", Call: 8, Hang: time.Hour},
			"TestDeadlinesInCompilationsChild"},
	} {
		t.Run(c.fault.Function, func(t *testing.T) {
			t.Parallel()
			o := driver.Run(t, c.fault, c.child)
			require.False(t, o.TimedOut, "a call waited for the driver, or for its context\n%s%s", o.Stdout, o.Stderr)
			require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
			require.True(t, o.Fired)
		})
	}
}

// A deadlineCall is a method that takes a context.
type deadlineCall struct {
	name string
	call func(ctx context.Context) error
}

// keepDeadlines runs the calls with a deadline, one goroutine each, while the driver blocks. It returns when all calls
// have returned. Each either succeeds, or returns the context's error.
func keepDeadlines(t *testing.T, calls []deadlineCall) {
	t.Helper()
	errs := make([]error, len(calls))
	var wait sync.WaitGroup
	for i, c := range calls {
		wait.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			errs[i] = c.call(ctx)
			fmt.Println(c.name, "returned", errs[i]) // which call is missing shows in a child that is killed
		})
	}
	wait.Wait()
	ended := 0
	for i, c := range calls {
		if errs[i] != nil {
			require.ErrorIs(t, errs[i], context.DeadlineExceeded, c.name)
			ended++
		}
	}
	require.Positive(t, ended, "no call needs the driver")
}

// A deadlineHarness is an engine with everything that the calls need.
type deadlineHarness struct {
	c     *wgfft.Engine
	plan  *wgfft.ResidentPlan
	slice *wgfft.Plan
	at    wgfft.Region
	x     []complex64

	filter  *wgfft.ResidentFilterPlan
	gpu     *device.Device
	kernel  *device.Pipeline
	other   *device.Buffer
	staging *device.Buffer
}

func newDeadlineRig(t *testing.T) *deadlineHarness {
	t.Helper()
	r := &deadlineHarness{x: make([]complex64, 64)}
	var err error
	r.c, err = wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Host: wgfft.HostDevice})
	require.NoError(t, err)
	r.plan, err = r.c.PlanResident(context.Background(), wgfft.Problem{Shape: []int{64}})
	require.NoError(t, err)
	r.slice, err = r.c.Plan(context.Background(), wgfft.Problem{Shape: []int{64}})
	require.NoError(t, err)
	b, err := r.plan.NewBuffer()
	require.NoError(t, err)
	r.at = wgfft.Region{Buffer: b}
	require.NoError(t, r.c.Upload(context.Background(), r.at, r.x))
	r.filter, err = r.c.PlanResidentFilter(context.Background(), wgfft.Problem{Shape: []int{64}}, wgfft.RealGains)
	require.NoError(t, err)
	r.gpu, err = r.c.Device()
	require.NoError(t, err)
	r.kernel, err = r.gpu.NewPipeline(wgsl.Module{
		Name: "empty", Entry: "main", Workgroup: [3]int{1, 1, 1},
		Bindings: []wgsl.Binding{{Name: "x", Access: wgsl.ReadWrite}},
		Text: "@group(0) @binding(0) var<storage, read_write> x: array<u32>;\n" +
			"@compute @workgroup_size(1) fn main() { x[0] = 0u; }",
	})
	require.NoError(t, err)
	r.other, err = r.gpu.NewBuffer("other", 8, device.Storage)
	require.NoError(t, err)
	r.staging, err = r.gpu.NewBuffer("staging", 8, device.Upload)
	require.NoError(t, err)
	return r
}

// transforms runs transforms in another goroutine until one fails, and sends its error.
func (r *deadlineHarness) transforms(ctx context.Context) <-chan error {
	failed := make(chan error)
	go func() {
		for {
			if _, err := r.c.FFT(ctx, nil, make([]complex64, 64)); err != nil {
				failed <- err
				return
			}
		}
	}()
	return failed
}

func (r *deadlineHarness) calls() []deadlineCall {
	y := func() []complex64 { return make([]complex64, 64) }
	return []deadlineCall{
		{"Upload", func(ctx context.Context) error { return r.c.Upload(ctx, r.at, r.x) }},
		{"Download", func(ctx context.Context) error { return r.c.Download(ctx, y(), r.at) }},
		{"resident Forward", func(ctx context.Context) error { return r.plan.Forward(ctx, r.at, r.at) }},
		{"FFT", func(ctx context.Context) error { _, err := r.c.FFT(ctx, y(), r.x); return err }},
		{"Plan.Forward", func(ctx context.Context) error { return r.slice.Forward(ctx, y(), r.x) }},
		{"RFFT", func(ctx context.Context) error { _, err := r.c.RFFT(ctx, nil, make([]float32, 64)); return err }},
		{"Convolve", func(ctx context.Context) error {
			_, err := r.c.Convolve(ctx, nil, r.x, r.x[:3], wgfft.Convolution{})
			return err
		}},
	}
}

// ndCalls returns calls of package nd, and calls that make and submit work. The calls without a context return at once.
func (r *deadlineHarness) ndCalls() []deadlineCall {
	// step records a step on arrays of its own.
	step := func(n int) (*nd.Queue, nd.Array) {
		q := nd.NewQueue(r.c)
		x, y := nd.From(q, make([]float32, n), n), q.New(nd.Float32, n)
		if err := q.New(nd.Float32, n).Close(); err != nil {
			panic(err)
		}
		q.Set(y, q.Add(x, nd.Scalar(1)))
		return q, y
	}
	encoder := func() *wgfft.Encoder {
		d, err := r.c.Device()
		if err != nil {
			panic(err)
		}
		e, err := d.NewEncoder()
		if err != nil {
			panic(err)
		}
		return e
	}
	return []deadlineCall{
		{"nd Flush", func(ctx context.Context) error {
			q, y := step(9)
			defer y.Close()
			return q.Flush(ctx)
		}},
		{"nd Download", func(ctx context.Context) error {
			q, y := step(10)
			_, err := nd.Download[float32](ctx, q, nil, y)
			return err
		}},
		{"nd Wait", func(ctx context.Context) error { q, _ := step(11); return q.Wait(ctx) }},
		{"nd Warm", func(ctx context.Context) error { q, _ := step(12); return q.Warm(ctx) }},
		{"nd Encode", func(ctx context.Context) error {
			q := nd.NewQueue(r.c)
			y := q.New(nd.Float32, 13)
			q.Set(y, nd.Scalar(1))
			e := encoder()
			defer e.Discard()
			return q.EncodeContext(ctx, e)
		}},
		{"NewBuffer", func(ctx context.Context) error {
			b, err := r.plan.NewBufferContext(ctx)
			if err != nil {
				return err
			}
			return b.Close()
		}},
		{"NewSource", func(ctx context.Context) error {
			b, err := r.plan.NewSourceContext(ctx)
			if err != nil {
				return err
			}
			return b.Close()
		}},
		{"NewResult", func(ctx context.Context) error {
			b, err := r.plan.NewResultContext(ctx)
			if err != nil {
				return err
			}
			return b.Close()
		}},
		{"NewGains", func(ctx context.Context) error {
			b, err := r.filter.NewGainsContext(ctx)
			if err != nil {
				return err
			}
			return b.Close()
		}},
		{"NewBufferInParts", func(ctx context.Context) error {
			_, err := r.gpu.NewBufferInPartsContext(ctx, "parts", 64, nil)
			return err
		}},
		{"NewBindings", func(ctx context.Context) error {
			_, err := r.gpu.NewBindingsContext(ctx, r.kernel, device.Whole(r.at.Buffer))
			return err
		}},
		{"NewTimestamps", func(ctx context.Context) error {
			_, err := r.gpu.NewTimestampsContext(ctx, 2)
			if errors.Is(err, device.ErrNoTimestamps) {
				return nil
			}
			return err
		}},
		{"WriteAt", func(ctx context.Context) error { return r.other.WriteAtContext(ctx, make([]byte, 8), 0) }},
		{"Unmap and BeginMap", func(context.Context) error {
			if err := r.staging.Unmap(); err != nil {
				return err
			}
			return r.staging.BeginMap()
		}},
		{"SubmitContext", func(ctx context.Context) error {
			s, err := encoder().SubmitContext(ctx)
			if err != nil {
				return err
			}
			return s.Wait(ctx)
		}},
		{"Probe", func(ctx context.Context) error { _, err := r.c.Probe(ctx); return err }},
	}
}

// TestDeadlinesInSubmissionsChild makes all calls while a submission is inside the driver, or not
// complete.
func TestDeadlinesInSubmissionsChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestDeadlines")
	}
	r := newDeadlineRig(t)
	ctx, cancel := context.WithCancel(context.Background())
	hung := r.transforms(ctx)
	faultdriver.WaitForFault(t)
	cancel()
	require.ErrorIs(t, <-hung, context.Canceled)
	keepDeadlines(t, append(r.calls(), r.ndCalls()...))
	faultdriver.Release(t)
	// When the driver goes on, the results are right: abandoned calls have changed nothing.
	r.x[0] = 1
	for range 3 {
		y, err := r.c.FFT(context.Background(), nil, r.x)
		require.NoError(t, err)
		require.Equal(t, complex64(1), y[63])
		q := nd.NewQueue(r.c)
		sum, err := q.Number(context.Background(), q.Sum(nd.From(q, []float32{1, 2, 3}, 3)))
		require.NoError(t, err)
		require.Equal(t, 6.0, sum)
	}
	require.NoError(t, r.c.Close())
}

// TestDeadlinesInCompilationsChild plans and transforms a new length while the driver compiles its kernel.
func TestDeadlinesInCompilationsChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestDeadlines")
	}
	r := newDeadlineRig(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for n := 0; faultdriver.Faults() == 0; n++ {
			_, err := r.c.FFT(context.Background(), nil, make([]complex64, 10+n))
			assert.NoError(t, err)
		}
	}()
	faultdriver.WaitForFault(t)
	calls := append(r.calls()[:5], r.ndCalls()...)
	keepDeadlines(t, append(calls, deadlineCall{"FFT of new lengths", func(ctx context.Context) error {
		for n := 100; ; n++ {
			if _, err := r.c.FFT(ctx, nil, make([]complex64, n)); err != nil {
				return err
			}
		}
	}}, deadlineCall{"Plan of new lengths", func(ctx context.Context) error {
		for n := 200; ; n++ {
			if _, err := r.c.Plan(ctx, wgfft.Problem{Shape: []int{n}}); err != nil {
				return err
			}
		}
	}}, deadlineCall{"PlanResident of new lengths", func(ctx context.Context) error {
		for n := 400; ; n++ {
			p, err := r.c.PlanResident(ctx, wgfft.Problem{Shape: []int{n}})
			if err != nil {
				return err
			}
			if err := p.Warm(ctx); err != nil {
				return err
			}
		}
	}}, deadlineCall{"PlanConvolution of new lengths", func(ctx context.Context) error {
		for n := 600; ; n++ {
			v := wgfft.Convolution{Shape: []int{n}, Kernel: []int{3}}
			if _, err := r.c.PlanConvolution(ctx, v, r.x[:3]); err != nil {
				return err
			}
		}
	}}))
	faultdriver.Release(t)
	<-ended
	require.NoError(t, r.c.Close())
}

// TestCloseOfAGPUThatHangs checks that Close gives up a hanging GPU within its time limit, and ends
// the running calls.
func TestCloseOfAGPUThatHangs(t *testing.T) {
	fault := faultdriver.Fault{Function: faultdriver.Completion, Call: 8, Hang: time.Hour}
	o := faultdriver.Run(t, fault, "TestCloseOfAGPUThatHangsChild")
	require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
	require.True(t, o.Fired)
	require.Contains(t, o.Stdout, "survived")
}

func TestCloseOfAGPUThatHangsChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestCloseOfAGPUThatHangs")
	}
	r := newDeadlineRig(t)
	hung := r.transforms(context.Background())
	faultdriver.WaitForFault(t)
	require.ErrorIs(t, r.c.Close(), wgfft.ErrDeviceLost)
	err := <-hung
	require.True(t, errors.Is(err, wgfft.ErrDeviceLost) || errors.Is(err, wgfft.ErrClosed), "%v", err)
	_, err = r.c.FFT(context.Background(), nil, r.x)
	require.Error(t, err)
	require.ErrorIs(t, r.c.Close(), wgfft.ErrDeviceLost, "again")
	fmt.Println("survived")
}

// TestCloseCompilesNothing checks that Close does not wait for pending compilations. At most one
// kernel is compiled after the call.
func TestCloseCompilesNothing(t *testing.T) {
	fault := faultdriver.Fault{Function: "vkCreateComputePipelines", Count: 1000, Hang: time.Hour}
	o := faultdriver.Run(t, fault, "TestCloseCompilesNothingChild")
	require.Zero(t, o.Exit, "%s%s", o.Stdout, o.Stderr)
	require.True(t, o.Fired)
}

func TestCloseCompilesNothingChild(t *testing.T) {
	if !faultdriver.InChild() {
		t.Skip("a child process of TestCloseCompilesNothing")
	}
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}, Host: wgfft.HostDevice})
	require.NoError(t, err)
	var wait sync.WaitGroup
	for n := range 20 {
		wait.Go(func() {
			if p, err := c.PlanResident(context.Background(), wgfft.Problem{Shape: []int{n + 2}}); err == nil {
				p.Close()
			} else if !errors.Is(err, wgfft.ErrClosed) {
				t.Error(err)
			}
		})
	}
	faultdriver.WaitForFault(t)
	closed := make(chan error)
	go func() { closed <- c.Close() }()
	for err = nil; !errors.Is(err, wgfft.ErrClosed); time.Sleep(time.Millisecond) { // Close has begun
		_, err = c.Tune(context.Background(), wgfft.TuneOptions{}) // does nothing while the engine is open
	}
	begun := faultdriver.Faults()
	faultdriver.Release(t)
	require.NoError(t, <-closed)
	wait.Wait()
	require.LessOrEqual(t, faultdriver.Faults(), begun+1, "kernels were compiled after Close")
}
