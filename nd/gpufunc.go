package nd

import (
	"fmt"
	"slices"

	"wgfft/wgsl"
)

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
