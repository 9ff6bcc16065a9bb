package expr

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// interpret runs a function of a library.
func interpret(p *Function, args ...complex128) complex128 {
	return p.Interpret(make([]complex128, p.Slots), args)
}

// untried are functions for operands that TestMathTexts does not have. It tests functions that call them.
var untried = map[string]bool{"nd_quarter": true, "nd_limit": true, "nd_ln": true}

// TestMathTexts interprets the functions of kernels in both precisions, and compares them with those of Go. No kernel
// is compiled.
func TestMathTexts(t *testing.T) {
	ranges := map[string][2]float64{
		"exp": {-30, 30}, "log": {0.001, 40}, "sqrt": {0, 9}, "pow": {0.1, 4}, "nd_arc": {0, 1}, "tan": {-1.5, 1.5},
		"cis": {-50, 50}, "sin": {-50, 50}, "cos": {-50, 50}, "tanh": {-4, 4}, "nd_log1p": {0, 1},
		"nd_ratio": {1, 2},
	}
	for isSingle, functions := range map[bool]map[string]*Function{false: library(), true: singleLibrary()} {
		for name, p := range functions {
			if isSingle && f32Primitives[name] != "" || untried[name] {
				continue
			}
			want, ok := builtins[name]
			if !ok {
				want, ok = internals[name]
			}
			require.True(t, ok, name)
			lo, hi := -3.0, 3.0
			if r, ok := ranges[name]; ok {
				lo, hi = r[0], r[1]
			}
			n := len(p.Params)
			los, his := slices.Repeat([]float64{lo}, n), slices.Repeat([]float64{hi}, n)
			worst := 0.0
			for k := 64; k < 4000; k++ {
				var x [4]complex128
				for i, arg := range p.Operands(k, los, his) {
					if x[i] = arg; isSingle {
						x[i] = complex128(complex64(arg))
					}
				}
				got, exact := interpret(p, x[:len(p.Params)]...), want.f(&x)
				if got != exact && !(cmplx.IsNaN(got) && cmplx.IsNaN(exact)) {
					worst = max(worst, cmplx.Abs(got-exact)/max(cmplx.Abs(exact), 1e-3))
				}
			}
			limit := 1e-15
			switch {
			case isSingle:
				limit = 3e-7
			case name == "nd_mod":
				limit = 1e-12 // a quotient of up to 1e3
			}
			require.LessOrEqual(t, worst, limit, "%s %v", name, isSingle)
		}
	}
}

// TestMathTextsOfHalves rounds halves to even, and computes remainders of numbers of either sign.
func TestMathTextsOfHalves(t *testing.T) {
	p := library()["round"]
	for _, x := range []float64{-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999, 2.50001, 7} {
		require.Equal(t, math.RoundToEven(x), real(interpret(p, complex(x, 0))), x)
	}
	p = library()["nd_mod"]
	for _, x := range [][2]float64{{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {6, 3}, {0.3, 0.1}, {-0.5, 8}} {
		got := real(interpret(p, complex(x[0], 0), complex(x[1], 0)))
		require.InDelta(t, math.Mod(x[0], x[1]), got, 1e-15, x)
	}
}

// TestMathTextsOfSpecials interprets functions of zeros, infinities, NaN and the ends of the range.
func TestMathTextsOfSpecials(t *testing.T) {
	values := []float64{
		0, math.Copysign(0, -1), 1, -1, 2, -3, 0.5, -2.5, 1e20, -1e20, 1e-30, -1e-30, math.MaxFloat32, -math.MaxFloat32,
		0x1p-149, -0x1p-149, math.Inf(1), math.Inf(-1), math.NaN(),
	}
	// The sign of a part of a quotient is not defined if the part is too small.
	same := func(got, want float64) bool {
		if math.Abs(want) <= 0x1p-148 && want != 0 {
			return math.Abs(got) <= 0x1p-148
		}
		if want == 0 || math.IsInf(want, 0) {
			return got == want && math.Signbit(got) == math.Signbit(want)
		}
		return math.IsNaN(got) && math.IsNaN(want) || math.Abs(got-want) <= 1e-5*math.Abs(want)
	}
	for isSingle, functions := range map[bool]map[string]*Function{false: library(), true: singleLibrary()} {
		for _, name := range []string{"abs", "sign", "exp", "log", "sqrt", "atan", "tanh", "atan2", "pow", "min", "max",
			"ceil", "cabs", "cdiv", "cexp", "nd_clog", "nd_csqrt", "nd_phase", "nd_phase1"} {
			p, want := functions[name], builtins[name]
			if isSingle && f32Functions[name] != "" {
				continue // WGSL has the function
			}
			if want.f == nil {
				want = internals[name]
			}
			var all [][]complex128
			for i, u := range values {
				for _, v := range values {
					if i > 0 && want.sign == "R" {
						break
					}
					switch want.sign {
					case "R":
						all = append(all, []complex128{complex(v, 0)})
					case "RR":
						all = append(all, []complex128{complex(u, 0), complex(v, 0)})
					case "C":
						all = append(all, []complex128{complex(u, v)})
					case "CC":
						for _, x := range values {
							for _, y := range values {
								all = append(all, []complex128{complex(u, v), complex(x, y)})
							}
						}
					}
				}
			}
			for _, args := range all {
				var x [4]complex128
				for i := range args {
					if isSingle {
						args[i] = complex128(complex64(args[i]))
					}
					x[i] = args[i]
				}
				got, exact := interpret(p, args...), want.f(&x)
				if isSingle && !cmplx.IsInf(exact) && cmplx.Abs(exact) > math.MaxFloat32 {
					exact = complex128(complex64(exact))
				}
				ok := same(real(got), real(exact)) && (p.Result != TypeC || same(imag(got), imag(exact)))
				if name == "cdiv" && cmplx.IsInf(exact) && !cmplx.IsInf(args[0]) {
					ok = cmplx.IsInf(got) // errors are relative to the magnitude of the result
				}
				if size := cmplx.Abs(exact); size > 0x1p-126 && size <= math.MaxFloat32 {
					ok = cmplx.Abs(got-exact) <= 1e-5*size
				}
				if !ok {
					t.Errorf("%s%v, single %v: %v, want %v", name, args, isSingle, got, exact)
				}
			}
		}
	}
}
