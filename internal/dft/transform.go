package dft

import (
	"slices"

	"wgfft/internal/parallel"
)

// maxCachedPoints is the largest number of points of a transform that is computed in one piece. It
// fits into a processor's cache together with its copy.
const maxCachedPoints = 16 << 10

// Transform returns the DFT of x. Long transforms use the four-step method with factors near the
// square root, so that each part fits into a cache, on up to the given number of threads.
func Transform(x []complex128, threads parallel.Threads) []complex128 {
	n := len(x)
	n1 := 1
	if n > maxCachedPoints {
		n1 = balancedDivisor(n)
	}
	if n1 == 1 {
		return New(n).Forward(nil, x)
	}
	n2 := n / n1
	rows, y := make([]complex128, n), make([]complex128, n)
	w := NewRoots(n)
	// X[k1 + n1 k2] = sum over j of w_n2^(j k2) w_n^(j k1) sum over i of x[j + n2 i] w_n1^(i k1)
	threads.Do(n2, parallel.CacheRun, func() func(j int) {
		d, column := New(n1), make([]complex128, n1)
		return func(j int) {
			for i := range column {
				column[i] = x[j+n2*i]
			}
			for k, v := range d.Forward(column, column) {
				rows[k*n2+j] = v * w.At(j*k)
			}
		}
	})
	threads.Do(n1, parallel.CacheRun, func() func(k int) {
		d := New(n2)
		return func(k int) {
			row := rows[k*n2 : (k+1)*n2]
			for k2, v := range d.Forward(row, row) {
				y[k+n1*k2] = v
			}
		}
	})
	return y
}

// TransformRows transforms the rows of n points at a stride, in place. It skips rows of zeros.
func TransformRows(x []complex128, n, stride int, threads parallel.Threads) {
	if n == len(x) {
		copy(x, Transform(slices.Clone(x), threads))
		return
	}
	EachRow(x, n, stride, threads, func() func(row []complex128) {
		d := New(n)
		return func(row []complex128) { d.Forward(row, row) }
	})
}

// EachRow calls functions with the rows of n points at a stride, to change them in place. It skips
// rows of zeros. Each goroutine calls worker once for a function of its own.
func EachRow[T comparable](x []T, n, stride int, threads parallel.Threads, worker func() func(row []T)) {
	threads.Do(len(x)/n, parallel.CacheRun, func() func(i int) {
		change, row := worker(), make([]T, n)
		return func(i int) {
			var zero T
			first, isZero := i/stride*stride*n+i%stride, true
			for j := range row {
				row[j] = x[first+j*stride]
				isZero = isZero && row[j] == zero
			}
			if isZero {
				return
			}
			change(row)
			for j, v := range row {
				x[first+j*stride] = v
			}
		}
	})
}

// balancedDivisor returns the largest divisor of n that is at most its square root.
func balancedDivisor(n int) int {
	best := 1
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			best = d
		}
	}
	return best
}
