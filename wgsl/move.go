package wgsl

import (
	"cmp"
	"fmt"
	"slices"
)

// The ends of a kernel.
const (
	loads  = 0
	stores = 1
)

// middle is the name of the site between the transforms of a convolution (see Site.End).
const middle = "middle"

// A move is the load or the store of a kernel: a fragment, and the ops between memory and its
// registers.
type move struct {
	p        *program
	side     int // loads or stores
	end      *End
	array    *Array
	ops      []Op // from memory to registers
	fragment *fragment
	pairs    []pairGroup // of an op that takes pairs of points
	sampled  [][]int     // elements that accesses returns
	ranges   ranges
}

// newMove returns a load or a store without its fragment.
func (p *program) newMove(side int) *move {
	v := &move{p: p, side: side, end: &p.kernel.Load, ranges: ranges{lanes: p.kernel.Invocations()}}
	if side == stores {
		v.end = &p.kernel.Store
	}
	for _, o := range v.end.Ops {
		if o != nil {
			v.ops = append(v.ops, o)
		}
	}
	if side == stores {
		slices.Reverse(v.ops)
	}
	v.array = v.newArray()
	return v
}

// newArray returns the array of the end.
func (v *move) newArray() *Array {
	a := &Array{
		Name: [2]string{"src", "dst"}[v.side], Strides: v.end.View.Array, Segments: v.end.View.Segments,
		Element: v.end.Element, Planar: v.end.Planar,
	}
	if v.p.kernel.Dispatch.InPlace {
		a.Name = "data"
	}
	if len(v.ops) > 0 {
		memory, _ := v.ops[0].Kinds()
		a.Real = memory == Numbers
	}
	return a
}

// name returns in or out.
func (v *move) name() string { return [2]string{"in", "out"}[v.side] }

// prepare adds the tables of the ops and finds their pairs of points. It returns an error if the kinds of two ops
// do not meet, or if an op or the view does not fit the end.
func (v *move) prepare() error {
	kind := Points
	for i, o := range v.ops {
		memory, register := o.Kinds()
		if i > 0 && memory != kind {
			return fmt.Errorf("%s: %s takes no %v: order the ops from memory to registers", v.name(), o.Tag(), kind)
		}
		kind = register
		fits := is[Pointwise](o)
		if v.side == loads {
			fits = fits || is[Gatherer](o) || is[PairGatherer](o)
		} else {
			fits = fits || is[Scatterer](o) || is[PairScatterer](o)
		}
		if !fits {
			return fmt.Errorf("%s: %s is an op of the other end", v.name(), o.Tag())
		}
		if err := v.p.prepareOp(o, v.site(0, 0, v.p.first)); err != nil {
			return err
		}
	}
	k := &v.p.kernel
	if err := cmp.Or(v.end.View.check(k.Threads.interleave()), v.array.check(k.number())); err != nil {
		return fmt.Errorf("%s: %w", v.name(), err)
	}
	if kind != Points {
		return fmt.Errorf("%s: the registers take points, not %v", v.name(), kind)
	}
	if err := cmp.Or(v.checkMirror(), v.prepareRows()); err != nil {
		return fmt.Errorf("%s: %w", v.name(), err)
	}
	placed := v.end.View
	placed.Array, placed.Segments = Strides{}, Segments{}
	if v.end.Path == Staged && placed != Rows(v.p.kernel.N(), v.p.kernel.N()) {
		return fmt.Errorf("%s: a staged path needs contiguous transforms: use a direct path", v.name())
	}
	return nil
}

// is reports whether an op has the methods of T.
func is[T any](o Op) bool {
	_, ok := o.(T)
	return ok
}

// prepareOp adds the tables of an op. It returns an error if the op does not fit the site.
func (p *program) prepareOp(o Op, s Site) error {
	if c, ok := o.(Checker); ok {
		if err := c.Check(s); err != nil {
			return fmt.Errorf("%s: %w", s.End, err)
		}
	}
	if err := p.tables.addOp(o, s); err != nil {
		return fmt.Errorf("%s: %w", s.End, err)
	}
	return nil
}

