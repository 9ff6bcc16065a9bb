//go:build linux || darwin

package worker

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// TestKill kills children under load. Every call returns the right result or device.ErrDeviceLost. The
// client recovers, and keeps no memory, goroutine, file or process.
func TestKill(t *testing.T) {
	kills := 12
	if testcase.Long() {
		kills = 100
	}
	lengths := []int{8, 100, 1000, 1 << 12, 30000, 1 << 18}
	direct := engine.NewCPU(0)
	defer direct.Close()
	var sources, results [][]complex64
	for i, n := range lengths {
		src := ref.Uniform(uint64(i), n)
		want, err := transform(t.Context(), direct, n, src)
		require.NoError(t, err)
		sources, results = append(sources, src), append(results, want)
	}
	goroutines, files := runtime.NumGoroutine(), openFiles(t)
	c := opened(t, Config{Memory: 64 << 20})

	ctx, end := context.WithCancel(t.Context())
	defer end()
	var right, lost, left atomic.Int64
	var load sync.WaitGroup
	for g := range 6 {
		load.Go(func() {
			var shared []complex64
			if g%2 == 1 {
				b, free, err := c.Lend(ctx, 8<<18)
				if !assert.NoError(t, err) {
					return
				}
				defer free()
				shared = engine.NumbersIn[complex64](b)
			}
			for i := g; ctx.Err() == nil; i++ {
				k := i % len(lengths)
				ctx, cancel := context.WithCancel(context.Background())
				if i%7 == 0 { // some callers leave
					ctx, cancel = context.WithTimeout(ctx, time.Duration(i%5)*100*time.Microsecond)
				}
				got := make([]complex64, lengths[k])
				if shared != nil {
					got = shared[:lengths[k]]
				}
				clear(got)
				err := c.Run(ctx, engine.DataOf(got), engine.DataOf(sources[k]), rows(lengths[k]))
				cancel()
				switch {
				case err == nil:
					right.Add(1)
					if !slices.Equal(got, results[k]) {
						t.Errorf("wrong result of %d points", lengths[k])
						end()
					}
				case errors.Is(err, device.ErrDeviceLost):
					lost.Add(1)
				case errors.Is(err, context.DeadlineExceeded):
					left.Add(1)
				default:
					assert.NoError(t, err)
					end()
				}
			}
		})
	}
	var killed []*process
	for range kills {
		for before := right.Load(); right.Load() < before+20 && ctx.Err() == nil; {
			time.Sleep(100 * time.Microsecond)
		}
		p := child(c)
		require.NoError(t, syscall.Kill(p.cmd.Process.Pid, syscall.SIGKILL))
		<-p.dead
		killed = append(killed, p)
	}
	end()
	load.Wait()
	works(t, c)
	last := child(c)
	require.NotContains(t, killed, last)
	settles(t, c)
	require.Empty(t, last.pending)
	require.NoError(t, c.Close())
	for _, p := range append(killed, last) {
		require.NotNil(t, p.cmd.ProcessState, "it was waited for")
	}
	for begin := time.Now(); runtime.NumGoroutine() > goroutines; time.Sleep(time.Millisecond) {
		if time.Since(begin) > safety {
			stacks := make([]byte, 1<<20)
			t.Fatalf("goroutines are left:\n%s", stacks[:runtime.Stack(stacks, true)])
		}
	}
	require.Equal(t, files, openFiles(t))
	require.Positive(t, right.Load())
	t.Logf("%d right, %d lost, %d left", right.Load(), lost.Load(), left.Load())
}

// openFiles returns the number of open files of the process, or 0 if the system does not tell.
func openFiles(t *testing.T) int {
	found, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Log(err)
	}
	return len(found)
}
