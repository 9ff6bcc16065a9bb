package wgsl

import (
	"fmt"
	"slices"
)

// A Turn is the twiddle between two passes: point j of transform q is multiplied by w_Order^(j (q mod Inner)). Of a transform of several axes j is the number
// along the last.
type PassTwiddle struct {
	Order int // 0 means no twiddle
	Inner int
}

// fine says whether the twiddle makes sense for a kernel of n points.
func (t PassTwiddle) isValid(n int, p Path) bool {
	return t == PassTwiddle{} || p == Direct && n > 1 && t.Inner > 0 && t.Order > 0
}

// The twiddle of slot i of a butterfly, whose first point is j and whose points lie D apart, is w^(c j) w^(c D i) in column c. The first factor is
// one for the butterfly, of a product of two tables that threads read at scattered places. The second comes from tables where neighbouring
// columns have neighbouring entries, and all threads of a column the same: no more than one line is read at a time.

// Steps are the second factors of a twiddle between passes: w_Order^(i Apart c) for the slots i = 1 ... Slots-1 and the columns c below Inner.
type SlotRoots struct{ Slots, Apart, Inner int }

// directSteps is the most steps that have an entry each. Above, column c is cut in two, and a step is a product: so few entries stay in the caches.
const maxDirectSlotRoots = 65536

// low is how many of the last bits of the column go apart: all where there is an entry for each.
func (s SlotRoots) lowBits() int {
	if (s.Slots-1)*s.Inner <= maxDirectSlotRoots {
		return 0
	}
	return fineBits(s.Inner)
}

// parts are how many columns the first table has for a slot, and the second.
func (s SlotRoots) tableSizes() (first, second int) {
	b := s.lowBits()
	if b == 0 {
		return s.Inner, 0
	}
	return 1 << b, (s.Inner + 1<<b - 1) >> b
}

// count is how many entries the steps have.
func (s SlotRoots) count() int {
	if s.Slots == 0 {
		return 0
	}
	first, second := s.tableSizes()
	return (s.Slots - 1) * (first + second)
}

// exponents calls add with the exponent of each entry.
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

// A RootSet says which roots w_Order^e a kernel has for its twiddles between passes: w^e for e below 2^b, then the multiples of 2^b below
// Order (two tables of about the square root of Order entries stand for one of all, at the price of one product), then the steps.
type PassRootTable struct {
	Order   int // 0 for a kernel without twiddles between passes
	In, Out SlotRoots
}

// Roots returns the set of the kernel's roots.
func (k Kernel) PassRoots() PassRootTable {
	r := PassRootTable{Order: max(k.Load.PassTwiddle.Order, k.Store.PassTwiddle.Order)}
	if r.Order == 0 || !k.IsOneAxis() { // of several axes the points of a butterfly of the first share their twiddle
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

// String is the order, with the slots, distance and columns of the steps.
func (r PassRootTable) String() string {
	s := fmt.Sprint(r.Order)
	for _, steps := range []SlotRoots{r.In, r.Out} {
		if steps.Slots > 0 {
			s += fmt.Sprintf(" %dx%dx%d", steps.Slots, steps.Apart, steps.Inner)
		}
	}
	return s
}

// Count is how many roots the set has.
func (r PassRootTable) Count() int { return rootCount(r.Order) + r.In.count() + r.Out.count() }

// Words returns the table, interleaved real and imaginary parts.
func (r PassRootTable) Words() []float32 {
	table := rootTable(r.Order)
	add := func(e int) { table = appendRoot(table, r.Order, e) }
	r.In.eachExponent(add)
	r.Out.eachExponent(add)
	return table
}

// A turner writes the twiddles between passes of one path.
type passTwiddler struct {
	e         *emitter
	twiddle   PassTwiddle
	name      string // of the path
	slotRoots SlotRoots
	begin     int // where the steps begin in the table
}

// turner writes the column of a path's twiddles.
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
	e.line("let turn_%s = %s %% %du; // column", name, seq, t.Inner)
	return w
}

// stepped says whether the twiddles of a cluster are products of a first factor and a step.
func (w passTwiddler) hasSlotRoots(c fragment) bool {
	return w.twiddle.Order > 0 && w.slotRoots.Slots > 0 && c.points == nil && c.point != ""
}

// shared says whether all points of a cluster have one twiddle: those of one number along the last of several axes.
func (w passTwiddler) isShared(c fragment) bool {
	if w.twiddle.Order == 0 || w.e.k.IsOneAxis() || c.points != nil || c.point == "" {
		return false
	}
	n := w.e.k.Radices.N()
	return !slices.ContainsFunc(c.offsets, func(off int) bool { return off%n != 0 })
}

// first writes the first factor of the b-th cluster.
func (w passTwiddler) baseFactor(b int, c fragment) {
	if w.isShared(c) || w.hasSlotRoots(c) {
		w.e.line("let turn_%s%d = root(%s * turn_%s);", w.name, b, w.axisIndex(c.point), w.name)
	}
}

// along is the number along the last axis of a point.
func (w passTwiddler) axisIndex(j string) string {
	if w.e.k.IsOneAxis() {
		return j
	}
	return fmt.Sprintf("%s %% %du", j, w.e.k.Radices.N())
}

// turned is value x of element k of the b-th cluster, with its twiddle.
func (w passTwiddler) twiddled(x string, b int, c fragment, k int) string {
	j, off := c.pointIndex(k)
	index := plus(j, off)
	switch {
	case w.twiddle.Order == 0 || index == "0u":
		return x
	case w.isShared(c) || k == 0 && w.hasSlotRoots(c):
		return fmt.Sprintf("cmul(%s, turn_%s%d)", x, w.name, b)
	case !w.hasSlotRoots(c):
		if off > 0 && j != "" {
			index = "(" + index + ")"
		}
		return fmt.Sprintf("cmul(%s, root(%s * turn_%s))", x, w.axisIndex(index), w.name)
	}
	return fmt.Sprintf("cmul(%s, cmul(turn_%s%d, %s))", x, w.name, b, w.slotRoot(k))
}

// step is the second factor of slot k.
func (w passTwiddler) slotRoot(k int) string {
	column := "turn_" + w.name
	first, second := w.slotRoots.tableSizes()
	if second == 0 {
		return fmt.Sprintf("roots[%s]", plus(column, w.begin+(k-1)*first))
	}
	b := w.slotRoots.lowBits()
	far := w.begin + (w.slotRoots.Slots-1)*first + (k-1)*second
	near := plus(fmt.Sprintf("(%s & %du)", column, first-1), w.begin+(k-1)*first)
	return fmt.Sprintf("cmul(roots[%s], roots[%s])", near, plus(fmt.Sprintf("(%s >> %du)", column, b), far))
}
