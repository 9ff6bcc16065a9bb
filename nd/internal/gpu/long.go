package gpu

import (
	"fmt"
	"strings"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// In a long kernel each invocation computes longEach elements, which lie longGroup apart. It loads
// all of them before it stores the first, because a GPU needs many loads under way to use the
// bandwidth of its memory.
const (
	longEach  = 4
	longGroup = 256     // invocations of a workgroup
	longLeast = 1 << 18 // the smallest number of elements of a long kernel
)

// isLong reports whether a kernel is long.
func isLong(k *expr.Kernel) bool { return k.Size() >= longLeast && k.Dst.Memory.Type.PerWord() == 1 }

// groupsOf returns the number of workgroups of a kernel.
func groupsOf(k *expr.Kernel) int {
	n, each := invocations(k), groupSize
	if isLong(k) {
		each = longEach * longGroup
	}
	return (n + each - 1) / each
}

// longModule returns a long kernel.
func (t *text) longModule() wgsl.Module {
	n, d := t.k.Size(), t.k.Dst.Memory.Type
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{longGroup, 1, 1}, Name: t.name()}
	value := t.function("nd_value", "", d, "", fmt.Sprintf("\treturn v%d;\n", len(t.k.Code)-1))
	place := func(i string) string { return i }
	if t.place(&t.k.Dst).Text != "i" {
		place = func(i string) string { return "nd_place(" + i + ")" }
		value += "\n" + t.placeFunction()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d elements of shape %v, %d for each invocation.\n", n, t.k.Shape[:t.k.Rank], longEach)
	t.declare(&b, &m, value)
	fmt.Fprintf(&b, "\n%s\n@compute @workgroup_size(%d)\n%s", value, longGroup, t.mainText())
	fmt.Fprintf(&b, "\tlet i = i32((group.y * %du + group.x) * %du + local);\n", groupsPerRow, longEach*longGroup)
	at := func(part int) string {
		if part == 0 {
			return "i"
		}
		return fmt.Sprintf("i + %d", part*longGroup)
	}
	full := ""
	for part := range longEach {
		full += fmt.Sprintf("\tlet x%d = nd_value(%s);\n", part, at(part))
	}
	for part := range longEach {
		full += fmt.Sprintf("\tdst[%s] = x%d;\n", place(at(part)), part)
	}
	if groups := groupsOf(t.k); n%(longEach*longGroup) == 0 && groups%min(groups, groupsPerRow) == 0 {
		b.WriteString(full)
	} else {
		fmt.Fprintf(&b, "\tif (%s < %d) {\n%s\t\treturn;\n\t}\n", at(longEach-1), n, expr.Indent(full))
		fmt.Fprintf(&b, "\tfor (var e = i; e < %d; e += %d) {\n\t\tdst[%s] = nd_value(e);\n\t}\n",
			n, longGroup, place("e"))
	}
	b.WriteString("}\n")
	m.Text = b.String()
	return m
}

// function returns the body of a kernel as a WGSL function of the index i, and of the parameters in
// more. first and last are texts at the beginning and at the end of the function. d is the type of
// its result, or 0 for none.
func (t *text) function(name, more string, d expr.DType, first, last string) string {
	result := ""
	if d != 0 {
		result = " -> " + t.typeOf(d)
	}
	head := fmt.Sprintf("fn %s(i: i32%s)%s {\n%s", name, more, result, first)
	if t.indices {
		head += t.indexText()
	}
	return head + t.body.String() + last + "}\n"
}

// placeFunction returns the WGSL function nd_place. nd_place returns the index of element i in the
// array that the kernel writes.
func (t *text) placeFunction() string {
	has := t.indices
	t.indices = false
	place, index := t.place(&t.k.Dst).Text, ""
	if t.indices {
		index = t.indexText()
	}
	t.indices = has
	return fmt.Sprintf("fn nd_place(i: i32) -> i32 {\n%s\treturn %s;\n}\n", index, place)
}
