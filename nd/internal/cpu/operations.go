package cpu

import (
	"math"
	"math/cmplx"

	"wgfft/nd/internal/expr"
)

// realOrComplex has the number types in which the CPU computes.
type realOrComplex interface {
	float32 | float64 | complex64 | complex128
}

// arithmetic computes an operation that has the same Go text for real and complex numbers. It
// returns false for other operations. dst may be the memory of an operand, so a loop
// reads element i of all operands before it writes element i.
func arithmetic[T realOrComplex](op expr.Opcode, dst, a, b, c, d []T) bool {
	n := len(dst)
	switch op {
	case expr.OpAdd:
		a, b = a[:n], b[:n]
		for i := range dst {
			dst[i] = a[i] + b[i]
		}
	case expr.OpSub:
		a, b = a[:n], b[:n]
		for i := range dst {
			dst[i] = a[i] - b[i]
		}
	case expr.OpMul:
		a, b = a[:n], b[:n]
		for i := range dst {
			dst[i] = a[i] * b[i]
		}
	case expr.OpDiv:
		a, b = a[:n], b[:n]
		for i := range dst {
			dst[i] = a[i] / b[i]
		}
	case expr.OpWhere:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			x := b[i]
			if a[i] == 0 {
				x = c[i]
			}
			dst[i] = x
		}
	default:
		return productSums(op, dst, a, b, c, d)
	}
	return true
}

// productSums computes an operation that adds or subtracts products. It returns false for other operations. The
// conversion T(...) rounds a product, so that no compiler uses a fused multiply-add. dst may be the memory of an
// operand, as for arithmetic.
func productSums[T realOrComplex](op expr.Opcode, dst, a, b, c, d []T) bool {
	n := len(dst)
	switch op {
	case expr.OpMulAdd:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			dst[i] = T(a[i]*b[i]) + c[i]
		}
	case expr.OpMulSub:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			dst[i] = T(a[i]*b[i]) - c[i]
		}
	case expr.OpSubMul:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			dst[i] = c[i] - T(a[i]*b[i])
		}
	case expr.OpMulAddMul:
		a, b, c, d = a[:n], b[:n], c[:n], d[:n]
		for i := range dst {
			dst[i] = T(a[i]*b[i]) + T(c[i]*d[i])
		}
	case expr.OpMulSubMul:
		a, b, c, d = a[:n], b[:n], c[:n], d[:n]
		for i := range dst {
			dst[i] = T(a[i]*b[i]) - T(c[i]*d[i])
		}
	default:
		return false
	}
	return true
}

// products computes an operation with products of complex numbers. It returns false for other operations. A product
// of a + bi and c + di is ac - bd + (ad + bc)i, in the precision of the operands.
func products[R float32 | float64](op expr.Opcode, dst, a, b, c, d [][2]R) bool {
	n := len(dst)
	switch op {
	case expr.OpMul:
		a, b = a[:n], b[:n]
		for i := range dst {
			dst[i][0], dst[i][1] = times(a[i][0], a[i][1], b[i][0], b[i][1])
		}
	case expr.OpMulAdd:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			x, y := times(a[i][0], a[i][1], b[i][0], b[i][1])
			dst[i][0], dst[i][1] = x+c[i][0], y+c[i][1]
		}
	case expr.OpMulSub:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			x, y := times(a[i][0], a[i][1], b[i][0], b[i][1])
			dst[i][0], dst[i][1] = x-c[i][0], y-c[i][1]
		}
	case expr.OpSubMul:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			x, y := times(a[i][0], a[i][1], b[i][0], b[i][1])
			dst[i][0], dst[i][1] = c[i][0]-x, c[i][1]-y
		}
	case expr.OpMulAddMul:
		a, b, c, d = a[:n], b[:n], c[:n], d[:n]
		for i := range dst {
			x, y := times(a[i][0], a[i][1], b[i][0], b[i][1])
			u, v := times(c[i][0], c[i][1], d[i][0], d[i][1])
			dst[i][0], dst[i][1] = x+u, y+v
		}
	case expr.OpMulSubMul:
		a, b, c, d = a[:n], b[:n], c[:n], d[:n]
		for i := range dst {
			x, y := times(a[i][0], a[i][1], b[i][0], b[i][1])
			u, v := times(c[i][0], c[i][1], d[i][0], d[i][1])
			dst[i][0], dst[i][1] = x-u, y-v
		}
	default:
		return false
	}
	return true
}

// times returns the product of a + bi and c + di.
func times[R float32 | float64](a, b, c, d R) (re, im R) { return R(a*c) - R(b*d), R(a*d) + R(b*c) }

