package wgsl

import (
	"fmt"
	"strings"
)

// An Array is an array of global memory for instructions: numbers or complex numbers, by element
// number. The other fields determine the binding and the index of an element. A kernel reads and
// writes an array that has any of them by functions get_NAME and put_NAME.
type Array struct {
	Name string
	Real bool // elements are real numbers

	Pairs    bool     // an element is two complex numbers, which are read together
	Strides  Strides  // memory layout, if the array has gaps
	Segments Segments // bindings, one after the other
	Element  Element  // type of an element in memory; nil is the kernel's number format
	Planar   bool     // real and imaginary parts are two bindings
	InParts  bool     // the binding holds real numbers: two for an element, the parts
	Run      int      // an element is a vector of several real numbers; 0 for one
}

// isPlain reports whether element e is index e of the array's only binding.
func (a *Array) isPlain() bool {
	return a.Strides == (Strides{}) && a.Segments.count() == 1 && a.Element == nil && !a.Planar && !a.InParts
}

// bindingCount returns the number of bindings.
func (a *Array) bindingCount() int {
	switch {
	case isComputed(a.Element):
		return 0
	case a.Planar:
		return 2
	}
	return a.Segments.count()
}

// names returns the names of the bindings: NAME_re and NAME_im of a planar array, NAME1, NAME2 ... of
// segments.
func (a *Array) names() []string {
	if a.Planar {
		return []string{a.Name + "_re", a.Name + "_im"}
	}
	all := []string{a.Name}
	if n := a.Segments.count(); n > 1 {
		all = nil
		for i := range n {
			all = append(all, numbered(a.Name, i+1))
		}
	}
	return all
}

// numbers returns the real numbers of an element.
func (a *Array) numbers() int {
	if a.Real {
		return 1
	}
	return 2
}

// kind returns the WGSL type of the bindings.
func (a *Array) kind(n Number, access Access) string {
	real, complex := n.Types()
	element := complex
	switch {
	case a.Element != nil:
		element = a.Element.Type(access == ReadWrite)
	case a.Pairs:
		element, _ = n.Pair()
	case a.Run > 1:
		element = n.Vector(a.Run)
	case a.Real || a.Planar || a.InParts:
		element = real
	}
	return "array<" + element + ">"
}

// bindings returns the bindings of an array.
func (a *Array) bindings(n Number, access Access, role Role) (all []Binding) {
	if isComputed(a.Element) {
		return nil
	}
	for part, name := range a.names() {
		all = append(all, Binding{Name: name, Access: access, Type: a.kind(n, access), Role: role, Part: part})
	}
	return all
}

// check returns an error if the fields contradict each other.
func (a *Array) check(n Number) error {
	switch e := a.Element; {
	case a.Planar && a.Real:
		return fmt.Errorf("planes: an array of real numbers has none")
	case a.Planar && a.Segments.count() > 1:
		return fmt.Errorf("planes: an array of %d segments has none: use one segment", a.Segments.count())
	case e == nil:
	case isElement(e) != nil:
		return isElement(e)
	case e.IsReal() != a.Real:
		kinds := map[bool]string{true: "real", false: "complex"}
		return fmt.Errorf("elements %s are %s, but the ops take %s ones", e.Tag(), kinds[e.IsReal()], kinds[a.Real])
	case a.Planar || a.InParts || a.Segments.count() > 1:
		return fmt.Errorf("elements %s: want an array of one binding, not in place between real and complex", e.Tag())
	case n != Number(F32{}) && !isComputed(a.Element):
		return fmt.Errorf("elements %s: they are converted to f32, but the kernel computes in %s: "+
			"leave out the element or the number format", e.Tag(), n.Tag())
	}
	if err := a.Strides.check(); err != nil {
		return err
	}
	return a.Segments.check()
}

