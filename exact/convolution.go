package exact

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"

	"wgfft"
)

// Integer is the type of the elements of arrays and kernels of convolutions.
type Integer interface {
	~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32
}

// A Convolution describes exact convolutions or correlations of arrays of whole numbers with one kernel. Shape, Kernel,
// Mode and Correlate mean the same as in wgfft.Convolution.
type Convolution struct {
	Shape     []int // of an array, row-major
	Kernel    []int // of the kernel, along the last of these axes
	Mode      wgfft.Mode
	Correlate bool

	// Bound is the largest magnitude of a result that is allowed; 0 means the limit of int64.
	Bound uint64

	// Wraps makes the results those modulo 2^64. There is no bound then.
	Wraps bool
}

// An OverflowError reports a result of a convolution beyond its bound.
type OverflowError struct {
	Index int    // of the result
	Bound uint64 // the largest magnitude; 2^63 for int64, which has no 2^63 itself
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("exact: result %d of the convolution is beyond the bound %d: use smaller numbers, "+
		"a larger Bound up to that of int64, or Wraps", e.Index, e.Bound)
}

// face returns the convolution as package wgfft describes it.
func (c Convolution) face() wgfft.Convolution {
	return wgfft.Convolution{Shape: c.Shape, Kernel: c.Kernel, Mode: c.Mode, Correlate: c.Correlate}
}

// Result returns the shape of the result of an array, or nil for an invalid convolution.
func (c Convolution) Result() []int { return c.face().Result() }

// Convolve convolves or correlates all arrays of x with kernel, to dst. x holds any number of arrays, one after the
// other, and dst as many results. All results are exact. They are computed modulo one, two or three primes, as few as
// the numbers in x and kernel need, and follow from the Chinese remainder theorem.
//
// It returns a wgfft.LengthError for an axis without a convolution or longer than the primes allow (the elements of
// array and kernel together are at most 2^25), ErrSliceLength, an [OverflowError], a wgfft.LimitError, ErrClosed, or
// ctx's error. After an error dst holds no result.
func Convolve[X, K Integer](
	ctx context.Context, eng *wgfft.Engine, dst []int64, x []X, kernel []K, c Convolution,
) error {
	axes, err := c.axes()
	if err != nil {
		return err
	}
	b := block{axes: axes}
	in, taps, out := b.size(axis.elements), b.size(axis.taps), b.size(axis.results)
	if in == 0 || len(x)%in != 0 || len(kernel) != taps || len(dst) != len(x)/in*out {
		return fmt.Errorf("exact: %w: array %d, kernel %d, dst %d elements: want a multiple of %d, %d, "+
			"and %d for each array", wgfft.ErrSliceLength, len(x), len(kernel), len(dst), in, taps, out)
	}
	b.count = len(x) / in
	residues := make([][]uint32, leastPrimes(magnitude(x, kernel, in)))
	if len(residues) == 0 {
		return fmt.Errorf("exact: a kernel of %d elements may give results beyond 2^91: want smaller numbers, "+
			"or several kernels", len(kernel))
	}
	if len(x) == 0 {
		return ctx.Err()
	}
	for i := range residues {
		if residues[i], err = b.modulo(ctx, eng, primes[i], narrowed(x), narrowed(kernel), c.Correlate); err != nil {
			return err
		}
	}
	return b.combine(dst, residues, c)
}

// narrowed returns a function that gives the elements of a slice as int64.
func narrowed[T Integer](x []T) func(i int) int64 { return func(i int) int64 { return int64(x[i]) } }

// axes returns the axes of the convolution.
func (c Convolution) axes() ([]axis, error) {
	if err := c.face().Check(); err != nil {
		return nil, err
	}
	result, all := c.Result(), make([]axis, len(c.Shape))
	for i, n := range c.Shape {
		a := axis{n: n, k: 1, out: result[i]}
		if j := i - len(c.Shape) + len(c.Kernel); j >= 0 {
			a.k = c.Kernel[j]
		}
		switch {
		case c.Mode == wgfft.ModeSame:
			a.first = (a.k - 1) / 2
		case c.Mode == wgfft.ModeValid:
			a.first = min(a.n, a.k) - 1
		case c.Mode == wgfft.ModeCircular && c.Correlate:
			a.first = a.k - 1
		}
		a.isCircular = c.Mode == wgfft.ModeCircular
		if a.points = a.transform(); a.points == 0 {
			return nil, &wgfft.LengthError{N: n, Reason: fmt.Sprintf("a kernel of %d elements makes %d results: "+
				"want at most %d along an axis", a.k, a.n+a.k-1, maxPoints)}
		}
		all[i] = a
	}
	return all, nil
}

// An axis is a convolution of n elements with a kernel of k along one axis, by transforms of some points. The elements
// from first on of the whole convolution, of n + k - 1 elements, are the results. A circular one adds the elements n
// apart.
type axis struct {
	n, k, points, first, out int
	isCircular               bool
}

