package nd

import "wgfft/wgsl"

// ArgMax returns the index of the largest element along an axis. The axis stays, with length 1.
// With several axes, ArgMax numbers the elements along these axes in row-major order. Without axes,
// it numbers all elements, and the result has rank 0. If several elements are the largest, the
// result is the index of the first. The elements are real. The result has type Int32.
//
// If elements are NaN, the result is the index of the first NaN. Zeros of both signs are equal.
func (q *Queue) ArgMax(a Array, axes ...int) Array { return q.argument("ArgMax", foldMax, a, axes) }

// ArgMin returns the index of the smallest element. See [Queue.ArgMax].
func (q *Queue) ArgMin(a Array, axes ...int) Array { return q.argument("ArgMin", foldMin, a, axes) }

// argument records two reductions: to the largest or smallest element, and to the first index at
// which an element equals it.
func (q *Queue) argument(op string, kind foldKind, a Array, axes []int) Array {
	a = q.inMemory(op, a)
	most := q.reduceTo(op, kind, a, axes)
	if most.n == &wrong {
		return most
	}
	n, r := q.begin(op, kindElement, a, most)
	if n == nil {
		return r
	}
	calc, err := calcOf(opMatch, n.args)
	if err == nil {
		err = n.spread()
	}
	if err != nil {
		return q.fail(op, err, a)
	}
	most.n.op, n.op = map[foldKind]string{foldMax: "Max", foldMin: "Min"}[kind], "Match"
	n.dtype = Int32
	n.work = elementwise{code: opMatch, calc: calc}
	n.source = &source{place: most.n.fold.places(&n.extent)}
	n.plan.estimate(n, 4)
	r = q.reduceTo(op, foldMin, r, axes)
	if r.n != &wrong {
		r.n.dtype = Int32
	}
	return r
}

// places returns a load without memory that numbers the elements of each result in row-major order.
func (f *fold) places(e *extent) load {
	var l load
	step := 1
	for i := e.rank - 1; i >= 0; i-- {
		if f.axes[i] && e.shape[i] > 1 {
			l.stride[i] = step
			step *= e.shape[i]
		}
	}
	return l
}

// lastOf returns the place of the last element of an extent.
func (l *load) lastOf(e *extent) int {
	last := 0
	for i, n := range e.shape[:e.rank] {
		last += (n - 1) * l.stride[i]
	}
	return last
}

// match returns the expression of opMatch: the place of the element if it equals the second operand
// or is NaN, and the last place otherwise.
func (t *text) match(in *instr, a []wgsl.Value) wgsl.Value {
	l := &in.source.place
	isMost := t.isMost(in.calc, a[0], a[1])
	return wgsl.Value{Text: call("select", []string{whole(l.lastOf(&t.k.extent)).Text, t.place(l).Text, isMost.Text}),
		Real: true}
}

// isMost returns the condition that x equals most or is NaN. It compares numbers as nd_less does, which a device that
// flushes denormals does, too.
func (t *text) isMost(calc DType, x, most wgsl.Value) wgsl.Value {
	if calc == Int32 {
		return wgsl.Binary("==", x, most)
	}
	w := t.in(calc)
	differs := w.binary("||", w.call("nd_less", x, most), w.call("nd_less", most, x))
	differs = w.binary("||", differs, w.call("nd_isnan", most))
	return w.binary("||", w.call("nd_isnan", x), wgsl.Unary("!", differs))
}

// match computes opMatch.
func (w *worker) match(in *instr, out *block, a [4]*block, from int) {
	l := &in.source.place
	r := w.walk.start(&w.k.extent, from, len(out.i32))
	switch in.calc {
	case Int32:
		matchOf(out.i32, a[0].i32, a[1].i32, l, r)
	case Float32:
		matchOf(out.i32, a[0].f32, a[1].f32, l, r)
	default:
		matchOf(out.i32, a[0].f64, a[1].f64, l, r)
	}
}

// matchOf is match for one type.
func matchOf[R int32 | float32 | float64](dst []int32, a, b []R, l *load, r *rows) {
	last := int32(l.lastOf(r.e))
	for r.next() {
		place, step := r.at(l)
		for i := r.done; i < r.done+r.count; i++ {
			dst[i] = last
			if x := a[i]; x == b[i] || x != x {
				dst[i] = int32(place)
			}
			place += step
		}
	}
}
