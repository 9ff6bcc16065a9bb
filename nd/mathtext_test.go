package nd

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMathTexts interprets the functions of double precision, and compares them with those of Go. No kernel is
// compiled.
func TestMathTexts(t *testing.T) {
	ranges := map[string][2]float64{
		"exp": {-30, 30}, "log": {0.001, 40}, "sqrt": {0, 9}, "pow": {0.1, 4}, "nd_arc": {0, 0.66}, "tan": {-1.5, 1.5},
		"cis": {-50, 50}, "sin": {-50, 50}, "cos": {-50, 50}, "tanh": {-4, 4},
	}
	for name, p := range library() {
		want, ok := builtins[name]
		if !ok {
			want, ok = internals[name]
		}
		require.True(t, ok, name)
		lo, hi := -3.0, 3.0
		if r, ok := ranges[name]; ok {
			lo, hi = r[0], r[1]
		}
		f := funcTest{f: &Func{text: p}}
		for range p.params {
			f.lo, f.hi = append(f.lo, lo), append(f.hi, hi)
		}
		env, worst := make([]complex128, p.slots), 0.0
		for k := 64; k < 4000; k++ {
			var x [4]complex128
			copy(x[:], f.operands(k))
			copy(env[1:], x[:len(p.params)])
			require.True(t, run(p.body, env), name)
			got, exact := env[0], want.f(&x)
			worst = max(worst, cmplx.Abs(got-exact)/max(cmplx.Abs(exact), 1e-3))
		}
		limit := 1e-15
		if name == "nd_mod" {
			limit = 1e-12 // a quotient of up to 1e3
		}
		require.LessOrEqual(t, worst, limit, name)
	}
}

// TestMathTextsOfHalves rounds halves to even, and computes remainders of numbers of either sign.
func TestMathTextsOfHalves(t *testing.T) {
	p := library()["round"]
	for _, x := range []float64{-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999, 2.50001, 7} {
		env := make([]complex128, p.slots)
		env[1] = complex(x, 0)
		run(p.body, env)
		require.Equal(t, math.RoundToEven(x), real(env[0]), x)
	}
	p = library()["nd_mod"]
	for _, x := range [][2]float64{{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {6, 3}, {0.3, 0.1}, {-0.5, 8}} {
		env := make([]complex128, p.slots)
		env[1], env[2] = complex(x[0], 0), complex(x[1], 0)
		run(p.body, env)
		require.InDelta(t, math.Mod(x[0], x[1]), real(env[0]), 1e-15, x)
	}
}
