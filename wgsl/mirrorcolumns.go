package wgsl

import "fmt"

// With mirror columns one workgroup holds columns c and P - c, so that it has points k and -k of a
// transform of h = P R points. The last pass of a four-step transform stores point j of column c as
// point k = c + j P. The first pass loads point j of column c from point k. The partner -k is:
//
//	column    | partner column | partner point
//	0         | 0              | (R - j) mod R
//	0 < c < P | P - c          | R - 1 - j
//
// One half of the workgroup's transforms are columns in ascending order, the other half are their
// partners. If an exchange brings pairs together, columns 0 and P/2 are taken twice. If one thread
// holds them, column P/2 takes the place of the partner of column 0.
//
// Mirror rows are rows of frequency k and -k of an array, in the place of the columns.

// Rows returns the number of rows.
func (g RowGrid) Rows() int { return g[0] * g[1] }

// Mirror returns the row of the opposite frequency: (-k0 mod g[0], -k1 mod g[1]) for row (k0, k1).
func (g RowGrid) Mirror(row int) int {
	return (g[0]-row/g[1])%g[0]*g[1] + (g[1]-row%g[1])%g[1]
}

// mirror is Mirror for an index.
func (g RowGrid) mirror(c *Index) *Index {
	if g[0] > 1 {
		outer := Const(g[0]).Minus(c.Div(g[1])).Mod(g[0]).Times(g[1])
		return outer.Plus(Const(g[1]).Minus(c.Mod(g[1])).Mod(g[1]))
	}
	return Const(g[1]).Minus(c).Mod(g[1])
}

// lastRow returns the last row among the first halves of all workgroups. Each row of the array is
// at most lastRow, or the partner of such a row.
func (g RowGrid) lastRow() int {
	if g[0] > 1 {
		return (g[0]/2+1)*g[1] - 1
	}
	return g[1] / 2
}

// isRow reports whether the image of a point lies in the same transform.
func (m Mirror) isRow() bool { return m.Columns == 0 && m.Rows == RowGrid{} }

// A pairing describes how the workgroups of a kernel take mirror columns or rows.
type pairing struct {
	Mirror
	transforms int // transforms of a workgroup
	half       int // half of the transforms: columns without their partners
	columns    int // columns of a row, or rows of an array
	last       int // the last column (or row) among the first halves of all workgroups
	groups     int // workgroups of a row or array
}

// pairing returns the pairing of a kernel, and reports whether the kernel takes mirror columns or rows.
func (k *Kernel) pairing() (c pairing, ok bool) {
	for _, m := range k.Threads.Mirror {
		if !m.isRow() {
			c.Mirror, ok = m, true
		}
	}
	if !ok {
		return c, false
	}
	c.transforms, c.half = k.Threads.Transforms, k.Threads.Transforms/2
	switch c.columns = c.Columns; {
	case c.Rows != RowGrid{}:
		c.columns, c.last = c.Rows.Rows(), c.Rows.lastRow()
	case c.Centre != NoCentre:
		c.last = (c.columns - 1) / 2
	default:
		c.last = c.columns / 2
	}
	c.groups = (c.last + c.half) / max(1, c.half)
	return c, true
}

// check returns an error if the kernel cannot take mirror columns or rows.
func (c pairing) check(k *Kernel) error {
	o, s, g := k.Threads, k.Stages, c.Rows
	isLoad := !o.Mirror[loads].isRow()
	switch {
	case o.Transforms%2 != 0:
		return fmt.Errorf("mirror: %d transforms in a workgroup: columns and their partners need an even number",
			o.Transforms)
	case g != RowGrid{} && (g[0] < 1 || g[1] < 2 || g.Rows() > 1<<30 || c.Columns > 0 || c.Centre != Zero):
		return fmt.Errorf("mirror: a grid of %d x %d rows: want at least 1 x 2, no columns and centre zero", g[0], g[1])
	case c.Centre == Half || isLoad && (c.Centre != Zero || c.Columns%2 != 0):
		return fmt.Errorf("mirror: %d columns: want centre zero, or none on store; a load takes an even number",
			c.Columns)
	case isLoad && o.Mirror[stores] != Mirror{} || !isLoad && o.Mirror[loads] != Mirror{}:
		return fmt.Errorf("mirror: columns and their partners exclude a mirror at the other end")
	case !s.isOneAxis() || s.Filter != nil || o.interleave() > 1 || k.Load.Path != Direct || k.Store.Path != Direct:
		return fmt.Errorf("mirror: columns and their partners need one axis, no filter, no interleave and direct paths")
	case c.Threads() && (s.Radices.stages() < 2 || s.Rader.Prime > 0):
		return fmt.Errorf("mirror: threads with columns and their partners need two stages and no Rader stage")
	}
	return nil
}

