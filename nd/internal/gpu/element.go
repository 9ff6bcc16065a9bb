package gpu

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// An end is the load or the store of a transform, as a function of the index of an element.
type end struct {
	name   string // the name of the function
	arrays []*expr.Memory
	side   int // 0 for the load and 1 for the store
	// inPairs reports whether the elements 2i and 2i+1 of an array are read together, as a complex number. It is nil
	// if no elements are.
	inPairs func(m *expr.Memory) bool
}

// operand returns the name of an array.
func (e *end) operand(m *expr.Memory) string { return wgsl.Operand{Number: e.number(m)}.Name() }

// number returns the number of the operand of an array.
func (e *end) number(m *expr.Memory) int { return slices.Index(e.arrays, m) }

// params returns the operand of the parameters.
func (e *end) params() wgsl.Operand {
	return wgsl.Operand{Number: len(e.arrays) + e.side, Access: wgsl.Uniform}
}

// readsPair reports whether an array is read in pairs. Its element is a parameter of the function then.
func (e *end) readsPair(m *expr.Memory) bool { return e != nil && e.inPairs != nil && e.inPairs(m) }

// An element implements wgsl.Computed. It computes an element of the source of a transform, or
// takes an element of its result.
type element struct {
	*elementText
	isReal bool
	// pairs has the functions of a load that makes complex elements from real ones: see isPair.
	pairs *elementText
	// isPair makes a complex element from two real elements, with indices 2k and 2k+1.
	isPair bool
}

// An elementText has the WGSL functions that compute an element, and the operands that they use.
type elementText struct {
	name     string
	tag      string
	dtype    expr.DType
	format   *expr.Format
	operands []wgsl.Operand
	funcs    []wgsl.Func
}

// loadElement returns the element that a fusion loads.
func (g *Machine) loadElement(f *expr.Fusion, arrays []*expr.Memory) element {
	d := f.Transform.Source(f.Type)
	one := end{name: "nd_load", arrays: arrays}
	e := element{elementText: g.elementText(&one, d, f.Load, nil), isReal: !d.IsComplex()}
	if e.isReal {
		two := one
		two.inPairs = func(m *expr.Memory) bool { return readsInPairs(f, m) }
		e.pairs = g.elementText(&two, d, f.Load, nil)
	}
	return e
}

// readsInPairs reports whether the load can read two neighbors of an array together: it reads the array in
// row-major order only, and the store does not use the array.
func readsInPairs(f *expr.Fusion, m *expr.Memory) bool {
	if m.Type != expr.Float32 && m.Type != expr.Float64 || slices.Contains(slices.Collect(f.StoreArrays), m) {
		return false
	}
	return !slices.ContainsFunc(f.Load.Loads, func(l expr.Load) bool {
		return l.Memory == m && (l.Offset != 0 || !l.IsContiguous(&f.Load.Extent))
	})
}

// elementText returns the functions of the load, or of the store if stored is not empty.
func (g *Machine) elementText(end *end, d expr.DType, k *expr.Kernel, stored []expr.Output) *elementText {
	t := newText(k, g.double.Format, end)
	last, more, result := fmt.Sprintf("\treturn v%d;\n", len(k.Code)-1), "", d
	if len(stored) > 0 {
		last, more, result = "", ", it: "+t.typeOf(d), 0
	}
	for i := range stored {
		s := &stored[i]
		t.declarePlace(&s.To)
		last += fmt.Sprintf("\t%s[%s] = v%d;\n", t.array(s.To.Memory), t.place(&s.To).Text, s.Value)
	}
	begin := ""
	if text := t.body.String() + strings.Join(t.Texts, ""); strings.Contains(text, expr.PairOne) {
		t.Add("var<private> " + expr.PairOne + ": f32;\n")
		begin = "\t" + expr.PairOne + " = f32(1 - (i >> 31u));\n"
	}
	e := &elementText{name: end.name, dtype: d, format: t.in(d).Format, operands: t.operandsOf(stored)}
	texts := t.Texts
	if end.inPairs == nil {
		texts = append(texts, t.function(end.name, more, result, begin, last))
	} else {
		params, pair := t.pairText(d)
		texts = append(texts, t.function(end.name, params, result, begin, last), pair)
	}
	for _, h := range texts {
		e.funcs = append(e.funcs, wgsl.Func{Name: h, Text: h}) // kernels have one function of each name
	}
	if t.params > 0 {
		params := end.params()
		params.Type = fmt.Sprintf("array<%s, %d>", t.paramType(), t.params)
		e.operands = append(e.operands, params)
	}
	e.tag = e.hash()
	return e
}

