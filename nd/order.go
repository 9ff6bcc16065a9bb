package nd

import (
	"fmt"
	"math"

	"wgfft/nd/internal/expr"
)

// OrderStatistic returns the element at place k, counted from 0, of the elements in increasing order. It is
// the (k+1)-th smallest. Axes are as in [Queue.Sum]. The elements are real. The result is exact. It has type Int32
// for elements of this type, and the type in which operations compute otherwise. NaN comes after all numbers, and -0
// before +0.
//
// OrderStatistic reads the elements 32 times in single precision, and 64 times in double precision.
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
	return o.element(o.at(k))
}

// Median returns the median: the element in the middle of the elements in increasing order, or the mean of
// both elements in the middle. See [Queue.OrderStatistic] and [Queue.Quantile].
func (q *Queue) Median(a Array, axes ...int) Array { return q.quantile("Median", 0.5, a, axes) }

// Quantile returns the element at place p (n-1) of the n elements in increasing order, for p in [0, 1].
// Between two places it interpolates linearly. If both elements are equal, they are the result. Quantiles of 0, 0.5
// and 1 are the minimum, the median and the maximum. If an element is NaN, the result is NaN. For elements of type
// Int32, the result has type Float64, which holds each of them and the mean of any two.
//
// Quantile reads the elements once more than [Queue.OrderStatistic]. The other element between which it
// interpolates takes two more reads in single precision, and three in double precision.
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
	found := o.at(k)
	result := o.wide(found)
	if part := place - float64(k); part > 0 {
		next, isEqual := o.next(found, k)
		between := q.Add(q.Scale(1-part, result), q.Scale(part, o.wide(next)))
		result = q.Where(isEqual, result, between)
	}
	if o.isInt32 {
		return result
	}
	last := q.reduceTo(op, expr.FoldMax, o.high, axes)
	return q.Where(q.ordinals(expr.OpLess, expr.Int32, Scalar(expr.NanOrdinal-1), last), Scalar(math.NaN()), result)
}

// An order searches for elements by their place in increasing order, with the ordinals of the elements.
type order struct {
	q         *Queue
	a         Array
	axes      []int
	n         int   // number of elements of each result
	high, low Array // the ordinals of the elements; low is for double precision
	isDouble  bool
	isInt32   bool
}

// order returns a search along axes for the operation op. check returns an error for arguments that do not fit n
// elements. If something is wrong, order returns nil and the result of a wrong operation.
func (q *Queue) order(op string, a Array, axes []int, check func(n int) error) (*order, Array) {
	a = q.inMemory(op, a)
	most := q.reduceTo(op, expr.FoldMax, a, axes) // it checks a and axes, and is not computed
	if most.n == &wrong {
		return nil, most
	}
	if a.dtype().IsWeak() {
		return nil, q.fail(op, fmt.Errorf("%w: a scalar has no precision; use Cast", ErrType), a)
	}
	n := a.Len() / most.Len()
	if err := check(n); err != nil {
		return nil, q.fail(op, err, a)
	}
	o := &order{q: q, a: a, axes: axes, n: n, isInt32: a.dtype() == expr.Int32}
	if o.isInt32 {
		o.high = a
		return o, Array{}
	}
	d := a.dtype().Number()
	o.high, o.isDouble = q.ordinals(expr.OpOrdinal, d, a), d.IsDouble()
	if o.isDouble {
		o.low = q.ordinals(expr.OpOrdinalLow, d, a)
	}
	return o, Array{}
}

// ordinals records an operation that computes in type calc and has a result of type Int32.
func (q *Queue) ordinals(code expr.Opcode, calc expr.DType, args ...Array) Array {
	info := expr.Operations[code]
	n, r := q.begin(info.Name, kindElement, args...)
	if n == nil {
		return r
	}
	if err := n.spread(); err != nil {
		return q.fail(info.Name, err, args...)
	}
	n.dtype, n.work = expr.Int32, elementwise{code: code, calc: calc}
	n.plan.estimate(n, info.Work)
	return r
}

