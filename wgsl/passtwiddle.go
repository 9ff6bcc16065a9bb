package wgsl

import (
	"fmt"
	"slices"
)

// Pass twiddles of the four-step method (Bailey 1990): between two passes, point j of column c is
// multiplied by w_Order^(j c). With butterfly points j + i D, i the slot, the twiddle has two
// factors:
//
//	w^(c (j + i D)) = w^(c j) w^(c i D)
//
// The first factor is one for each butterfly, from a split root table that threads read at
// scattered entries. The second comes from tables in which neighbouring columns have neighbouring
// entries, and threads of one column read the same entry.

// A PassTwiddle is the twiddle between two passes: point j of transform q is multiplied by w_Order^(j (q mod Inner)).
// If the transform has several axes, j is the index along the last one.
type PassTwiddle struct {
	Order int // 0 means no twiddle
	Inner int
}

// isValid reports whether a kernel of n points can have the twiddle on a path.
func (t PassTwiddle) isValid(n int, p Path) bool {
	return t == PassTwiddle{} || p == Direct && n > 1 && t.Inner > 0 && t.Order > 0
}

// SlotRoots are the second factors of a pass twiddle: w_Order^(i Apart c) for slots i = 1 ...
// Slots-1 and columns c < Inner.
type SlotRoots struct{ Slots, Apart, Inner int }

// maxDirectSlotRoots is the largest number of slot roots that have an entry each. Larger tables are
// split by the bits of the column, so that they stay in the caches, and a slot root is a product.
const maxDirectSlotRoots = 65536

// lowBits is the number of low bits of the column that index the first half of a split table, 0 if
// it is not split.
func (s SlotRoots) lowBits() int {
	if (s.Slots-1)*s.Inner <= maxDirectSlotRoots {
		return 0
	}
	return fineBits(s.Inner)
}

// tableSizes returns the number of entries of a slot in the first table and in the second.
func (s SlotRoots) tableSizes() (first, second int) {
	b := s.lowBits()
	if b == 0 {
		return s.Inner, 0
	}
	return 1 << b, (s.Inner + 1<<b - 1) >> b
}

// count is the number of entries of both tables.
func (s SlotRoots) count() int {
	if s.Slots == 0 {
		return 0
	}
	first, second := s.tableSizes()
	return (s.Slots - 1) * (first + second)
}

// eachExponent calls add with the exponent of each entry.
func (s SlotRoots) eachExponent(add func(e int)) {
	if s.Slots == 0 {
		return
	}
	first, second := s.tableSizes()
	for i := 1; i < s.Slots; i++ {
		for c := range first {
			add(i * s.Apart * c)
		}
	}
	for i := 1; i < s.Slots; i++ {
		for c := range second {
			add(i * s.Apart * c << s.lowBits())
		}
	}
}

// A PassRootTable describes the table of the roots of a kernel's pass twiddles: the split root
// table of order Order, then the slot roots of the load and of the store.
type PassRootTable struct {
	Order   int // 0 for a kernel without pass twiddles
	In, Out SlotRoots
}

// PassRoots returns the table of the kernel's pass twiddles.
func (k Kernel) PassRoots() PassRootTable {
	r := PassRootTable{Order: max(k.Load.PassTwiddle.Order, k.Store.PassTwiddle.Order)}
	if r.Order == 0 || !k.IsOneAxis() { // with several axes, a butterfly of the outer axis has one twiddle
		return r
	}
	steps := k.steps()
	if st := steps[0]; k.Load.PassTwiddle.Order > 0 && !st.gather && st.R > 1 {
		r.In = SlotRoots{st.R, st.In(0, 1) - st.In(0, 0), k.Load.PassTwiddle.Inner}
	}
	if st := steps[len(steps)-1]; k.Store.PassTwiddle.Order > 0 && !st.scatter && st.R > 1 {
		r.Out = SlotRoots{st.R, st.Out(0, 1) - st.Out(0, 0), k.Store.PassTwiddle.Inner}
	}
	if r.In == r.Out {
		r.Out = SlotRoots{}
	}
	return r
}

// String is the order, followed by slots, distance and columns of the slot roots.
func (r PassRootTable) String() string {
	s := fmt.Sprint(r.Order)
	for _, steps := range []SlotRoots{r.In, r.Out} {
		if steps.Slots > 0 {
			s += fmt.Sprintf(" %dx%dx%d", steps.Slots, steps.Apart, steps.Inner)
		}
	}
	return s
}

