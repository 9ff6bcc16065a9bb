package wgfft

import (
	"fmt"
	"math/bits"

	"wgfft/internal/memory"
	"wgfft/plan"
)

// FFTFreq returns the frequencies of the n points of a transform of samples d apart: 0, 1, ..., and from the middle on the negative ones,
// over n d, in cycles per unit of d. It is nil for n < 1, and for more points than a transform has (2^31) or
// DefaultMemoryLimit allows.
func FFTFreq(n int, d float64) []float64 {
	if !isListable(n, n) {
		return nil
	}
	f := make([]float64, n)
	for k := range f {
		wave := k
		if k >= (n+1)/2 {
			wave = k - n
		}
		f[k] = float64(wave) / (float64(n) * d)
	}
	return f
}

// RFFTFreq returns the frequencies that are not negative of a transform of n samples d apart, 0 to n/2 over n d: n/2 + 1 of them, with
// n/2 rounded down. All of FFTFreq follow from them where the samples are real. It is nil where FFTFreq is.
func RFFTFreq(n int, d float64) []float64 {
	if !isListable(n, n/2+1) {
		return nil
	}
	f := make([]float64, n/2+1)
	for k := range f {
		f[k] = float64(k) / (float64(n) * d)
	}
	return f
}

// isListable reports whether a transform may have n points, and whether its frequencies fit into memory.
func isListable(n, frequencies int) bool {
	const few = 1 << 20 // any machine has memory for as many
	return n >= 1 && int64(n) <= plan.MaxPoints && (n <= few || memory.Bytes[float64](frequencies) <= DefaultMemoryLimit())
}

// FFTShift returns the arrays of the given row-major shape that x holds, one after the other, with the point of frequency 0 moved from
// the beginning to the middle, along all axes or those named: point k goes to k + n/2 mod n. A nil shape is one axis of len(x) points.
// It returns ErrSliceLength where x is no whole number of arrays. x stays as it is.
func FFTShift[T any](x []T, shape []int, axes ...int) ([]T, error) {
	return shift(x, shape, axes, func(n int) int { return n / 2 })
}

// IFFTShift undoes FFTShift: point k goes to k - n/2 mod n, which differs where n is odd. In all else it is like FFTShift.
func IFFTShift[T any](x []T, shape []int, axes ...int) ([]T, error) {
	return shift(x, shape, axes, func(n int) int { return n - n/2 })
}

// shift moves the points of arrays, along each of the axes by what it says of the length.
func shift[T any](x []T, shape, axes []int, by func(n int) int) ([]T, error) {
	if shape == nil {
		shape = []int{len(x)}
	}
	if len(axes) == 0 {
		axes = nil // all
	}
	p := Problem{Shape: shape, Axes: axes}
	if len(x) == 0 && len(shape) == 1 && shape[0] == 0 {
		return []T{}, nil
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	if n := p.Points(); len(x)%n != 0 {
		return nil, lengthError("x", len(x), fmt.Sprintf("a multiple of the points of an array, %d", n))
	}
	from := x
	side := 1 // points of the axes behind
	for axis := len(shape) - 1; axis >= 0; axis-- {
		if n := shape[axis]; p.IsTransformed(axis) && n > 1 {
			to := make([]T, len(x))
			run := n * side
			cut := run - by(n)*side // what is behind comes first
			for at := 0; at < len(x); at += run {
				copy(to[at+copy(to[at:], from[at+cut:at+run]):], from[at:at+cut])
			}
			from = to
		}
		side *= shape[axis]
	}
	if len(x) > 0 && &from[0] == &x[0] {
		from = append([]T{}, x...)
	}
	return from, nil
}

// NextFastLen returns a length from n on whose transforms are fast, no more than the next power of two or half as long again: for data that may be filled up with
// zeros. On a GPU it is the cheapest by the model that chooses kernels, which takes some tens of milliseconds to find the first time; on the
// CPU engine what that is fast at. For n < 1 it is 1, and for more points than a transform has (2^31) n.
func (c *Engine) NextFastLen(n int) int {
	if c.gpu != nil {
		return c.gpu.cheapest(n)
	}
	return fastOnCPU(n)
}

// Of powers of two and a few odd factors the CPU engine takes, in ns for a point on one core of a server (Zen 4),
//
//	about       512  2048  8192  32768  131072  524288  2097152
//	2^k         1.2   1.2   2.2    4.6     6.4     9.5       11
//	3 2^k       2.4   2.5   2.4    3.2     5.6     7.7       13
//	15 2^k      4.7   3.6   2.7    2.9     4.0     7.2       13
//	75 2^k     10.5   4.4   3.7    3.3     3.5     6.7       14
//
// of other products of 2, 3 and 5 up to ten times as long, of other primes more.
const longestPower = 1 << 13 // up to which the next power of two is taken whatever lies before it

// fastOnCPU returns a length from n on that the CPU engine is fast at; for more points than an array can have, n.
func fastOnCPU(n int) int {
	if n < 1 {
		return 1
	}
	if n > plan.MaxPoints {
		return n
	}
	next := func(odd int) int { return odd << bits.Len(uint((n-1)/odd)) }
	best := next(1)
	if best <= longestPower {
		return best
	}
	for _, odd := range []int{3, 5, 9, 15, 25, 27, 45, 75} {
		best = min(best, next(odd))
	}
	return best
}
