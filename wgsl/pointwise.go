package wgsl

import "fmt"

// Gains is a kernel that multiplies the bins of arrays by gains, one for each bin and the same for all arrays, where they lie, and adds a number to the
// first bin of each: what comes in the table behind the gains.
type Pointwise struct {
	Bins         int  // of an array
	Arrays       int  // one after the other
	Complex      bool // bins are complex, not real
	ComplexGains bool // gains are complex, not real
	Fold         bool // workgroups in rows of at most FoldWidth, numbered row by row
}

// gainsThreads is how many bins a workgroup has, one a thread.
const pointwiseThreads = 256

// Name encodes every field.
func (k Pointwise) Name() string {
	s := fmt.Sprintf("gains%dx%d", k.Arrays, k.Bins)
	for _, f := range []boolField{{"complex", &k.Complex}, {"turning", &k.ComplexGains}, {"fold", &k.Fold}} {
		if *f.on {
			s += "_" + f.name
		}
	}
	return s
}

// all is how many bins there are.
func (k Pointwise) bins() int { return k.Bins * k.Arrays }

// Groups is how many workgroups do all bins.
func (k Pointwise) Groups() (x, y int) {
	groups := (k.bins() + pointwiseThreads - 1) / pointwiseThreads
	if k.Fold {
		return foldGrid(groups)
	}
	return groups, 1
}

// numbers are how many float32 a bin and a gain have.
func (k Pointwise) floats() (bin, gain int64) {
	bin, gain = 1, 1
	if k.Complex {
		bin = 2
	}
	if k.ComplexGains {
		gain = 2
	}
	return bin, gain
}

// Bytes is the size of all bins, and TableBytes that of the gains and the number behind them.
func (k Pointwise) Bytes() int64 {
	bin, _ := k.floats()
	return 4 * bin * int64(k.bins())
}

func (k Pointwise) TableBytes() int64 {
	_, gain := k.floats()
	return 4 * gain * int64(k.Bins+1)
}

// Check says whether a device of the given limits can run the kernel, and why not.
func (k Pointwise) Check(l Limits) error {
	x, y := k.Groups()
	switch {
	case k.Bins < 1 || k.Arrays < 1 || int64(k.Bins) >= 1<<32/int64(k.Arrays) || int64(x)*int64(y)*pointwiseThreads > 1<<32:
		return fmt.Errorf("wgsl: %s: gains are of at least one bin of one array, and threads are counted in 32 bits", k.Name())
	case k.ComplexGains && !k.Complex:
		return fmt.Errorf("wgsl: %s: complex gains are of complex bins", k.Name())
	case max(x, y) > l.Workgroups:
		return &LimitError{What: "wgsl: " + k.Name() + ": workgroups", Need: int64(max(x, y)), Have: int64(l.Workgroups), Hint: "filter fewer arrays at once"}
	case pointwiseThreads > l.Invocations:
		return &LimitError{What: "wgsl: " + k.Name() + ": invocations per workgroup", Need: pointwiseThreads, Have: int64(l.Invocations), Hint: "use another device"}
	}
	if need := max(k.Bytes(), k.TableBytes()); need > l.BindingBytes {
		return &LimitError{What: "wgsl: " + k.Name() + ": bytes of bins in a binding", Need: need, Have: l.BindingBytes, Hint: "filter fewer arrays at once"}
	}
	return nil
}

// Module writes the kernel.
func (k Pointwise) Module() Module {
	data, table := Binding{Name: "bins", Access: ReadWrite, Type: floatArray}, Binding{Name: "gains", Access: Read, Type: floatArray}
	if k.Complex {
		data.Type = complexArray
	}
	if k.ComplexGains {
		table.Type = complexArray
	}
	m := Module{Name: k.Name(), Entry: "main", Workgroup: [3]int{pointwiseThreads, 1, 1}, Bindings: []Binding{data, table}}
	var w writer
	w.line("// %s", k.Name())
	w.line("// the %d bins of each of %d arrays times gains, and the first plus what lies behind those", k.Bins, k.Arrays)
	w.line("")
	w.line("@group(0) @binding(0) var<storage, read_write> bins: %s;", data.Type)
	w.line("@group(0) @binding(1) var<storage, read> gains: %s;", table.Type)
	w.line("")
	w.line("@compute @workgroup_size(%d)", pointwiseThreads)
	w.line("fn main(@builtin(workgroup_id) group: vec3<u32>, %s@builtin(local_invocation_id) local: vec3<u32>) {", gridParameter(k.Fold))
	w.line("let i = %s * %du + local.x;", groupNumber(k.Fold), pointwiseThreads)
	w.line("if (i < %du) {", k.bins())
	w.line("let bin = i %% %du;", k.Bins)
	w.line("let v = bins[i];")
	w.line("let g = gains[bin];")
	if k.ComplexGains {
		w.line("var x = vec2<f32>(v.x * g.x - v.y * g.y, v.x * g.y + v.y * g.x);")
	} else {
		w.line("var x = v * g;")
	}
	w.line("if (bin == 0u) {")
	switch behind := fmt.Sprintf("gains[%d]", k.Bins); {
	case k.Complex && !k.ComplexGains:
		w.line("x.x += %s;", behind)
	default:
		w.line("x += %s;", behind)
	}
	w.line("}")
	w.line("bins[i] = x;")
	w.line("}")
	w.line("}")
	m.Text = w.text.String()
	return m
}
