package cpu

import (
	"unsafe"

	"wgfft/nd/internal/expr"
)

// linearOp computes an operation with the numbers s and t. The elements are real numbers, or the
// real and imaginary parts of complex numbers.
func linearOp[R float32 | float64](op expr.Opcode, dst []R, x [3][]R, s, t R) {
	a, b, c := x[0], x[1], x[2]
	n := len(dst)
	switch op {
	case expr.OpAffine:
		a = a[:n]
		for i := range dst {
			dst[i] = R(a[i]*s) + t
		}
	case expr.OpLinear:
		a, b = a[:n], b[:n]
		for i := range dst {
			dst[i] = R(a[i]*s) + R(b[i]*t)
		}
	case expr.OpMulLinear:
		a, b, c = a[:n], b[:n], c[:n]
		for i := range dst {
			dst[i] = R(a[i]*b[i]) + R(c[i]*s)
		}
	}
}

// productOp computes s a b, with the imaginary parts of a multiplied by t.
func productOp[C complex64 | complex128, R float32 | float64](dst, a, b []C, s, t R) {
	to := parts[C, R](dst)
	x, y := parts[C, R](a)[:len(to)], parts[C, R](b)[:len(to)]
	for i := range to {
		re, im := times(x[i][0], x[i][1]*t, y[i][0], y[i][1])
		to[i][0], to[i][1] = re*s, im*s
	}
}

// mixedOp computes an operation on a complex and a real number.
func mixedOp[C complex64 | complex128, R float32 | float64](op expr.Opcode, dst, a []C, b []R) {
	to, x := parts[C, R](dst), parts[C, R](a)[:len(dst)]
	b = b[:len(dst)]
	if op == expr.OpScale {
		for i := range to {
			to[i] = [2]R{x[i][0] * b[i], x[i][1] * b[i]}
		}
		return
	}
	for i := range to {
		to[i] = [2]R{x[i][0] / b[i], x[i][1] / b[i]}
	}
}

// parts returns the real and imaginary parts of complex numbers, in the same memory. R has the precision of C.
func parts[C complex64 | complex128, R float32 | float64](s []C) [][2]R {
	return unsafe.Slice((*[2]R)(unsafe.Pointer(unsafe.SliceData(s))), len(s))
}

// singles returns real numbers, or the parts of complex ones.
func singles(b *expr.Block) []float32 {
	if b.C64 != nil {
		return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(b.C64))), 2*len(b.C64))
	}
	return b.F32
}

// doubles returns real numbers, or the parts of complex ones, in double precision.
func doubles(b *expr.Block) []float64 {
	if b.C128 != nil {
		return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(b.C128))), 2*len(b.C128))
	}
	return b.F64
}
