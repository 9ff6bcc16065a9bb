package wgsl

import (
	"fmt"
	"slices"
)

// hasEnds reports whether pairs that may have point 0 need another function than other pairs.
func (v *move) hasEnds() bool {
	o, ok := v.ops[v.pairLevel()].(EndPairer)
	return ok && o.HasEndPairs() && (v.side == stores || v.mirror().Columns == 0)
}

// An EndPairer is a pair op that reports whether it does more for pairs that may have point 0.
type EndPairer interface{ HasEndPairs() bool }

// pairLevel returns the number of the op that takes pairs of points, or -1. If threads hold no pairs, an op that
// can take single points does not take pairs.
func (v *move) pairLevel() int {
	for i, o := range v.ops {
		_, isPair := o.(PairGatherer)
		_, isSingle := o.(Gatherer)
		if v.side == stores {
			_, isPair = o.(PairScatterer)
			_, isSingle = o.(Scatterer)
		}
		if isPair && !(isSingle && v.mirror() == (Mirror{})) {
			return i
		}
	}
	return -1
}

// pairComment describes the function of a pair.
func (v *move) pairComment() string {
	image := "-k"
	if v.ops[v.pairLevel()].(PairOp).PairCentre() == Half {
		image = "-1-k"
	}
	if v.side == loads {
		return fmt.Sprintf("points p = x[k] and c = x[%s] of their elements", image)
	}
	return fmt.Sprintf("stores the elements of the points p = X[k] and c = X[%s]", image)
}

// pairFunction returns the function of a pair: it runs the pair op and the ops nearer to memory.
func (v *move) pairFunction(isInner bool) *Func {
	level, rows, roots, image := v.pairLevel(), 1, v.baseRoots(), 0
	if v.mirror().Rows != (RowGrid{}) {
		image = 1
	}
	if v.hasTwoRows() || image > 0 {
		rows = 2
	}
	isInner = isInner || !v.hasEnds()
	f := &Func{
		Name: v.name() + "_pair", Indices: append(rowNames(rows), "k"), Comment: v.pairComment(),
	}
	if !isInner {
		f.Name = v.name() + "_ends"
	}
	for _, g := range roots {
		f.Params = append(f.Params, g.Name)
	}
	pair := func(x []*Index, args []Value) (Pair, Elements) {
		isTwice := v.mirror().Centre == NoCentre || image == 0 && isComputed(v.array.Element)
		return Pair{x[rows], isInner && v.hasEnds(), isTwice, image, args[:len(roots)]}, Elements{v, level, x[:rows]}
	}
	if v.side == loads {
		f.Results, f.Fields = 2, []string{"p", "c"}
		f.Body = func(m Machine, x []*Index, args []Value) []Value {
			at, from := pair(x, args)
			p, c := v.ops[level].(PairGatherer).PullPair(m, at, from)
			return []Value{p, c}
		}
		return f
	}
	f.Params = append(f.Params, "p", "c")
	f.Body = func(m Machine, x []*Index, args []Value) []Value {
		at, to := pair(x, args)
		v.ops[level].(PairScatterer).PushPair(m, at, args[len(roots)], args[len(roots)+1], to)
		return nil
	}
	return f
}

// beginUnit returns the values that the ops between the pair op and the registers need for a unit.
func (v *move) beginUnit(m Machine, b int, seq *Index) []Value {
	all := make([]Value, len(v.ops))
	for i, o := range v.ops[v.pairLevel()+1:] {
		all[v.pairLevel()+1+i] = o.(Pointwise).Begin(m, v.site(b, 0, seq))
	}
	return all
}

// above takes the value of a slot through the ops between the pair op and the registers.
func (v *move) above(m Machine, s slot, seq *Index, begun []Value, x Value) Value {
	at := v.site(s.U, s.I, seq)
	at.Number = v.numberOf(s)
	for i := range v.ops[v.pairLevel()+1:] {
		n := v.pairLevel() + 1 + i
		if v.side == stores {
			n = len(v.ops) - 1 - i
		}
		x = v.ops[n].(Pointwise).Apply(m, at, begun[n], x)
	}
	return x
}

// rowPoints returns the number of points of a whole row.
func (v *move) rowPoints() int { return v.p.kernel.N() * max(1, v.mirror().Columns) }

// firstNumber returns the number along the row of a unit's first point.
func (v *move) firstNumber(b int) *Index {
	if n := v.fragment.units()[b].number; n != nil {
		return n
	}
	return v.fragment.points()[b][0]
}

