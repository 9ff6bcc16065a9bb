package nd

import (
	"fmt"
	"strings"

	"wgfft/internal/half"
	"wgfft/wgsl"
)

// Elements of 8 or 16 bits lie in words of 32 bits, the first one in the lowest bits. A kernel that
// stores whole words has an invocation for each word. Other kernels store with atomic operations,
// which do not change the other elements of the word.

// storesWords reports whether the kernel stores whole words of several elements.
func (k *kernel) storesWords() bool {
	l := &k.dst
	each, n := l.mem.dtype.perWord(), k.size()
	return each > 1 && l.isContiguous(&k.extent) && l.offset%each == 0 && (n%each == 0 || l.offset+n == l.mem.n)
}

// invocations returns the number of invocations that compute a kernel.
func (k *kernel) invocations() int {
	if !k.storesWords() {
		return k.size()
	}
	each := k.dst.mem.dtype.perWord()
	return (k.size() + each - 1) / each
}

// helperInt32 is the WGSL function that rounds to the nearest i32, ties to even.
const helperInt32 = `fn nd_int32(x: f32) -> i32 {
	let r = round(x);
	return select(i32(clamp(r, -2147483648.0, 2147483520.0)), 2147483647, r >= 2147483648.0);
}
`

// integers have the least and the greatest number of the integers of 8 and 16 bits.
var integers = map[DType][2]int{Uint8: {0, 255}, Int8: {-128, 127}, Uint16: {0, 65535}, Int16: {-32768, 32767}}

// get returns the expression of the number in the lowest bits of a word.
func (t *text) get(d DType, word string) string {
	if f, ok := formats[d]; ok {
		h := wgsl.Halves{Bfloat: f == half.Bfloat16}.Functions(false)[0]
		t.add(h.Text)
		return fmt.Sprintf("%s(%s).x", h.Name, word)
	}
	bits := 8 * d.Size()
	name := "nd_get_" + d.String()
	if integers[d][0] < 0 {
		t.add(fmt.Sprintf("fn %s(word: u32) -> f32 { return f32(bitcast<i32>(word << %du) >> %du); }\n",
			name, 32-bits, 32-bits))
	} else {
		t.add(fmt.Sprintf("fn %s(word: u32) -> f32 { return f32(word & %du); }\n", name, 1<<bits-1))
	}
	return call(name, []string{word})
}

// put returns the expression of a word with a number in its lowest bits. The other bits are 0.
func (t *text) put(d DType, value string) string {
	if f, ok := formats[d]; ok {
		h := wgsl.Halves{Bfloat: f == half.Bfloat16}.Functions(true)[0]
		t.add(h.Text)
		return fmt.Sprintf("%s(vec2<f32>(%s, 0.0))", h.Name, value)
	}
	name := "nd_put_" + d.String()
	least, most := integers[d][0], integers[d][1]
	t.add(fmt.Sprintf("fn %s(x: f32) -> u32 {\n\tlet r = round(x);\n"+
		"\tlet kept = select(%d.0, min(r, %d.0), r > %d.0);\n\treturn bitcast<u32>(i32(kept)) & %du;\n}\n",
		name, least, most, least, 1<<(8*d.Size())-1))
	return call(name, []string{value})
}

// round returns the expression of a number, rounded to the nearest one of a storage type.
func (t *text) round(d DType, value string) string { return t.get(d, t.put(d, value)) }

// shiftOf returns the expression of the lowest bit of an element in its word: 0, 8, 16 or 24.
func shiftOf(d DType, place wgsl.Value) wgsl.Value {
	part := wgsl.Binary("&", place, whole(d.perWord()-1))
	return wgsl.Binary("*", wgsl.Value{Text: call("u32", []string{part.Text})}, unsigned(8*d.Size()))
}

// unsigned returns the literal of a u32.
func unsigned(n int) wgsl.Value { return wgsl.Value{Text: fmt.Sprintf("%du", n)} }

// loadPart returns the expression of an element of 8 or 16 bits.
func (t *text) loadPart(array string, l *load) string {
	d, place := l.mem.dtype, t.place(l)
	word := wgsl.Value{Text: fmt.Sprintf("%s[%s]", array, wgsl.Binary("/", place, whole(d.perWord())).Text)}
	if l.mem == t.k.dst.mem && !t.k.storesWords() {
		word.Text = "atomicLoad(&" + word.Text + ")"
	}
	return t.get(d, wgsl.Binary(">>", word, shiftOf(d, place)).Text)
}

// storePart returns the statements that store the result in a part of a word.
func (t *text) storePart() string {
	d := t.k.dst.mem.dtype
	each := d.perWord()
	var b strings.Builder
	shift := shiftOf(d, wgsl.Value{Text: "place"}).Text
	fmt.Fprintf(&b, "\tlet place = %s;\n\tlet shift = %s;\n", t.place(&t.k.dst).Text, shift)
	fmt.Fprintf(&b, "\tatomicAnd(&dst[place / %d], ~(%du << shift));\n", each, 1<<(8*d.Size())-1)
	fmt.Fprintf(&b, "\tatomicOr(&dst[place / %d], %s << shift);\n", each, t.put(d, t.last()))
	return b.String()
}

// last returns the name of the kernel's result.
func (t *text) last() string { return fmt.Sprintf("v%d", len(t.k.code)-1) }

// typeOfDst returns the WGSL type of the array that the kernel writes.
func (t *text) typeOfDst() string {
	if d := t.k.dst.mem.dtype; d.perWord() > 1 && !t.k.storesWords() {
		return "array<atomic<u32>>"
	}
	return t.arrayOf(t.k.dst.mem.dtype)
}

// wordModule returns a kernel in which each invocation stores a word.
func (t *text) wordModule() wgsl.Module {
	d := t.k.dst.mem.dtype
	n, each := t.k.size(), d.perWord()
	put := t.put(d, t.last()) // adds helpers
	m := wgsl.Module{Entry: "main", Workgroup: [3]int{groupSize, 1, 1}, Name: t.name()}
	var b strings.Builder
	fmt.Fprintf(&b, "// %d elements of shape %v, %d for each invocation.\n", n, t.k.shape[:t.k.rank], each)
	t.declare(&b, &m, t.body.String()+put)
	fmt.Fprintf(&b, "\n@compute @workgroup_size(%d)\n%s", groupSize, t.mainText())
	fmt.Fprintf(&b, "\tlet w = i32((group.y * %du + group.x) * %du + local);\n", groupsPerRow, groupSize)
	fmt.Fprintf(&b, "\tif (w >= %d) {\n\t\treturn;\n\t}\n", t.k.invocations())
	fmt.Fprintf(&b, "\tvar word = 0u;\n\tfor (var part = 0; part < %d; part += 1) {\n", each)
	body := fmt.Sprintf("\tlet i = w * %d + part;\n", each)
	if n%each != 0 {
		body += fmt.Sprintf("\tif (i >= %d) {\n\t\tbreak;\n\t}\n", n)
	}
	if t.indices {
		body += t.indexText()
	}
	body += t.body.String() + fmt.Sprintf("\tword |= %s << (u32(part) * %du);\n", put, 8*d.Size())
	b.WriteString(indent(body))
	place := "w"
	if first := t.k.dst.offset / each; first > 0 {
		place = fmt.Sprintf("w + %d", first)
	}
	fmt.Fprintf(&b, "\t}\n\tdst[%s] = word;\n}\n", place)
	m.Text = b.String()
	return m
}
