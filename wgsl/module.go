package wgsl

import (
	"fmt"
	"slices"
	"strings"
)

// text returns the WGSL of a program.
func (p *program) text() string {
	k := &p.kernel
	shared := &moduleParts{names: map[string]bool{}}
	w := newWriter(k.number(), shared)
	w.memory = p.memory
	w.depth = 1
	p.run(w)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s", k.header())
	for _, name := range k.extensions() {
		line("enable %s;", name)
	}
	switch {
	case p.hasRowCount():
		line("struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32, rows: u32 }")
	case k.Dispatch.Offset:
		line("struct Batch { end: u32, first: u32, src_begin: u32, dst_begin: u32 }")
	case k.Dispatch.Tail || k.Twiddles.Fence != NoFence:
		line("struct Batch { end: u32 }")
	}
	for i, d := range p.bindings() {
		space := [...]string{"storage, read", "storage, read_write", "uniform"}[d.Access]
		line("@group(0) @binding(%d) var<%s> %s: %s;", i, space, d.Name, d.Type)
	}
	line("")
	for _, s := range shared.accessors {
		line("%s", s)
	}
	if p.memory.shape != nil {
		part, kind := p.memory.declaration(k)
		if part != "" {
			line("struct PaddedSlice { %s }\n", part)
		}
		line("var<workgroup> shared_points: %s;\n", kind)
	}
	main := w.text.String()
	used := main + strings.Join(shared.functions, "") + strings.Join(shared.accessors, "")
	for _, s := range UsedFunctions(k.number(), used) {
		line("%s", s)
	}
	for _, s := range append(shared.structs, shared.functions...) {
		line("%s", s)
	}
	if k.Exchange.Layout.isPlaced() && p.memory.shape != nil {
		line("%s\n", k.Exchange.Layout.function())
	}
	line("@compute @workgroup_size(%d)", k.Invocations())
	line("fn main(@builtin(workgroup_id) group: vec3<u32>, %s@builtin(local_invocation_id) local: vec3<u32>) {",
		gridParameter(k.Dispatch.Fold))
	b.WriteString(main)
	line("}")
	return wrapped(b.String())
}

// UsedFunctions returns the WGSL of the functions of a number format that a text calls, directly or through other
// functions.
func UsedFunctions(n Number, text string) (all []string) {
	for _, f := range slices.Backward(n.Functions()) {
		if strings.Contains(text, f.Name+"(") {
			all, text = append(all, f.Text), text+f.Text
		}
	}
	slices.Reverse(all)
	return all
}

// declaration returns the WGSL type of the workgroup memory. With an outer pad, the elements of one dimension are
// structs PaddedSlice. members are the members of the struct, or "" without an outer pad.
func (m memory) declaration(k *Kernel) (members, kind string) {
	element, complex := k.number().Types()
	if !k.Exchange.Split {
		element = complex
	}
	kind = element
	for i := len(m.shape) - 1; i >= 0; i-- {
		if m.outerPad > 0 && i == m.structAt {
			members, kind = fmt.Sprintf("at: %s, pad: array<%s, %d>", kind, element, m.outerPad), "PaddedSlice"
		}
		kind = fmt.Sprintf("array<%s, %d>", kind, m.shape[i])
	}
	return members, kind
}

// Access is the kind of a kernel's access to a binding.
type Access uint8

// The kinds of access.
const (
	Read      Access = iota // var<storage, read>
	ReadWrite               // var<storage, read_write>
	Uniform                 // var<uniform>
)

// A Role is the purpose of a binding.
type Role uint8

// The roles.
const (
	RoleSource     Role = iota // the array that is read
	RoleTarget                 // the array that is written
	RoleInPlace                // the array that is read and written
	RoleTable                  // constants, made from the recipes
	RoleGiven                  // constants of the caller: the recipe is a Given
	RoleCall                   // numbers of the caller that change from call to call: the recipe is a CallTable
	RoleParameters             // the uniform of a dispatch
	RoleOperand                // an operand of a Computed element; Part is its number
)

// A Binding is one array or uniform of a kernel, at @group(0) @binding(i).
type Binding struct {
	Name   string
	Access Access
	Type   string // WGSL type
	Role   Role
	Part   int          // number among the bindings of its array: the segment, or 1 for imaginary parts
	Tables []Table      // the parts of an array of constants, one after the other
	Words  IntegerTable // of RoleTable, for an array of u32: its elements
}

// bindings returns the bindings of a program in order.
func (p *program) bindings() []Binding {
	k := &p.kernel
	n := k.number()
	var all []Binding
	if k.Dispatch.InPlace {
		all = p.moves[loads].array.bindings(n, ReadWrite, RoleInPlace)
	} else {
		all = p.moves[loads].array.bindings(n, Read, RoleSource)
		all = append(all, p.moves[stores].array.bindings(n, ReadWrite, RoleTarget)...)
	}
	for _, t := range p.tables.inOrder() {
		if t.words != nil {
			all = append(all, Binding{Name: t.array.Name, Type: "array<u32>", Role: RoleTable, Words: t.words})
			continue
		}
		role := RoleTable
		switch t.parts[0].(type) {
		case Given:
			role = RoleGiven
		case CallTable:
			role = RoleCall
		}
		for _, b := range t.array.bindings(n, Read, role) {
			b.Tables = t.parts
			all = append(all, b)
		}
	}
	all = append(all, p.operandBindings()...)
	if k.Dispatch.Tail || k.Dispatch.Offset || k.Twiddles.Fence != NoFence || p.hasRowCount() {
		all = append(all, Binding{Name: "batch", Access: Uniform, Type: "Batch", Role: RoleParameters})
	}
	return all
}

// A Shader is one compute shader as a value: comparable, named by all its fields and checked before
// it is written. [Kernel] and [Gains] are Shaders.
type Shader interface {
	// Name encodes every field: cache key, label, file name and error prefix.
	Name() string
	// Check returns an error if a device with these limits cannot run the shader.
	Check(Limits) error
	// Module writes the shader. The result is meaningful only if Check returned nil.
	Module() Module
}

// A Module is the text of a kernel and the facts that a device needs to run it.
type Module struct {
	Name           string // the kernel's Name: cache key, label and error prefix
	Text           string // WGSL
	Entry          string // name of the entry point
	Workgroup      [3]int // @workgroup_size
	WorkgroupBytes int    // bytes of workgroup memory declared
	Bindings       []Binding
}

// Module returns the kernel's WGSL and its bindings. The result is the zero Module if Check returns
// an error for every device.
func (k Kernel) Module() Module {
	p, err := k.lower()
	if err != nil {
		return Module{}
	}
	return Module{
		Name: k.Name(), Text: p.text(), Entry: "main", Workgroup: [3]int{k.Invocations(), 1, 1},
		WorkgroupBytes: p.workgroupBytes(), Bindings: p.bindings(),
	}
}

// exchangeBytes returns the size of one element of workgroup memory.
func (k *Kernel) exchangeBytes() int {
	if k.Exchange.Split {
		return k.number().Bytes()
	}
	return 2 * k.number().Bytes()
}
