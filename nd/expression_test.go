package nd_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/nd"
)

// An expression is the text of an expression with all brackets, and its value for x, y and z. A bool is 0 or 1.
// Values are multiples of unit with parts of at most size, which float32 holds exactly.
type expression struct {
	text       string
	eval       func(v *variables) complex128
	size, unit float64
}

// variables are the operands of an expression.
type variables struct {
	x, y float64
	z    complex128
}

// An expressionGenerator draws expressions of all operators.
type expressionGenerator struct{ *rand.Rand }

// digit returns a whole number from -4 to 4.
func (g expressionGenerator) digit() float64 { return float64(g.IntN(9) - 4) }

// binary returns a op b.
func binary(a expression, op string, b expression, f func(a, b complex128) complex128) expression {
	return expression{
		text: "(" + a.text + " " + op + " " + b.text + ")",
		eval: func(v *variables) complex128 { return f(a.eval(v), b.eval(v)) },
		size: a.size + b.size, unit: min(a.unit, b.unit),
	}
}

// isSmall reports whether products and quotients of the values of both expressions are exact.
func isSmall(a, b expression) bool { return a.size*b.size/(a.unit*b.unit) < 1<<16 }

// real returns a real expression with operations nested up to depth.
func (g expressionGenerator) real(depth int) expression {
	if depth == 0 {
		n := g.IntN(9)
		return []expression{
			{"x", func(v *variables) complex128 { return re(v.x) }, 4, 1},
			{"y", func(v *variables) complex128 { return re(v.y) }, 4, 1},
			{fmt.Sprint(n), func(*variables) complex128 { return re(float64(n)) }, 8, 1},
		}[g.IntN(3)]
	}
	a, b := g.real(depth-1), g.real(g.IntN(depth))
	for !isSmall(a, b) {
		a, b = g.real(0), g.real(0)
	}
	switch n := g.IntN(8); n {
	case 0:
		return binary(a, "+", b, func(a, b complex128) complex128 { return a + b })
	case 1:
		return binary(a, "-", b, func(a, b complex128) complex128 { return a - b })
	case 2:
		a, b = binary(a, "*", b, func(a, b complex128) complex128 { return a * b }), expression{size: a.size * b.size}
		a.size, a.unit = b.size, a.unit*a.unit
		return a
	case 3:
		a.unit /= 4
		return binary(a, "/", constant(4), func(a, b complex128) complex128 { return re(real(a) / real(b)) })
	case 4:
		return binary(a, "%", constant(3), func(a, b complex128) complex128 { return re(math.Mod(real(a), real(b))) })
	case 5:
		eval := a.eval
		a.text, a.eval = "(-"+a.text+")", func(v *variables) complex128 { return -eval(v) }
		return a
	case 6:
		z := g.complex(depth - 1)
		eval := z.eval
		z.text, z.eval = z.text+".y", func(v *variables) complex128 { return re(imag(eval(v))) }
		return z
	}
	c := g.condition(depth - 1)
	return expression{
		text: "select(" + b.text + ", " + a.text + ", " + c.text + ")",
		eval: func(v *variables) complex128 {
			if c.eval(v) != 0 {
				return a.eval(v)
			}
			return b.eval(v)
		},
		size: max(a.size, b.size), unit: min(a.unit, b.unit),
	}
}

// constant returns a whole number.
func constant(n int) expression {
	return expression{fmt.Sprint(n), func(*variables) complex128 { return re(float64(n)) }, float64(n), 1}
}

