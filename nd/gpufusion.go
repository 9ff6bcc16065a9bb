package nd

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/wgsl"
)

// planner compiles transforms with kernels that compute elements. The inner part of an engine
// implements it.
type planner interface {
	Computed(ctx context.Context, p wgfft.Problem, n wgfft.Number, inverse bool, in, out wgsl.Element) (
		attach.Program, error)
}

// fuse implements machine. It keeps a program for each structure of a fusion. The program is nil if
// the GPU can't compute the fusion: see compile.
func (g *gpu) fuse(ctx context.Context, f *fusion) (bool, error) {
	arrays := f.arrays(g.arrays[:0])
	g.arrays = arrays
	g.key = f.appendKey(g.key[:0], arrays)
	p, ok := g.fusions[string(g.key)]
	if !ok {
		var err error
		if p, err = g.compile(ctx, f, arrays); err != nil {
			return false, err
		}
		g.fusions[string(g.key)] = p
	}
	if p == nil {
		return false, nil
	}
	bind := g.bind[:0]
	for _, m := range arrays {
		bind = append(bind, device.Whole(m.gpu.buf))
	}
	load, err := g.numbersOf(f.load, nil)
	if err != nil {
		return false, err
	}
	store, err := g.numbersOf(f.store, f.stored)
	if err != nil {
		return false, err
	}
	bind = append(bind, load, store)
	g.bind = bind
	enc, err := g.encoder()
	if err != nil {
		return false, err
	}
	return true, p.Encode(enc, f.dst.buffer(), f.src.buffer(), bind)
}

// buffer returns the buffer of memory on a GPU. It returns nil if m is nil.
func (m *memory) buffer() *device.Buffer {
	if m == nil {
		return nil
	}
	return m.gpu.buf
}

// numbersOf returns the binding of the parameters of a kernel that stores values as stored says. The
// binding is empty if k is nil or has no parameters.
func (g *gpu) numbersOf(k *kernel, stored []output) (device.Binding, error) {
	if k == nil {
		return device.Binding{}, nil
	}
	g.numbers = k.numbers(g.numbers[:0])
	for i := range stored {
		g.numbers = stored[i].to.appendNumbers(g.numbers, k.rank)
	}
	if len(g.numbers) == 0 {
		return device.Binding{}, nil
	}
	f := g.on.paramFormat(k)
	if err := f.check(g.numbers); err != nil {
		return device.Binding{}, err
	}
	return g.params.add(g.dev, g.numbers, f)
}

// compile compiles a fusion. It returns nil if the fusion exceeds a limit of the device, such as
// the number of bindings. It also returns nil if a transform in single precision has elements that
// are computed in double precision. The kernels of such a transform lack the functions for these
// elements.
func (g *gpu) compile(ctx context.Context, f *fusion, arrays []*memory) (attach.Program, error) {
	var in, out wgsl.Element
	for _, k := range []*kernel{f.load, f.store} {
		if k != nil && k.isDouble() && !f.dtype.isDouble() {
			return nil, nil
		}
	}
	if f.load != nil {
		in = g.on.newElement("nd_load", f.turn.source(f.dtype), f.load, nil, arrays, 0)
	}
	if f.store != nil {
		out = g.on.newElement("nd_store", f.dtype, f.store, f.stored, arrays, 1)
	}
	number := wgfft.Single
	if f.dtype.isDouble() {
		number = wgfft.Double
	}
	p, err := attach.Of(g.on.eng).Inner().(planner).Computed(ctx, f.turn.folded(), number, f.turn.inverse, in, out)
	var limit *wgfft.LimitError
	if errors.As(err, &limit) {
		return nil, nil
	}
	return p, err
}

// folded returns the problem of a transform. The axes before the first transformed axis become the
// batch.
func (t *transform) folded() wgfft.Problem {
	p := t.problem()
	first := slices.Min(p.Axes)
	p.Batch = 1
	for _, n := range p.Shape[:first] {
		p.Batch *= n
	}
	p.Shape = p.Shape[first:]
	for i := range p.Axes {
		p.Axes[i] -= first
	}
	return p
}

