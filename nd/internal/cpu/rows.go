package cpu

import (
	"wgfft/nd/internal/expr"
)

// rows iterates over elements of an extent in row-major order. Each step of the iteration is a
// part: neighbors in one row along the last axis.
type rows struct {
	e     *expr.Extent
	index [expr.MaxRank]int // the index of the first element of the part
	n     int               // the number of elements that are left
	done  int               // the number of elements of earlier parts
	count int               // the number of elements of the part
}

// start prepares r for n elements of e, from element number from on, and returns r.
func (r *rows) start(e *expr.Extent, from, n int) *rows {
	*r = rows{e: e, n: n}
	for i := e.Rank - 1; i >= 0; i-- {
		r.index[i] = from % e.Shape[i]
		from /= e.Shape[i]
	}
	return r
}

// next moves to the next part. It reports whether there is one.
func (r *rows) next() bool {
	r.n -= r.count
	r.done += r.count
	if r.n == 0 {
		return false
	}
	last := r.e.Rank - 1
	if last < 0 {
		r.count = r.n
		return true
	}
	r.index[last] += r.count
	for i := last; i > 0 && r.index[i] == r.e.Shape[i]; i-- {
		r.index[i] = 0
		r.index[i-1]++
	}
	r.count = min(r.n, r.e.Shape[last]-r.index[last])
	return true
}

// at returns the place of the part's first element in the array of l, and the distance to the next
// element.
func (r *rows) at(l *expr.Load) (place, step int) {
	place = l.Offset
	for i := range r.e.Rank {
		place += r.index[i] * l.Stride[i]
	}
	if r.e.Rank > 0 {
		step = l.Stride[r.e.Rank-1]
	}
	return place, step
}

// gather reads the elements of r from src, at the places of l.
func gather(dst, src *expr.Block, d expr.DType, l *expr.Load, r *rows) {
	move(dst, src, d, l, r, false)
}

// scatter writes the elements of r to dst, at the places of l.
func scatter(dst, src *expr.Block, d expr.DType, l *expr.Load, r *rows) {
	move(dst, src, d, l, r, true)
}

// move is scatter if isScatter, and gather otherwise.
func move(dst, src *expr.Block, d expr.DType, l *expr.Load, r *rows, isScatter bool) {
	switch d {
	case expr.Float32:
		moveOf(dst.F32, src.F32, l, r, isScatter)
	case expr.Float64:
		moveOf(dst.F64, src.F64, l, r, isScatter)
	case expr.Complex64:
		moveOf(dst.C64, src.C64, l, r, isScatter)
	case expr.Uint8, expr.Int8:
		moveOf(dst.U8, src.U8, l, r, isScatter)
	case expr.Uint16, expr.Int16, expr.Float16, expr.Bfloat16:
		moveOf(dst.U16, src.U16, l, r, isScatter)
	case expr.Int32:
		moveOf(dst.I32, src.I32, l, r, isScatter)
	default:
		moveOf(dst.C128, src.C128, l, r, isScatter)
	}
}

// moveOf is move for one type.
func moveOf[T expr.Element](dst, src []T, l *expr.Load, r *rows, isScatter bool) {
	switch {
	case isScatter:
		scatterOf(dst, src, l, r)
	case l.Shift != nil:
		gatherShifted(dst, src, l, r)
	default:
		gatherOf(dst, src, l, r)
	}
}

// gatherOf is gather for one type, without a shift.
func gatherOf[T expr.Element](dst, src []T, l *expr.Load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		part := dst[r.done : r.done+r.count]
		if step == 1 {
			copy(part, src[p:])
			continue
		}
		for i := range part {
			part[i] = src[p]
			p += step
		}
	}
}

// scatterOf is scatter for one type.
func scatterOf[T expr.Element](dst, src []T, l *expr.Load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		for _, v := range src[r.done : r.done+r.count] {
			dst[p] = v
			p += step
		}
	}
}

// gatherShifted reads elements at the indices that a shift returns.
func gatherShifted[T expr.Element](dst, src []T, l *expr.Load, r *rows) {
	last := r.e.Rank - 1
	for r.next() {
		part := dst[r.done : r.done+r.count]
		place, isInside := l.Offset, true
		for i := range last {
			k, ok := l.Shift.At(i, r.index[i])
			place += k * l.Stride[i]
			isInside = isInside && ok
		}
		if !isInside {
			clear(part)
			continue
		}
		for i := 0; i < len(part); {
			k, ok := l.Shift.At(last, r.index[last]+i)
			run := part[i:min(len(part), i+l.Shift.Run(last, r.index[last]+i))]
			copyRun(run, src, place+k*l.Stride[last], l.Stride[last], ok)
			i += len(run)
		}
	}
}

// copyRun copies elements that lie step apart, or clears dst if they are outside of the operand.
func copyRun[T expr.Element](dst, src []T, place, step int, isInside bool) {
	switch {
	case !isInside:
		clear(dst)
	case step == 1:
		copy(dst, src[place:])
	default:
		for i := range dst {
			dst[i] = src[place]
			place += step
		}
	}
}