func (a axis) elements() int { return a.n }
func (a axis) taps() int     { return a.k }
func (a axis) padded() int   { return a.points }
func (a axis) results() int  { return a.out }

// maxPoints is the largest number of points along an axis: all primes have roots of order 3 2^24 and 2^25.
const maxPoints = 1 << 25

// transform returns the least number of points 2^m or 3 2^m that suffices, and 0 if it is above maxPoints. Transforms
// of n points wrap as a circular convolution of n elements does.
func (a axis) transform() int {
	isLength := func(n int) bool { return n&(n-1) == 0 || n%3 == 0 && n/3&(n/3-1) == 0 }
	if a.isCircular && isLength(a.n) && a.n <= maxPoints {
		return a.n
	}
	need := a.n + a.k - 1
	if need > maxPoints {
		return 0
	}
	power := 1 << bits.Len(uint(need-1))
	if three := power / 4 * 3; three >= need {
		return three
	}
	return power
}

// A block is arrays whose axes are convolved.
type block struct {
	axes  []axis
	count int
}

// size returns the product of an extent of all axes.
func (b block) size(extent func(axis) int) int {
	n := 1
	for _, a := range b.axes {
		n *= extent(a)
	}
	return n
}

// each calls f with the numbers of the elements of arrays of one extent among arrays of another one, at least as
// large, in order.
func (b block) each(small, large func(axis) int, f func(from, to int)) {
	n := b.size(small)
	for from := range n {
		to, weight, rest := 0, 1, from
		for _, a := range slices.Backward(b.axes) {
			to += rest % small(a) * weight
			rest /= small(a)
			weight *= large(a)
		}
		f(from, to)
	}
}

// modulo returns the whole convolutions, of the padded points, modulo a prime.
func (b block) modulo(
	ctx context.Context, eng *wgfft.Engine, r Ring, x, kernel func(i int) int64, isReversed bool,
) ([]uint32, error) {
	in, taps, points := b.size(axis.elements), b.size(axis.taps), b.size(axis.padded)
	shape := make([]int, len(b.axes))
	for i, a := range b.axes {
		shape[i] = a.points
	}
	all, one := make([]uint32, b.count*points), make([]uint32, points)
	for q := range b.count {
		b.each(axis.elements, axis.padded, func(from, to int) { all[q*points+to] = r.field.Of(x(q*in + from)) })
	}
	b.each(axis.taps, axis.padded, func(from, to int) {
		if isReversed {
			from = taps - 1 - from
		}
		one[to] = r.field.Of(kernel(from))
	})
	if err := r.Forward(ctx, eng, one, one, shape...); err != nil {
		return nil, err
	}
	if err := r.Forward(ctx, eng, all, all, shape...); err != nil {
		return nil, err
	}
	for q := range b.count {
		if err := r.Multiply(all[q*points:][:points], all[q*points:][:points], one); err != nil {
			return nil, err
		}
	}
	return all, r.Inverse(ctx, eng, all, all, shape...)
}

// terms calls f with the numbers of the padded points whose sum is a result.
func (b block) terms(result int, f func(at int)) {
	b.termsFrom(len(b.axes)-1, result, 0, 1, f)
}

// termsFrom is terms for the axes up to last. The other axes contribute at, and weight is their number of points.
func (b block) termsFrom(last, result, at, weight int, f func(at int)) {
	if last < 0 {
		f(at)
		return
	}
	a := b.axes[last]
	k, whole := a.first+result%a.out, a.n+a.k-1
	step := whole // one term
	if a.isCircular {
		k, step = k%a.n, a.n
	}
	for ; k < min(whole, a.points); k += step {
		b.termsFrom(last-1, result/a.out, at+k*weight, weight*a.points, f)
	}
}

// combine writes the results from their residues.
func (b block) combine(dst []int64, residues [][]uint32, c Convolution) error {
	out, points := b.size(axis.results), b.size(axis.padded)
	bound := c.Bound
	if bound == 0 || bound > math.MaxInt64 {
		bound = 1 << 63
	}
	theorem := newRemainders(len(residues))
	var mu sync.Mutex
	wrong := len(dst) // the first result beyond the bound
	eachBlock(len(dst), func(first, end int) {
		for i := first; i < end; i++ {
			var sum [maxPrimes]uint32
			b.terms(i%out, func(at int) {
				for m, r := range residues {
					sum[m] = primes[m].field.Add(sum[m], r[i/out*points+at])
				}
			})
			v, size, isNegative := theorem.number(sum)
			if !c.Wraps && (size > bound || size == 1<<63 && !isNegative) {
				mu.Lock()
				wrong = min(wrong, i)
				mu.Unlock()
				return
			}
			dst[i] = v
		}
	})
	if wrong < len(dst) {
		return &OverflowError{wrong, bound}
	}
	return nil
}
