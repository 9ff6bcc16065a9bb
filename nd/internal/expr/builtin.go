package expr

import (
	"math"
	"math/cmplx"
)

// A builtin is a function that the text of a Func may call. sign has one letter for the type of
// each parameter: R, C, or b for bool. t is the type of the result.
type builtin struct {
	sign string
	t    Type
	f    func(x *[4]complex128) complex128
}

// real1 is a builtin of a real number.
func real1(f func(float64) float64) builtin {
	return builtin{"R", TypeR, func(x *[4]complex128) complex128 { return complex(f(real(x[0])), 0) }}
}

// realTwo is a builtin of two real numbers.
func realTwo(f func(a, b float64) float64) builtin {
	return builtin{"RR", TypeR, func(x *[4]complex128) complex128 { return complex(f(real(x[0]), real(x[1])), 0) }}
}

// complex1 is a builtin of a complex number.
func complex1(f func(complex128) complex128) builtin {
	return builtin{"C", TypeC, func(x *[4]complex128) complex128 { return f(x[0]) }}
}

// builtins are the functions that the text of a Func may call, by name.
var builtins = map[string]builtin{
	"sin": real1(math.Sin), "cos": real1(math.Cos), "tan": real1(math.Tan), "atan": real1(math.Atan),
	"tanh": real1(math.Tanh), "sign": real1(func(x float64) float64 {
		switch {
		case x > 0:
			return 1
		case x < 0:
			return -1
		case x == 0:
			return 0
		}
		return x // NaN
	}),
	"exp": real1(math.Exp), "log": real1(math.Log), "sqrt": real1(math.Sqrt), "abs": real1(math.Abs),
	"floor": real1(math.Floor), "ceil": real1(math.Ceil), "round": real1(math.RoundToEven),
	"min": realTwo(func(a, b float64) float64 { return min(a, b) }),
	"max": realTwo(func(a, b float64) float64 { return max(a, b) }),
	"pow": realTwo(math.Pow), "atan2": realTwo(math.Atan2),
	"clamp": {"RRR", TypeR, func(x *[4]complex128) complex128 {
		return complex(min(max(real(x[0]), real(x[1])), real(x[2])), 0)
	}},
	"fma": {"RRR", TypeR, func(x *[4]complex128) complex128 {
		return complex(math.FMA(real(x[0]), real(x[1]), real(x[2])), 0)
	}},
	"select": {"RRb", TypeR, func(x *[4]complex128) complex128 {
		if x[2] != 0 {
			return x[1]
		}
		return x[0]
	}},
	"C":     {"RR", TypeC, func(x *[4]complex128) complex128 { return complex(real(x[0]), real(x[1])) }},
	"cmul":  {"CC", TypeC, func(x *[4]complex128) complex128 { return x[0] * x[1] }},
	"cdiv":  {"CC", TypeC, func(x *[4]complex128) complex128 { return Quotient(x[0], x[1]) }},
	"cis":   {"R", TypeC, func(x *[4]complex128) complex128 { return cmplx.Rect(1, real(x[0])) }},
	"cexp":  complex1(ComplexExp),
	"conj":  complex1(cmplx.Conj),
	"cabs":  {"C", TypeR, func(x *[4]complex128) complex128 { return complex(cmplx.Abs(x[0]), 0) }},
	"cabs2": {"C", TypeR, func(x *[4]complex128) complex128 { return complex(Abs2(x[0]), 0) }},
}
