package nd_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// TestFunctions compares functions of each precision with the functions of Go. Errors are relative to the result.
// The documentation of the package states the limits.
func TestFunctions(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testFunctions[float32](t, q, 5e-7)
		limit := 1e-13
		if spacing(t, q, nd.Float64) < 1e-15 {
			limit = 1e-15
		}
		testFunctions[float64](t, q, limit)
	})
}

func testFunctions[R float32 | float64](t *testing.T, q *nd.Queue, limit float64) {
	const n = 20000
	_, isDouble := any(R(0)).(float64)
	for _, c := range []struct {
		name   string
		lo, hi float64
		call   string
		want   func(x float64) float64
	}{
		{"sqrt", 1e-12, 1e6, "sqrt(x)", math.Sqrt},
		{"div", -10, 10, "3.7 / x", func(x float64) float64 { return float64(3.7) / x }},
		{"exp", -20, 20, "exp(x)", math.Exp},
		{"exp far", -50, 80, "exp(x)", math.Exp},
		{"log", 1e-6, 3, "log(x)", math.Log},
		{"log far", 1e-20, 1e20, "log(x)", math.Log},
		{"sin", -3, 3, "sin(x)", math.Sin},
		{"cos", -1.5, 1.5, "cos(x)", math.Cos},
		{"sin far", -6000, 6000, "2.0 + sin(x)", func(x float64) float64 { return 2 + math.Sin(x) }},
		{"cos far", -6000, 6000, "2.0 + cos(x)", func(x float64) float64 { return 2 + math.Cos(x) }},
		{"tan", -1.5, 1.5, "tan(x)", math.Tan},
		{"atan", -4, 4, "atan(x)", math.Atan},
		{"atan2", -4, 4, "atan2(x, -0.7)", func(x float64) float64 { return math.Atan2(x, -0.7) }},
		{"tanh", -5, 5, "tanh(x)", math.Tanh},
		{"pow", 0.1, 3, "pow(x, 2.5)", func(x float64) float64 { return math.Pow(x, 2.5) }},
		{"pow of 2", -8, 8, "pow(2.0, x)", func(x float64) float64 { return math.Pow(2, x) }},
		{"cabs", -3, 3, "cabs(C(x, 1.0))", func(x float64) float64 { return math.Hypot(x, 1) }},
	} {
		if isDouble && isSpare(q) && !slices.Contains([]string{"div", "exp", "sin far", "pow"}, c.name) {
			continue
		}
		data := make([]R, n)
		for i := range data {
			x := c.lo + (c.hi-c.lo)*(number(i, 3)+1)/2
			if c.hi > 1e5*c.lo && c.lo > 0 {
				x = c.lo * math.Pow(c.hi/c.lo, (number(i, 3)+1)/2)
			}
			data[i] = R(float64(float32(x)) + float64(float32(x-float64(float32(x))))) // exact in all formats
		}
		f := &nd.Func{WGSL: fmt.Sprintf("fn f(x: R) -> R { return %s; }", c.call), Go: c.want}
		x := nd.From(q, data, n)
		got, err := nd.Download[R](ctx, q, nil, q.Apply(f, x))
		require.NoError(t, err, c.name)
		require.NoError(t, x.Close())
		worst, at := 0.0, 0
		for i := range data {
			if off := math.Abs(float64(got[i])/c.want(float64(data[i])) - 1); !(off <= worst) {
				worst, at = off, i
			}
		}
		t.Logf("%-8s %8.3g to %-8.3g error %.2g at %.3g", c.name, c.lo, c.hi, worst, data[at])
		if !(worst <= limit) {
			t.Errorf("%s: error %.2g at %.17g, want %.2g at most", c.name, worst, data[at], limit)
		}
	}
}

// TestDoubleSteps compares discontinuous functions, and functions at the ends of their ranges, with
// the functions of Go. For some of the numbers, the high part of the double-single is an integer.
func TestDoubleSteps(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		data := []float64{
			-1<<24 - 2.75, -300, -2.5, -1.5, -1, -0.75, -0.5, -1e-9, 0, 1e-9, 0.5, 1, 1.5, 2.5, 6.25, 300, 5e6 + 0.5,
			1<<24 + 1.25, 1<<24 + 1.5, 1<<24 + 3,
		}
		x := nd.From(q, data, len(data))
		for _, c := range []struct {
			call string
			want func(x float64) float64
		}{
			{"floor(x)", math.Floor}, {"ceil(x)", math.Ceil}, {"round(x)", math.RoundToEven}, {"abs(x)", math.Abs},
			{"sign(x)", func(x float64) float64 { return min(1, max(-1, x*1e12)) }},
			{"x % 0.75", func(x float64) float64 { return math.Mod(x, 0.75) }},
			{"min(x, 0.5)", func(x float64) float64 { return min(x, 0.5) }},
			{"max(x, -1)", func(x float64) float64 { return max(x, -1) }},
			{"clamp(x, -1.5, 2.5)", func(x float64) float64 { return max(-1.5, min(x, 2.5)) }},
			{"select(1, 2, x <= 0.5 && x >= -0.5 && x != 0)", func(x float64) float64 {
				if x <= 0.5 && x >= -0.5 && x != 0 {
					return 2
				}
				return 1
			}},
			{"exp(-abs(x))", func(x float64) float64 { return math.Exp(-math.Abs(x)) }},
			{"tanh(x)", math.Tanh}, {"atan(x)", math.Atan},
			{"sqrt(abs(x))", func(x float64) float64 { return math.Sqrt(math.Abs(x)) }},
			{"pow(abs(x), 0.5)", func(x float64) float64 { return math.Pow(math.Abs(x), 0.5) }},
			{"atan2(x, 0)", func(x float64) float64 { return math.Atan2(x, 0) }},
			{"atan2(0, x)", func(x float64) float64 { return math.Atan2(0, x) }},
		} {
			if isSpare(q) && !slices.Contains([]string{"floor(x)", "round(x)", "x % 0.75", "tanh(x)"}, c.call) {
				continue
			}
			f := &nd.Func{WGSL: fmt.Sprintf("fn f(x: R) -> R { return %s; }", c.call), Go: c.want}
			got, err := nd.Download[float64](ctx, q, nil, q.Apply(f, x))
			require.NoError(t, err, c.call)
			for i := range data {
				want := c.want(data[i])
				require.InDelta(t, want, got[i], 1e-13*max(1, math.Abs(want)), "%s of %v", c.call, data[i])
			}
		}
	})
}
