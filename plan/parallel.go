package plan

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls a function that each goroutine makes for itself with 0 ... n-1, so many in a row at a time.
func parallel(n, run int, worker func() func(i int)) {
	var wait sync.WaitGroup
	var taken atomic.Int64 // runs; goroutines that were handed them would wait longer for one another than they work
	work := func() {
		do := worker()
		for {
			first := int(taken.Add(1)-1) * run
			if first >= n {
				return
			}
			for i := first; i < min(first+run, n); i++ {
				do(i)
			}
		}
	}
	for range min(runtime.GOMAXPROCS(0), (n+run-1)/run) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// neighbours is how many neighbours share lines of the cache.
const cacheRun = 16

// forEach is parallel for a function that needs nothing of its own; what is few is done at once.
func forEach(n, run int, do func(i int)) {
	if n <= run {
		for i := range n {
			do(i)
		}
		return
	}
	parallel(n, run, func() func(i int) { return do })
}
