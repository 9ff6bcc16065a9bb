package wgsl

import (
	"strconv"
)

// A unit is one entry in a thread's list of work. It is butterfly J of transform Q of the
// workgroup, or element J of a block. Active is nil if every thread has the unit.
type unit struct {
	Q, J, Active *Index
	Seq          *Index // number of the transform in the batch; nil for first + Q
	label        string // prefix of the names of its values; empty for butterflies and blocks
	point        *Index // its only point; nil for a butterfly: the fragment has its points

	names   []*Index // to declare before the others, in order
	self    *Index   // condition that the unit and its mirror are their own images; nil for never
	number  *Index   // number of the unit's first point in the row of an op; nil for the point itself
	exists  *Index   // condition that the array has the column of a pair; nil for always
	repeats *Index   // condition that the unit has the same points as the unit before it; nil for never
	usual   *unit    // the unit of most threads, for estimates; nil if the unit is the same for all threads
}

// A unitList is the units of a fragment. It makes the units at the first call of all, because planning
// needs only their number for most kernels.
type unitList struct {
	size int
	make func() []unit
	made []unit
}

// listed returns a list of units.
func listed(units ...unit) *unitList { return &unitList{size: len(units), made: units} }

// all returns the units.
func (l *unitList) all() []unit {
	if l.made == nil && l.size > 0 {
		l.made = l.make()
	}
	return l.made
}

// A fragment is the map from the registers of threads to points: one point in each slot of each
// unit.
type fragment struct {
	stage   *Stage // the stage of the units, which are its butterflies; nil for a block of the tile or for pairs
	isPairs bool   // units are pairs of points k and -k
	list    *unitList
	fill    func(st *Stage, u unit) []*Index // the points of the slots of a unit
	filled  [][]*Index
	places  func(u unit) ([]address, []*Index) // addresses of a unit, and their names; nil if the layout gives them
}

// units returns the units, and size their number.
func (f *fragment) units() []unit { return f.list.all() }
func (f *fragment) size() int     { return f.list.size }

// add appends a unit with its points.
func (f *fragment) add(u unit, points ...*Index) {
	f.list = listed(append(f.list.all(), u)...)
	f.filled = append(f.filled, points)
}

// points returns the points by unit and slot. It makes them at the first call, because planning does not
// need them for most kernels.
func (f *fragment) points() [][]*Index {
	if f.filled == nil {
		for _, u := range f.units() {
			if u.point != nil {
				f.filled = append(f.filled, []*Index{u.point})
				continue
			}
			f.filled = append(f.filled, f.fill(f.stage, u))
		}
	}
	return f.filled
}

// registers are the values of a fragment by unit and slot.
type registers [][]Value

// A slot is slot I of unit U of a fragment.
type slot struct{ U, I int }

// series returns base, base + step ... n indices.
func series(base *Index, n, step int) []*Index {
	all := make([]*Index, n)
	base, off := base.split()
	nodes := make([]Index, n) // one allocation: planning makes many series
	for i := range all {
		at := off + i*step
		if base != nil && at <= 0 {
			all[i] = offset(base, at)
			continue
		}
		nodes[i].n = at
		if base != nil {
			nodes[i].op, nodes[i].a = opAdd, base
		}
		all[i] = &nodes[i]
	}
	return all
}

// named returns an index with a name, even if the index has a name already.
func named(name string, x *Index, note string) *Index {
	return labeled(Index{op: opLet, a: x}, label{name: name, note: note})
}

// name returns the name of slot i of unit b.
func (f *fragment) name(b, i int) string {
	switch label := f.units()[b].label; {
	case label != "":
		return numbered(label+"_", i)
	case f.stage == nil:
		return numbered("z", b)
	}
	return numbered(numbered(f.stage.Letter, b)+"_", i)
}

// declareUnit names unit b.
func (f *fragment) declareUnit(m Machine, b int) {
	for _, x := range f.units()[b].names {
		m.Declare(x)
	}
	m.Declare(f.units()[b].J)
}

// declarePoints names the points of a unit.
func (f *fragment) declarePoints(m Machine, b int) {
	for _, at := range f.points()[b] {
		m.Declare(at)
	}
}

// reads returns the fragment before the butterflies of a stage.
func reads(st *Stage, units *unitList) *fragment {
	return &fragment{stage: st, list: units, fill: func(st *Stage, u unit) []*Index {
		return series(st.in(u.J), st.R, st.N/st.R)
	}}
}

// writes returns the fragment after the butterflies of a stage.
func writes(st *Stage, units *unitList) *fragment {
	return &fragment{stage: st, list: units, fill: func(st *Stage, u unit) []*Index {
		return series(st.out(u.J), st.R, st.P)
	}}
}

