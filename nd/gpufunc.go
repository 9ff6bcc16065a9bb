package nd

import (
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// apply returns the call of a function of the program.
func (t *text) apply(w writer, f *innerFunc, args []wgsl.Value) wgsl.Value {
	k := slices.Index(t.funcs, f)
	if k < 0 {
		k = len(t.funcs)
		t.funcs = append(t.funcs, f)
	}
	prefix := w.prefix
	if t.end != nil {
		prefix = t.end.name + "_" + prefix
	}
	name := fmt.Sprintf("%sf%d_%s", prefix, k, f.name)
	w.to.add(w.definition(name, f.function))
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Text
	}
	return wgsl.Value{Text: call(name, texts), Real: f.result == typR}
}
