package wgsl

import "fmt"

// Gains is a kernel that multiplies every array of bins by one table of gains, in place. It then
// adds entry Bins of the table to bin 0 of each array:
//
//	X[k] = X[k] gains[k] + (gains[Bins] if k = 0)    k = 0 ... Bins-1
type Gains struct {
	Bins         int  // bins of an array
	Arrays       int  // contiguous arrays
	Complex      bool // bins are complex
	ComplexGains bool // gains are complex; needs complex bins
	Fold         bool // workgroups form rows of at most FoldWidth, numbered row by row

	Number Number // arithmetic; nil is F32
}

// gainThreads is the number of threads of a workgroup. Each has one bin.
const gainThreads = 256

// Name encodes every field.
func (k Gains) Name() string {
	s := fmt.Sprintf("gains%dx%d", k.Arrays, k.Bins)
	for _, f := range []struct {
		name string
		on   bool
	}{{"complex", k.Complex}, {"complexgains", k.ComplexGains}, {"fold", k.Fold}} {
		if f.on {
			s += "_" + f.name
		}
	}
	if k.Number != nil {
		s += "_" + k.Number.Tag()
	}
	return s
}

// number returns the number format.
func (k Gains) number() Number { return (&Kernel{Number: k.Number}).number() }

// bins returns the number of bins of all arrays.
func (k Gains) bins() int { return k.Bins * k.Arrays }

// Groups returns the workgroups of the dispatch.
func (k Gains) Groups() (x, y int) {
	groups := (k.bins() + gainThreads - 1) / gainThreads
	if k.Fold {
		return foldGrid(groups)
	}
	return groups, 1
}

// reals returns the number of real numbers in a bin and in a gain.
func (k Gains) reals() (bin, gain int64) {
	bin, gain = 1, 1
	if k.Complex {
		bin = 2
	}
	if k.ComplexGains {
		gain = 2
	}
	return bin, gain
}

// Bytes returns the size of all bins.
func (k Gains) Bytes() int64 {
	bin, _ := k.reals()
	return int64(k.number().Bytes()) * bin * int64(k.bins())
}

// TableBytes returns the size of the table: the gains and the term of bin 0.
func (k Gains) TableBytes() int64 {
	_, gain := k.reals()
	return int64(k.number().Bytes()) * gain * int64(k.Bins+1)
}

// Check returns an error if the kernel is not valid or exceeds the limits of a device.
func (k Gains) Check(l Limits) error {
	x, y := k.Groups()
	switch {
	case k.Bins < 1 || k.Arrays < 1 || int64(k.Bins) >= 1<<32/int64(k.Arrays),
		int64(x)*int64(y)*gainThreads > 1<<32:
		return fmt.Errorf("wgsl: %s: want at least one bin of at least one array, and fewer than 2^32 bins", k.Name())
	case k.ComplexGains && !k.Complex:
		return fmt.Errorf("wgsl: %s: complex gains need complex bins", k.Name())
	case k.Number == Number(F32{}):
		return fmt.Errorf("wgsl: %s: number format F32: leave it nil, which means the same", k.Name())
	}
	if err := (&Kernel{Number: k.Number}).checkNumber(); err != nil {
		return fmt.Errorf("wgsl: %s: %w", k.Name(), err)
	}
	limit := func(what string, need, have int64, hint string) error {
		return &LimitError{What: "wgsl: " + k.Name() + ": " + what, Need: need, Have: have, Hint: hint}
	}
	bytes := max(k.Bytes(), k.TableBytes())
	switch {
	case max(x, y) > l.Workgroups:
		return limit("workgroups", int64(max(x, y)), int64(l.Workgroups), "filter fewer arrays at once")
	case gainThreads > l.Invocations:
		return limit("invocations per workgroup", gainThreads, int64(l.Invocations), "use another device")
	case bytes > l.BindingBytes:
		return limit("bytes of bins in a binding", bytes, l.BindingBytes, "filter fewer arrays at once")
	}
	return nil
}

// Module writes the kernel.
func (k Gains) Module() Module {
	n := k.number()
	real, complex := n.Types()
	floatArray, complexArray := "array<"+real+">", "array<"+complex+">"
	data := Binding{Name: "bins", Access: ReadWrite, Type: floatArray}
	table := Binding{Name: "gains", Access: Read, Type: floatArray}
	if k.Complex {
		data.Type = complexArray
	}
	if k.ComplexGains {
		table.Type = complexArray
	}
	m := Module{
		Name:      k.Name(),
		Entry:     "main",
		Workgroup: [3]int{gainThreads, 1, 1},
		Bindings:  []Binding{data, table},
	}
	var w, body writer
	body.depth = 2
	k.multiply(&body)
	w.line("// %s", k.Name())
	w.line("// X[k] = X[k] gains[k] for the %d bins of each of %d arrays; X[0] plus gains[%d]",
		k.Bins, k.Arrays, k.Bins)
	w.line("")
	w.line("@group(0) @binding(0) var<storage, read_write> bins: %s;", data.Type)
	w.line("@group(0) @binding(1) var<storage, read> gains: %s;", table.Type)
	for _, f := range UsedFunctions(n, body.text.String()) {
		w.line("")
		w.text.WriteString(f)
	}
	w.line("")
	w.line("@compute @workgroup_size(%d)", gainThreads)
	w.line("fn main(@builtin(workgroup_id) group: vec3<u32>, %s@builtin(local_invocation_id) local: vec3<u32>) {",
		gridParameter(k.Fold))
	w.line("let i = %s * %du + local.x;", groupNumber(k.Fold), gainThreads)
	w.line("if (i < %du) {", k.bins())
	w.line("let bin = i %% %du;", k.Bins)
	w.text.WriteString(body.text.String())
	w.line("}")
	w.line("}")
	m.Text = w.text.String()
	return m
}

// multiply writes the lines that change bin i of the buffer. bin is its number in its array.
func (k Gains) multiply(w *writer) {
	w.line("let v = bins[i];")
	w.line("let g = gains[bin];")
	if k.Number != nil {
		k.multiplyIn(w, k.Number)
		return
	}
	if k.ComplexGains {
		w.line("var x = vec2<f32>(v.x * g.x - v.y * g.y, v.x * g.y + v.y * g.x);")
	} else {
		w.line("var x = v * g;")
	}
	w.line("if (bin == 0u) {")
	switch term := fmt.Sprintf("gains[%d]", k.Bins); {
	case k.Complex && !k.ComplexGains:
		w.line("x.x += %s;", term)
	default:
		w.line("x += %s;", term)
	}
	w.line("}")
	w.line("bins[i] = x;")
}

// multiplyIn writes the lines for a number format other than F32.
func (k Gains) multiplyIn(w *writer, n Number) {
	v, g := Value{Text: "v", Real: !k.Complex}, Value{Text: "g", Real: !k.ComplexGains}
	x, term := n.Times(g, v), Value{Text: fmt.Sprintf("gains[%d]", k.Bins), Real: !k.ComplexGains}
	if k.ComplexGains {
		x = n.Mul(v, g)
	}
	if k.Complex && !k.ComplexGains {
		term = n.Join(term, n.Constant(Float(0), true))
	}
	w.line("var x = %s;", x.Text)
	w.line("if (bin == 0u) {")
	w.line("x = %s;", n.Add(Value{Text: "x", Real: v.Real}, term).Text)
	w.line("}")
	w.line("bins[i] = x;")
}
