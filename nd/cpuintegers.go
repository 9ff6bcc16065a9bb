package nd

// integerOp computes an operation on integers.
func integerOp(in *instr, out *block, x [4]*block) {
	a, b, c, d := x[0].i32, x[1].i32, x[2].i32, x[3].i32
	switch dst := out.i32; in.op {
	case opAdd:
		for i := range dst {
			dst[i] = a[i] + b[i]
		}
	case opMinimum:
		for i := range dst {
			dst[i] = min(a[i], b[i])
		}
	case opMaximum:
		for i := range dst {
			dst[i] = max(a[i], b[i])
		}
	case opClamp:
		for i := range dst {
			dst[i] = min(max(a[i], b[i]), c[i])
		}
	case opBelow:
		for i := range dst {
			dst[i] = int32(boolIndex(a[i] < b[i] || a[i] == b[i] && c[i] < d[i]))
		}
	case opWhere:
		for i := range dst {
			r := b[i]
			if a[i] == 0 {
				r = c[i]
			}
			dst[i] = r // may be an element of a or c
		}
	case opLess:
		for i := range a {
			isLess := boolIndex(a[i] < b[i])
			if in.d == Int32 {
				dst[i] = int32(isLess)
			} else {
				out.f32[i] = float32(isLess)
			}
		}
	}
}

// storeTruth stores 1 where an element of type calc is not 0, and 0 elsewhere.
func storeTruth(out *block, d DType, a *block, calc DType) {
	switch calc {
	case Float32:
		storeTruthOf(out, d, a.f32)
	case Float64:
		storeTruthOf(out, d, a.f64)
	case Complex64:
		storeTruthOf(out, d, a.c64)
	case Int32:
		storeTruthOf(out, d, a.i32)
	default:
		storeTruthOf(out, d, a.c128)
	}
}

// storeTruthOf is storeTruth for one type of elements.
func storeTruthOf[T Element](out *block, d DType, a []T) {
	var zero T
	for i, x := range a {
		is := float64(boolIndex(x != zero))
		switch d {
		case Float32:
			out.f32[i] = float32(is)
		case Float64:
			out.f64[i] = is
		case Complex64:
			out.c64[i] = complex(float32(is), 0)
		case Int32:
			out.i32[i] = int32(is)
		default:
			out.c128[i] = complex(is, 0)
		}
	}
}
