package wgsl_test

import (
	"fmt"
	"testing"

	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// eighths is a number format that no other file knows: x is the f32 x/8. Sums and products by constants are those
// of f32. Literals, tables and products of two numbers have factors.
type eighths struct{ wgsl.F32 }

func (eighths) Tag() string { return "eighths" }

func (eighths) Functions() []wgsl.Func {
	return []wgsl.Func{{Name: "mul_eighths", Text: `fn mul_eighths(a: vec2<f32>, w: vec2<f32>) -> vec2<f32> {
    return 8.0 * vec2<f32>(a.x * w.x - a.y * w.y, a.x * w.y + a.y * w.x);
}
`}}
}

func (e eighths) Constant(c wgsl.Constant, isReal bool) wgsl.Value {
	return e.F32.Constant(wgsl.Constant{Z: c.Z / 8}, isReal)
}

func (eighths) Mul(a, w wgsl.Value) wgsl.Value {
	return wgsl.Value{Text: fmt.Sprintf("mul_eighths(%s, %s)", a.Text, w.Text)}
}

func (eighths) Times(r, v wgsl.Value) wgsl.Value {
	return wgsl.Value{Text: fmt.Sprintf("(8.0 * (%s) * (%s))", r.Text, v.Text), Real: v.Real}
}

func (e eighths) Append(b []byte, c wgsl.Constant) []byte {
	return e.F32.Append(b, wgsl.Constant{Z: c.Z / 8})
}

// Put, Get and Eps are for run.
func (eighths) Put(b []byte, x float64) []byte { return single{}.Put(b, x/8) }
func (eighths) Get(b []byte) float64           { return 8 * single{}.Get(b) }
func (eighths) Eps() float64                   { return single{}.Eps() }

// A number format is one file: kernels of every idea compute in a format of this test.
func TestNumberFormat(t *testing.T) {
	d := testgpu.Open(t)
	for name, tr := range usual(t, shapes(t), 2) {
		t.Run(name, func(t *testing.T) {
			tr.kernel.Number = eighths{}
			tr.run(t, d, wgsl.Parsers{Numbers: []wgsl.Parser[wgsl.Number]{
				{Prefix: "eighths", Parse: func(string) (wgsl.Number, error) { return eighths{}, nil }},
			}})
		})
	}
}
