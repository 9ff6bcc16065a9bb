package imaging

import (
	"runtime"
	"sync"
)

// parallel calls work on ranges that cover the rows 0 to n-1, one range per processor.
func parallel(n int, work func(from, to int)) {
	parts := min(runtime.GOMAXPROCS(0), n)
	if parts <= 1 {
		work(0, n)
		return
	}
	var all sync.WaitGroup
	for i := range parts {
		all.Go(func() { work(n*i/parts, n*(i+1)/parts) })
	}
	all.Wait()
}

// sumRows returns the sum of row(i) over the rows 0 to n-1. It adds in the order of the rows, so
// the result does not depend on the number of processors.
func sumRows[T any](n int, row func(i int) T, add func(sum *T, more T)) T {
	each := make([]T, n)
	parallel(n, func(from, to int) {
		for i := from; i < to; i++ {
			each[i] = row(i)
		}
	})
	var sum T
	for _, more := range each {
		add(&sum, more)
	}
	return sum
}
