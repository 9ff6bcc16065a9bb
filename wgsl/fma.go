package wgsl

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// With FMA the constant twiddles within butterflies of composite radix are factored (Linzer and
// Feig 1993):
//
//	w = c (1 + i t)     t = tan, |t| <= 1, or w = s (t + i) if |sin| > |cos
//
// The product with 1 + i t is a sum x + t (i x), which is one fused multiply-add for each
// component. The factor c moves into the constants of the sums of the following butterfly. A
// twiddle then takes two instructions in place of four, and is rounded less often. The butterfly
// after the twiddles is a function of its own: dft8_32_3 transforms 8 points that are multiplied by
// w_32^(3j).

// A scaledValue stands for factor times the value of a WGSL expression.
type scaledValue struct {
	value  string
	factor float64
}

// A twiddledButterfly is an r-point DFT of x[j] w_n^(e j).
type twiddledButterfly struct{ r, n, e int }

// function is the name of its WGSL function.
func (t twiddledButterfly) function() string { return fmt.Sprintf("dft%d_%d_%d", t.r, t.n, t.e) }

// HasConstantTwiddles reports whether a butterfly of the kernel has constant twiddles, which FMA
// factors.
func (k Kernel) HasConstantTwiddles() bool {
	return !k.MatrixProduct &&
		slices.ContainsFunc(k.StageRadices(), func(r int) bool { return hasConstantTwiddles(r, 0) })
}

// twiddledButterfly writes the function of a twiddled butterfly, whose parts are defined already.
func (w *writer) twiddledButterfly(t twiddledButterfly) {
	in, params := make([]scaledValue, t.r), make([]string, t.r)
	for j := range t.r {
		in[j] = scaledValue{fmt.Sprintf("x%d", j), 1}
		params[j] = in[j].value + ": vec2<f32>"
	}
	remark := fmt.Sprintf("w_%d^j", t.n)
	if t.e > 1 {
		remark = fmt.Sprintf("w_%d^(%dj)", t.n, t.e)
	}
	w.line("// y[k] = sum over j of x[j] %s w_%d^(jk)%s", remark, t.r, derivation(t.r))
	w.line("fn %s(%s) -> Points%d {", t.function(), strings.Join(params, ", "), t.r)
	w.names = map[string]int{}
	var y []string
	for _, v := range w.scaledDFT(w.twiddledAll(in, t.n, t.e)) {
		y = append(y, v.value) // its factor is 1, the one of x[0]
	}
	w.line("return Points%d(%s);", t.r, strings.Join(y, ", "))
	w.line("}")
	w.line("")
}

// let writes the value of an expression as a variable named by a letter and a number, unless the
// expression is a name.
func (w *writer) let(letter, expression string) string {
	if !strings.ContainsAny(expression, "( -") {
		return expression
	}
	w.names[letter]++
	name := fmt.Sprintf("%s%d", letter, w.names[letter])
	w.line("let %s = %s;", name, expression)
	return name
}

// twiddled writes x * w_n^e with a factor that is a float32 multiple of near.
func (w *writer) twiddled(x scaledValue, n, e int, near float64) scaledValue {
	x = factoredTwiddle(x, n, e, near)
	x.value = w.let("t", x.value)
	return x
}

// twiddledAll writes x[j] * w_n^(e j). The factor of each is a float32 multiple of its head's.
func (w *writer) twiddledAll(x []scaledValue, n, e int) []scaledValue {
	all := slices.Clone(x)
	for _, h := range addends(len(x)) {
		all[h.point] = w.twiddled(x[h.point], n, e*h.point, all[h.head].factor)
	}
	return all
}

// An addend is a point of a DFT that the first sum adds to another point, its head, or to a sum
// with the same head. The sum has the head's factor.
type addend struct{ head, point int }

// addends lists all points but the first of an r-point DFT, r a power of a prime. A head comes
// before its addends.
func addends(r int) []addend {
	var all []addend
	a, b := split(r)
	switch {
	case r == 4:
		return []addend{{0, 1}, {0, 2}, {1, 3}}
	case a == 1:
		for j := 1; j <= r/2; j++ {
			all = append(all, addend{0, j})
		}
		for j := 1; j <= (r-1)/2; j++ {
			all = append(all, addend{j, r - j})
		}
		return all
	}
	all = addends(b)
	for j2 := range b {
		for _, h := range addends(a) {
			all = append(all, addend{b*h.head + j2, b*h.point + j2})
		}
	}
	return all
}

// scaledDFT writes the DFT of a number of scaled values that is a power of a prime: other lengths
// have coprime factors and no twiddles. The results have the factor of x[0].
func (w *writer) scaledDFT(x []scaledValue) []scaledValue {
	r := len(x)
	a, b := split(r)
	switch {
	case r == 2:
		y0, y1 := w.sumAndDifference(x[0], x[1])
		return []scaledValue{y0, y1}
	case r == 4:
		return w.scaledDFT4(x)
	case a == 1:
		return w.scaledDirect(x)
	default:
		return w.scaledCooleyTukey(a, b, x)
	}
}