// usualGroup returns the number of a workgroup without column 0. For rows it returns a workgroup with a row that
// differs from its mirror row, or 0 if there is none.
func (c pairing) usualGroup() int {
	if c.Rows == (RowGrid{}) {
		return 1
	}
	for row := range c.last + 1 {
		if c.Rows.Mirror(row) != row {
			return row / c.half
		}
	}
	return 0
}

// MirroredTransforms returns the number of transforms that a kernel with mirror columns or rows computes for each
// row or array. They fill whole workgroups. It returns 0 for other kernels.
func (k *Kernel) MirroredTransforms() int {
	c, _ := k.pairing()
	return c.groups * c.transforms
}

// Threads reports whether one thread holds the pairs, so that no exchange brings them together.
func (c pairing) Threads() bool { return c.Centre != NoCentre }

// partner returns the partner of column c.
func (c pairing) partner(x *Index) *Index {
	if c.Rows != (RowGrid{}) {
		return mirrorRow(c.Rows).Call(x)
	}
	if c.Centre != NoCentre && c.columns%2 == 0 {
		return Select(x.Equal(Const(0)), Const(c.columns/2), Const(c.columns).Minus(x))
	}
	return Const(c.columns).Minus(x).Mod(c.columns)
}

// number returns a column for transform q of the dispatch: the transform is this column or its partner.
func (c pairing) number(q *Index) *Index {
	group := q.Div(c.transforms).Mod(c.groups)
	if c.Rows == (RowGrid{}) {
		return group.Times(c.half).Plus(q.Mod(c.half))
	}
	switch {
	case c.groups == 1 && c.half == 1:
		return Const(0)
	case c.groups == 1:
		return q.Mod(c.half)
	case c.half == 1:
		return group
	}
	return group.Times(c.half).Plus(q.Mod(c.half))
}

// mirrorRow returns the function of the mirror row of a row of an array.
func mirrorRow(g RowGrid) *IndexFunc {
	return &IndexFunc{Name: "mirror_row", Comment: "the mirror row of row c of an array", Param: "c", Body: g.mirror}
}

// mirrored returns the function of the column or row of transform q of the dispatch, counted over
// all rows or arrays.
func (c pairing) mirrored() *IndexFunc {
	what := "column"
	if c.Rows != (RowGrid{}) {
		what = "row"
	}
	return &IndexFunc{
		Name: "mirrored", Param: "q",
		Comment: fmt.Sprintf("the %s of transform q of the dispatch: one of 0 ... %d, or its partner", what, c.last),
		Body: func(q *Index) *Index {
			x := named("c", c.number(q).Min(Const(c.last)), "")
			half := Select(q.Mod(c.transforms).AtLeast(Const(c.half)), c.partner(x), x)
			return q.Div(c.transforms * c.groups).Times(c.columns).Plus(half)
		},
	}
}

// owned returns the condition that a transform stores its column or row. It selects one of the transforms
// with the same column or row. first is the number of the workgroup's first transform, and q the number of
// the transform in the workgroup. Nil stands for a condition that always holds.
func (c pairing) owned(first, q *Index) *Index {
	if c.Rows != (RowGrid{}) {
		f := &IndexFunc{
			Name: "owned", Comment: "whether transform q owns its row: each row has one owner", Param: "q", Bool: true,
			Body: func(q *Index) *Index {
				x := named("c", c.number(q), "")
				partner := named("partner", mirrorRow(c.Rows).Call(x), "")
				self := Both(x.Equal(partner), q.Mod(c.transforms).Less(Const(c.half)))
				return Both(x.AtMost(Const(c.last)), Either(x.Less(partner), self))
			},
		}
		return f.Call(first.Plus(q))
	}
	if c.groups*c.half == c.last+1 {
		return nil
	}
	return first.Div(c.transforms).Mod(c.groups).Times(c.half).Plus(q.Mod(c.half)).AtMost(Const(c.last))
}

