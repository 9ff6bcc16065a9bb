package expr

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// TestLoops interprets and writes functions with loops.
func TestLoops(t *testing.T) {
	p, err := Parse(`fn f(x: R) -> R {
		var sum = 0.0;
		for (var k = 1; k < 5; k += 1) {
			let t = k * x;
			for (var j = 0; j < 2; j += 1) { sum += t; }
			if (k == 4) { sum -= 1; }
		}
		for (var k = 3; k < 3; k += 1) { sum = 0.0; }
		return sum;
	}`, false)
	require.NoError(t, err)
	require.Equal(t, 4*(1+2*1+1+1), p.Work)
	require.Equal(t, complex128(2*10*3-1), p.Interpret(make([]complex128, p.Slots), []complex128{3}))

	pairs := wgsl.DoubleSingle{Guard: wgsl.NoGuard, Product: wgsl.FusedProduct}
	for want, f := range map[string]*Format{
		"let t_ = f32(k_) * x_;":                     Single,
		"let t_ = f64(k_) * x_;":                     NewFormat(wgsl.F64{}),
		"let t_ = ds_times_real(nd2_index(k_), x_);": NewFormat(pairs),
	} {
		text := Writer{Format: f, To: &Functions{}}.Definition("f", p)
		require.Contains(t, text, "\tfor (var k_ = 1; k_ < 5; k_ += 1) {\n\t\t"+want+"\n")
	}
}

// TestWrongLoops parses loops that are refused.
func TestWrongLoops(t *testing.T) {
	for body, want := range map[string]string{
		"for (var k = 0; k < x; k += 1) { }":                                              "whole number",
		"for (var k = 0; k < 257; k += 1) { }":                                            "up to 256",
		"for (var k = 0; k < 2.5; k += 1) { }":                                            "whole number",
		"for (var k = 0; k < 4; k += 2) { }":                                              `want "1", as in for (var k`,
		"for (var k = 0; j < 4; k += 1) { }":                                              `want "k"`,
		"for (var k = 0; k < 4; k += 1) { k = 3; }":                                       "can't be changed",
		"for (var k = 0; k < 4; k += 1) { return x; }":                                    "return inside of a for",
		"for (var k = 0; k < 4; k += 1) { } return k;":                                    "not known",
		"for (var k = 0; k < 256; k += 1) { let y = x + x + x + x + x + x + x + x + x; }": "operations",
		"for (;;) { }": `want "var"`,
	} {
		_, err := Parse("fn f(x: R) -> R { "+body+" return x; }", false)
		require.ErrorContains(t, err, want, body)
	}
}