// numberOf returns the number along the row of the point of a slot.
func (v *move) numberOf(s slot) *Index {
	if n := v.fragment.units()[s.U].number; n != nil {
		return n.Add(s.I * v.rowPoints() / len(v.fragment.points()[s.U]))
	}
	return v.fragment.points()[s.U][s.I]
}

// readRoots reads the base roots of a unit.
func (v *move) readRoots(m Machine, b int) (all []Value) {
	for _, g := range v.baseRoots() {
		w := v.p.tables.realRoots().root(m, g.Order, g.Exponent(v.firstNumber(b)))
		all = append(all, m.Let(v.rootName(g, b), w))
	}
	return all
}

// rootsOf returns the base roots at the point of slot i of a unit.
func (v *move) rootsOf(m Machine, base []Value, b, i int) (all []Value) {
	slots := len(v.fragment.points()[b])
	for r, g := range v.baseRoots() {
		w := base[r]
		if i > 0 {
			w = m.Mul(w, m.Constant(Root(slots*g.Order/v.rowPoints(), g.Stride*i), false))
		}
		all = append(all, w)
	}
	return all
}

// constantRoots returns the base roots at point h/parts of a row of h points.
func (v *move) constantRoots(m Machine, parts int) (all []Value) {
	for _, g := range v.baseRoots() {
		all = append(all, m.Constant(Root(parts*g.Order/v.rowPoints(), g.Stride), false))
	}
	return all
}

// A loaded value is a result of a pair function. Loaded values with equal numbers are equal.
type loaded struct {
	number int
	value  Value
}

// loadPairs loads the points of all pairs.
func (v *move) loadPairs(m Machine, r registers) {
	seq := v.p.sequence
	begins := v.placeRows(m)
	for _, g := range v.pairs {
		m.Declare(g.self)
		base, begun := map[int][]Value{}, map[int][]Value{}
		for _, b := range g.units {
			m.Declare(v.fragment.units()[b].number)
			if begun[b] = v.beginUnit(m, b, seq); g.hasPoint(b) {
				base[b] = v.readRoots(m, b)
			}
		}
		above := func(s slot, x Value) Value { return v.above(m, s, seq, begun[s.U], x) }
		usual, own := map[slot]loaded{}, map[slot]loaded{}
		for i, q := range g.pairs {
			s := q.point
			name := numbered(numbered("pair", s.U)+"_", s.I)
			args := append(begins[:len(begins):len(begins)], v.numberOf(s))
			pc := m.Call(v.pairFunction(q.isInner), name, args, v.rootsOf(m, base[s.U], s.U, s.I))
			point, image := loaded{2 * i, above(s, pc[0])}, loaded{2*i + 1, above(q.image, pc[1])}
			own[q.own], usual[q.image] = image, image
			own[s], usual[s] = point, point
			if v.mirror().Centre == Half {
				r[s.U][s.I] = m.Let(v.fragment.name(s.U, s.I), point.value)
				if t := q.image; t != s {
					r[t.U][t.I] = m.Let(v.fragment.name(t.U, t.I), image.value)
				}
			}
		}
		if v.mirror().Centre == Half {
			continue
		}
		if s := g.nyquist; s != nil {
			own[*s] = loaded{-1, v.loadNyquist(m, begins, g.self, func(x Value) Value { return above(*s, x) })}
			if g.self == nil {
				usual[*s] = own[*s]
			}
		}
		for _, b := range g.units {
			for i := range r[b] {
				s := slot{b, i}
				x, special := usual[s], own[s]
				if twin, ok := g.twin[s]; ok && special.number != x.number {
					special.value = r[twin.U][twin.I]
				}
				if g.self != nil && special.number != x.number {
					x.value = m.Choose(g.self, special.value, x.value)
				}
				r[b][i] = m.Let(v.fragment.name(b, i), x.value)
			}
		}
	}
}

// loadNyquist loads the point in the middle of the row where a condition holds.
func (v *move) loadNyquist(m Machine, begins []*Index, condition *Index, above func(Value) Value) Value {
	load := func() Value {
		args := append(begins[:len(begins):len(begins)], Const(v.rowPoints()/2))
		return above(m.Call(v.pairFunction(true), "", args, v.constantRoots(m, 2))[0])
	}
	if condition == nil {
		return load()
	}
	x := m.Var("nyquist", false)
	m.If(condition, func() { m.Set(x, load()) })
	return *x
}

// hasPoint reports whether unit b has the first points of pairs.
func (g *pairGroup) hasPoint(b int) bool {
	return slices.ContainsFunc(g.pairs, func(q mirrorPair) bool { return q.point.U == b })
}

