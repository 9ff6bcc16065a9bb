package nd

import (
	"fmt"
	"math"

	"wgfft/wgsl"
)

// dtype returns the type of real numbers in the writer's precision.
func (w writer) dtype() DType {
	if w.isSingle {
		return Float32
	}
	return Float64
}

// index returns k, an expression of type i32, as a real number.
func (w writer) index(k string) wgsl.Value {
	name := w.real
	if w.isPair {
		name = w.function("nd_index")
	}
	return wgsl.Value{Text: call(name, []string{k}), Real: true}
}

// cast converts a number of type from to type d.
func (t *text) cast(d, from DType, a wgsl.Value) wgsl.Value {
	w := t.in(d)
	switch {
	case d == Int32:
		return wgsl.Value{Text: t.in(from).toInt32(a), Real: true}
	case from == Int32:
		a = w.index(a.Text)
	case d.isDouble() != from.isDouble():
		a = t.convert(a, w.typeOf(a.Real), d.isDouble())
	}
	switch {
	case d.IsComplex() && a.Real:
		return w.call("C", a, w.zero(true))
	case !d.IsComplex() && !a.Real:
		return w.number.Part(a, 0)
	}
	return a
}

// toInt32 returns the expression of a real number rounded to the nearest i32, ties to even.
func (w writer) toInt32(a wgsl.Value) string {
	switch {
	case w.isSingle:
		w.to.add(helperInt32)
		return call("nd_int32", []string{a.Text})
	case w.isPair:
		a = w.call("round", a)
		w.to.add(helperPairInt32)
		return call("nd2_int32", []string{a.Text})
	}
	return fmt.Sprintf("i32(clamp(round(%s), -2147483648.0lf, 2147483647.0lf))", a.Text)
}

// helperPairInt32 converts a double-single to i32. The double-single is a whole number. The sum of
// the i32 parts may leave the range of i32 before the last part is added. It wraps there and back:
// 2^31 - 1 is the pair (2^31, -1), which adds up to -2^31 + (-1) = 2^31 - 1.
const helperPairInt32 = `fn nd2_int32(a: vec2<f32>) -> i32 {
	if (a.x > 2147483648.0 || (a.x == 2147483648.0 && a.y >= 0.0)) {
		return 2147483647;
	}
	if (a.x < -2147483648.0 || (a.x == -2147483648.0 && a.y < 0.0)) {
		return -2147483647 - 1;
	}
	let high = floor(a.x / 65536.0);
	return i32(high) * 65536 + i32(a.x - high * 65536.0) + i32(a.y);
}
`

// convert converts a number to the other precision. typ is the WGSL type of the result.
func (t *text) convert(a wgsl.Value, typ string, toDouble bool) wgsl.Value {
	args := []string{a.Text} // for f64
	switch {
	case !t.double.isPair:
	case toDouble && a.Real:
		args = []string{a.Text, "0.0"}
	case toDouble:
		args = []string{a.Member("x").Text, "0.0", a.Member("y").Text, "0.0"}
	case a.Real:
		high := a.Member("x")
		high.Real = true
		return high
	default:
		return a.Member("xz")
	}
	return wgsl.Value{Text: call(typ, args), Real: a.Real}
}

// paramFormat returns the format of the parameters of a kernel. A kernel with numbers of double
// precision has parameters of double precision. f is the format of double precision.
func (f *format) paramFormat(k *kernel) *format {
	if k.isDouble() {
		return f
	}
	return single
}

// paramFormat returns the format of the parameters of the kernel.
func (t *text) paramFormat() *format { return t.double.paramFormat(t.k) }

// check returns an error for numbers that the format can't hold.
func (f *format) check(numbers []complex128) error {
	if !f.isPair {
		return nil
	}
	for _, x := range numbers {
		most := max(math.Abs(real(x)), math.Abs(imag(x)))
		if most > math.MaxFloat32 && !math.IsInf(most, 1) {
			return fmt.Errorf("nd: number %v: double-single holds magnitudes up to %.3g: scale the data, or use the "+
				"CPU engine", x, math.MaxFloat32)
		}
	}
	return nil
}

// paramType returns the WGSL type of a parameter, which takes 16 bytes.
func (t *text) paramType() string {
	if f := t.paramFormat(); f != single {
		return f.complex
	}
	return "vec4<f32>"
}

// next returns the expression of the next parameter, of type paramType.
func (t *text) next() string {
	t.params++
	name := "params"
	if t.end != nil {
		name = t.end.params().Name()
	}
	return fmt.Sprintf("%s[%d]", name, t.params-1)
}

// param returns the expression of the next parameter, with type d. kernel.numbers lists the
// parameters in the same order.
func (t *text) param(d DType) wgsl.Value {
	v := wgsl.Value{Text: t.next()}
	f := t.paramFormat()
	switch {
	case f == single && d.IsComplex():
		return v.Member("xy")
	case !d.IsComplex():
		v = f.number.Part(v, 0)
	}
	if f != single && !d.isDouble() {
		v = t.convert(v, single.typeOf(v.Real), false)
	}
	return v
}
