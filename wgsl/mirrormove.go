package wgsl

import "fmt"

// pairRows names the elements at which the rows of a thread's pairs begin. Mirror columns lie in one row. Mirror
// rows are a row and its mirror row.
func (v *move) pairRows(m Machine) []*Index {
	p := v.p
	c, _ := p.kernel.pairing()
	isClamped := v.side == loads && p.kernel.Dispatch.Tail // idle threads repeat the last transforms
	first := func(taken int) *Index {
		if isClamped {
			return p.first.Min(Var("batch.end").Add(-taken))
		}
		return p.first
	}
	if c.Columns > 0 {
		row := named(v.name()+"_row", first(1).Div(c.transforms*c.groups), "")
		m.Declare(row)
		return v.rowBegins(m, v.name(), row, nil)
	}
	at := first(c.transforms).Plus(c.slot(&p.kernel)) // workgroups are whole or beyond the last
	row, partner := named("row", c.mirrored().Call(at), ""), named("partner_row", c.mirrored().Call(at.Add(c.half)), "")
	m.Declare(row)
	m.Declare(partner)
	return append(v.rowBegins(m, "row", row, nil), v.rowBegins(m, "partner", partner, nil)...)
}

// A MirrorChecker is a pair op for mirror columns or rows. CheckMirror returns an error if the op does
// not take the pairs of a mirror.
type MirrorChecker interface{ CheckMirror(m Mirror) error }

// checkMirror returns an error if the ops or the view of an end do not fit its mirror columns or rows.
func (v *move) checkMirror() error {
	m, view, level := v.mirror(), v.end.View, v.pairLevel()
	if m.isRow() {
		return nil
	}
	if level < 0 {
		return fmt.Errorf("mirror: columns and rows with their partners need an op of points k and -k")
	}
	if o, ok := v.ops[level].(MirrorChecker); !ok {
		return fmt.Errorf("mirror: %s takes no mirror columns or rows", v.ops[level].Tag())
	} else if err := o.CheckMirror(m); err != nil {
		return err
	}
	for _, above := range v.ops[level+1:] {
		if len(above.Tables(v.site(0, 0, v.p.first))) > 0 {
			return fmt.Errorf("mirror: %s depends on the point: use it at the other end", above.Tag())
		}
	}
	want := Columns(m.Columns, v.p.kernel.N())
	if m.Columns == 0 {
		want = Rows(v.p.kernel.N(), v.p.kernel.N())
	}
	if view.Batch != want.Batch || view.Points != want.Points || view.Rows.inner() > 1 || view.Bound > 0 {
		return fmt.Errorf("mirror: want batches %s and points %s, which are whole rows of %d points, without bound "+
			"or inner rows", printDims(want.Batch[:]), printDims(want.Points[:]), v.rowPoints())
	}
	return nil
}

// near orders a pair of points of mirror columns for an op with two rows, which needs a number k of at most
// half the points of the row. If k is greater, near swaps the points. It does not change other pairs.
func (v *move) near(m Machine, k *Index, p, c Value) (*Index, Value, Value) {
	if !v.hasTwoRows() || v.mirror().Columns == 0 {
		return k, p, c
	}
	if _, isConst := k.Value(); isConst { // the middle
		return k, p, c
	}
	if base, off := k.split(); off > 0 { // a name, because several expressions use k
		k = named(fmt.Sprintf("%v_%d", base, off), k, "")
		m.Declare(k)
	}
	isFar := k.Greater(Const(v.rowPoints() / 2))
	return Select(isFar, Const(v.rowPoints()).Minus(k), k), m.Choose(isFar, c, p), m.Choose(isFar, p, c)
}

// columnPairs returns the fragment of an exchange that brings points k and -k of mirror columns together. Columns
// that are their own partners have each pair twice.
func (p *program) columnPairs(c pairing) *fragment {
	k := &p.kernel
	n, lanes, all := k.N(), k.Invocations(), c.half*k.N()
	group := named("group_number", p.first.Div(c.transforms), "")
	f := &fragment{isPairs: true, list: listed()}
	for i := range (all + lanes - 1) / lanes {
		let := func(name string, x *Index) *Index { return named(numbered(name, i), x, "") }
		number := lane.Add(i * lanes)
		slot, j := let("slot", number.Mod(c.half)), let("j", number.Div(c.half))
		column := let("column", group.Mod(c.groups).Times(c.half).Plus(slot))
		zeroImage := Const(n).Minus(j).Mod(n)
		partner := let("partner", Select(column.Equal(Const(0)), zeroImage, Const(n-1).Minus(j)))
		isFirst := j.AtMost(partner)
		middle := Const(c.columns / 2)
		exists := Both(column.AtMost(middle), Either(column.Greater(Const(0)), isFirst))
		if c.columns%2 == 0 {
			exists = Both(exists, Either(column.Less(middle), isFirst))
		}
		u := unit{
			Q: slot, J: j, Seq: named("row", group.Div(c.groups), ""), label: numbered("points", i),
			exists: exists,
			number: let("k", column.Plus(j.Times(c.columns))),
			names:  []*Index{group, slot, j, column, partner},
		}
		if (i+1)*lanes > all {
			u.Active = number.Less(Const(all))
		}
		f.add(u, j, partner)
	}
	f.places = func(u unit) (all []address, names []*Index) {
		image, partner := u.Q.Add(c.half).Term(), u.names[len(u.names)-1]
		return p.tileAddresses([2]*Index{u.Q, image}, [2]*Index{u.J, partner}), nil
	}
	return f
}

// columnSample returns the fragment of the first pair of each thread, with two units: the point of the column and
// the point of its partner. Estimates use it.
func (p *program) columnSample(pairs *fragment) *fragment {
	c, _ := p.kernel.pairing()
	u := pairs.units()[0]
	image := unit{Q: u.Q.Add(c.half), Active: u.Active}
	return &fragment{list: listed(u, image), filled: [][]*Index{{u.J}, {Const(p.kernel.N() - 1).Minus(u.J)}}}
}
