package nd

import (
	"fmt"
	"math"
)

// OrderStatistic returns the element at place k, counted from 0, of the elements in increasing order. It is
// the (k+1)-th smallest. Axes are as in [Queue.Sum]. The elements are real and finite. The result is exact,
// except in double-single, where it has a relative error of 2^-46.
//
// OrderStatistic reads the elements 35 times in single precision, and 70 times in double precision.
func (q *Queue) OrderStatistic(k int, a Array, axes ...int) Array {
	o, wrong := q.order("OrderStatistic", a, axes, func(n int) error {
		if k < 0 || k >= n {
			return fmt.Errorf("%w: place %d is out of range [0, %d]", ErrShape, k, n-1)
		}
		return nil
	})
	if o == nil {
		return wrong
	}
	return o.at(k)
}

// Median returns the median: the element in the middle of the elements in increasing order, or the mean of
// both elements in the middle. See [Queue.OrderStatistic] and [Queue.Quantile].
func (q *Queue) Median(a Array, axes ...int) Array { return q.quantile("Median", 0.5, a, axes) }

// Quantile returns the element at place p (n-1) of the n elements in increasing order, for p in [0, 1].
// Between two places it interpolates linearly. Quantiles of 0, 0.5 and 1 are the minimum, the median and the
// maximum. The other element between which it interpolates takes three more reads in single precision, and as
// many reads as the first one in double precision. See [Queue.OrderStatistic].
func (q *Queue) Quantile(p float64, a Array, axes ...int) Array {
	return q.quantile("Quantile", p, a, axes)
}

// quantile is Quantile for the operation op.
func (q *Queue) quantile(op string, p float64, a Array, axes []int) Array {
	o, wrong := q.order(op, a, axes, func(int) error {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("%w: quantile %g is out of range [0, 1]", ErrShape, p)
		}
		return nil
	})
	if o == nil {
		return wrong
	}
	place := p * float64(o.n-1)
	k := int(place)
	low := o.at(k)
	if part := place - float64(k); part > 0 {
		return q.Add(q.Scale(1-part, low), q.Scale(part, o.next(low, k)))
	}
	return low
}

// An order searches for elements by their place in increasing order.
type order struct {
	q    *Queue
	a    Array
	axes []int
	n    int // number of elements of each result
}

// order returns a search along axes for the operation op. check returns an error for arguments that do not fit n
// elements. If something is wrong, order returns nil and the result of a wrong operation.
func (q *Queue) order(op string, a Array, axes []int, check func(n int) error) (*order, Array) {
	a = q.inMemory(op, a)
	most := q.reduceTo(op, foldMax, a, axes) // it checks a and axes, and is not computed
	if most.n == &wrong {
		return nil, most
	}
	if a.DType().isWeak() {
		return nil, q.fail(op, fmt.Errorf("%w: a scalar has no precision; use Cast", ErrType), a)
	}
	n := a.Len() / most.Len()
	if err := check(n); err != nil {
		return nil, q.fail(op, err, a)
	}
	return &order{q: q, a: a, axes: axes, n: n}, Array{}
}

// at returns the element at place k.
//
// It is the largest number v for which at most k elements are smaller. The search for v first makes it
// non-negative: it changes the sign of all elements if v is negative. It then divides a bound of v by powers of
// two, and determines the bits of v from the highest one down. All numbers of the search are exact.
func (o *order) at(k int) Array {
	q, d := o.q, o.a.DType().number()
	isNegative := q.Pin(q.Less(Scalar(float64(k)+0.5), o.count(q.Less(o.a, Scalar(0)))))
	places := q.Where(isNegative, Scalar(float64(o.n-1-k)), Scalar(float64(k)))
	sign := q.Pin(q.Cast(d, q.Where(isNegative, Scalar(-1), Scalar(1))))
	signed := q.Mul(sign, o.a)
	isAtLeast := func(a, x Array) Array { return o.isAtMost(o.count(q.Less(a, x)), places) }

	a, isLarge := signed, Scalar(0)
	octaves, bits := []int{64, 64, 64, 32, 16, 8, 4, 2, 1}, 24 // no 128: GPUs may flush 2^-128 to zero
	if d.isDouble() {
		// In double-single, 2^-256 and 2^-512 are zero, and the bound stays.
		octaves, bits = append([]int{512, 256, 256}, octaves...), 53
		// Large elements of float64 are scaled into the range of float32.
		isLarge = q.Pin(isAtLeast(signed, Scalar(math.MaxFloat32)))
		a = q.Mul(q.Pin(q.Where(isLarge, Scalar(0x1p-896), Scalar(1))), signed)
	}

	bound := q.Cast(d, Scalar(0x1p127))
	for _, n := range octaves {
		lower := q.Pin(q.Scale(math.Ldexp(1, -n), bound))
		bound = q.Pin(q.Where(isAtLeast(a, lower), bound, lower))
	}
	v := Scalar(0)
	for bit := range bits + 1 { // bit 0 is the bound, for v from 2^127 on
		next := q.Pin(q.Add(v, q.Scale(math.Ldexp(1, -bit), bound)))
		v = q.Pin(q.Where(isAtLeast(a, next), next, v))
	}
	if d.isDouble() {
		// The result is the smallest element that is not below v. It also undoes the scaling, and v of double-single
		// has fewer bits than an element. Scaled elements of double-single are 0, so the limit of large elements
		// counts, too.
		limit := q.Where(isLarge, Scalar(math.MaxFloat32), Scalar(-math.MaxFloat32))
		v = o.least(q.Maximum(q.Less(a, v), q.Less(signed, limit)), signed)
	}
	return q.Pin(q.Mul(sign, v))
}

// next returns the element at place k+1. v is the element at place k.
func (o *order) next(v Array, k int) Array {
	q := o.q
	if o.a.DType().isDouble() { // in double-single, v may be a close neighbor of the element at place k
		return o.at(k + 1)
	}
	isAbove := q.Less(v, o.a)
	isNextAbove := o.isAtMost(q.Sub(Scalar(float64(o.n)), o.count(isAbove)), Scalar(float64(k+1)))
	return q.Where(isNextAbove, o.least(q.Sub(Scalar(1), isAbove), o.a), v)
}

// count returns the number of elements that are 1. The others are 0.
func (o *order) count(ones Array) Array {
	if o.n > 1<<23 && !ones.DType().isDouble() { // float32 does not hold k + 1/2 for larger counts
		ones = o.q.Cast(Float64, ones)
	}
	return o.q.Sum(ones, o.axes...)
}

// isAtMost returns 1 where a count is at most k, and 0 elsewhere, in the precision of the elements.
func (o *order) isAtMost(count, k Array) Array {
	q := o.q
	return q.Cast(o.a.DType().number(), q.Less(count, q.Add(k, Scalar(0.5))))
}

// least returns the smallest element of a that is not excluded.
func (o *order) least(isExcluded, a Array) Array {
	return o.q.Min(o.q.Where(isExcluded, o.q.Max(a, o.axes...), a), o.axes...)
}