// integers records an operation on integers.
func (q *Queue) integers(code expr.Opcode, args ...Array) Array {
	return q.ordinals(code, expr.Int32, args...)
}

// A found has the ordinals of an element.
type found struct{ high, low Array }

// at returns the element at place k. It searches for the high ordinals first, and for the low ones of the elements with
// these high ordinals then.
func (o *order) at(k int) (f found) {
	q := o.q
	f.high = o.search(k, func(x Array) Array { return q.integers(expr.OpLess, o.high, x) })
	if o.isDouble {
		f.low = o.search(k, func(x Array) Array { return q.integers(expr.OpBelow, o.high, f.high, o.low, x) })
	}
	return f
}

// search returns the largest number x of 32 bits for which at most k elements are below x. It determines the bits of x
// from the highest one down.
func (o *order) search(k int, isBelow func(x Array) Array) Array {
	q := o.q
	x, next := Scalar(math.MinInt32), Scalar(0)
	for bit := 30; ; bit-- {
		isAtLeast := q.integers(expr.OpLess, o.count(isBelow(next)), Scalar(float64(k)+1))
		x = q.Pin(q.integers(expr.OpWhere, isAtLeast, next, x))
		if bit < 0 {
			return x
		}
		next = q.Pin(q.integers(expr.OpAdd, x, Scalar(math.Ldexp(1, bit))))
	}
}

// next returns the element at place k+1, and whether it equals f, the element at place k. They are equal if more than
// k+1 elements are at most f. Otherwise next is the smallest element above f.
func (o *order) next(f found, k int) (next found, isEqual Array) {
	q := o.q
	isAbove := func(high, low Array) Array {
		if o.isDouble {
			return q.integers(expr.OpBelow, f.high, high, f.low, low)
		}
		return q.integers(expr.OpLess, f.high, high)
	}
	above := isAbove(o.high, o.low)
	isEqual = q.Pin(q.integers(expr.OpLess, o.count(above), Scalar(float64(o.n-k-1))))
	most := Scalar(math.MaxInt32)
	high := q.Pin(o.least(q.integers(expr.OpWhere, above, o.high, most)))
	next.high = q.integers(expr.OpWhere, isEqual, f.high, high)
	if o.isDouble {
		// The low ordinal is the least of those elements above f that have the high ordinal.
		isOther := q.integers(expr.OpLess, high, o.high)
		others := q.integers(expr.OpWhere, isOther, most, q.integers(expr.OpWhere, above, o.low, most))
		next.low = q.integers(expr.OpWhere, isEqual, f.low, o.least(others))
	}
	return next, isEqual
}

// element returns the element with the given ordinals.
func (o *order) element(f found) Array {
	q := o.q
	args := []Array{f.high, f.low}
	switch {
	case o.isInt32:
		return f.high
	case !o.isDouble:
		args = args[:1]
	}
	r := q.integers(expr.OpFromOrdinal, args...)
	if r.n != &wrong {
		r.n.dtype = o.a.dtype().Number()
	}
	return q.Pin(r)
}

// wide returns the element with the given ordinals in a type that holds the mean of two elements.
func (o *order) wide(f found) Array {
	if o.isInt32 {
		return o.q.cast(expr.Float64, f.high)
	}
	return o.element(f)
}

// count returns the number of elements that are 1. The others are 0.
func (o *order) count(ones Array) Array { return o.fold(expr.FoldSum, ones) }

// least returns the smallest of the integers of a.
func (o *order) least(a Array) Array { return o.fold(expr.FoldMin, a) }

// fold reduces integers.
func (o *order) fold(kind expr.FoldKind, a Array) Array {
	r := o.q.reduceTo(expr.Operations[expr.OpOrdinal].Name, kind, a, o.axes)
	if r.n != &wrong {
		r.n.dtype = expr.Int32
	}
	return r
}