// arrays appends the arrays that the load kernel and the store kernel of a fusion read and write,
// each once. The index of an array in the list is the number of its wgsl.Operand.
func (f *fusion) arrays(all []*memory) []*memory {
	add := func(m *memory) {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	for m := range f.load.reads {
		add(m)
	}
	for m := range f.storeArrays {
		add(m)
	}
	return all
}

// appendKey appends everything that the kernels of a fusion depend on. Fusions with the same key
// have the same program.
func (f *fusion) appendKey(b []byte, arrays []*memory) []byte {
	b = f.turn.appendKey(append(b, byte(f.dtype)))
	for _, m := range arrays {
		b = append(b, byte(m.dtype))
	}
	for _, k := range []*kernel{f.load, f.store} {
		b = append(b, byte(boolIndex(k != nil)))
		if k == nil {
			continue
		}
		b = k.extent.appendKey(b)
		b = append(b, byte(len(k.loads)))
		for i := range k.loads {
			b = append(b, byte(slices.Index(arrays, k.loads[i].mem)))
			b = k.loads[i].appendTextKey(b, k.rank)
		}
		for i := range k.code {
			b = k.code[i].appendKey(b)
		}
	}
	for i := range f.stored {
		s := &f.stored[i]
		b = binary.AppendVarint(b, int64(s.value))
		b = append(b, byte(slices.Index(arrays, s.to.mem)))
		b = s.to.appendTextKey(b, f.turn.points.rank)
	}
	return b
}

// An end is the load or the store of a transform, as a function of the index of an element.
type end struct {
	name   string // the name of the function
	params string // the name of the binding of its parameters
	arrays []*memory
}

// operand returns the name of an array.
func (e *end) operand(m *memory) string {
	return wgsl.Operand{Number: slices.Index(e.arrays, m)}.Name()
}

// An element implements wgsl.Computed. It computes an element of the source of a transform, or
// takes an element of its result.
type element struct {
	*elementText
	isReal bool
	// isPair makes a complex element from two real elements, with indices 2k and 2k+1.
	isPair bool
}

// An elementText has the WGSL functions that compute an element, and the operands that they use.
type elementText struct {
	name     string
	tag      string
	dtype    DType
	format   *format
	operands []wgsl.Operand
	funcs    []wgsl.Func
}

// newElement returns the element of a load, or of a store if stored is not empty. side is 0 for a
// load and 1 for a store. The parameters are the operand with number len(arrays) + side.
func (s *shared) newElement(
	name string, d DType, k *kernel, stored []output, arrays []*memory, side int,
) element {
	params := wgsl.Operand{Number: len(arrays) + side, Access: wgsl.Uniform}
	t := newTextOn(s, k, &end{name, params.Name(), arrays})
	last, more, result := fmt.Sprintf("\treturn v%d;\n", len(k.code)-1), "", d
	if len(stored) > 0 {
		last, more, result = "", ", it: "+t.typeOf(d), 0
	}
	for i := range stored {
		s := &stored[i]
		t.declarePlace(&s.to)
		last += fmt.Sprintf("\t%s[%s] = v%d;\n", t.array(s.to.mem), t.place(&s.to), s.value)
	}
	begin := ""
	if text := t.body.String() + strings.Join(t.helpers, ""); strings.Contains(text, pairOne) {
		t.helper("var<private> " + pairOne + ": f32;\n")
		begin = "\t" + pairOne + " = f32(1 - (i >> 31u));\n"
	}
	text := t.function(name, more, result, begin, last)
	e := &elementText{name: name, dtype: d, format: t.in(d).format}
	for _, h := range append(t.helpers, text) {
		e.funcs = append(e.funcs, wgsl.Func{Name: h, Text: h}) // kernels have one function of each name
	}
	e.operands = t.operandsOf(stored)
	if t.params > 0 {
		params.Type = fmt.Sprintf("array<%s, %d>", t.paramType(), t.params)
		e.operands = append(e.operands, params)
	}
	e.tag = e.hash()
	return element{elementText: e, isReal: !d.IsComplex()}
}

// operandsOf returns the operands of the arrays that an end of a transform reads, or writes as one
// of stored.
func (t *text) operandsOf(stored []output) (all []wgsl.Operand) {
	for i, m := range t.end.arrays {
		o := wgsl.Operand{Number: i, Type: t.arrayOf(m.dtype)}
		isRead := slices.ContainsFunc(t.k.loads, func(l load) bool { return l.mem == m })
		if slices.ContainsFunc(stored, func(s output) bool { return s.to.mem == m }) {
			o.Access = wgsl.ReadWrite
		} else if !isRead {
			continue
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
func (e element) Type(bool) string { return e.format.typeOf(e.isReal) }

// Read implements wgsl.Element.
func (e element) Read(_, at string) string {
	if !e.isPair {
		return fmt.Sprintf("return %s(i32(%s));", e.name, at)
	}
	var parts [2]wgsl.Value
	for i := range parts {
		parts[i] = wgsl.Value{Text: fmt.Sprintf("%s(2 * i32(%s) + %d)", e.name, at, i), Real: true}
	}
	return "return " + e.format.number.Join(parts[0], parts[1]).Text + ";"
}

// Write implements wgsl.Element.
func (e element) Write(_, at string) string {
	if !e.isPair {
		return fmt.Sprintf("%s(i32(%s), v);", e.name, at)
	}
	text := ""
	for i := range 2 {
		part := e.format.number.Part(wgsl.Value{Text: "v"}, i).Text
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