// realOp computes an operation on real numbers.
func realOp[R float32 | float64](op expr.Opcode, dst, a, b, c, d []R) {
	if arithmetic(op, dst, a, b, c, d) {
		return
	}
	switch op {
	case expr.OpAbs:
		a = a[:len(dst)]
		for i := range dst {
			dst[i] = R(math.Abs(float64(a[i])))
		}
	case expr.OpSqrt:
		a = a[:len(dst)]
		for i := range dst {
			dst[i] = R(math.Sqrt(float64(a[i])))
		}
	case expr.OpSqrtSum:
		a, b, c, d = a[:len(dst)], b[:len(dst)], c[:len(dst)], d[:len(dst)]
		for i := range dst {
			dst[i] = R(math.Sqrt(float64(R(a[i]*b[i]) + R(c[i]*d[i]))))
		}
	case expr.OpImag:
		clear(dst)
	case expr.OpWhereLess:
		a, b, c, d = a[:len(dst)], b[:len(dst)], c[:len(dst)], d[:len(dst)]
		for i := range dst {
			x := d[i]
			if a[i] < b[i] {
				x = c[i]
			}
			dst[i] = x
		}
	default:
		otherRealOp(op, dst, a, b, c)
	}
}

// otherRealOp computes the operations on real numbers that realOp does not have.
func otherRealOp[R float32 | float64](op expr.Opcode, dst, a, b, c []R) {
	switch op {
	case expr.OpMinimum:
		a, b = a[:len(dst)], b[:len(dst)]
		for i := range dst {
			dst[i] = min(a[i], b[i])
		}
	case expr.OpMaximum:
		a, b = a[:len(dst)], b[:len(dst)]
		for i := range dst {
			dst[i] = max(a[i], b[i])
		}
	case expr.OpClamp:
		a, b, c = a[:len(dst)], b[:len(dst)], c[:len(dst)]
		for i := range dst {
			dst[i] = min(max(a[i], b[i]), c[i])
		}
	case expr.OpLess:
		a, b = a[:len(dst)], b[:len(dst)]
		for i := range dst {
			x := R(0)
			if a[i] < b[i] {
				x = 1
			}
			dst[i] = x
		}
	default:
		eachReal(dst, a, b, &expr.Operations[op].Go)
	}
}

// eachReal computes the Go function of an operation on real numbers for each element.
func eachReal[R float32 | float64](dst, a, b []R, f *expr.Computing) {
	if f.Real != nil {
		each(dst, a, f.Real)
		return
	}
	for i := range dst {
		dst[i] = R(f.Pair(float64(a[i]), float64(b[i])))
	}
}

// each computes a function of float64 for each element.
func each[R float32 | float64](dst, a []R, f func(float64) float64) {
	for i := range dst {
		dst[i] = R(f(float64(a[i])))
	}
}

// complexOp computes an operation on complex numbers with a complex result.
func complexOp[C complex64 | complex128, R float32 | float64](op expr.Opcode, dst, a, b, c, d []C) {
	if products(op, parts[C, R](dst), parts[C, R](a), parts[C, R](b), parts[C, R](c), parts[C, R](d)) {
		return
	}
	switch op {
	case expr.OpDiv:
		a, b = a[:len(dst)], b[:len(dst)]
		for i := range dst {
			dst[i] = C(expr.Quotient(complex128(a[i]), complex128(b[i])))
		}
	case expr.OpConj:
		a = a[:len(dst)]
		for i := range dst {
			dst[i] = C(cmplx.Conj(complex128(a[i])))
		}
	default:
		if !arithmetic(op, dst, a, b, c, d) {
			eachComplex(dst, a, expr.Operations[op].Go.Complex)
		}
	}
}

// eachComplex computes a function of complex128 for each element.
func eachComplex[C complex64 | complex128](dst, a []C, f func(complex128) complex128) {
	for i := range dst {
		dst[i] = C(f(complex128(a[i])))
	}
}

// partOp computes an operation on complex numbers with a real result.
func partOp[C complex64 | complex128, R float32 | float64](op expr.Opcode, dst []R, a []C) {
	a = a[:len(dst)]
	switch op {
	case expr.OpAbs2:
		for i, x := range a {
			dst[i] = R(expr.Abs2(complex128(x)))
		}
	case expr.OpReal:
		for i, x := range a {
			dst[i] = R(real(complex128(x)))
		}
	case expr.OpImag:
		for i, x := range a {
			dst[i] = R(imag(complex128(x)))
		}
	default:
		f := expr.Operations[op].Go.Part
		for i, x := range a {
			dst[i] = R(f(complex128(x)))
		}
	}
}

// join makes complex numbers of real and imaginary parts.
func join[C complex64 | complex128, R float32 | float64](dst []C, re, im []R) {
	for i := range dst {
		dst[i] = C(complex(float64(re[i]), float64(im[i])))
	}
}
