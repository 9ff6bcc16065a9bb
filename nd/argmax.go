package nd

import (
	"wgfft/nd/internal/expr"
)

// ArgMax returns the index of the largest element along an axis. The axis stays, with length 1.
// With several axes, ArgMax numbers the elements along these axes in row-major order. Without axes,
// it numbers all elements, and the result has rank 0. If several elements are the largest, the
// result is the index of the first. The elements are real. The result has type Int32.
//
// If elements are NaN, the result is the index of the first NaN. Zeros of both signs are equal.
func (q *Queue) ArgMax(a Array, axes ...int) Array {
	return q.argument("ArgMax", expr.FoldMax, a, axes)
}

// ArgMin returns the index of the smallest element. See [Queue.ArgMax].
func (q *Queue) ArgMin(a Array, axes ...int) Array {
	return q.argument("ArgMin", expr.FoldMin, a, axes)
}

// argument records two reductions: to the largest or smallest element, and to the first index at
// which an element equals it.
func (q *Queue) argument(op string, kind expr.FoldKind, a Array, axes []int) Array {
	a = q.inMemory(op, a)
	most := q.reduceTo(op, kind, a, axes)
	if most.n == &wrong {
		return most
	}
	n, r := q.begin(op, kindElement, a, most)
	if n == nil {
		return r
	}
	calc, err := calcOf(expr.OpMatch, n.args)
	if err == nil {
		err = n.spread()
	}
	if err != nil {
		return q.fail(op, err, a)
	}
	most.n.op, n.op = map[expr.FoldKind]string{expr.FoldMax: "Max", expr.FoldMin: "Min"}[kind], "Match"
	n.dtype = expr.Int32
	n.work = elementwise{code: expr.OpMatch, calc: calc}
	n.source = &expr.Source{Place: most.n.fold.Places(&n.Extent)}
	n.plan.estimate(n, 4)
	r = q.reduceTo(op, expr.FoldMin, r, axes)
	if r.n != &wrong {
		r.n.dtype = expr.Int32
	}
	return r
}
