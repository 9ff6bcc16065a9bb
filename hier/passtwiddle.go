package hier

import (
	"fmt"
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// A PassTwiddle is the twiddle between two passes of the four-step method (Bailey 1990). It
// multiplies point j of transform q by w_Order^(j c), where c = (q div Interleave) mod Columns is
// the column. With several axes, j is the index along the last axis.
//
// The points j + i D of the slots i of a butterfly lie D apart. Their twiddle has two factors:
//
//	w^(c (j + i D)) = w^(c j) w^(c i D)
//
// The first factor is the base factor of the butterfly. It is a product of a coarse and a fine root,
// which threads read at scattered entries. The second factor is the slot root. Neighboring columns
// have neighboring slot roots, and threads of one column read the same entry.
type PassTwiddle struct {
	Order      int
	Columns    int
	Interleave int // transforms of several arrays that lie side by side; 0 means 1
}

// Tag returns the fields: twiddle4096x64, twiddle4096x64x3 for an interleave of 3.
func (t PassTwiddle) Tag() string {
	tag := fmt.Sprintf("twiddle%dx%d", t.Order, t.Columns)
	if t.Interleave > 0 {
		tag += fmt.Sprintf("x%d", t.Interleave)
	}
	return tag
}

// Parsers returns the parsers of the ops of this package.
func Parsers() wgsl.Parsers {
	return wgsl.Parsers{Ops: []wgsl.Parser[wgsl.Op]{{Prefix: "twiddle", Parse: parsePassTwiddle}}}
}

// parsePassTwiddle is the inverse of Tag without its prefix.
func parsePassTwiddle(rest string) (wgsl.Op, error) {
	var t PassTwiddle
	parts := strings.Split(rest, "x")
	fields := []*int{&t.Order, &t.Columns, &t.Interleave}
	if len(parts) < 2 || len(parts) > len(fields) {
		return t, fmt.Errorf("%q: want order x columns x interleave", rest)
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil {
			return t, err
		}
		*fields[i] = n
	}
	return t, nil
}

// Remark describes the op.
func (t PassTwiddle) Remark() string {
	q := "q"
	if t.Interleave > 0 {
		q = fmt.Sprintf("q div %d", t.Interleave)
	}
	return fmt.Sprintf("point j times w_%d^(j (%s mod %d))", t.Order, q, t.Columns)
}

// Kinds returns points on both sides.
func (PassTwiddle) Kinds() (memory, register wgsl.Kind) { return wgsl.Points, wgsl.Points }

// Check returns an error if the twiddle has no order or columns.
func (t PassTwiddle) Check(s wgsl.Site) error {
	switch {
	case t.Order < 1 || t.Columns < 1 || t.Interleave < 0 || t.Interleave == 1:
		return fmt.Errorf("pass twiddle of order %d, %d columns, interleave %d: want at least 1, 1, and 2 or 0",
			t.Order, t.Columns, t.Interleave)
	case s.Axis == 1:
		return fmt.Errorf("pass twiddle: the last axis has one point: want several")
	}
	return nil
}

// Tables returns the roots of the base factors and the slot roots.
func (t PassTwiddle) Tables(s wgsl.Site) []wgsl.Table {
	all := []wgsl.Table{Roots{t.Order}}
	if t.hasSlotRoots(s) {
		all = append(all, t.slotRoots(s))
	}
	return all
}

// slotRoots returns the recipe of the slot roots.
func (t PassTwiddle) slotRoots(s wgsl.Site) SlotRoots {
	return SlotRoots{Order: t.Order, Slots: s.Slots, Apart: s.Apart, Columns: t.Columns}
}

// hasSlotRoots reports whether the twiddles of a unit are products of a base factor and slot roots.
// With several axes, a butterfly of an outer axis has one twiddle.
func (t PassTwiddle) hasSlotRoots(s wgsl.Site) bool { return s.Axis == 0 && s.Slots > 1 && s.Apart > 0 }

// isShared reports whether all slots have the same twiddle: the same index along the last of several
// axes.
func (t PassTwiddle) isShared(s wgsl.Site) bool {
	return s.Axis > 0 && s.Apart > 0 && s.Apart%s.Axis == 0
}

// column returns the column c of the site's transform.
func (t PassTwiddle) column(s wgsl.Site) *wgsl.Index {
	return wgsl.Let("twiddle_column_"+s.End, s.Sequence.Div(max(1, t.Interleave)).Mod(t.Columns), "column")
}

// root returns w_Order^(j c) for a point.
func (t PassTwiddle) root(m wgsl.Machine, s wgsl.Site, point *wgsl.Index) wgsl.Value {
	if s.Axis > 0 {
		point = point.Mod(s.Axis)
	}
	roots, fine := Roots{t.Order}, wgsl.FineBits(t.Order)
	low := 1 << fine
	f := &wgsl.Func{
		Name: fmt.Sprintf("root%d", t.Order), Indices: []string{"e"}, Results: 1,
		Comment: fmt.Sprintf("w_%d^e = w^(e mod %d) w^(e - e mod %d)", t.Order, low, low),
		Body: func(m wgsl.Machine, e []*wgsl.Index, _ []wgsl.Value) []wgsl.Value {
			coarse := e[0].ShiftRight(fine)
			return []wgsl.Value{m.Mul(s.Read(m, roots, e[0].BitAnd(low-1)), s.Read(m, roots, coarse.Add(low)))}
		},
	}
	return m.Call(f, "", []*wgsl.Index{point.Mul(t.column(s))}, nil)[0]
}

// Begin returns the base factor of a unit.
func (t PassTwiddle) Begin(m wgsl.Machine, s wgsl.Site) wgsl.Value {
	m.Declare(t.column(s))
	if !t.isShared(s) && !t.hasSlotRoots(s) {
		return wgsl.Value{}
	}
	return m.Let(fmt.Sprintf("base_twiddle_%s%d", s.End, s.Unit), t.root(m, s, s.First))
}

// Apply returns the product with the twiddle.
func (t PassTwiddle) Apply(m wgsl.Machine, s wgsl.Site, base, v wgsl.Value) wgsl.Value {
	n, isConst := s.Point.Value()
	switch {
	case isConst && n == 0:
		return v
	case t.isShared(s), s.Slot == 0 && t.hasSlotRoots(s):
		return m.Mul(v, base)
	case t.hasSlotRoots(s):
		return m.Mul(v, m.Mul(base, t.slotRoots(s).root(m, s, t.column(s))))
	}
	return m.Mul(v, t.root(m, s, s.Point))
}

// Roots is the split table of the roots of an order (see [wgsl.SplitRoots]).
type Roots struct{ Order int }

func (r Roots) String() string { return fmt.Sprintf("roots %d", r.Order) }

// Len returns the number of entries.
func (r Roots) Len() int { return wgsl.SplitRoots(r).Len() }

// Entries returns the roots.
func (r Roots) Entries() []wgsl.Constant { return wgsl.SplitRoots(r).Entries() }

// SlotRoots are the second factors of a pass twiddle: w_Order^(i Apart c) for slots i = 1 ... Slots-1
// and columns c < Columns. Large tables are split by the bits of the column, so that they stay in the
// caches. All slots have a fine half for c mod 2^b. Then all slots have a coarse half for c - c mod
// 2^b.
type SlotRoots struct{ Order, Slots, Apart, Columns int }

// maxDirectSlotRoots is the largest number of slot roots that have an entry each.
const maxDirectSlotRoots = 65536

// halves returns the number of entries of a slot in both halves, and the b of the split. Without a
// split the second half is empty.
func (r SlotRoots) halves() (fine, coarse, b int) {
	if (r.Slots-1)*r.Columns <= maxDirectSlotRoots {
		return r.Columns, 0, 0
	}
	b = wgsl.FineBits(r.Columns)
	return 1 << b, (r.Columns + 1<<b - 1) >> b, b
}

func (r SlotRoots) String() string {
	return fmt.Sprintf("slot roots %d, %d slots %d apart, %d columns", r.Order, r.Slots, r.Apart, r.Columns)
}

// Len returns the number of entries.
func (r SlotRoots) Len() int {
	fine, coarse, _ := r.halves()
	return (r.Slots - 1) * (fine + coarse)
}

// Entries returns the slot roots.
func (r SlotRoots) Entries() (all []wgsl.Constant) {
	fine, coarse, b := r.halves()
	add := func(count, step int) {
		for i := 1; i < r.Slots; i++ {
			for c := range count {
				all = append(all, wgsl.Root(r.Order, i*r.Apart*c*step))
			}
		}
	}
	add(fine, 1)
	add(coarse, 1<<b)
	return all
}

// root returns the slot root of a site.
func (r SlotRoots) root(m wgsl.Machine, s wgsl.Site, column *wgsl.Index) wgsl.Value {
	fine, coarse, b := r.halves()
	row := s.Slot - 1
	if coarse == 0 {
		return s.Read(m, r, column.Add(row*fine))
	}
	low := column.BitAnd(fine - 1).Add(row * fine)
	high := column.ShiftRight(b).Add((r.Slots-1)*fine + row*coarse)
	return m.Mul(s.Read(m, r, low), s.Read(m, r, high))
}
