package nd

import (
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// A long kernel computes longEach elements in each invocation, longGroup apart. All of them are loaded before one
// is stored, because a GPU needs many loads under way to use the bandwidth of its memory.
const (
	longEach  = 4
	longGroup = 256     // invocations of a workgroup
	longLeast = 1 << 18 // the elements of the shortest long kernel
)

// isLong reports whether a kernel is long.
func (k *kernel) isLong() bool { return k.size() >= longLeast && k.dst.mem.dtype.perWord() == 1 }

// groups returns the number of workgroups of a kernel.
func (k *kernel) groups() int {
	n, each := k.invocations(), groupSize
	if k.isLong() {
		each = longEach * longGroup
	}
	return (n + each - 1) / each
}

// longModule returns a long kernel.
func (t *text) longModule() wgsl.Module {
	n, d := t.k.size(), t.k.dst.mem.dtype
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{longGroup, 1, 1}, Name: t.name()}
	value := t.function("nd_value", "", d, "", fmt.Sprintf("\treturn v%d;\n", len(t.k.code)-1))
	place := func(i string) string { return i }
	if t.place(&t.k.dst) != "i" {
		place = func(i string) string { return "nd_place(" + i + ")" }
		value += "\n" + t.placeFunction()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d elements of shape %v, %d for each invocation.\n", n, t.k.shape[:t.k.rank], longEach)
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
	if groups := t.k.groups(); n%(longEach*longGroup) == 0 && groups%min(groups, groupsPerRow) == 0 {
		b.WriteString(full)
	} else {
		fmt.Fprintf(&b, "\tif (%s < %d) {\n%s\t\treturn;\n\t}\n", at(longEach-1), n, indent(full))
		fmt.Fprintf(&b, "\tfor (var e = i; e < %d; e += %d) {\n\t\tdst[%s] = nd_value(e);\n\t}\n",
			n, longGroup, place("e"))
	}
	b.WriteString("}\n")
	m.Text = b.String()
	return m
}

// function returns the body of a kernel as a function of the element i, and of more parameters. first and last are
// the texts at its begin and its end. d is the type of its result, 0 for none.
func (t *text) function(name, more string, d DType, first, last string) string {
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

// placeFunction returns the function of the place of element i in the array that is written.
func (t *text) placeFunction() string {
	has := t.indices
	t.indices = false
	place, index := t.place(&t.k.dst), ""
	if t.indices {
		index = t.indexText()
	}
	t.indices = has
	return fmt.Sprintf("fn nd_place(i: i32) -> i32 {\n%s\treturn %s;\n}\n", index, place)
}
