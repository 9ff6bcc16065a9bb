package gpu

import (
	"fmt"
	"strings"

	"wgfft/internal/half"
	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// Elements of 8 or 16 bits lie in words of 32 bits, the first one in the lowest bits. A kernel that
// stores whole words has an invocation for each word. Other kernels store with atomic operations,
// which do not change the other elements of the word.

// storesWords reports whether the kernel stores whole words of several elements.
func storesWords(k *expr.Kernel) bool {
	l := &k.Dst
	each, n := l.Memory.Type.PerWord(), k.Size()
	return each > 1 && l.IsContiguous(&k.Extent) && l.Offset%each == 0 && (n%each == 0 || l.Offset+n == l.Memory.Count)
}

// invocations returns the number of invocations that compute a kernel.
func invocations(k *expr.Kernel) int {
	if !storesWords(k) {
		return k.Size()
	}
	each := k.Dst.Memory.Type.PerWord()
	return (k.Size() + each - 1) / each
}

// integers have the least and the greatest number of the integers of 8 and 16 bits.
var integers = map[expr.DType][2]int{
	expr.Uint8: {0, 255}, expr.Int8: {-128, 127}, expr.Uint16: {0, 65535}, expr.Int16: {-32768, 32767},
}

// get returns the expression of the number in the lowest bits of a word.
func (t *text) get(d expr.DType, word string) string {
	if f, ok := expr.HalfFormats[d]; ok {
		h := wgsl.Halves{Bfloat: f == half.Bfloat16}.Functions(false)[0]
		t.Add(h.Text)
		return fmt.Sprintf("%s(%s).x", h.Name, word)
	}
	bits := 8 * d.Size()
	name := "nd_get_" + d.String()
	if integers[d][0] < 0 {
		t.Add(fmt.Sprintf("fn %s(word: u32) -> f32 { return f32(bitcast<i32>(word << %du) >> %du); }\n",
			name, 32-bits, 32-bits))
	} else {
		t.Add(fmt.Sprintf("fn %s(word: u32) -> f32 { return f32(word & %du); }\n", name, 1<<bits-1))
	}
	return expr.Call(name, []string{word})
}

// put returns the expression of a word with a number in its lowest bits. The other bits are 0.
func (t *text) put(d expr.DType, value string) string {
	if f, ok := expr.HalfFormats[d]; ok {
		h := wgsl.Halves{Bfloat: f == half.Bfloat16}.Functions(true)[0]
		t.Add(h.Text)
		return fmt.Sprintf("%s(vec2<f32>(%s, 0.0))", h.Name, value)
	}
	name := "nd_put_" + d.String()
	least, most := integers[d][0], integers[d][1]
	t.Add(fmt.Sprintf("fn %s(x: f32) -> u32 {\n\tlet r = round(x);\n"+
		"\tlet kept = select(%d.0, min(r, %d.0), r > %d.0);\n\treturn bitcast<u32>(i32(kept)) & %du;\n}\n",
		name, least, most, least, 1<<(8*d.Size())-1))
	return expr.Call(name, []string{value})
}

// round returns the expression of a number, rounded to the nearest one of a storage type.
func (t *text) round(d expr.DType, value string) string { return t.get(d, t.put(d, value)) }

// shiftOf returns the expression of the lowest bit of an element in its word: 0, 8, 16 or 24.
func shiftOf(d expr.DType, place wgsl.Value) wgsl.Value {
	part := wgsl.Binary("&", place, whole(d.PerWord()-1))
	return wgsl.Binary("*", wgsl.Value{Text: expr.Call("u32", []string{part.Text})}, unsigned(8*d.Size()))
}

// unsigned returns the literal of a u32.
func unsigned(n int) wgsl.Value { return wgsl.Value{Text: fmt.Sprintf("%du", n)} }

// loadPart returns the expression of an element of 8 or 16 bits.
func (t *text) loadPart(array string, l *expr.Load) string {
	d, place := l.Memory.Type, t.place(l)
	word := wgsl.Value{Text: fmt.Sprintf("%s[%s]", array, wgsl.Binary("/", place, whole(d.PerWord())).Text)}
	if l.Memory == t.k.Dst.Memory && !storesWords(t.k) {
		word.Text = "atomicLoad(&" + word.Text + ")"
	}
	return t.get(d, wgsl.Binary(">>", word, shiftOf(d, place)).Text)
}

// storePart returns the statements that store the result in a part of a word.
func (t *text) storePart() string {
	d := t.k.Dst.Memory.Type
	each := d.PerWord()
	var b strings.Builder
	shift := shiftOf(d, wgsl.Value{Text: "place"}).Text
	fmt.Fprintf(&b, "\tlet place = %s;\n\tlet shift = %s;\n", t.place(&t.k.Dst).Text, shift)
	fmt.Fprintf(&b, "\tatomicAnd(&dst[place / %d], ~(%du << shift));\n", each, 1<<(8*d.Size())-1)
	fmt.Fprintf(&b, "\tatomicOr(&dst[place / %d], %s << shift);\n", each, t.put(d, t.last()))
	return b.String()
}

// last returns the name of the kernel's result.
func (t *text) last() string { return fmt.Sprintf("v%d", len(t.k.Code)-1) }

// typeOfDst returns the WGSL type of the array that the kernel writes.
func (t *text) typeOfDst() string {
	if d := t.k.Dst.Memory.Type; d.PerWord() > 1 && !storesWords(t.k) {
		return "array<atomic<u32>>"
	}
	return t.arrayOf(t.k.Dst.Memory.Type)
}

// wordModule returns a kernel in which each invocation stores a word.
func (t *text) wordModule() wgsl.Module {
	d := t.k.Dst.Memory.Type
	n, each := t.k.Size(), d.PerWord()
	put := t.put(d, t.last()) // adds helpers
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{groupSize, 1, 1}, Name: t.name()}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d elements of shape %v, %d for each invocation.\n", n, t.k.Shape[:t.k.Rank], each)
	t.declare(&b, &m, t.body.String()+put)
	fmt.Fprintf(&b, "\n@compute @workgroup_size(%d)\n%s", groupSize, t.mainText())
	fmt.Fprintf(&b, "\tlet w = i32((group.y * %du + group.x) * %du + local);\n", groupsPerRow, groupSize)
	fmt.Fprintf(&b, "\tif (w >= %d) {\n\t\treturn;\n\t}\n", invocations(t.k))
	fmt.Fprintf(&b, "\tvar word = 0u;\n\tfor (var part = 0; part < %d; part += 1) {\n", each)
	body := fmt.Sprintf("\tlet i = w * %d + part;\n", each)
	if n%each != 0 {
		body += fmt.Sprintf("\tif (i >= %d) {\n\t\tbreak;\n\t}\n", n)
	}
	if t.indices {
		body += t.indexText()
	}
	body += t.body.String() + fmt.Sprintf("\tword |= %s << (u32(part) * %du);\n", put, 8*d.Size())
	b.WriteString(expr.Indent(body))
	place := "w"
	if first := t.k.Dst.Offset / each; first > 0 {
		place = fmt.Sprintf("w + %d", first)
	}
	fmt.Fprintf(&b, "\t}\n\tdst[%s] = word;\n}\n", place)
	m.Text = b.String()
	return m
}
