package gpu

import (
	"fmt"
	"slices"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// apply returns the call of a function of the program.
func (t *text) apply(w expr.Writer, f *expr.Func, args []wgsl.Value) wgsl.Value {
	k := slices.Index(t.funcs, f)
	if k < 0 {
		k = len(t.funcs)
		t.funcs = append(t.funcs, f)
	}
	prefix := w.Prefix
	if t.end != nil {
		prefix = t.end.name + "_" + prefix
	}
	name := fmt.Sprintf("%sf%d_%s", prefix, k, f.Name)
	w.To.Add(w.Definition(name, f.Function))
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Text
	}
	return wgsl.Value{Text: expr.Call(name, texts), Real: f.Result == expr.TypeR}
}
