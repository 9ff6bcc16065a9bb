package gpu

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// FuzzFunc checks texts of functions. A text is refused with ErrFunc, or the interpreter runs it and the writers of all
// precisions write it. Neither panics.
func FuzzFunc(f *testing.F) {
	for _, text := range []string{
		"fn kick(psi: C, v: R, dt: R) -> C { return cmul(psi, cis(-dt * v)); }",
		"fn f(x: R) -> R { var y = x; if (x > 0.5 && x < 2. || x == 0) { y += 1e3; } else { y = -x % 2; } return y; }",
		"fn f(x: R) -> R { let y: R = select(x, 2 * x, !(x >= .5)); if (y != 1) { return abs(y); } return min(x, y); }",
		"fn f(x: C) -> R { return x.x * x.y + cabs2(conj(x)); } // a comment",
		"fn f(x: C) -> C { let y = C(x.y, 1); return cdiv(cexp(y), x) / 2 - x; }",
		"fn f(x: R) -> C { return C(pow(x, 3), atan2(x, fma(x, x, x))); }",
		"fn f(x: R, y: R) -> R { return clamp(round(x), floor(y), ceil(sign(tanh(x)))); }",
		"fn f() -> R { return 1; }", "fn f(x: R) -> R { return x; } fn", "fn nd_f(x: R) -> R { return x; }",
		"fn f(x: R) -> R { return " + strings.Repeat("(", 100) + "x" + strings.Repeat(")", 100) + "; }",
		"fn f(x: R) -> R { for (;;) {} }", "fn f(x: R) -> R { return 1e999; }", "fn", "",
	} {
		f.Add(text)
	}
	const unset = 0.12345 + 0.54321i // no text above has it
	f.Fuzz(func(t *testing.T, src string) {
		for _, isSingle := range []bool{false, true} {
			p, err := expr.Parse(src, isSingle)
			if err != nil {
				require.IsType(t, expr.Refusal(""), err, "a fault of the parser")
				return
			}
			for _, x := range []complex128{0, 1, -2.5 + 3i} {
				args := make([]complex128, len(p.Params))
				for i, param := range p.Params {
					if args[i] = x; param == expr.TypeR {
						args[i] = complex(real(x), 0)
					}
				}
				env := make([]complex128, p.Slots)
				env[0] = unset
				require.NotEqual(t, unset, p.Interpret(env, args), "every path returns")
			}
		}
		p, err := expr.Parse(src, false)
		require.NoError(t, err)
		if len(p.Params) == 0 || len(p.Params) > expr.MaxArgs {
			return
		}
		f := &expr.Func{Text: src, Function: p}
		pairs := wgsl.DoubleSingle{Guard: wgsl.NoGuard, Product: wgsl.FusedProduct}
		for _, format := range []*expr.Format{expr.Single, expr.NewFormat(wgsl.F64{}), expr.NewFormat(pairs)} {
			args := make([]wgsl.Value, len(p.Params))
			for i, param := range p.Params {
				args[i] = wgsl.Value{Text: "x", Real: param == expr.TypeR}
			}
			to := &text{double: format}
			require.NotEmpty(t, to.apply(expr.Writer{Format: format, To: &to.Functions}, f, args).Text)
		}
	})
}