// pairText returns the function that computes the elements 2i and 2i+1, and the parameters that their function has
// in addition to the index.
func (t *text) pairText(d expr.DType) (params, function string) {
	lets, reads := "", slices.Collect(t.k.Reads)
	args := [2]string{"2 * i", "2 * i + 1"}
	for n, m := range t.end.arrays {
		if !t.end.readsPair(m) || !slices.Contains(reads, m) {
			continue
		}
		params += fmt.Sprintf(", %s: %s", elementParam(n), t.typeOf(m.Type))
		lets += fmt.Sprintf("\tlet pair%d = %s[i];\n", n, t.end.operand(m))
		pair := wgsl.Value{Text: fmt.Sprint("pair", n)}
		for i := range args {
			args[i] += ", " + t.in(m.Type).Number.Part(pair, i).Text
		}
	}
	var parts [2]wgsl.Value
	for i := range parts {
		parts[i] = wgsl.Value{Text: expr.Call(t.end.name, []string{args[i]}), Real: true}
	}
	return params, fmt.Sprintf("fn %s_pair(i: i32) -> %s {\n%s\treturn %s;\n}\n", t.end.name,
		t.typeOf(d.Complex()), lets, t.in(d).Format.Number.Join(parts[0], parts[1]).Text)
}

// elementParam returns the name of the parameter with the element of an operand.
func elementParam(number int) string { return fmt.Sprint("x", number) }

// operandsOf returns the operands of the arrays that an end of a transform reads, or writes as one
// of stored.
func (t *text) operandsOf(stored []expr.Output) (all []wgsl.Operand) {
	reads := slices.Collect(t.k.Reads)
	for i, m := range t.end.arrays {
		o := wgsl.Operand{Number: i, Type: t.arrayOf(m.Type)}
		switch {
		case slices.ContainsFunc(stored, func(s expr.Output) bool { return s.To.Memory == m }):
			o.Access = wgsl.ReadWrite
		case !slices.Contains(reads, m):
			continue
		case t.end.readsPair(m):
			o.Type = t.arrayOf(m.Type.Complex())
		}
		all = append(all, o)
	}
	return all
}

// hash returns a tag that identifies the functions and the operands.
func (e *elementText) hash() string {
	h := sha256.New()
	fmt.Fprint(h, e.operands)
	for _, f := range e.funcs {
		h.Write([]byte(f.Text))
	}
	return fmt.Sprintf("nd%x", h.Sum(nil)[:8])
}

// Tag implements wgsl.Element.
func (e element) Tag() string {
	if e.isPair {
		return e.tag + "x2"
	}
	return e.tag
}

// String implements wgsl.Element.
func (e element) String() string { return "computed " + e.dtype.String() }

// IsReal implements wgsl.Element.
func (e element) IsReal() bool { return e.isReal && !e.isPair }

// For implements wgsl.Dual. A complex element made of real ones has two neighbors: see isPair.
func (e element) For(isReal bool) wgsl.Element {
	e.isPair = e.isReal && !isReal
	if e.isPair && e.pairs != nil {
		e.elementText = e.pairs
	}
	return e
}

// Bytes implements wgsl.Element. It returns the size that the element would have in an array.
func (e element) Bytes() int {
	if e.isPair {
		return 2 * e.dtype.Size()
	}
	return e.dtype.Size()
}

// Type implements wgsl.Element. A computed element has no array.
func (e element) Type(bool) string { return e.format.TypeOf(e.isReal) }

// Read implements wgsl.Element.
func (e element) Read(_, at string) string {
	name := e.name
	if e.isPair {
		name += "_pair"
	}
	return fmt.Sprintf("return %s(i32(%s));", name, at)
}

// Write implements wgsl.Element.
func (e element) Write(_, at string) string {
	if !e.isPair {
		return fmt.Sprintf("%s(i32(%s), v);", e.name, at)
	}
	text := ""
	for i := range 2 {
		part := e.format.Number.Part(wgsl.Value{Text: "v"}, i).Text
		text += fmt.Sprintf("%s(2 * i32(%s) + %d, %s);\n", e.name, at, i, part)
	}
	return text
}

// Functions implements wgsl.Element.
func (e element) Functions(bool) []wgsl.Func { return e.funcs }

// Round implements wgsl.Element.
func (e element) Round(z complex128) complex128 { return z }

// Operands implements wgsl.Computed.
func (e element) Operands() []wgsl.Operand { return e.operands }