// isElement returns an error if an element does not exist.
func isElement(e Element) error {
	if c, ok := e.(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}

// access writes the function that reads or writes an element, unless it exists.
func (d *moduleParts) access(a *Array, n Number, isWrite bool) {
	verb := "get_"
	if isWrite {
		verb = "put_"
	}
	if a.isPlain() || d.names[verb+a.Name] {
		return
	}
	d.names[verb+a.Name] = true
	typ, complex := n.Types()
	if !a.Real {
		typ = complex
	}
	w := newWriter(n, d)
	w.Comment("element e of " + a.Name)
	absent := "return;"
	if isWrite {
		w.line("fn put_%s(e: u32, v: %s) {", a.Name, typ)
	} else {
		absent = fmt.Sprintf("return %s();", typ)
		w.line("fn get_%s(e: u32) -> %s {", a.Name, typ)
	}
	i := w.placeOf(a, absent)
	switch e := a.Element; {
	case e != nil && isWrite:
		w.lines(e.Write(a.Name, i))
	case e != nil:
		w.lines(e.Read(a.Name, i))
	case a.Segments.count() == 1:
		w.lines(a.statement(n, a.names(), Value{Text: i}, "return ", isWrite))
	case isWrite:
		w.eachSegment(a, i, func(name string, at Value) string {
			return a.statement(n, []string{name}, at, "", true)
		})
	default:
		w.line("var v: %s;", typ)
		w.eachSegment(a, i, func(name string, at Value) string {
			return a.statement(n, []string{name}, at, "v = ", false)
		})
		w.line("return v;")
	}
	w.line("}")
	if a.Element != nil {
		for _, f := range a.Element.Functions(isWrite) {
			d.define(&f, n)
		}
	}
	d.accessors = append(d.accessors, w.text.String())
}

// lines writes lines of text.
func (w *writer) lines(text string) {
	for line := range strings.Lines(text) {
		w.line("%s", strings.TrimSpace(line))
	}
}

// placeOf writes the index of element e, and a statement for an element that does not exist. It
// returns the name of the index.
func (w *writer) placeOf(a *Array, absent string) string {
	if a.Strides == (Strides{}) {
		return "e"
	}
	digits, isAbsent, i := a.Strides.place(Var("e"))
	for _, d := range digits {
		w.Declare(d)
	}
	if isAbsent != nil {
		w.line("if (%v) {", isAbsent)
		w.line("%s", absent)
		w.line("}")
	}
	i = named("i", i, "")
	w.Declare(i)
	return i.name
}

// eachSegment writes a statement for each segment that may hold an index.
func (w *writer) eachSegment(a *Array, i string, statement func(name string, at Value) string) {
	size := a.Segments.Size
	for s, name := range a.names() {
		switch {
		case s == 0:
			w.line("if (%s < %du) {", i, size)
			w.lines(statement(name, Value{Text: i}))
			continue
		case s < a.Segments.Count-1:
			w.line("} else if (%s < %du) {", i, (s+1)*size)
		default:
			w.line("} else {")
		}
		w.lines(statement(name, Binary("-", Value{Text: i}, Value{Text: literal(s * size)})))
	}
	w.line("}")
}

// statement returns WGSL, behind a prefix, for the element at an index of a binding or of two planes.
// The WGSL stores v as the element, or reads the element.
func (a *Array) statement(n Number, names []string, at Value, prefix string, isWrite bool) string {
	places := []string{fmt.Sprintf("%s[%s]", names[0], at.Text)}
	switch {
	case a.Planar:
		places = append(places, fmt.Sprintf("%s[%s]", names[1], at.Text))
	case a.InParts:
		re := Binary("*", Value{Text: "2u"}, at)
		im := Binary("+", re, Value{Text: "1u"})
		places = []string{fmt.Sprintf("%s[%s]", names[0], re.Text), fmt.Sprintf("%s[%s]", names[0], im.Text)}
	}
	v := Value{Text: "v", Real: a.Real}
	switch {
	case !isWrite && len(places) == 1:
		return prefix + places[0] + ";"
	case !isWrite:
		return prefix + n.Join(Value{Text: places[0], Real: true}, Value{Text: places[1], Real: true}).Text + ";"
	case len(places) == 1:
		return places[0] + " = v;"
	}
	return fmt.Sprintf("%s = %s;\n%s = %s;", places[0], n.Part(v, 0).Text, places[1], n.Part(v, 1).Text)
}

func (w *writer) Read(a *Array, at *Index) Value {
	w.Declare(at)
	if a.isPlain() {
		return Value{Text: fmt.Sprintf("%s[%v]", a.Name, at), Real: a.Real}
	}
	w.shared.access(a, w.number, false)
	return Value{Text: fmt.Sprintf("get_%s(%v)", a.Name, at), Real: a.Real}
}

func (w *writer) Write(a *Array, at *Index, v Value) {
	w.Declare(at)
	if a.isPlain() {
		w.line("%s[%v] = %s;", a.Name, at, v.Text)
		return
	}
	w.shared.access(a, w.number, true)
	w.line("put_%s(%v, %s);", a.Name, at, v.Text)
}

// writesPairs reports whether elements 2 i and 2 i + 1 are neighbors in memory and their type can store two
// elements together.
func (a *Array) writesPairs() bool {
	_, ok := a.Element.(PairWriter)
	d := a.Strides.Dims()[0]
	return ok && (d == Dim{} || d.Stride == 1 && d.Extent%2 == 0 && d.Bound%2 == 0)
}

// WritePair writes a call of put_pair.
func (w *writer) WritePair(a *Array, at *Index, v Value) {
	w.Declare(at)
	w.shared.access(a, w.number, true)
	w.shared.accessPair(a, w.number)
	w.line("put_pair(%v, %s);", at, v.Text)
}

// accessPair writes the function that writes two neighbors, unless it exists.
func (d *moduleParts) accessPair(a *Array, n Number) {
	if d.names["put_pair"] {
		return
	}
	d.names["put_pair"] = true
	_, complex := n.Types()
	f := newWriter(n, d)
	f.Comment("elements e and e + 1, neighbors in memory")
	f.line("fn put_pair(e: u32, v: %s) {", complex)
	f.lines(a.Element.(PairWriter).WritePair(a.Name, f.placeOf(a, "return;")))
	f.line("}")
	d.accessors = append(d.accessors, f.text.String())
}

func (p *player) WritePair(a *Array, at *Index, v Value) {
	p.Write(a, at, p.Re(v))
	p.Write(a, at.Add(1), p.Im(v))
}

// A cell is an element of a binding that a player holds.
type cell struct {
	array *playedArray
	i     int
}

// cells returns the cell of an element, or the two cells of its parts. It returns none if the element does not
// exist.
func (g *playedGroup) cells(a *Array, e int) []cell {
	if a.isPlain() {
		return []cell{{g.arrays[a.Name], e}}
	}
	_, isAbsent, at := a.Strides.place(Const(e))
	if isAbsent != nil && isAbsent.Eval(&Env{}) != 0 {
		return nil
	}
	i, segment := int(uint32(at.Eval(&Env{}))), 0
	if n := a.Segments.count(); n > 1 {
		segment = min(i/a.Segments.Size, n-1)
		i -= segment * a.Segments.Size
	}
	names := a.names()
	switch {
	case a.Planar:
		return []cell{{g.arrays[names[0]], i}, {g.arrays[names[1]], i}}
	case a.InParts:
		return []cell{{g.arrays[names[segment]], 2 * i}, {g.arrays[names[segment]], 2*i + 1}}
	}
	return []cell{{g.arrays[names[segment]], i}}
}

// Read reads global memory. A lane without a transform may read an element that another lane of the workgroup
// has written. It does not use the element, so this is no race.
func (p *player) Read(a *Array, at *Index) Value {
	g := p.group
	by := touch{g.at.group, several, g.at.lane}
	var parts [2]complex128
	for n, c := range g.cells(a, at.Eval(&p.env)) {
		parts[n] = g.read(c.array, c.i, by)
	}
	return Value{C: parts[0] + 1i*parts[1], Real: a.Real}
}

func (p *player) Write(a *Array, at *Index, v Value) {
	z := v.C
	if a.Element != nil {
		z = a.Element.Round(z)
	}
	cells := p.group.cells(a, at.Eval(&p.env))
	if len(cells) == 2 {
		p.group.write(cells[0].array, cells[0].i, complex(real(z), 0))
		p.group.write(cells[1].array, cells[1].i, complex(imag(z), 0))
		return
	}
	for _, c := range cells {
		p.group.write(c.array, c.i, z)
	}
}
