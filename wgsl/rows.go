package wgsl

import "fmt"

// A Place is an element of a row.
type Place struct {
	At    *Index // number of the element
	Row   int    // 0, or 1 for the second row of a transform
	Inner bool   // for bins: not the first or the last bin of the row
}

// A Pair is the argument of a pair op: point K and its image.
type Pair struct {
	K       *Index
	Inner   bool    // K is not 0
	IsTwice bool    // a point that is its own image comes as a pair of two equal points
	Image   int     // row of the image: 0, or 1 with mirror rows
	roots   []Value // roots of the op at point K, if the thread has them
}

// Root returns root i of the op at point K. ok is false if the thread does not have the root; the op then reads
// it from the table.
func (p Pair) Root(i int) (w Value, ok bool) {
	if i < len(p.roots) {
		return p.roots[i], true
	}
	return Value{}, false
}

// Elements are the elements of the one or two rows of a transform. An op reads and writes them through the ops
// nearer to memory.
type Elements struct {
	v      *move
	level  int      // number of ops nearer to memory
	begins []*Index // where the rows begin in the array
}

// An ElementNamer is an op that accesses its elements by a function of the shader with a name. Other ops have the
// access in their own text.
type ElementNamer interface{ ElementName() string }

// A RowPairer is an op that reports whether a transform has two rows.
type RowPairer interface{ HasTwoRows() bool }

// rowNames returns the names of the parameters for n rows.
func rowNames(n int) []string { return []string{"a", "b"}[:n] }

// comment describes the function of the elements: number n of the row at a.
func (r Elements) comment() string {
	return fmt.Sprintf("%s %s of the row at a", r.v.ops[r.level].(ElementNamer).ElementName(), r.numberName())
}

// elementName returns the name of the function of the elements, or "".
func (r Elements) elementName(isInner bool) string {
	if r.level == len(r.v.ops) {
		return ""
	}
	o, ok := r.v.ops[r.level].(ElementNamer)
	if !ok {
		return ""
	}
	name := [2]string{"", "put_"}[r.v.side] + o.ElementName()
	if isInner && r.level > 0 {
		name = "inner_" + name
	}
	return name
}

// numberName returns the name of the parameter of the functions of elements: k for bins, n for numbers.
func (r Elements) numberName() string {
	if r.isReal() {
		return "n"
	}
	return "k"
}

// isReal reports whether the elements are real numbers.
func (r Elements) isReal() bool {
	if r.level == 0 {
		return r.v.array.Real
	}
	_, register := r.v.ops[r.level-1].Kinds()
	return register == Numbers
}

// address returns where an element lies in the array.
func (r Elements) address(p Place) *Index {
	inner := r.v.end.View.Rows.inner()
	at := p.At
	if _, isConst := at.Value(); inner > 1 && !isConst {
		if _, off := at.split(); off != 0 {
			at = at.Term()
		}
	}
	return r.begins[p.Row].Plus(at.Times(inner))
}

// Read returns an element.
func (r Elements) Read(m Machine, p Place) Value {
	name := r.elementName(p.Inner)
	if name == "" {
		return r.read(m, p)
	}
	f := &Func{
		Name: name, Indices: []string{"a", r.numberName()}, Results: 1, Real: r.isReal(), Comment: r.comment(),
	}
	f.Body = func(m Machine, x []*Index, _ []Value) []Value {
		return []Value{Elements{r.v, r.level, x[:1]}.read(m, Place{At: x[1], Inner: p.Inner})}
	}
	return m.Call(f, "", []*Index{r.begins[p.Row], p.At}, nil)[0]
}

// read returns an element; it does not make a function.
func (r Elements) read(m Machine, p Place) Value {
	if r.level == 0 {
		return m.Read(r.v.array, r.address(p))
	}
	below := Elements{r.v, r.level - 1, r.begins}
	if o, ok := r.v.ops[r.level-1].(Pointwise); ok {
		return o.Apply(m, Site{}, Value{}, below.Read(m, p))
	}
	return r.v.ops[r.level-1].(Gatherer).Pull(m, p, below)
}