// site returns the site of slot i of unit b of a fragment.
func (p *program) site(f *fragment, b, i int, end string, sequence *Index) Site {
	points := f.points()[b]
	s := Site{
		Sequence: sequence, Number: points[i], Point: points[i], First: points[0], Unit: b, Slot: i,
		Slots: len(points), End: end, tables: siteTables{find: p.tables.find},
	}
	if !p.kernel.Stages.isOneAxis() {
		s.Axis = p.kernel.Stages.Radices.N()
	}
	if len(points) > 1 {
		base, first := points[0].split()
		next, second := points[1].split()
		if next == base {
			s.Apart = second - first
		}
	}
	return s
}

// site returns the site of slot i of unit b.
func (v *move) site(b, i int, sequence *Index) Site {
	s := v.p.site(v.fragment, b, i, v.name(), sequence)
	s.tables.isPaired = v.p.kernel.pairsFactors()
	if isReal := v.array.Real; !isReal && v.p.kernel.Threads.interleave() == 1 {
		s.tables.segments = v.end.View.Segments
	}
	return s
}

func (v *move) run(m Machine, r registers) registers {
	if v.side == loads {
		return v.load(m)
	}
	v.store(m, r)
	return nil
}

// begin returns the values that the pointwise ops need for a unit.
func (v *move) begin(m Machine, s Site) []Value {
	all := make([]Value, len(v.ops))
	for i, o := range v.ops {
		if o, ok := o.(Pointwise); ok {
			all[i] = o.Begin(m, s)
		}
	}
	return all
}

// fetch calls the fetchers among the ops, before the branch of an element that may not exist.
func (v *move) fetch(m Machine, s Site) {
	for _, o := range v.ops {
		if o, ok := o.(Fetcher); ok {
			o.Fetch(m, s)
		}
	}
}

// pull returns the function that loads an element through the ops below level.
func (v *move) pull(m Machine, level int, address func(*Index) *Index, s Site, begun []Value) func(at *Index) Value {
	if level == 0 {
		return func(at *Index) Value { return m.Read(v.array, address(at)) }
	}
	if o, ok := v.ops[level-1].(Pointwise); ok {
		from := v.pull(m, level-1, address, s, begun)
		return func(at *Index) Value { return o.Apply(m, s, begun[level-1], from(at)) }
	}
	return func(*Index) Value {
		args := append(s.rows[:len(s.rows):len(s.rows)], s.Number)
		return m.Call(v.pointFunction(level-1, len(s.rows)), "", args, nil)[0]
	}
}

// push returns the function that stores an element through the ops below level.
func (v *move) push(m Machine, level int, address func(*Index) *Index, s Site, begun []Value) func(at *Index, x Value) {
	if level == 0 {
		return func(at *Index, x Value) { m.Write(v.array, address(at), x) }
	}
	if o, ok := v.ops[level-1].(Pointwise); ok {
		to := v.push(m, level-1, address, s, begun)
		return func(at *Index, x Value) { to(at, o.Apply(m, s, begun[level-1], x)) }
	}
	return func(_ *Index, x Value) {
		args := append(s.rows[:len(s.rows):len(s.rows)], s.Number)
		m.Call(v.pointFunction(level-1, len(s.rows)), "", args, []Value{x})
	}
}

// withOffset adds the element at which the array begins in its binding, if the dispatch has offsets.
func (v *move) withOffset(at *Index) *Index {
	if v.p.kernel.Dispatch.Offset {
		return Var([2]string{"batch.src_begin", "batch.dst_begin"}[v.side]).Plus(at)
	}
	return at
}

// A placing gives the elements of a transform. The inner dimension of the view's batch groups transforms.
type placing struct {
	v     *move
	first *Index   // element at which the transform's group begins
	inner *Index   // place of the transform in its group; nil for 0
	own   *Index   // the same, counted in one of several interleaved arrays
	rows  []*Index // elements at which the rows of the transform begin
}

