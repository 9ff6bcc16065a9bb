package nd

// rows iterates over elements of an extent in row-major order. Each step of the iteration is a
// part: neighbors in one row along the last axis.
type rows struct {
	e     *extent
	index [MaxRank]int // the index of the first element of the part
	n     int          // the number of elements that are left
	done  int          // the number of elements of earlier parts
	count int          // the number of elements of the part
}

// start prepares r for n elements of e, from element number from on, and returns r.
func (r *rows) start(e *extent, from, n int) *rows {
	*r = rows{e: e, n: n}
	for i := e.rank - 1; i >= 0; i-- {
		r.index[i] = from % e.shape[i]
		from /= e.shape[i]
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
	last := r.e.rank - 1
	if last < 0 {
		r.count = r.n
		return true
	}
	r.index[last] += r.count
	for i := last; i > 0 && r.index[i] == r.e.shape[i]; i-- {
		r.index[i] = 0
		r.index[i-1]++
	}
	r.count = min(r.n, r.e.shape[last]-r.index[last])
	return true
}

// at returns the place of the part's first element in the array of l, and the distance to the next
// element.
func (r *rows) at(l *load) (place, step int) {
	place = l.offset
	for i := range r.e.rank {
		place += r.index[i] * l.stride[i]
	}
	if r.e.rank > 0 {
		step = l.stride[r.e.rank-1]
	}
	return place, step
}

// gather reads the elements of r from src, at the places of l.
func gather(dst, src *block, d DType, l *load, r *rows) { move(dst, src, d, l, r, false) }

// scatter writes the elements of r to dst, at the places of l.
func scatter(dst, src *block, d DType, l *load, r *rows) { move(dst, src, d, l, r, true) }

// move is scatter if isScatter, and gather otherwise.
func move(dst, src *block, d DType, l *load, r *rows, isScatter bool) {
	switch d {
	case Float32:
		moveOf(dst.f32, src.f32, l, r, isScatter)
	case Float64:
		moveOf(dst.f64, src.f64, l, r, isScatter)
	case Complex64:
		moveOf(dst.c64, src.c64, l, r, isScatter)
	case Uint8, Int8:
		moveOf(dst.u8, src.u8, l, r, isScatter)
	case Uint16, Int16, Float16, Bfloat16:
		moveOf(dst.u16, src.u16, l, r, isScatter)
	case Int32:
		moveOf(dst.i32, src.i32, l, r, isScatter)
	default:
		moveOf(dst.c128, src.c128, l, r, isScatter)
	}
}

// moveOf is move for one type.
func moveOf[T Element](dst, src []T, l *load, r *rows, isScatter bool) {
	switch {
	case isScatter:
		scatterOf(dst, src, l, r)
	case l.shift != nil:
		gatherShifted(dst, src, l, r)
	default:
		gatherOf(dst, src, l, r)
	}
}

// gatherOf is gather for one type, without a shift.
func gatherOf[T Element](dst, src []T, l *load, r *rows) {
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
func scatterOf[T Element](dst, src []T, l *load, r *rows) {
	for r.next() {
		p, step := r.at(l)
		for _, v := range src[r.done : r.done+r.count] {
			dst[p] = v
			p += step
		}
	}
}

// fill computes the values of a source for the elements of r.
func (s *source) fill(dst *block, d DType, r *rows) {
	switch d {
	case Float32:
		fillReal(dst.f32, s, r)
	case Float64:
		fillReal(dst.f64, s, r)
	case Complex64:
		fillImaginary(dst.c64, s, r)
	default:
		fillImaginary(dst.c128, s, r)
	}
}

// fillReal computes real values of a source. Axes along which the source has length 1 have index 0.
func fillReal[R float32 | float64](dst []R, s *source, r *rows) {
	if s.isRandom() {
		fillRandom(dst, s, r)
		return
	}
	last := r.e.rank - 1
	for r.next() {
		constant := 0.0
		var row *term
		for i := range s.terms {
			t := &s.terms[i]
			if t.axis == last {
				row = t
				continue
			}
			x := t.at(r.index[t.axis])
			if s.form == formSumSquares {
				x *= x
			}
			constant += x
		}
		part := dst[r.done : r.done+r.count]
		for i := range part {
			x := constant
			if row != nil {
				y := row.at(r.index[last] + i)
				if s.form == formSumSquares {
					y *= y
				}
				x += y
			}
			part[i] = R(x)
		}
	}
}

// fillImaginary computes imaginary values of a source.
func fillImaginary[C complex64 | complex128](dst []C, s *source, r *rows) {
	t := &s.terms[0]
	last := r.e.rank - 1
	for r.next() {
		for i := range r.count {
			k := r.index[t.axis]
			if t.axis == last {
				k += i
			}
			dst[r.done+i] = C(complex(0, t.at(k)))
		}
	}
}