// complex returns a complex expression with operations nested up to depth.
func (g expressionGenerator) complex(depth int) expression {
	if depth == 0 {
		return expression{"z", func(v *variables) complex128 { return v.z }, 4, 1}
	}
	a, b := g.complex(depth-1), g.real(depth-1)
	for !isSmall(a, b) {
		a, b = g.complex(0), g.real(0)
	}
	switch g.IntN(5) {
	case 0:
		return binary(a, "+", g.complex(0), func(a, b complex128) complex128 { return a + b })
	case 1:
		return binary(a, "-", g.complex(0), func(a, b complex128) complex128 { return a - b })
	case 2:
		c := binary(b, "*", a, func(b, a complex128) complex128 { return complex(real(b)*real(a), real(b)*imag(a)) })
		c.size, c.unit = a.size*b.size, a.unit*b.unit
		return c
	case 3:
		eval := a.eval
		a.text, a.eval = "(-"+a.text+")", func(v *variables) complex128 { return -eval(v) }
		return a
	}
	c := g.real(0)
	return expression{
		text: "C(" + b.text + ", " + c.text + ")",
		eval: func(v *variables) complex128 { return complex(real(b.eval(v)), real(c.eval(v))) },
		size: max(b.size, c.size), unit: min(b.unit, c.unit),
	}
}

// condition returns a condition with operations nested up to depth.
func (g expressionGenerator) condition(depth int) expression {
	truth := func(b bool) complex128 { return re(map[bool]float64{true: 1}[b]) }
	if depth > 0 {
		a, b := g.condition(depth-1), g.condition(g.IntN(depth))
		switch g.IntN(4) {
		case 0:
			return binary(a, "&&", b, func(a, b complex128) complex128 { return truth(a != 0 && b != 0) })
		case 1:
			return binary(a, "||", b, func(a, b complex128) complex128 { return truth(a != 0 || b != 0) })
		case 2:
			eval := a.eval
			a.text, a.eval = "(!"+a.text+")", func(v *variables) complex128 { return truth(eval(v) == 0) }
			return a
		}
	}
	op := []string{"<", ">", "<=", ">=", "==", "!="}[g.IntN(6)]
	return binary(g.real(depth), op, g.real(depth), func(x, y complex128) complex128 {
		a, b := real(x), real(y)
		return truth(map[string]bool{
			"<": a < b, ">": a > b, "<=": a <= b, ">=": a >= b, "==": a == b, "!=": a != b,
		}[op])
	})
}

// TestExpressions computes expressions of all operators. A function has many of them, and an operand selects one.
func TestExpressions(t *testing.T) {
	eng, err := theGPU()
	if err != nil {
		testcase.SkipNoAdapter(t, err)
	}
	q := nd.NewQueue(eng)
	functions := 2
	if testcase.Long() {
		functions = 10
		testExpressions[float64, complex128](t, q, 0)
	}
	for seed := range functions {
		testExpressions[float32, complex64](t, q, uint64(seed))
	}
}

// testExpressions computes the expressions of a seed.
func testExpressions[R float32 | float64, C complex64 | complex128](t *testing.T, q *nd.Queue, seed uint64) {
	const count, tuples = 120, 16
	g := expressionGenerator{rand.New(rand.NewPCG(seed, 1))}
	text := "fn expressions(k: R, x: R, y: R, z: C) -> C {\n\tvar r = z;\n"
	var k, x, y []R
	var z []C
	var all []string
	var want []complex128
	for i := range count {
		var e expression
		if i%2 == 0 {
			e = g.complex(3)
		} else {
			r := g.real(3)
			e = expression{text: "C(" + r.text + ", 0.0)", eval: r.eval}
		}
		all = append(all, e.text)
		text += fmt.Sprintf("\tif (k == %d) { r = %s; }\n", i, e.text)
		for range tuples {
			v := variables{g.digit(), g.digit(), complex(g.digit(), g.digit())}
			k, x, y, z = append(k, R(i)), append(x, R(v.x)), append(y, R(v.y)), append(z, C(v.z))
			want = append(want, e.eval(&v))
		}
	}
	f := nd.Func{WGSL: text + "\treturn r;\n}"}
	n := len(want)
	got := download(t, q, q.Apply(&f, nd.From(q, k, n), nd.From(q, x, n), nd.From(q, y, n), nd.From(q, z, n)))
	for i, w := range want {
		require.Equal(t, w+0, got[i]+0, "seed %d: %s of %v, %v, %v", seed, all[i/tuples], x[i], y[i], z[i])
	}
}
