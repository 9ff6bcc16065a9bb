package expr

import (
	"strings"
)

// A numeric is a parameter or the result of a Go function.
type numeric interface{ float64 | complex128 }

// A GoCall calls a Go function with operands as complex128.
type GoCall = func([]complex128) complex128

// get converts an operand.
func get[T numeric](x complex128) (t T) {
	switch p := any(&t).(type) {
	case *float64:
		*p = real(x)
	case *complex128:
		*p = x
	}
	return t
}

// put converts a result.
func put[T numeric](t T) complex128 {
	switch v := any(t).(type) {
	case float64:
		return complex(v, 0)
	case complex128:
		return v
	}
	return 0
}

// first returns the first GoCall that is not nil.
func first(cs ...GoCall) GoCall {
	for _, c := range cs {
		if c != nil {
			return c
		}
	}
	return nil
}

// of1 adapts a function of one operand. It returns nil for a function of another type. of2, of3 and
// of4 do the same.
func of1[A, O numeric](f any) GoCall {
	if g, ok := f.(func(A) O); ok {
		return func(x []complex128) complex128 { return put(g(get[A](x[0]))) }
	}
	return nil
}

// of2 adapts a function of two operands.
func of2[A, B, O numeric](f any) GoCall {
	if g, ok := f.(func(A, B) O); ok {
		return func(x []complex128) complex128 { return put(g(get[A](x[0]), get[B](x[1]))) }
	}
	return nil
}

// of3 adapts a function of three operands.
func of3[A, B, C, O numeric](f any) GoCall {
	if g, ok := f.(func(A, B, C) O); ok {
		return func(x []complex128) complex128 { return put(g(get[A](x[0]), get[B](x[1]), get[C](x[2]))) }
	}
	return nil
}

// of4 adapts a function of four operands.
func of4[A, B, C, D, O numeric](f any) GoCall {
	if g, ok := f.(func(A, B, C, D) O); ok {
		return func(x []complex128) complex128 {
			return put(g(get[A](x[0]), get[B](x[1]), get[C](x[2]), get[D](x[3])))
		}
	}
	return nil
}

// after3 adapts functions of three or four operands. The first three have the types A, B and C.
func after3[A, B, C, O numeric](f any) GoCall {
	return first(of3[A, B, C, O](f), of4[A, B, C, float64, O](f), of4[A, B, C, complex128, O](f))
}

// after2 adapts functions of two to four operands. The first two have the types A and B.
func after2[A, B, O numeric](f any) GoCall {
	return first(of2[A, B, O](f), after3[A, B, float64, O](f), after3[A, B, complex128, O](f))
}

// after1 adapts functions of one to four operands. The first one has type A.
func after1[A, O numeric](f any) GoCall {
	return first(of1[A, O](f), after2[A, float64, O](f), after2[A, complex128, O](f))
}

// Adapt returns a GoCall that calls f without reflection. f is a Go function of one to four float64
// or complex128. For other functions adapt returns nil.
func Adapt(f any) GoCall {
	return first(after1[float64, float64](f), after1[complex128, float64](f),
		after1[float64, complex128](f), after1[complex128, complex128](f))
}

// MaxArgs is the largest number of operands of a Func.
const MaxArgs = 8

// A Func is a function of the program that kernels call.
type Func struct {
	*Function
	ID   uint64 // a number for each function
	Text string // the text of the function
	Call GoCall // nil without a Go function
}

// Signature returns the type of the Go function that computes the same as f.
func (f *Function) Signature() string {
	names := map[Type]string{TypeR: "float64", TypeC: "complex128"}
	params := make([]string, len(f.Params))
	for i, t := range f.Params {
		params[i] = names[t]
	}
	return "func(" + strings.Join(params, ", ") + ") " + names[f.Result]
}

// Operands returns tuple k of operands for tests. Operand i lies from lo[i] to hi[i], or from -2 to 2. The tuples are
// points of a Halton sequence, and also zeros and ones for k < 64.
func (f *Function) Operands(k int, lo, hi []float64) []complex128 {
	x := make([]complex128, len(f.Params))
	for i, typ := range f.Params {
		l, h := -2.0, 2.0
		if i < len(lo) && i < len(hi) {
			l, h = lo[i], hi[i]
		}
		x[i] = complex(l+(h-l)*halton(k, 2*i), 0)
		if typ == TypeC {
			x[i] += complex(0, l+(h-l)*halton(k, 2*i+1))
		}
		if d := (k >> (2 * i)) % 4; k < 64 && l <= 0 && h >= 0 && d < 2 {
			x[i] = complex(float64(d)*min(1, h), 0)
		}
	}
	return x
}

// primes are the bases of the Halton sequences.
var primes = [...]int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53}

// halton returns element k of the Halton sequence with base primes[number].
func halton(k, number int) float64 {
	b := primes[number%len(primes)]
	f, r := 1.0, 0.0
	for k++; k > 0; k /= b {
		f /= float64(b)
		r += f * float64(k%b)
	}
	return r
}
