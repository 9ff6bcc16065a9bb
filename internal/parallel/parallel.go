// Package parallel runs functions of an index on several goroutines.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls functions with all of 0 ... n-1, on several goroutines. Each goroutine calls worker once
// for a function of its own, and takes run consecutive numbers at a time.
func Do(n, run int, worker func() func(i int)) {
	var wait sync.WaitGroup
	var taken atomic.Int64 // the number of runs taken so far
	work := func() {
		call := worker()
		for {
			first := int(taken.Add(1)-1) * run
			if first >= n {
				return
			}
			for i := first; i < min(first+run, n); i++ {
				call(i)
			}
		}
	}
	for range min(runtime.GOMAXPROCS(0), (n+run-1)/run) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// CacheRun is the number of neighboring complex points that share cache lines.
const CacheRun = 16

// Each is Do for a function without state. It uses no goroutines if n is at most run.
func Each(n, run int, call func(i int)) {
	if n <= run {
		for i := range n {
			call(i)
		}
		return
	}
	Do(n, run, func() func(i int) { return call })
}