// Count is the number of roots in the table.
func (r PassRootTable) Count() int { return rootCount(r.Order) + r.In.count() + r.Out.count() }

// Words returns the table as interleaved real and imaginary parts.
func (r PassRootTable) Words() []float32 {
	table := rootTable(r.Order)
	add := func(e int) { table = appendRoot(table, r.Order, e) }
	r.In.eachExponent(add)
	r.Out.eachExponent(add)
	return table
}

// A passTwiddler writes the pass twiddles of the load or the store.
type passTwiddler struct {
	e         *emitter
	twiddle   PassTwiddle
	name      string // "in" or "out"
	slotRoots SlotRoots
	begin     int // first slot root in the table
}

// passTwiddler writes the column of transform seq, and returns the passTwiddler of the load ("in")
// or the store ("out").
func (e *emitter) passTwiddler(t PassTwiddle, name, seq string) passTwiddler {
	w := passTwiddler{e: e, twiddle: t, name: name}
	if t.Order == 0 {
		return w
	}
	r := e.k.PassRoots()
	w.slotRoots, w.begin = r.In, rootCount(r.Order)
	if name == "out" && r.Out.Slots > 0 {
		w.slotRoots, w.begin = r.Out, w.begin+r.In.count()
	}
	e.line("let twiddle_column_%s = %s %% %du;", name, seq, t.Inner)
	return w
}

// hasSlotRoots reports whether the twiddles of a fragment are products of a base factor and a slot
// root.
func (w passTwiddler) hasSlotRoots(c fragment) bool {
	return w.twiddle.Order > 0 && w.slotRoots.Slots > 0 && c.points == nil && c.point != ""
}

// isShared reports whether all points of a fragment have the same twiddle: the same index along the
// last of several axes.
func (w passTwiddler) isShared(c fragment) bool {
	if w.twiddle.Order == 0 || w.e.k.IsOneAxis() || c.points != nil || c.point == "" {
		return false
	}
	n := w.e.k.Radices.N()
	return !slices.ContainsFunc(c.offsets, func(off int) bool { return off%n != 0 })
}

// baseFactor writes the first factor of the twiddles of fragment b.
func (w passTwiddler) baseFactor(b int, c fragment) {
	if w.isShared(c) || w.hasSlotRoots(c) {
		index := w.axisIndex(c.point)
		w.e.line("let base_twiddle_%s%d = root(%s * twiddle_column_%s); // w_%d^(j column)",
			w.name, b, index, w.name, w.twiddle.Order)
	}
}

// axisIndex returns the WGSL of the index of point j along the last axis.
func (w passTwiddler) axisIndex(j string) string {
	if w.e.k.IsOneAxis() {
		return j
	}
	return fmt.Sprintf("%s %% %du", j, w.e.k.Radices.N())
}

// twiddled returns the WGSL of value x of element k of fragment b, multiplied by its twiddle.
func (w passTwiddler) twiddled(x string, b int, c fragment, k int) string {
	j, off := c.pointIndex(k)
	index := plus(j, off)
	switch {
	case w.twiddle.Order == 0 || index == "0u":
		return x
	case w.isShared(c) || k == 0 && w.hasSlotRoots(c):
		return fmt.Sprintf("cmul(%s, base_twiddle_%s%d)", x, w.name, b)
	case !w.hasSlotRoots(c):
		if off > 0 && j != "" {
			index = "(" + index + ")"
		}
		return fmt.Sprintf("cmul(%s, root(%s * twiddle_column_%s))", x, w.axisIndex(index), w.name)
	}
	return fmt.Sprintf("cmul(%s, cmul(base_twiddle_%s%d, %s))", x, w.name, b, w.slotRoot(k))
}

// slotRoot returns the WGSL of the second factor for slot k.
func (w passTwiddler) slotRoot(k int) string {
	column := "twiddle_column_" + w.name
	first, second := w.slotRoots.tableSizes()
	if second == 0 {
		return fmt.Sprintf("roots[%s]", plus(column, w.begin+(k-1)*first))
	}
	b := w.slotRoots.lowBits()
	high := w.begin + (w.slotRoots.Slots-1)*first + (k-1)*second
	low := plus(fmt.Sprintf("(%s & %du)", column, first-1), w.begin+(k-1)*first)
	return fmt.Sprintf("cmul(roots[%s], roots[%s])", low, plus(fmt.Sprintf("(%s >> %du)", column, b), high))
}