// results returns the fragment after the last stage of a kernel that stores the points of its
// butterflies. Each unit has a name for the point of its first slot.
func results(st *Stage, units *unitList) *fragment {
	return &fragment{stage: st, list: units, fill: func(st *Stage, u unit) []*Index {
		first := st.out(u.J)
		if first != u.J {
			first = u.J.derived("out", first)
		}
		return series(first, st.R, st.P)
	}}
}

// block returns the fragment of the workgroup's tile in the order of memory. With L lanes, unit c of a lane is
// element lane + c L of the tile.
func (p *program) block() *fragment {
	k := &p.kernel
	n, lanes, all := k.N(), k.Invocations(), k.N()*k.Threads.Transforms
	f := &fragment{list: listed()}
	for c := range (all + lanes - 1) / lanes {
		x := lane.Add(c * lanes)
		u := unit{Q: x.Div(n), J: Const(c)}
		if (c+1)*lanes > all {
			u.Active = x.Less(Const(all))
		}
		f.add(u, x.Mod(n))
	}
	return f
}

// units returns a thread's butterflies of a stage. m is the mirror of the kernel's load for the first stage,
// and the mirror of its store for the last stage. Without a mirror, thread t has every T-th butterfly from t
// on, for T threads.
func (p *program) units(st *Stage, m Mirror) (*unitList, error) {
	switch {
	case m.Centre != NoCentre && !m.isRow():
		units, err := p.mirrorColumnUnits(st, m)
		return listed(units...), err
	case m.Centre != NoCentre && st.butterflies() > 1:
		return listed(p.mirrorUnits(st, m)...), nil
	}
	return &unitList{size: p.kernel.unitCount(st, m),
		make: func() []unit { return p.rowUnits(st) }}, nil
}

// rowUnits returns a thread's butterflies of a stage without a mirror.
func (p *program) rowUnits(st *Stage) []unit {
	threads, all := p.kernel.ThreadsPerTransform(), st.butterflies()
	t, q := p.thread[st.Phase], p.transform[st.Phase]
	units := make([]unit, p.kernel.unitCount(st, Mirror{}))
	for b := range units {
		u := unit{Q: q}
		number, note := t.Add(b*threads), ""
		switch near := st.Spacing; {
		case near > 0 && near < threads: // t mod near + b near + (t div near) near n, of n butterflies of a thread
			number = t.Div(near).Times(near * all / threads).Plus(t.Mod(near)).Add(b * near)
		case (b+1)*threads > all:
			u.Active = number.Less(Const(all))
			number, note = number.Min(Const(all-1)), "threads without a butterfly repeat the last"
		}
		u.J = named("j"+st.Letter+strconv.Itoa(b), number, note)
		units[b] = u
	}
	return units
}

// mirrorUnits returns pairs of butterflies j and B - j, or B - 1 - j for centre Half, of B
// butterflies. Butterflies 0 and B/2 are their own images and form one pair.
func (p *program) mirrorUnits(st *Stage, m Mirror) []unit {
	threads, all := p.kernel.ThreadsPerTransform(), st.butterflies()
	self, pairs := 0, (all+1)/2
	if all%2 == 0 {
		self = all / 2
	}
	count := p.kernel.unitCount(st, m) / 2
	units := make([]unit, 0, 2*count)
	for c := range count {
		u := unit{Q: p.transform[st.Phase]}
		number, note := p.thread[st.Phase].Add(c*threads), ""
		if (c+1)*threads > pairs {
			u.Active = number.Less(Const(pairs))
			number, note = number.Min(Const(pairs-1)), "threads without a mirror pair repeat the last"
		}
		u.J = named(numbered("j"+st.Letter, 2*c), number, note)
		if c == 0 && m.Centre == Zero {
			u.self = named("self_conjugate"+st.Letter, u.J.Equal(Const(0)), "these butterflies are self-conjugate")
		}
		isOnce := all%2 == 1 && m == p.kernel.Threads.Mirror[stores] && isComputed(p.kernel.Store.Element)
		if isOnce && m.Centre == Half && c == count-1 {
			u.self = named("self_image"+st.Letter, u.J.Equal(Const(all/2)), "this butterfly is its own image")
		}
		image := u
		j := Const(all).Minus(u.J)
		switch {
		case m.Centre == Half:
			j = Const(all - 1).Minus(u.J)
		case c == 0:
			j = Select(u.J.Equal(Const(0)), Const(self), j)
		}
		image.J = named(numbered("j"+st.Letter, 2*c+1), j, "the mirror butterfly")
		if isOnce {
			image.repeats = u.self
		}
		units = append(units, u, image)
	}
	return units
}