// newPlacing names the element at which transform seq begins.
func (v *move) newPlacing(m Machine, seq *Index, base, column string) placing {
	b := v.end.View.Batch
	begin := seq.Times(b[0].Stride)
	var inner *Index
	if b[1].Stride > 0 {
		begin = seq.Div(b[0].Extent).Times(b[1].Stride)
		inner = named(column, seq.Mod(b[0].Extent).Times(b[0].Stride), "")
	}
	first := named(base, v.withOffset(begin), "")
	x := placing{v: v, first: first, inner: inner, own: inner}
	if v.end.View.Rows.Length > 0 {
		m.Declare(inner)
		x.rows = v.nameRows(m, v.name(), seq, inner)
	} else {
		m.Declare(first)
		m.Declare(inner)
	}
	if i := v.p.kernel.Threads.interleave(); i > 1 && inner != nil && v.isNumbered() && v.pairs == nil {
		x.own = named(column+"_in_array", inner.Div(i), "")
		m.Declare(x.own)
	}
	return x
}

// address returns the element of a point.
func (x placing) address(at *Index) *Index { return x.first.Plus(sumOf(x.inner, x.v.within(1, at))) }

// of returns the number of slot i of unit b in its array, and the function from a point to its element. The number
// has a name if an op or a bound needs it.
func (x placing) of(b, i int, at *Index) (number *Index, address func(*Index) *Index) {
	v := x.v
	interleave := v.p.kernel.Threads.interleave()
	number = sumOf(x.own, v.within(interleave, at))
	if !v.isNumbered() {
		return number, x.address
	}
	number = named(fmt.Sprintf("%s%d_%d", [2]string{"n", "m"}[v.side], b, i), number, "")
	return number, func(point *Index) *Index {
		if point == at && interleave == 1 {
			return x.first.Plus(number)
		}
		return x.address(point)
	}
}

// isNumbered reports whether an op or a bound needs the numbers of elements.
func (v *move) isNumbered() bool {
	return v.end.View.Rows.Length > 0 || v.end.View.Bound > 0 ||
		slices.ContainsFunc(v.ops, func(o Op) bool { return o == Op(Factor{}) })
}

// bounded compares the number of an element with the bound of the view. It returns the condition that the element
// exists. The condition is nil if the element exists for all lanes of all workgroups, or for none. isBeyond
// reports that it exists for none.
func (v *move) bounded(number *Index) (exists *Index, isBeyond bool) {
	bound := v.end.View.Bound
	if bound == 0 {
		return nil, false
	}
	switch least, greatest := v.ranges.of(number); {
	case greatest < int64(bound):
		return nil, false
	case least >= int64(bound):
		return nil, true
	}
	return number.Less(Const(bound)), false
}

// sumOf returns the sum of an index, which may be nil for 0, and another one.
func sumOf(x, y *Index) *Index {
	if x == nil {
		return y
	}
	return x.Plus(y)
}

// within returns the place of a point in its transform, counted in one of several interleaved arrays. If the view
// has runs of points, the constant part of the point's number is split into whole runs and a rest. A number that
// is less than a run for all lanes needs no division.
func (v *move) within(interleave int, at *Index) *Index {
	dims := v.end.View.Points
	inner, outer := &dims[0], &dims[1]
	base, off := at.split()
	if inner.Extent == 0 || outer.Stride == 0 || off < 0 {
		inner.Stride /= interleave
		return digits(dims, at)
	}
	outer.Stride /= interleave
	runs := off / inner.Extent * outer.Stride
	rest := offset(base, off%inner.Extent)
	if _, most := v.ranges.of(rest); most < int64(inner.Extent) {
		return rest.Times(inner.Stride).Add(runs)
	}
	return digits(dims, rest).Add(runs)
}

// load runs the load.
func (v *move) load(m Machine) registers {
	f := v.fragment
	r := make(registers, f.size())
	for b := range f.size() {
		r[b] = make([]Value, len(f.points()[b]))
		if f.stage != nil {
			f.declareUnit(m, b)
			f.declarePoints(m, b)
		}
	}
	if f.stage == nil && !f.isPairs {
		v.loadBlock(m, r)
		return r
	}
	if v.pairs != nil {
		v.loadPairs(m, r)
		return r
	}
	places := v.newPlacing(m, v.p.sequence, "source", "column")
	for b := range f.size() {
		begun := v.begin(m, v.site(b, 0, v.p.sequence))
		for i, at := range f.points()[b] {
			s := v.site(b, i, v.p.sequence)
			number, address := places.of(b, i, at)
			s.Number, s.rows = number, places.rows
			from := v.pull(m, len(v.ops), address, s, begun)
			switch exists, isBeyond := v.bounded(number); {
			case isBeyond:
				r[b][i] = m.Let(f.name(b, i), m.Constant(Float(0), false))
			case exists == nil:
				r[b][i] = m.Let(f.name(b, i), from(at))
			default:
				v.fetch(m, s)
				x := m.Var(f.name(b, i), false)
				m.If(exists, func() { m.Set(x, from(at)) })
				r[b][i] = *x
			}
		}
	}
	return r
}