// sumAndDifference writes a + b and a - b with the factor of a.
func (w *writer) sumAndDifference(a, b scaledValue) (sum, difference scaledValue) {
	c := b.factor / a.factor
	sum = scaledValue{w.let("s", plusTimes(a.value, c, b.value)), a.factor}
	difference = scaledValue{w.let("d", plusTimes(a.value, -c, b.value)), a.factor}
	return sum, difference
}

// plusTimes returns the WGSL of a + c b for a constant c.
func plusTimes(a string, c float64, b string) string {
	switch {
	case float32(c) == 1:
		return a + " + " + b
	case float32(c) == -1:
		return a + " - " + b
	case c < 0:
		return fmt.Sprintf("%s - %s * %s", a, float(-c), b)
	}
	return fmt.Sprintf("%s + %s * %s", a, float(c), b)
}

// scaledDFT4 is dft4 of scaled values.
func (w *writer) scaledDFT4(x []scaledValue) []scaledValue {
	a, b := w.sumAndDifference(x[0], x[2])
	c, d := w.sumAndDifference(x[1], x[3])
	d = w.twiddled(d, 4, 1, d.factor) // -i (x1 - x3)
	y0, y2 := w.sumAndDifference(a, c)
	y1, y3 := w.sumAndDifference(b, d)
	return []scaledValue{y0, y1, y2, y3}
}

// scaledDirect is direct of scaled values.
func (w *writer) scaledDirect(x []scaledValue) []scaledValue {
	r, h, by := len(x), (len(x)-1)/2, x[0].factor
	s, d := make([]scaledValue, h), make([]scaledValue, h)
	for j := range h {
		s[j], d[j] = w.sumAndDifference(x[j+1], x[r-j-1])
	}
	multiples := func(v []scaledValue, constant func(j int) float64) []string {
		terms := make([]string, h)
		for j, x := range v {
			terms[j] = x.times(constant(j+1) / by)
		}
		return terms
	}
	y := make([]scaledValue, r)
	y[0] = scaledValue{w.let("e", twoSums(x[0].value, multiples(s, func(int) float64 { return 1 }))), by}
	for k := 1; k <= h; k++ {
		e := w.let("e", twoSums(x[0].value, multiples(s, func(j int) float64 { return real(Root(r, j*k)) })))
		o := w.let("o", twoSums("", multiples(d, func(j int) float64 { return -imag(Root(r, j*k)) })))
		y[k], y[r-k] = w.sumAndDifference(scaledValue{e, by}, w.twiddled(scaledValue{o, by}, 4, 1, by))
	}
	return y
}

// times returns the WGSL of c times the value.
func (v scaledValue) times(c float64) string {
	switch float32(c * v.factor) {
	case 1:
		return v.value
	case -1:
		return "-" + v.value
	}
	return fmt.Sprintf("%s * %s", float(c*v.factor), v.value)
}

// scaledCooleyTukey is cooleyTukey of scaled values.
func (w *writer) scaledCooleyTukey(a, b int, x []scaledValue) []scaledValue {
	n := a * b
	u := make([][]scaledValue, b)
	for j2 := range b {
		in := make([]scaledValue, a)
		for j1 := range a {
			in[j1] = x[b*j1+j2]
		}
		u[j2] = w.scaledDFT(in)
	}
	y := make([]scaledValue, n)
	for k1 := range a {
		in := make([]scaledValue, b)
		for j2 := range b {
			in[j2] = u[j2][k1]
		}
		for k2, v := range w.scaledDFT(w.twiddledAll(in, n, k1)) {
			y[k1+a*k2] = v
		}
	}
	return y
}

// factoredTwiddle returns x * w_n^e as c (1 + i t) x, or s (t + i) x if its t is smaller. The
// factor is a float32 multiple of near, so that a sum with a value of that factor is exact; t
// compensates for the rounding.
func factoredTwiddle(x scaledValue, n, e int, near float64) scaledValue {
	v := x.value
	timesI := fmt.Sprintf("vec2<f32>(-%s.y, %s.x)", v, v)
	timesMinusI := fmt.Sprintf("vec2<f32>(%s.y, -%s.x)", v, v)
	rounded := func(factor float64) float64 { return near * float64(float32(factor/near)) }
	root := Root(n, e)
	c, s := real(root)*x.factor, imag(root)*x.factor
	switch {
	case s == 0:
		return scaledValue{v, c}
	case c == 0:
		return scaledValue{timesMinusI, -s}
	case math.Abs(c) < math.Abs(s):
		factor := rounded(-s)
		return scaledValue{plusTimes(timesMinusI, c/factor, v), factor}
	}
	factor := rounded(c)
	if s/factor < 0 {
		return scaledValue{plusTimes(v, -s/factor, timesMinusI), factor}
	}
	return scaledValue{plusTimes(v, s/factor, timesI), factor}
}
