package nd

import "strings"

// A numeric is a parameter or the result of a Go function.
type numeric interface{ float64 | complex128 }

// A goCall calls a Go function with operands as complex128.
type goCall = func([]complex128) complex128

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

// first returns the first goCall that is not nil.
func first(cs ...goCall) goCall {
	for _, c := range cs {
		if c != nil {
			return c
		}
	}
	return nil
}

// of1 adapts a function of one operand. It returns nil for a function of another type. of2, of3 and
// of4 do the same.
func of1[A, O numeric](f any) goCall {
	if g, ok := f.(func(A) O); ok {
		return func(x []complex128) complex128 { return put(g(get[A](x[0]))) }
	}
	return nil
}

// of2 adapts a function of two operands.
func of2[A, B, O numeric](f any) goCall {
	if g, ok := f.(func(A, B) O); ok {
		return func(x []complex128) complex128 { return put(g(get[A](x[0]), get[B](x[1]))) }
	}
	return nil
}

// of3 adapts a function of three operands.
func of3[A, B, C, O numeric](f any) goCall {
	if g, ok := f.(func(A, B, C) O); ok {
		return func(x []complex128) complex128 { return put(g(get[A](x[0]), get[B](x[1]), get[C](x[2]))) }
	}
	return nil
}

// of4 adapts a function of four operands.
func of4[A, B, C, D, O numeric](f any) goCall {
	if g, ok := f.(func(A, B, C, D) O); ok {
		return func(x []complex128) complex128 {
			return put(g(get[A](x[0]), get[B](x[1]), get[C](x[2]), get[D](x[3])))
		}
	}
	return nil
}

// after3 adapts functions of three or four operands. The first three have the types A, B and C.
func after3[A, B, C, O numeric](f any) goCall {
	return first(of3[A, B, C, O](f), of4[A, B, C, float64, O](f), of4[A, B, C, complex128, O](f))
}

// after2 adapts functions of two to four operands. The first two have the types A and B.
func after2[A, B, O numeric](f any) goCall {
	return first(of2[A, B, O](f), after3[A, B, float64, O](f), after3[A, B, complex128, O](f))
}

// after1 adapts functions of one to four operands. The first one has type A.
func after1[A, O numeric](f any) goCall {
	return first(of1[A, O](f), after2[A, float64, O](f), after2[A, complex128, O](f))
}

// adapt returns a goCall that calls f without reflection. f is a Go function of one to four float64
// or complex128. For other functions adapt returns nil.
func adapt(f any) goCall {
	return first(after1[float64, float64](f), after1[complex128, float64](f),
		after1[float64, complex128](f), after1[complex128, complex128](f))
}

// An innerFunc is a function of the program that kernels call.
type innerFunc struct {
	*function
	id   uint64 // a number for each function
	text string // the text of the function
	call goCall // nil without a Go function
}

// signature returns the type of the Go function that computes the same as f.
func (f *function) signature() string {
	names := map[typ]string{typR: "float64", typC: "complex128"}
	params := make([]string, len(f.params))
	for i, t := range f.params {
		params[i] = names[t]
	}
	return "func(" + strings.Join(params, ", ") + ") " + names[f.result]
}