// slot names the number of a thread's column or row among the columns or rows of the workgroup.
func (c pairing) slot(k *Kernel) *Index {
	if c.Rows != (RowGrid{}) {
		return named("slot", lane.Div(2*k.ThreadsPerTransform()), "of the workgroup's rows")
	}
	return named("slot", lane.Mod(c.half), "of the workgroup's columns")
}

// column names the column of a thread. It may exceed the last column.
func (c pairing) column(p *program) *Index {
	number := p.first.Div(c.transforms).Mod(c.groups).Times(c.half).Plus(c.slot(&p.kernel))
	if !p.kernel.Threads.Mirror[loads].isRow() && c.groups*c.half > c.last+1 {
		number = number.Min(Const(c.last))
	}
	return named("mirror_column", number, "")
}

// owner returns the condition that a thread stores its pairs. It selects one of the threads that
// hold the same pairs.
func (c pairing) owner(p *program) (condition *Index) {
	slot := c.slot(&p.kernel)
	if c.Rows != (RowGrid{}) {
		condition = c.owned(p.first, slot)
	} else {
		condition = c.column(p).AtMost(Const(c.last))
	}
	if p.kernel.Dispatch.Tail {
		condition = Both(condition, p.first.Plus(slot).Less(Var("batch.end")))
	}
	return condition
}

// mirrorColumnUnits returns pairs of butterflies, for B butterflies in a column or row. A pair is
// butterfly j of a column and B - 1 - j of its partner, or j of a row and (B - j) mod B of its
// mirror row. Columns 0 and P/2 of even P are their own partners and stand together, with these B
// pairs (z = ceil(B/2)):
//
//	pair u    | first butterfly       | partner
//	0         | 0 of column 0         | B/2 of column 0 if B is even, else (B-1)/2 of column P/2
//	0 < u < z | u of column 0         | B - u of column 0
//	u >= z    | u - z of column P/2   | B - 1 - u + z of column P/2
func (p *program) mirrorColumnUnits(st *Stage, m Mirror) ([]unit, error) {
	k := &p.kernel
	c, _ := k.pairing()
	if m.Rows != (RowGrid{}) {
		return p.mirrorRowUnits(st, c), nil
	}
	pairs := columnPairs{
		columns: c, letter: st.Letter, threads: 2 * k.ThreadsPerTransform(), butterflies: st.butterflies(),
		slot:   c.slot(k),
		thread: named("pair_thread", lane.Div(c.half), "thread of the column and its partner"),
		column: c.column(p), row: p.first.Div(c.transforms * c.groups).Times(c.columns),
	}
	pairs.isZero = pairs.column.Equal(Const(0))
	var units []unit
	for b := 0; b < k.unitCount(st, m); b += 2 {
		first, partner := pairs.units(b)
		units = append(units, first, partner)
	}
	return units, nil
}

// columnPairs are the pairs of butterflies of a stage for mirror columns.
type columnPairs struct {
	columns     pairing
	letter      string // of the stage
	threads     int    // threads of a column and its partner
	butterflies int    // butterflies of a column
	slot        *Index // slot of the column in the workgroup
	thread      *Index // thread of the column and its partner
	column      *Index
	row         *Index // number of the first column of the row
	isZero      *Index // condition that the column is column 0
}

// name returns the name of a variable of unit b.
func (x *columnPairs) name(v string, b int) string { return numbered(v+x.letter, b) }