// storePairs stores the points of all pairs.
func (v *move) storePairs(m Machine, r registers, seq *Index, begins []*Index) {
	call := func(isInner bool, k *Index, roots []Value, p, c Value) {
		k, p, c = v.near(m, k, p, c)
		args := append(begins[:len(begins):len(begins)], k)
		m.Call(v.pairFunction(isInner), "", args, append(roots, p, c))
	}
	for _, g := range v.pairs {
		u := v.fragment.units()[g.units[0]]
		m.If(Both(u.Active, u.exists), func() {
			m.Declare(g.self)
			base, begun := map[int][]Value{}, map[int][]Value{}
			for _, b := range g.units {
				m.Declare(v.fragment.units()[b].number)
				if begun[b] = v.beginUnit(m, b, seq); g.hasPoint(b) {
					base[b] = v.readRoots(m, b)
				}
			}
			above := func(s slot, x Value) Value { return v.above(m, s, seq, begun[s.U], x) }
			image := func(q mirrorPair) Value {
				x := r[q.image.U][q.image.I]
				if g.self != nil && q.own != q.image {
					x = m.Choose(g.self, r[q.own.U][q.own.I], x)
				}
				return above(q.image, x)
			}
			for _, b := range g.units {
				var condition *Index
				if repeats := v.fragment.units()[b].repeats; repeats != nil {
					condition = Not(repeats)
				}
				m.If(condition, func() {
					for _, q := range g.pairs {
						if s := q.point; s.U == b {
							call(q.isInner, v.numberOf(s), v.rootsOf(m, base[b], b, s.I), above(s, r[b][s.I]), image(q))
						}
					}
				})
			}
			if v.mirror().Rows != (RowGrid{}) && g.self != nil { // point 0 is also point h of a row of h points
				m.If(g.self, func() {
					q := g.pairs[0]
					p, c := above(q.point, r[q.point.U][q.point.I]), above(q.own, r[q.own.U][q.own.I])
					call(true, Const(v.rowPoints()), v.constantRoots(m, 1), p, c)
				})
			}
			if s := g.nyquist; s != nil {
				m.If(g.self, func() {
					x := above(*s, r[s.U][s.I])
					call(true, Const(v.rowPoints()/2), v.constantRoots(m, 2), x, x)
				})
			}
		})
	}
}

// prepareRows finds the rows and the pairs that the ops need.
func (v *move) prepareRows() error {
	hasRows, level := v.pointLevel() >= 0, v.pairLevel()
	switch {
	case hasRows != (v.end.View.Rows.Length > 0):
		return fmt.Errorf("ops of rows need a view with rows, and only they do")
	case !hasRows:
		return nil
	case v.end.Path != Direct:
		return fmt.Errorf("%s needs a direct path", v.ops[v.pointLevel()].Tag())
	case !v.p.kernel.Stages.isOneAxis() && v.p.kernel.Stages.innerExtent() > 1:
		return fmt.Errorf("%s is along the only axis of its kernel", v.ops[v.pointLevel()].Tag())
	}
	for _, o := range v.ops[v.pointLevel()+1:] {
		if _, ok := o.(Pointwise); !ok {
			return fmt.Errorf("%s: only ops of single points come between rows and registers", o.Tag())
		}
	}
	v.array.Run = v.runLength()
	switch {
	case level < 0:
		return nil
	case v.side == stores && v.mirror().Centre == NoCentre:
		return nil
	}
	if v.end.View.Bound > 0 {
		return fmt.Errorf("%s: pairs of points in a thread have no bound: bound the dimensions of the array",
			v.ops[level].Tag())
	}
	if v.p.isSketch {
		return v.checkMirror()
	}
	pairs, err := v.p.findPairs(v.fragment, v.mirror(), v.ops[level].(PairOp).PairCentre())
	if err != nil {
		return fmt.Errorf("%s: %w", v.ops[level].Tag(), err)
	}
	v.pairs = pairs
	return nil
}

// A RunReader is an op that reads or writes several numbers side by side, which begin at a multiple
// of their count.
type RunReader interface{ RunLength() int }

// runLength returns the numbers in an element of the array, or 0 for one.
func (v *move) runLength() int {
	view := &v.end.View
	o, ok := v.ops[v.pointLevel()].(RunReader)
	if !ok || v.pairLevel() != 0 || v.end.Element != nil || view.Segments.Count > 1 || view.Array != (Strides{}) ||
		view.Rows.inner() > 1 || v.p.kernel.number().Vector(o.RunLength()) == "" {
		return 0
	}
	return o.RunLength()
}

// placeRows names the elements at which the rows of the load's transform begin.
func (v *move) placeRows(m Machine) []*Index {
	if !v.mirror().isRow() {
		return v.pairRows(m)
	}
	return v.newPlacing(m, v.p.sequence, "source", "column").rows
}