// Write stores an element. If the second row does not exist, the first row stands in its place and
// is not written again.
func (r Elements) Write(m Machine, p Place, v Value) {
	var condition *Index
	if p.Row > 0 {
		condition = r.begins[p.Row].NotEqual(r.begins[0])
	}
	m.If(condition, func() {
		name := r.elementName(p.Inner)
		if name == "" {
			r.write(m, p, v)
			return
		}
		f := &Func{Name: name, Indices: []string{"a", r.numberName()}, Comment: r.comment()}
		if f.Params = []string{"v"}; r.isReal() {
			f.Params, f.Numbers = nil, []string{"v"}
		}
		f.Body = func(m Machine, x []*Index, v []Value) []Value {
			Elements{r.v, r.level, x[:1]}.write(m, Place{At: x[1], Inner: p.Inner}, v[0])
			return nil
		}
		m.Call(f, "", []*Index{r.begins[p.Row], p.At}, []Value{v})
	})
}

// write stores an element; it does not make a function.
func (r Elements) write(m Machine, p Place, v Value) {
	if r.level == 0 {
		m.Write(r.v.array, r.address(p), v)
		return
	}
	below := Elements{r.v, r.level - 1, r.begins}
	if o, ok := r.v.ops[r.level-1].(Pointwise); ok {
		below.Write(m, p, o.Apply(m, Site{}, Value{}, v))
		return
	}
	r.v.ops[r.level-1].(Scatterer).Push(m, p, v, below)
}

// ReadRun returns numbers n i, n i + 1, ..., n i + n-1 of a row.
func (r Elements) ReadRun(m Machine, name string, row int, i *Index, n int) []Value {
	if r.v.array.Run == n {
		return m.ReadRun(name, r.v.array, r.begins[row].Div(n).Plus(i))
	}
	var all []Value
	for c := range n {
		all = append(all, r.Read(m, Place{At: i.Times(n).Add(c), Row: row}))
	}
	return all
}

// WriteRun stores n numbers as numbers n i, n i + 1, ..., n i + n-1 of a row.
func (r Elements) WriteRun(m Machine, row int, i *Index, numbers ...Value) {
	n := len(numbers)
	var condition *Index
	if row > 0 {
		condition = r.begins[row].NotEqual(r.begins[0])
	}
	m.If(condition, func() {
		if r.v.array.Run == n {
			m.WriteRun(r.v.array, r.begins[row].Div(n).Plus(i), numbers)
			return
		}
		if n == 2 && r.level == 0 && r.v.end.View.Rows.inner() == 1 && r.v.array.writesPairs() {
			m.WritePair(r.v.array, r.address(Place{At: i.Times(2), Row: row}), m.Join(numbers[0], numbers[1]))
			return
		}
		for c, v := range numbers {
			Elements{r.v, r.level, r.begins[row:]}.Write(m, Place{At: i.Times(n).Add(c)}, v)
		}
	})
}

// Root returns w_n^e from the table of real roots.
func (r Elements) Root(m Machine, n int, e *Index) Value {
	return r.v.p.tables.realRoots().root(m, n, e)
}

// hasTwoRows reports whether transforms have two rows.
func (v *move) hasTwoRows() bool {
	for _, o := range v.ops {
		if o, ok := o.(RowPairer); ok && o.HasTwoRows() {
			return true
		}
	}
	return false
}

// pointLevel returns the number of the op that makes points from the elements of rows, or -1.
func (v *move) pointLevel() int {
	for i, o := range v.ops {
		if memory, register := o.Kinds(); register == Points && memory != Points {
			return i
		}
	}
	return -1
}

// nameRows declares the names name_a and name_b of the elements at which the rows of transform seq begin. column
// is the place of the transform among interleaved transforms, or nil without interleave.
func (v *move) nameRows(m Machine, name string, seq, column *Index) (begins []*Index) {
	if b := v.end.View.Batch; b[1].Stride > 0 {
		seq = seq.Div(b[0].Extent)
	}
	return v.rowBegins(m, name, seq, column)
}

