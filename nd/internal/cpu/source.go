package cpu

import (
	"wgfft/nd/internal/expr"
)

// fillRandom computes random numbers.
func fillRandom[R float32 | float64](dst []R, s *expr.Source, r *rows) {
	for r.next() {
		place, step := r.at(&s.Place)
		part := dst[r.done : r.done+r.count]
		for i := range part {
			part[i] = R(s.Random.At(s.Form, place))
			place += step
		}
	}
}

// fillSource computes the values of a source for the elements of r.
func fillSource(s *expr.Source, dst *expr.Block, d expr.DType, r *rows) {
	switch d {
	case expr.Float32:
		fillReal(dst.F32, s, r)
	case expr.Float64:
		fillReal(dst.F64, s, r)
	case expr.Complex64:
		fillImaginary(dst.C64, s, r)
	default:
		fillImaginary(dst.C128, s, r)
	}
}

// fillReal computes real values of a source. Axes along which the source has length 1 have index 0.
func fillReal[R float32 | float64](dst []R, s *expr.Source, r *rows) {
	if s.IsRandom() {
		fillRandom(dst, s, r)
		return
	}
	last := r.e.Rank - 1
	for r.next() {
		constant := 0.0
		var row *expr.Term
		for i := range s.Terms {
			t := &s.Terms[i]
			if t.Axis == last {
				row = t
				continue
			}
			x := t.At(r.index[t.Axis])
			if s.Form == expr.FormSumSquares {
				x *= x
			}
			constant += x
		}
		part := dst[r.done : r.done+r.count]
		for i := range part {
			x := constant
			if row != nil {
				y := row.At(r.index[last] + i)
				if s.Form == expr.FormSumSquares {
					y *= y
				}
				x += y
			}
			part[i] = R(x)
		}
	}
}

// fillImaginary computes imaginary values of a source.
func fillImaginary[C complex64 | complex128](dst []C, s *expr.Source, r *rows) {
	t := &s.Terms[0]
	last := r.e.Rank - 1
	for r.next() {
		for i := range r.count {
			k := r.index[t.Axis]
			if t.Axis == last {
				k += i
			}
			dst[r.done+i] = C(complex(0, t.At(k)))
		}
	}
}
