package cpu

import (
	"wgfft/nd/internal/expr"
)

// integerOp computes an operation on integers.
func integerOp(in *expr.Instruction, out *expr.Block, x [4]*expr.Block) {
	a, b, c, d := x[0].I32, x[1].I32, x[2].I32, x[3].I32
	switch dst := out.I32; in.Op {
	case expr.OpAdd:
		for i := range dst {
			dst[i] = a[i] + b[i]
		}
	case expr.OpMinimum:
		for i := range dst {
			dst[i] = min(a[i], b[i])
		}
	case expr.OpMaximum:
		for i := range dst {
			dst[i] = max(a[i], b[i])
		}
	case expr.OpClamp:
		for i := range dst {
			dst[i] = min(max(a[i], b[i]), c[i])
		}
	case expr.OpBelow:
		for i := range dst {
			dst[i] = int32(expr.Bit(a[i] < b[i] || a[i] == b[i] && c[i] < d[i]))
		}
	case expr.OpWhere:
		for i := range dst {
			r := b[i]
			if a[i] == 0 {
				r = c[i]
			}
			dst[i] = r // may be an element of a or c
		}
	case expr.OpLess:
		for i := range a {
			isLess := expr.Bit(a[i] < b[i])
			if in.Type == expr.Int32 {
				dst[i] = int32(isLess)
			} else {
				out.F32[i] = float32(isLess)
			}
		}
	}
}

// storeTruth stores 1 where an element of type calc is not 0, and 0 elsewhere.
func storeTruth(out *expr.Block, d expr.DType, a *expr.Block, calc expr.DType) {
	switch calc {
	case expr.Float32:
		storeTruthOf(out, d, a.F32)
	case expr.Float64:
		storeTruthOf(out, d, a.F64)
	case expr.Complex64:
		storeTruthOf(out, d, a.C64)
	case expr.Int32:
		storeTruthOf(out, d, a.I32)
	default:
		storeTruthOf(out, d, a.C128)
	}
}

// storeTruthOf is storeTruth for one type of elements.
func storeTruthOf[T expr.Element](out *expr.Block, d expr.DType, a []T) {
	var zero T
	for i, x := range a {
		is := float64(expr.Bit(x != zero))
		switch d {
		case expr.Float32:
			out.F32[i] = float32(is)
		case expr.Float64:
			out.F64[i] = is
		case expr.Complex64:
			out.C64[i] = complex(float32(is), 0)
		case expr.Int32:
			out.I32[i] = int32(is)
		default:
			out.C128[i] = complex(is, 0)
		}
	}
}
