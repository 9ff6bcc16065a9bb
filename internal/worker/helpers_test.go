//go:build linux || darwin

package worker

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/plan"
)

// TestMain runs the tests, and in their children the server on a faulty engine.
func TestMain(m *testing.M) {
	if IsChild() {
		os.Exit(Serve(openFaulty))
	}
	if os.Getenv(parentVariable) != "" {
		beParent()
	}
	os.Exit(m.Run())
}

// parentVariable is the environment variable of a process that only opens a client.
const parentVariable = "WGFFT_TEST_PARENT"

// beParent opens a client, writes the number of its child's process, and waits for its own end.
func beParent() {
	c, err := Open(Config{Start: safety})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(child(c).cmd.Process.Pid)
	select {}
}

// The setups of openFaulty other than "".
const (
	refuses = "refuses" // open returns device.ErrNoAdapter
	dies    = "dies"    // open ends the process
	hangs   = "hangs "  // open creates the file named after it, and does not return
)

// openFaulty opens a faulty engine.
func openFaulty(setup []byte) (Host, error) {
	if file, ok := strings.CutPrefix(string(setup), hangs); ok {
		_ = os.WriteFile(file, nil, 0o600)
		select {}
	}
	switch string(setup) {
	case refuses:
		return Host{}, fmt.Errorf("wgfft: none here: %w", device.ErrNoAdapter)
	case dies:
		fmt.Fprintln(os.Stderr, "the driver aborts")
		os.Exit(7)
	}
	return Host{Engine: faulty{engine.NewCPU(0)}, Memory: memory.None, Answer: []byte("opened")}, nil
}

// A faulty engine is a CPU engine with faults for rows of some lengths.
type faulty struct{ *engine.CPU }

// The lengths of rows with faults.
const (
	exits   = 2 + iota // the process ends
	blocks             // the call never returns
	waits              // the call returns when its context ends
	isLost             // the device is lost
	stopped            // the process stops, as by a debugger
)

// closing is what a faulty engine writes to standard error when Close begins.
const closing = "Close begins\n"

// began is what a faulty engine writes to standard error when a call with a fault begins.
func began(n int) string { return fmt.Sprintf("a call of rows of %d points begins\n", n) }

// Close closes the engine.
func (e faulty) Close() error {
	fmt.Fprint(os.Stderr, closing)
	return e.CPU.Close()
}

// Run does a job, unless its rows have a fault.
func (e faulty) Run(ctx context.Context, dst, src engine.Data, j engine.Job) error {
	if j.IsRows() {
		if exits <= j.Points() && j.Points() <= stopped {
			fmt.Fprint(os.Stderr, began(j.Points()))
		}
		switch j.Points() {
		case exits:
			fmt.Fprintln(os.Stderr, "the driver aborts in a call")
			os.Exit(7)
		case blocks:
			select {}
		case waits:
			<-ctx.Done()
			return engine.ContextErr(ctx)
		case isLost:
			return fmt.Errorf("wgfft: %w", device.ErrDeviceLost)
		case stopped:
			_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
			select {}
		}
	}
	return e.CPU.Run(ctx, dst, src, j)
}

// safety is longer than a test may wait. It stops a test that hangs.
const safety = 10 * time.Minute

// patient is a Config.limit whose contexts end after safety. With it no child is killed because it is slow.
func patient(time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), safety)
}

// after returns a Config.limit whose contexts end as soon as event is true.
func after(event func() bool) func(time.Duration) (context.Context, context.CancelFunc) {
	return func(time.Duration) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			for !event() && ctx.Err() == nil {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		return ctx, cancel
	}
}

// atOnce is a Config.limit whose contexts end at once.
var atOnce = after(func() bool { return true })

// eventually waits until an event is true.
func eventually(t testing.TB, event func() bool) {
	t.Helper()
	require.Eventually(t, event, safety, time.Millisecond)
}

// wrote waits until the standard error of a child contains a text count times.
func wrote(t testing.TB, p *process, text string, count int) {
	t.Helper()
	eventually(t, func() bool { return strings.Count(p.stderr.String(), text) >= count })
}

// opened returns a client of a child, which the test closes.
func opened(t testing.TB, c Config) *Client {
	t.Helper()
	if c.Start == 0 {
		c.Start = safety
	}
	if c.Answer == 0 {
		c.Answer = safety
	}
	if c.limit == nil {
		c.limit = patient
	}
	if c.Memory == 0 {
		c.Memory = memory.None
	}
	client, err := Open(c)
	require.NoError(t, err)
	t.Cleanup(func() { client.Close() })
	return client
}

// rows returns the job of rows of n points.
func rows(n int) engine.Job { return engine.Transform(plan.Problem{Shape: []int{n}}, engine.Single) }

// transform transforms rows of n points, and returns the result.
func transform(ctx context.Context, e engine.Engine, n int, src []complex64) ([]complex64, error) {
	dst := make([]complex64, len(src))
	return dst, e.Run(ctx, engine.DataOf(dst), engine.DataOf(src), rows(n))
}

// fault begins a call with a fault, and returns the channel of its error.
func fault(ctx context.Context, e engine.Engine, n int) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := transform(ctx, e, n, make([]complex64, n))
		done <- err
	}()
	return done
}

// works checks that a transform through e is right.
func works(t testing.TB, e engine.Engine) {
	t.Helper()
	src := []complex64{1, 2, 3, 4i, 5, 6, 7, 8}
	got, err := transform(t.Context(), e, len(src), src)
	require.NoError(t, err)
	direct := engine.NewCPU(0)
	defer direct.Close()
	want, err := transform(t.Context(), direct, len(src), src)
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// child returns the client's child.
func child(c *Client) *process {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.current
}

// inUse returns the bytes of the blocks that are not idle.
func (s *shared) inUse() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := s.end
	for _, b := range s.idle {
		sum -= b.size
	}
	return sum
}

// settles waits until no call uses shared memory.
func settles(t testing.TB, c *Client) {
	t.Helper()
	eventually(t, func() bool { return c.shared.inUse() == 0 })
}
