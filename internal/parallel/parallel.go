// Package parallel runs functions of an index on several goroutines.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Threads is the largest number of goroutines that work at a time. 0 stands for GOMAXPROCS.
type Threads int

// Count returns the number that t stands for.
func (t Threads) Count() int {
	if t == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return int(t)
}

// Do calls Threads.Do for as many goroutines as GOMAXPROCS.
func Do(n, run int, worker func() func(i int)) { Threads(0).Do(n, run, worker) }

// Do calls functions with all of 0 ... n-1, on several goroutines: the caller's and up to t-1 others. Each goroutine
// calls worker once for a function of its own, and takes run consecutive numbers at a time.
func (t Threads) Do(n, run int, worker func() func(i int)) {
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
	for range min(t.Count(), (n+run-1)/run) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}

// CacheRun is the number of neighboring complex points that share cache lines.
const CacheRun = 16

// Each calls Threads.Each for as many goroutines as GOMAXPROCS.
func Each(n, run int, call func(i int)) { Threads(0).Each(n, run, call) }

// Each is Do for a function without state. It uses no other goroutine if n is at most run.
func (t Threads) Each(n, run int, call func(i int)) {
	if n <= run {
		for i := range n {
			call(i)
		}
		return
	}
	t.Do(n, run, func() func(i int) { return call })
}