// units returns units b and b + 1: a pair of butterflies, as in the table of mirrorColumnUnits.
func (x *columnPairs) units(b int) (first, partner unit) {
	all, zeros := x.butterflies, (x.butterflies+1)/2
	c, slot, column := &x.columns, x.slot, x.column
	number, active := x.thread.Add(b/2*x.threads), (*Index)(nil)
	if (b/2+1)*x.threads > all {
		active = number.Less(Const(all))
		number = number.Min(Const(all - 1))
	}
	u := named(x.name("u", b), number, "mirror pair")
	bothZero := named(x.name("both_zero", b), Both(x.isZero, u.Less(Const(zeros))), "both of column 0")
	bothHalf := named(x.name("both_half", b), Both(x.isZero, u.AtLeast(Const(zeros))), "both of column P/2")
	j := named(x.name("j", b), Select(bothHalf, u.Minus(Const(zeros)), u), "")
	q := named(x.name("q", b), slot.Plus(Select(bothHalf, Const(c.half), Const(0))), "")
	zeroImage, near := Const(all).Minus(u), bothZero
	if b == 0 {
		zeroImage = Select(u.Equal(Const(0)), Const(all/2), zeroImage)
		if all%2 == 1 {
			near = Both(bothZero, u.Greater(Const(0)))
		}
	}
	image := named(x.name("j", b+1), Select(bothZero, zeroImage, Const(all-1).Minus(j)), "the mirror butterfly")
	imageQ := named(x.name("q", b+1), slot.Plus(Select(near, Const(0), Const(c.half))), "")
	var self, exists, repeats *Index
	if b == 0 {
		self = named(x.name("self_conjugate", b), Both(x.isZero, u.Equal(Const(0))), "")
	}
	own, other := column, Select(bothZero, Const(0), Const(c.columns).Minus(column))
	if half := Const(c.columns / 2); c.columns%2 == 0 {
		own, other = Select(bothHalf, half, column), Select(bothHalf, half, other)
		if b == 0 && all%2 == 1 {
			other = Select(self, half, other)
		}
	} else {
		if (b/2+1)*x.threads > zeros { // no column takes the partner's place
			exists = Not(bothHalf)
		}
		if b == 0 && all%2 == 1 { // butterfly 0 of column 0 is alone
			repeats = self
		}
	}
	return unit{
			Q: q, J: j, Active: active, Seq: x.row.Plus(own), self: self, exists: exists,
			number: named(x.name("k", b), own.Plus(j.Times(c.columns)), ""),
			names:  []*Index{slot, x.thread, column, u, bothZero, bothHalf, j, q, image, imageQ},
			usual:  &unit{Q: slot, J: u, Active: active},
		}, unit{
			Q: imageQ, J: image, Active: active, Seq: x.row.Plus(other), self: self, exists: exists, repeats: repeats,
			number: named(x.name("k", b+1), other.Plus(image.Times(c.columns)), ""),
			usual:  &unit{Q: slot.Add(c.half), J: Const(all - 1).Minus(u), Active: active},
		}
}

// mirrorRowUnits returns pairs of butterflies j of a row and (B - j) mod B of its mirror row.
func (p *program) mirrorRowUnits(st *Stage, c pairing) (units []unit) {
	threads, all := 2*p.kernel.ThreadsPerTransform(), st.butterflies()
	slot := c.slot(&p.kernel)
	thread := named("pair_thread", lane.Mod(threads), "thread of the row and its mirror row")
	name := func(v string, b int) string { return numbered(v+st.Letter, b) }
	for b := 0; b < 2*((all+threads-1)/threads); b += 2 {
		number, active := thread.Add(b/2*threads), (*Index)(nil)
		if (b/2+1)*threads > all {
			active = number.Less(Const(all))
			number = number.Min(Const(all - 1))
		}
		j := named(name("j", b), number, "")
		partner := Const(all).Minus(j)
		if b == 0 {
			partner = Select(j.Equal(Const(0)), Const(0), partner)
		}
		image := named(name("j", b+1), partner, "of the mirror row")
		q := named(name("q", b), slot, "")
		imageQ := named(name("q", b+1), slot.Add(c.half), "")
		var self *Index
		if b == 0 {
			self = j.Equal(Const(0))
		}
		mirrored := c.mirrored().Body
		units = append(units, unit{
			Q: q, J: j, Active: active, Seq: mirrored(p.first.Plus(slot)), self: self,
			names: []*Index{slot, thread, j, image, q, imageQ},
		}, unit{Q: imageQ, J: image, Active: active, Seq: mirrored(p.first.Plus(slot.Add(c.half))), self: self})
	}
	return units
}
