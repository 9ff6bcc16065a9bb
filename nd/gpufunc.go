package nd

import (
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// Functions that the text of a Func may call and WGSL does not have. gpuops.go has the others of
// them.
const (
	helperConj = "fn nd_conj(a: vec2<f32>) -> vec2<f32> { return vec2<f32>(a.x, -a.y); }\n"
	helperCis  = "fn nd_cis(x: f32) -> vec2<f32> { return vec2<f32>(cos(x), sin(x)); }\n"
	helperAbs2 = "fn nd_abs2(a: vec2<f32>) -> f32 { return dot(a, a); }\n"
)

// A kernelFunc is a function of single precision that WGSL does not have. helpers are the texts of
// the function and of the functions that it calls.
type kernelFunc struct {
	name    string
	helpers []string
}

// kernelFuncs has these functions by their names in the text of a Func.
var kernelFuncs = map[string]kernelFunc{
	"cmul":      {"nd_mul", []string{helperMul}},
	"cdiv":      {"nd_div", []string{helperDiv}},
	"cexp":      {"nd_exp", []string{helperExp}},
	"cabs":      {"nd_abs", []string{helperAbs}},
	"cabs2":     {"nd_abs2", []string{helperAbs2}},
	"conj":      {"nd_conj", []string{helperConj}},
	"cis":       {"nd_cis", []string{helperCis}},
	"nd_square": {"nd_square", []string{helperSquare}},
	"nd_phase":  {"nd_phase", []string{helperPhase}},
	"nd_clog":   {"nd_log", []string{helperAbs, helperPhase, helperLog}},
	"nd_csqrt":  {"nd_sqrt", []string{helperAbs, helperSqrt}},
}

// apply returns the call of a function of the program.
func (w writer) apply(f *Func, args []wgsl.Value) wgsl.Value {
	k := slices.Index(w.t.funcs, f)
	if k < 0 {
		k = len(w.t.funcs)
		w.t.funcs = append(w.t.funcs, f)
	}
	prefix := w.prefix
	if w.t.end != nil {
		prefix = w.t.end.name + "_" + prefix
	}
	name := fmt.Sprintf("%sf%d_%s", prefix, k, f.name())
	w.t.helper(w.definition(name, f.text))
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Text
	}
	return wgsl.Value{Text: call(name, texts), Real: f.text.result == typR}
}
