package nd

import (
	"fmt"
	"slices"

	"wgfft/nd/internal/expr"
)

// reduceTo records a reduction along axes, or along all if there are none.
func (q *Queue) reduceTo(op string, kind expr.FoldKind, a Array, axes []int) Array {
	n, r := q.begin(op, kindReduce, a)
	if n == nil {
		return r
	}
	n.dtype = a.n.dtype.Number()
	n.fold.Kind = kind
	if err := q.checkScalars(n.dtype, n.args); err != nil {
		return q.fail(op, err, a)
	}
	switch {
	case kind == expr.FoldNorm:
		n.dtype = n.dtype.Real()
	case kind != expr.FoldSum && a.n.dtype == expr.Int32:
		n.dtype = expr.Int32
	case kind != expr.FoldSum && n.dtype.IsComplex():
		return q.fail(op, fmt.Errorf("%w: complex numbers have no order", ErrType), a)
	}
	if len(axes) == 0 {
		for i := range a.n.Rank {
			n.fold.Axes[i] = true
		}
		return r // of rank 0
	}
	n.Extent = a.n.Extent
	for _, x := range axes {
		k, err := n.axis(x)
		if err == nil && n.fold.Axes[k] {
			err = fmt.Errorf("%w: axis %d twice in %v", ErrShape, x, slices.Clone(axes))
		}
		if err != nil {
			return q.fail(op, err, a)
		}
		n.fold.Axes[k], n.Shape[k] = true, 1
	}
	return r
}

// Sum returns the sum along the given axes. These axes stay, with length 1. Without axes it returns
// the sum of all elements, with rank 0. For up to 2^24 elements, the error is at most 4 units in
// the last place of the sum of the absolute values.
func (q *Queue) Sum(a Array, axes ...int) Array { return q.reduceTo("Sum", expr.FoldSum, a, axes) }

// Min returns the smallest element, which is real. Axes are as in [Queue.Sum]. If an element is NaN, the result is
// NaN. For elements of type Int32 the result has this type, too, and is exact.
func (q *Queue) Min(a Array, axes ...int) Array { return q.reduceTo("Min", expr.FoldMin, a, axes) }

// Max returns the largest element, which is real. See [Queue.Min].
func (q *Queue) Max(a Array, axes ...int) Array { return q.reduceTo("Max", expr.FoldMax, a, axes) }

// Mean returns the mean. Axes and accuracy are as in [Queue.Sum].
func (q *Queue) Mean(a Array, axes ...int) Array {
	sum := q.reduceTo("Mean", expr.FoldSum, a, axes)
	if a.Len() == 0 || sum.Len() == 0 {
		return sum // an operation was wrong
	}
	return q.Scale(float64(sum.Len())/float64(a.Len()), sum)
}

// Norm returns the square root of the sum of the squares of the absolute values, which is real. Axes are as in
// [Queue.Sum]. Squares do not leave the range of the numbers: the norm of [3e20 4e20] in single precision is 5e20.
func (q *Queue) Norm(a Array, axes ...int) Array { return q.reduceTo("Norm", expr.FoldNorm, a, axes) }

// Dot returns the sum of conj(a) b over all elements. Types combine as in [Queue.Mul].
func (q *Queue) Dot(a, b Array) Array {
	if a.dtype().IsComplex() {
		a = q.elementOf("Dot", expr.OpConj, a)
	}
	return q.reduceTo("Dot", expr.FoldSum, q.elementOf("Dot", expr.OpMul, a, b), nil)
}

// reduce plans a reduction into memory.
func (x *planner) reduce(n *node) error {
	d := x.on.concrete(n.dtype)
	dst, err := x.temp(d, n.Size(), n.plan.last)
	if err != nil {
		return err
	}
	n.plan.temp = dst
	a := n.args[0]
	of := d
	if n.fold.Kind == expr.FoldNorm {
		of = x.on.concrete(a.n.dtype.Number())
	}
	b, err := x.expression(a, a.n.Extent, of)
	if err != nil {
		return err
	}
	b.k.Dst = n.fold.Target(a.n.Extent, dst)
	x.on.m.Merge(&b.k)
	f := n.fold
	x.locate(&b.k)
	x.add(runFold{&b.k, &f})
	return nil
}
