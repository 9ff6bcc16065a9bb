package imaging

import (
	"runtime"
	"sync"
)

// spread has all processors work on the rows 0 to n-1, each on a range of them.
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

// total sums what each of the rows 0 to n-1 gives, in their order, so that it does not depend on the number of processors.
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
