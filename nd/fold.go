package nd

import (
	"fmt"
	"slices"
)

// A foldKind is the kind of a reduction.
type foldKind uint8

// The reductions. Other reductions consist of these and of element-wise operations.
const (
	foldSum foldKind = iota
	foldMin
	foldMax
	foldNorm // the root of the sum of the squares of the absolute values: see scales
)

// A fold is a reduction along some axes.
type fold struct {
	kind foldKind
	axes [MaxRank]bool // whether an axis is reduced
}

// reduceTo records a reduction along axes, or along all if there are none.
func (q *Queue) reduceTo(op string, kind foldKind, a Array, axes []int) Array {
	n, r := q.begin(op, kindReduce, a)
	if n == nil {
		return r
	}
	n.dtype = a.n.dtype.number()
	n.fold.kind = kind
	if err := q.checkScalars(n.dtype, n.args); err != nil {
		return q.fail(op, err, a)
	}
	switch {
	case kind == foldNorm:
		n.dtype = n.dtype.real()
	case kind != foldSum && a.n.dtype == Int32:
		n.dtype = Int32
	case kind != foldSum && n.dtype.IsComplex():
		return q.fail(op, fmt.Errorf("%w: complex numbers have no order", ErrType), a)
	}
	if len(axes) == 0 {
		for i := range a.n.rank {
			n.fold.axes[i] = true
		}
		return r // of rank 0
	}
	n.extent = a.n.extent
	for _, x := range axes {
		k, err := n.axis(x)
		if err == nil && n.fold.axes[k] {
			err = fmt.Errorf("%w: axis %d twice in %v", ErrShape, x, slices.Clone(axes))
		}
		if err != nil {
			return q.fail(op, err, a)
		}
		n.fold.axes[k], n.shape[k] = true, 1
	}
	return r
}

// Sum returns the sum along the given axes. These axes stay, with length 1. Without axes it returns
// the sum of all elements, with rank 0. For up to 2^24 elements, the error is at most 4 units in
// the last place of the sum of the absolute values.
func (q *Queue) Sum(a Array, axes ...int) Array { return q.reduceTo("Sum", foldSum, a, axes) }

// Min returns the smallest element, which is real. Axes are as in [Queue.Sum]. If an element is NaN, the result is
// NaN. For elements of type Int32 the result has this type, too, and is exact.
func (q *Queue) Min(a Array, axes ...int) Array { return q.reduceTo("Min", foldMin, a, axes) }

// Max returns the largest element, which is real. See [Queue.Min].
func (q *Queue) Max(a Array, axes ...int) Array { return q.reduceTo("Max", foldMax, a, axes) }

// Mean returns the mean. Axes and accuracy are as in [Queue.Sum].
func (q *Queue) Mean(a Array, axes ...int) Array {
	sum := q.reduceTo("Mean", foldSum, a, axes)
	if a.Len() == 0 || sum.Len() == 0 {
		return sum // an operation was wrong
	}
	return q.Scale(float64(sum.Len())/float64(a.Len()), sum)
}

// Norm returns the square root of the sum of the squares of the absolute values, which is real. Axes are as in
// [Queue.Sum]. Squares do not leave the range of the numbers: the norm of [3e20 4e20] in single precision is 5e20.
func (q *Queue) Norm(a Array, axes ...int) Array { return q.reduceTo("Norm", foldNorm, a, axes) }

// Dot returns the sum of conj(a) b over all elements. Types combine as in [Queue.Mul].
func (q *Queue) Dot(a, b Array) Array {
	if a.DType().IsComplex() {
		a = q.elementOf("Dot", opConj, a)
	}
	return q.reduceTo("Dot", foldSum, q.elementOf("Dot", opMul, a, b), nil)
}

// reduce plans a reduction into memory.
func (x *planner) reduce(n *node) error {
	d := x.on.concrete(n.dtype)
	dst, err := x.temp(d, n.size(), n.plan.last)
	if err != nil {
		return err
	}
	n.plan.temp = dst
	a := n.args[0]
	of := d
	if n.fold.kind == foldNorm {
		of = x.on.concrete(a.n.dtype.number())
	}
	b, err := x.expression(a, a.n.extent, of)
	if err != nil {
		return err
	}
	b.k.dst = n.fold.target(a.n.extent, dst)
	x.on.m.merge(&b.k)
	f := n.fold
	x.locate(&b.k)
	x.add(runFold{&b.k, &f})
	return nil
}

// partial returns the type of the partial results of a reduction to results of type d.
func (f *fold) partial(d DType) DType {
	switch {
	case f.kind != foldNorm:
		return d
	case d.isDouble():
		return doubleSquares
	}
	return singleSquares
}

// target returns a load of dst that maps each element of e to the place of its result. The stride
// of a reduced axis is 0.
func (f *fold) target(e extent, dst *memory) load {
	l := load{mem: dst}
	step := 1
	for i := e.rank - 1; i >= 0; i-- {
		if !f.axes[i] {
			l.stride[i] = step
			step *= e.shape[i]
		}
	}
	return l
}

// counts returns the number of results, and the number of elements that each result reduces.
func (f *fold) counts(e *extent) (results, each int) {
	results, each = 1, 1
	for i, s := range e.shape[:e.rank] {
		if f.axes[i] {
			each *= s
		} else {
			results *= s
		}
	}
	return results, each
}
