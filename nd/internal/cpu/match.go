package cpu

import (
	"wgfft/nd/internal/expr"
)

// match computes OpMatch.
func (w *worker) match(in *expr.Instruction, out *expr.Block, a [4]*expr.Block, from int) {
	l := &in.Source.Place
	r := w.walk.start(&w.k.Extent, from, len(out.I32))
	switch in.Calc {
	case expr.Int32:
		matchOf(out.I32, a[0].I32, a[1].I32, l, r)
	case expr.Float32:
		matchOf(out.I32, a[0].F32, a[1].F32, l, r)
	default:
		matchOf(out.I32, a[0].F64, a[1].F64, l, r)
	}
}

// matchOf is match for one type.
func matchOf[R int32 | float32 | float64](dst []int32, a, b []R, l *expr.Load, r *rows) {
	last := int32(l.LastOf(r.e))
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
