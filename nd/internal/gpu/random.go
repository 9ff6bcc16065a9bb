package gpu

import (
	"fmt"
	"math"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// The functions of random numbers in kernels.
const (
	helperPhilox = `// Philox4x32-10 of the counter (i, 0, 0, 0). low and high have the key in parts of 16 bits.
fn nd_philox(i: i32, low: vec2<f32>, high: vec2<f32>) -> vec4<u32> {
	var c = vec4<u32>(u32(i), 0u, 0u, 0u);
	var key = vec2<u32>(u32(low.x) | (u32(low.y) << 16u), u32(high.x) | (u32(high.y) << 16u));
	for (var r = 0; r < 10; r += 1) {
		let h0 = nd_high(0xd2511f53u, c.x);
		let h1 = nd_high(0xcd9e8d57u, c.z);
		c = vec4<u32>(h1 ^ c.y ^ key.x, 0xcd9e8d57u * c.z, h0 ^ c.w ^ key.y, 0xd2511f53u * c.x);
		key += vec2<u32>(0x9e3779b9u, 0xbb67ae85u);
	}
	return c;
}
`
)

// random returns the expression of a random number.
func (t *text) random(w expr.Writer, s *expr.Source) wgsl.Value {
	t.in(expr.Float32).Function("nd_high")
	t.Add(helperPhilox)
	key := [2]string{t.seed(), t.seed()}
	words := fmt.Sprintf("w%d", t.words)
	t.words++
	philox := expr.Call("nd_philox", []string{t.place(&s.Place).Text, key[0], key[1]})
	fmt.Fprintf(&t.body, "\tlet %s = %s;\n", words, philox)
	name, bits := w.Whole()
	number := func(a, b string) wgsl.Value {
		return wgsl.Value{Text: expr.Call(name, []string{words + "." + a, words + "." + b}), Real: true}
	}
	unit := math.Ldexp(1, -bits)
	if s.Form == expr.FormUniform {
		return w.Binary("*", number("x", "y"), w.Constant(unit))
	}
	second := number("y", "y")
	if bits > 24 {
		second = number("z", "w")
	}
	u := w.Binary("*", w.Binary("+", number("x", "y"), w.Constant(1)), w.Constant(unit))
	v := w.Binary("-", w.Binary("*", second, w.Constant(2*unit)), w.Constant(1))
	radius := w.Call("sqrt", w.Binary("*", w.Constant(-2), w.Call("log", u)))
	return w.Binary("*", radius, w.Call("cos", w.Binary("*", w.Constant(math.Pi), v)))
}

// seed returns the expression of the next parameter, which has two of the four parts of the seed.
func (t *text) seed() string { return t.param(expr.Complex64).Text }