// loadBlock loads the workgroup's transforms as one contiguous block.
func (v *move) loadBlock(m Machine, r registers) {
	p, k := v.p, &v.p.kernel
	n := k.N()
	base := named("source", v.withOffset(p.first.Times(n).Plus(lane)), "")
	m.Declare(base)
	for c, u := range v.fragment.units() {
		at := base.Add(c * k.Invocations())
		if k.Dispatch.Tail {
			at = at.Min(v.withOffset(Var("batch.end").Times(n)).Add(-1))
		} else if u.Active != nil { // threads after the end of the block repeat its last element
			at = at.Min(v.withOffset(p.first.Times(n).Add(n*k.Threads.Transforms - 1)))
		}
		s := v.site(c, 0, p.first.Plus(u.Q))
		from := v.pull(m, len(v.ops), func(*Index) *Index { return at }, s, v.begin(m, s))
		r[c][0] = m.Let(numbered("x", c), from(nil))
	}
}

// store runs the store.
func (v *move) store(m Machine, r registers) {
	p, f := v.p, v.fragment
	switch {
	case f.isPairs:
		v.storeExchanged(m, r)
		return
	case f.stage == nil:
		v.storeBlock(m, r)
		return
	}
	for b := range f.size() {
		f.declarePoints(m, b)
	}
	var condition *Index
	if p.kernel.Dispatch.Tail {
		condition = p.first.Plus(p.transform[1]).Less(Var("batch.end"))
	}
	c, isPaired := p.kernel.pairing()
	if isPaired && !v.mirror().isRow() {
		m.If(c.owner(p), func() { v.storePairs(m, r, p.sequence, v.pairRows(m)) })
		return
	}
	number := p.first.Plus(p.transform[1])
	if isPaired {
		condition = Both(condition, c.owned(p.first, p.transform[1]))
		number = c.mirrored().Call(number)
	}
	for _, points := range f.points() {
		base, _ := points[0].split()
		m.Declare(base)
	}
	m.If(condition, func() {
		seq := named("target_seq", number, "")
		m.Declare(seq)
		places := v.newPlacing(m, seq, "target_base", "target_column")
		if v.pairs != nil {
			v.storePairs(m, r, seq, places.rows)
			return
		}
		for b := range f.size() {
			m.If(f.units()[b].Active, func() {
				begun := v.begin(m, v.site(b, 0, seq))
				for i, at := range f.points()[b] {
					s := v.site(b, i, seq)
					number, address := places.of(b, i, at)
					s.Number, s.rows = number, places.rows
					if exists, isBeyond := v.bounded(number); !isBeyond {
						if exists != nil {
							v.fetch(m, s)
						}
						m.If(exists, func() { v.push(m, len(v.ops), address, s, begun)(at, r[b][i]) })
					}
				}
			})
		}
	})
}

// storeBlock stores the workgroup's transforms as one contiguous block.
func (v *move) storeBlock(m Machine, r registers) {
	p, k := v.p, &v.p.kernel
	n := k.N()
	base := named("target_base", v.withOffset(p.first.Times(n).Plus(lane)), "")
	m.Declare(base)
	for c, u := range v.fragment.units() {
		at, condition := base.Add(c*k.Invocations()), u.Active
		if k.Dispatch.Tail {
			condition = Both(condition, at.Less(v.withOffset(Var("batch.end").Times(n))))
		}
		s := v.site(c, 0, p.first.Plus(u.Q))
		to := v.push(m, len(v.ops), func(*Index) *Index { return at }, s, v.begin(m, s))
		m.If(condition, func() { to(nil, r[c][0]) })
	}
}
