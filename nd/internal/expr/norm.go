package expr

import (
	"fmt"
	"math"
	"sync"

	"wgfft/wgsl"
)

// Scales are the limits and the factors of Norm. Norm adds squares in three sums, so that no square leaves the range of
// the numbers (Blue, A portable Fortran program to find the Euclidean norm of a vector, 1978). Magnitudes below low are
// multiplied by up before they are squared, magnitudes above high by down. Other numbers are squared as they are. Sums
// of 2^32 squares stay in the range.
type Scales struct{ low, up, high, down float64 }

// singleScales are the scales of single precision, and of double-single.
var singleScales = Scales{0x1p-38, 0x1p86, 0x1p48, 0x1p-80}

// DoubleScales are the scales of double precision.
var DoubleScales = Scales{0x1p-400, 0x1p600, 0x1p490, 0x1p-600}

// The sums of squares.
const (
	SmallSquares = iota
	MiddleSquares
	LargeSquares
)

// Class returns the sum to which the square of a number is added, and the number as it is squared. A NaN belongs to
// the middle.
func (s *Scales) Class(x float64) (sum int, scaled float64) {
	switch y := math.Abs(x); {
	case y > s.high:
		return LargeSquares, x * s.down
	case y < s.low:
		return SmallSquares, x * s.up
	}
	return MiddleSquares, x
}

// Root returns the square root of the whole sum. The largest sum that is not zero outweighs the sum two below it.
func (s *Scales) Root(small, middle, large float64) float64 {
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

// squaresRoot is Scales.Root in the language of a Func.
var squaresRoot = sync.OnceValue(func() *Function {
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

// Squares writes the sums of squares of a kernel, a struct Squares, and its functions. It returns their names.
func (w Writer) Squares() squaresNames {
	s := w.scales()
	value := func(text string) wgsl.Value { return wgsl.Value{Text: text, Real: true} }
	sum := func(a string, b wgsl.Value) string { return w.Binary("+", value(a), b).Text }
	square := func(c float64) wgsl.Value {
		y := value("y")
		if c != 1 {
			y = w.Binary("*", y, w.Constant(c))
		}
		return w.Call("nd_square", y)
	}
	n := squaresNames{w.Prefix + "squares_add", w.Prefix + "squares_join"}
	w.To.Add(fmt.Sprintf("struct Squares {\n\tsmall: %s,\n\tmiddle: %[1]s,\n\tlarge: %[1]s,\n}\n", w.real))
	w.To.Add(fmt.Sprintf(`fn %s(s: Squares, x: %s) -> Squares {
	let y = %s;
	if (%s) {
		return Squares(s.small, s.middle, %s);
	}
	if (%s) {
		return Squares(%s, s.middle, s.large);
	}
	return Squares(s.small, %s, s.large);
}
`, n.Add, w.real, w.Call("abs", value("x")).Text,
		w.comparison(">", value("y"), w.Constant(s.high)).Text, sum("s.large", square(s.down)),
		w.comparison("<", value("y"), w.Constant(s.low)).Text, sum("s.small", square(s.up)),
		sum("s.middle", square(1))))
	w.To.Add(fmt.Sprintf("fn %s(a: Squares, b: Squares) -> Squares {\n\treturn Squares(%s, %s, %s);\n}\n", n.Join,
		sum("a.small", value("b.small")), sum("a.middle", value("b.middle")), sum("a.large", value("b.large"))))
	return n
}

// squaresNames has the names of functions: add adds the square of a number to sums, join adds two sums.
type squaresNames struct{ Add, Join string }

// scales returns the scales of the format.
func (w Writer) scales() *Scales {
	if w.Dtype() == Float64 && !w.IsPair {
		return &DoubleScales
	}
	return &singleScales
}

// RootOf returns the root of a sum of squares s.
func (w Writer) RootOf(s string) string {
	name := w.Prefix + "squares_root"
	w.To.Add(w.Definition(name, squaresRoot()))
	scales := w.scales()
	return Call(name, []string{s + ".small", s + ".middle", s + ".large", w.Constant(1 / scales.up).Text,
		w.Constant(1 / scales.down).Text})
}
