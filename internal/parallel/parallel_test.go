package parallel

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every index is taken once, for all lengths of runs.
func TestEachTakesEveryIndexOnce(t *testing.T) {
	for _, n := range []int{0, 1, 15, 16, 17, 1000} {
		for _, run := range []int{1, 7, CacheRun, 5000} {
			count := make([]int, n)
			Each(n, run, func(i int) { count[i]++ })
			require.Equal(t, slices.Repeat([]int{1}, n), count, "%d in runs of %d", n, run)
		}
	}
}

// Do makes one function for each goroutine: as many as Threads says, and no more than there are runs.
func TestThreadsLimitGoroutines(t *testing.T) {
	for threads, want := range map[Threads]int64{1: 1, 3: 3, 9: 5} {
		var workers, calls atomic.Int64
		threads.Do(10, 2, func() func(int) {
			workers.Add(1)
			return func(int) { calls.Add(1) }
		})
		require.Equal(t, want, workers.Load(), "%d threads", threads)
		require.Equal(t, int64(10), calls.Load())
	}
	require.Equal(t, runtime.GOMAXPROCS(0), Threads(0).Count())
}
