package nd

import (
	"fmt"
	"slices"
	"strings"
)

// The functions of texts that WGSL does not have, beside those of gpuops.go.
const (
	helperConj = "fn nd_conj(a: vec2<f32>) -> vec2<f32> { return vec2<f32>(a.x, -a.y); }\n"
	helperCis  = "fn nd_cis(x: f32) -> vec2<f32> { return vec2<f32>(cos(x), sin(x)); }\n"
	helperAbs2 = "fn nd_abs2(a: vec2<f32>) -> f32 { return dot(a, a); }\n"
)

// kernelFuncs has the names and the texts of these functions.
var kernelFuncs = map[string]struct{ name, helper string }{
	"cmul":  {"nd_mul", helperMul},
	"cdiv":  {"nd_div", helperDiv},
	"cexp":  {"nd_exp", helperExp},
	"cabs":  {"nd_abs", helperAbs},
	"cabs2": {"nd_abs2", helperAbs2},
	"conj":  {"nd_conj", helperConj},
	"cis":   {"nd_cis", helperCis},
}

// kernelText writes the tokens of a parsed function for a kernel, without fn and the name. Numbers
// become f32 whatever they are assigned to.
func kernelText(tokens []string) string {
	var b strings.Builder
	previous := "("
	for _, t := range tokens[2:] {
		word := t
		switch f, ok := kernelFuncs[t]; {
		case ok:
			word = f.name
		case t == "R":
			word = "f32"
		case t == "C":
			word = "vec2<f32>"
		case isDigits(t):
			word += ".0"
		}
		if !slices.Contains([]string{"(", "."}, previous) && !slices.Contains([]string{")", ",", ".", ";", ":"}, t) &&
			(t != "(" || reserved[previous] || !identifier.MatchString(previous)) {
			b.WriteByte(' ')
		}
		b.WriteString(word)
		previous = t
	}
	return b.String() + "\n"
}

// isDigits reports whether a token is a number without a point or an exponent.
func isDigits(t string) bool { return strings.Trim(t, "0123456789") == "" }

// apply returns the call of a function of the program.
func (t *text) apply(f *Func, a []string) string {
	k := slices.Index(t.funcs, f)
	if k < 0 {
		k = len(t.funcs)
		t.funcs = append(t.funcs, f)
	}
	name := fmt.Sprintf("nd_f%d_%s", k, f.name())
	if t.end != nil {
		name = fmt.Sprintf("%s_f%d_%s", t.end.name, k, f.name())
	}
	for _, token := range f.text.tokens {
		if h := kernelFuncs[token].helper; h != "" {
			t.helper(h)
		}
	}
	t.helper("fn " + name + f.kernel)
	return call(name, a)
}
