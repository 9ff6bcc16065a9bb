package nd

import (
	"fmt"
	"math"
	"sync"

	"wgfft/wgsl"
)

// Norm adds squares in three sums, so that no square leaves the range of the numbers (Blue, A portable Fortran
// program to find the Euclidean norm of a vector, 1978). Magnitudes below scales.low are multiplied by scales.up before
// they are squared, magnitudes above scales.high by scales.down. Other numbers are squared as they are. Sums of 2^32
// squares stay in the range.
type scales struct{ low, up, high, down float64 }

var (
	singleScales = scales{0x1p-38, 0x1p86, 0x1p48, 0x1p-80} // for double-single, too
	doubleScales = scales{0x1p-400, 0x1p600, 0x1p490, 0x1p-600}
)

// The sums of squares.
const (
	smallSquares = iota
	middleSquares
	largeSquares
)

// class returns the sum to which the square of a number is added, and the number as it is squared. A NaN belongs to
// the middle.
func (s *scales) class(x float64) (sum int, scaled float64) {
	switch y := math.Abs(x); {
	case y > s.high:
		return largeSquares, x * s.down
	case y < s.low:
		return smallSquares, x * s.up
	}
	return middleSquares, x
}

// root returns the square root of the whole sum. The largest sum that is not zero outweighs the sum two below it.
func (s *scales) root(small, middle, large float64) float64 {
	high, low := math.Sqrt(large)/s.down, math.Sqrt(middle)
	if high == 0 {
		high, low = low, math.Sqrt(small)/s.up
	}
	if high == 0 {
		return low
	}
	r := low / high
	return high * math.Sqrt(1+r*r)
}

// squaresRoot is scales.root in the language of a Func.
var squaresRoot = sync.OnceValue(func() *function {
	p, err := (&parser{internal: internals}).parse(`
		fn nd_squares_root(small: R, middle: R, large: R, per_up: R, per_down: R) -> R {
			var high = sqrt(large) * per_down;
			var low = sqrt(middle);
			if (high == 0.0) {
				high = low;
				low = sqrt(small) * per_up;
			}
			if (high == 0.0) { return low; }
			let r = low / high;
			return high * sqrt(1.0 + r * r);
		}`)
	if err != nil {
		panic(err) // a wrong text of this package
	}
	return p
})

// squares writes the sums of squares of a kernel, a struct Squares, and its functions. It returns their names.
func (w writer) squares() squaresNames {
	s := w.scales()
	value := func(text string) wgsl.Value { return wgsl.Value{Text: text, Real: true} }
	sum := func(a string, b wgsl.Value) string { return w.binary("+", value(a), b).Text }
	square := func(c float64) wgsl.Value {
		y := value("y")
		if c != 1 {
			y = w.binary("*", y, w.constant(c))
		}
		return w.call("nd_square", y)
	}
	n := squaresNames{w.prefix + "squares_add", w.prefix + "squares_join"}
	w.to.add(fmt.Sprintf("struct Squares {\n\tsmall: %s,\n\tmiddle: %[1]s,\n\tlarge: %[1]s,\n}\n", w.real))
	w.to.add(fmt.Sprintf(`fn %s(s: Squares, x: %s) -> Squares {
	let y = %s;
	if (%s) {
		return Squares(s.small, s.middle, %s);
	}
	if (%s) {
		return Squares(%s, s.middle, s.large);
	}
	return Squares(s.small, %s, s.large);
}
`, n.add, w.real, w.call("abs", value("x")).Text,
		w.comparison(">", value("y"), w.constant(s.high)).Text, sum("s.large", square(s.down)),
		w.comparison("<", value("y"), w.constant(s.low)).Text, sum("s.small", square(s.up)),
		sum("s.middle", square(1))))
	w.to.add(fmt.Sprintf("fn %s(a: Squares, b: Squares) -> Squares {\n\treturn Squares(%s, %s, %s);\n}\n", n.join,
		sum("a.small", value("b.small")), sum("a.middle", value("b.middle")), sum("a.large", value("b.large"))))
	return n
}

// squaresNames has the names of functions: add adds the square of a number to sums, join adds two sums.
type squaresNames struct{ add, join string }

// scales returns the scales of the format.
func (w writer) scales() *scales {
	if w.dtype() == Float64 && !w.isPair {
		return &doubleScales
	}
	return &singleScales
}

// rootOf returns the root of a sum of squares s.
func (w writer) rootOf(s string) string {
	name := w.prefix + "squares_root"
	w.to.add(w.definition(name, squaresRoot()))
	scales := w.scales()
	return call(name, []string{s + ".small", s + ".middle", s + ".large", w.constant(1 / scales.up).Text,
		w.constant(1 / scales.down).Text})
}