// rowBegins is nameRows for a row, or a pair of rows, with the number batch.
func (v *move) rowBegins(m Machine, name string, batch, column *Index) (begins []*Index) {
	g := v.end.View.Rows
	inner := g.inner()
	size := g.Length * inner
	if column == nil {
		column = Const(0)
	} else {
		column = column.Mod(v.p.kernel.Threads.interleave())
	}
	let := func(suffix string, x *Index) *Index {
		x = named(name+suffix, x, "")
		m.Declare(x)
		return x
	}
	if !v.hasTwoRows() {
		return append(begins, let("_a", v.withOffset(batch.Term().Times(size).Plus(column))))
	}
	if inner == 1 {
		a := let("_a", v.withOffset(batch.Term().Times(2*size)))
		isLast := batch.Term().Times(2).Add(1).AtLeast(Var("batch.rows"))
		return append(begins, a, let("_b", Select(isLast, a, a.Add(size))))
	}
	a := let("_a", v.withOffset(batch.Term().Times(size).Plus(column.Times(2))))
	if inner%2 == 0 {
		return append(begins, a, let("_b", a.Add(1)))
	}
	isLast := column.Times(2).Add(1).AtLeast(Const(inner))
	return append(begins, a, let("_b", Select(isLast, a, a.Add(1))))
}

// pointFunction returns the function that makes a point from the elements of rows, or elements from
// a point. It runs op level and the ops nearer to memory.
func (v *move) pointFunction(level, rows int) *Func {
	f := &Func{
		Name: v.name() + "_point", Indices: append(rowNames(rows), "n"),
		Comment: "point n of " + [...]string{"the row at a", "the rows at a and b"}[rows-1],
	}
	if v.side == loads {
		f.Results = 1
		f.Body = func(m Machine, x []*Index, _ []Value) []Value {
			return []Value{v.ops[level].(Gatherer).Pull(m, Place{At: x[rows]}, Elements{v, level, x[:rows]})}
		}
		return f
	}
	f.Params = []string{"z"}
	f.Body = func(m Machine, x []*Index, z []Value) []Value {
		v.ops[level].(Scatterer).Push(m, Place{At: x[rows]}, z[0], Elements{v, level, x[:rows]})
		return nil
	}
	return f
}

// A BaseRoot is the root w_Order^(Stride k + Offset) at point k of a pair.
type BaseRoot struct {
	Name                  string
	Order, Stride, Offset int
}

// A PairRooter is a pair op that multiplies by roots.
type PairRooter interface{ PairRoots(isStore bool) []BaseRoot }

// Exponent returns Stride k + Offset.
func (g BaseRoot) Exponent(k *Index) *Index {
	if g.Stride < 0 {
		return Const(g.Offset).Minus(k.Times(-g.Stride))
	}
	return k.Times(g.Stride).Add(g.Offset)
}

// baseRoots returns the roots that the functions of pairs have as parameters. In a row of h points, the points of
// a butterfly of radix R lie h/R apart. The roots of its slots therefore differ by constant factors:
//
//	w_(m h)^(s (j + i h/R) + o) = w_(m h)^(s j + o) w_(m R)^(s i)
//
// A thread reads the root of slot 0, and multiplies it for the other slots. A product adds a rounding error. An op
// with a single root therefore reads each root if the table has an entry for each.
func (v *move) baseRoots() []BaseRoot {
	level := v.pointLevel()
	if level < 0 || v.mirror().Centre == NoCentre {
		return nil
	}
	o, ok := v.ops[level].(PairRooter)
	if !ok {
		return nil
	}
	all := o.PairRoots(v.side == stores)
	if len(all) == 1 && v.mirror().isRow() && v.p.tables.realRoots().Order <= maxDirectRoots {
		return nil
	}
	return all
}

// mirror returns the mirror of the end.
func (v *move) mirror() Mirror { return v.p.kernel.Threads.Mirror[v.side] }

// rootName returns the name of a base root of unit b.
func (v *move) rootName(g BaseRoot, b int) string {
	return numbered(v.name()+"_"+g.Name+"_"+v.fragment.stage.Letter, b)
}

// hasRowCount reports whether the kernel needs the number of rows. It does if consecutive rows form pairs, because
// the last row may have no partner.
func (p *program) hasRowCount() bool {
	for _, v := range p.moves {
		if v.hasTwoRows() && v.end.View.Rows.inner() == 1 {
			return true
		}
	}
	return false
}
