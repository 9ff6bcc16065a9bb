package wgsl

import (
	"fmt"
	"slices"
)

// A digit layout gives workgroup memory one dimension for each radix. Digit d_s of a point's
// mixed-radix index is coordinate s (Van Loan 1992, section 1.9). A butterfly of stage s is a fiber
// along dimension s: slot i is coordinate i.
//
// A butterfly writes where it read, and the next stage reads along the next dimension. The thread
// that reads a fiber also writes it, so an exchange between stages takes one barrier less than in
// Stockham's order. Coordinates are computed once for each fiber. Slots are constant indices, so drivers need no
// bounds checks for them.
//
// The digits of butterfly number j, the fastest first, are its coordinates in dimensions 0 ... s-1,
// then n-1 ... s+1, for stage s of n. This is Stockham's order: j = q P + p with p = k_0 + R_0 k_1
// + ... The inverse transform of a convolution takes the dimensions in reverse. With several axes,
// the dimensions of the inner axes come first, starting with the last stage. The dimensions of the
// outer axes come last.
//
// In cyclic order the digits of a middle stage are its coordinates in dimensions s+1 ... n-1, then
// 0 ... s-1. Then j = p Q + q, and the Q butterflies with the same p have the same twiddles.
// Neighboring threads read the same twiddles, and some layouts have fewer bank conflicts. Load,
// store and the middle of a convolution keep Stockham's order.

// maxDimensions is the largest number of stages of a kernel with a digit layout.
const maxDimensions = 5

// The largest pads of a digit layout, in words. An outer pad of 32 words, the number of banks, has the same bank
// conflicts as no outer pad.
const (
	maxInnerPad  = 3
	maxSecondPad = 1
	maxOuterPad  = 31
)

// DigitLayouts returns the digit layouts of a number of dimensions without outer pad, the simplest
// first.
func DigitLayouts(dimensions int) []Layout {
	var all []Layout
	for inner := range maxInnerPad + 1 {
		for second := range maxSecondPad + 1 {
			if dimensions > 2 || second == 0 { // the second of two dimensions is the outermost
				all = appendOrders(all, dimensions, Digits{InnerPad: uint8(inner), SecondPad: uint8(second)})
			}
		}
	}
	return all
}

// PaddedOuter returns the digit layouts of a number of dimensions that have an outer pad and no
// other padding, the smallest pad first. They help odd radices most.
func PaddedOuter(dimensions int) []Layout {
	var all []Layout
	from := 1
	if dimensions == 2 { // the slices are fibers: DigitLayouts has the smaller pads
		from = maxInnerPad + 1
	}
	for pad := from; pad <= maxOuterPad; pad++ {
		all = appendOrders(all, dimensions, Digits{OuterPad: uint8(pad)})
	}
	return all
}

// appendOrders appends the layouts with the given padding and any order of the dimensions.
func appendOrders(all []Layout, dimensions int, g Digits) []Layout {
	g.On = true
	for inner := range dimensions {
		g.Inner, g.Falling = uint8(inner), false
		all = append(all, Layout{Digits: g})
		if g.Falling = true; dimensions > 2 {
			all = append(all, Layout{Digits: g})
		}
	}
	return all
}

// HasPadding reports whether the layout has empty words.
func (g Digits) HasPadding() bool { return g.InnerPad > 0 || g.SecondPad > 0 || g.OuterPad > 0 }

// HasDigitLayout reports whether the kernel, which is valid with another layout, can have a digit layout.
func (k Kernel) HasDigitLayout() bool { return k.canHaveDigits() && k.needsMemory() }

// canHaveDigits reports whether the kernel, if it has an exchange, can have a digit layout.
func (k *Kernel) canHaveDigits() bool {
	x, isCyclic := k.Exchange, k.Threads.Cyclic
	defer func() { k.Exchange, k.Threads.Cyclic = x, isCyclic }()
	k.Exchange.Layout, k.Threads.Cyclic = Layout{Digits: Digits{On: true}}, false
	isBlock := k.Load.Path == Staged || k.Store.Path == Staged
	return !isBlock && !k.takesPairs() && k.checkStages() == nil
}

// HasDigitLayout reports whether the kernel, which is valid with another layout, can have a digit layout.
func (c Costs) HasDigitLayout() bool {
	return len(c.of.workload.passages) > 0 && c.Kernel().canHaveDigits()
}

// CanCycle reports whether the kernel can have a digit layout in cyclic order.
func (k Kernel) CanCycle() bool {
	k.Exchange.Layout, k.Threads.Cyclic = Layout{Digits: Digits{On: true}}, true
	_, err := k.sketch()
	return err == nil
}

// checkDigits returns an error if the kernel cannot have its digit layout or its cyclic order.
func (k *Kernel) checkDigits() error {
	g, n := k.Exchange.Layout.Digits, len(k.stageRadices())
	hasMiddle := n > 3 || n == 3 && k.Stages.isOneAxis()
	if k.Threads.Cyclic && (!g.On || !hasMiddle || k.Stages.Rader.Prime > 0 || k.joins()) {
		return fmt.Errorf("threads: cyclic order takes a digit layout of at least 3 stages (4 with several axes), " +
			"each after an exchange, and no Rader stage: use Stockham's order")
	}
	switch {
	case !g.On:
		return nil
	case n < 2 || n > maxDimensions || k.Stages.innerExtent() > 1:
		return fmt.Errorf("exchange: a digit layout takes 2 to %d stages and no inner extent, "+
			"not %d stages of %d points: use a linear one", maxDimensions, n, k.N())
	case k.Stages.Rader.Prime > 0 && !k.Stages.Rader.Fold:
		return fmt.Errorf("exchange: a digit layout has no dimension for prime %d: fold the Rader stage",
			k.Stages.Rader.Prime)
	case int(g.Inner) >= n:
		return fmt.Errorf("exchange: the innermost dimension is %d, of dimensions 0 to %d", g.Inner, n-1)
	case g.InnerPad > maxInnerPad || g.SecondPad > maxSecondPad || g.OuterPad > maxOuterPad:
		return fmt.Errorf("exchange: pads of %d, %d and %d words: want at most %d, %d and %d",
			g.InnerPad, g.SecondPad, g.OuterPad, maxInnerPad, maxSecondPad, maxOuterPad)
	case n == 2 && (g.Falling || g.SecondPad > 0):
		return fmt.Errorf("exchange: a falling order or a second pad needs 3 dimensions, not %d", n)
	}
	sliced := k.slicedDimension()
	if r, m := k.stageRadices()[sliced], k.Exchange.slices(); (m-1)*k.extentInSlice(sliced) >= r {
		return fmt.Errorf("exchange: %d slices of radix %d: want a point in each, use fewer slices", m, r)
	}
	return nil
}

// isMiddle reports whether the stage at a position has an exchange on both sides. The inverse
// transform of a convolution continues the positions of n stages.
func isMiddle(position, n int) bool { return position%n > 0 && position%n < n-1 }

// digitOrder returns the dimensions of a digit layout, the innermost first.
func (k *Kernel) digitOrder() []int {
	g, n := k.Exchange.Layout.Digits, len(k.stageRadices())
	order := append(make([]int, 0, n), int(g.Inner))
	for d := range n {
		if g.Falling {
			d = n - 1 - d
		}
		if d != order[0] {
			order = append(order, d)
		}
	}
	return order
}

// digitMemory returns the workgroup memory of a kernel with a digit layout. The transforms of the
// workgroup are a further dimension: the innermost if they are interleaved, and the outermost
// otherwise.
func (k *Kernel) digitMemory() (m memory) {
	g, order, t := k.Exchange.Layout.Digits, k.digitOrder(), k.Threads.Transforms
	m.outerPad, m.shape = int(g.OuterPad), make([]int, 0, len(order)+1)
	for i, d := range slices.Backward(order) {
		extent := k.extentInSlice(d)
		switch {
		case i == len(order)-1: // the outermost dimension has no padding after it
		case i == 0:
			extent += int(g.InnerPad)
		case i == 1:
			extent += int(g.SecondPad)
		}
		m.shape = append(m.shape, extent)
	}
	if k.Stages.Rader.Fold {
		m.shape[0] = max(m.shape[0], k.foldExtent(m.shape[1:]))
	}
	switch {
	case k.interleaves():
		m.shape = append(m.shape, t)
	case t > 1:
		m.shape, m.structAt = slices.Insert(m.shape, 0, t), 1
	}
	return m
}

// slicedDimension returns the dimension that the slices of an exchange divide. It prefers, in this order: a
// radix of at least the number of slices; a radix that the number of slices divides; a middle dimension, or with
// vector radix a dimension of an outer axis; a larger radix.
func (k *Kernel) slicedDimension() int {
	radices, count := k.stageRadices(), k.Exchange.slices()
	best, most := 0, 0
	for d, r := range radices {
		score := r
		if r >= count {
			score += 4 * MaxRadix
		}
		if r%count == 0 {
			score += 2 * MaxRadix
		}
		if isOuter := d < len(radices)-2*vectorRadixStages; k.Stages.VectorRadix && isOuter ||
			!k.Stages.VectorRadix && isMiddle(d, len(radices)) {
			score += MaxRadix
		}
		if score >= most {
			best, most = d, score
		}
	}
	return best
}

// extentInSlice returns the number of coordinates of a dimension in one slice.
func (k *Kernel) extentInSlice(d int) int {
	r, count := k.stageRadices()[d], k.Exchange.slices()
	if count == 1 || d != k.slicedDimension() {
		return r
	}
	return (r + count - 1) / count
}

// A digit is one digit of a butterfly's number j: j / span mod radix is the butterfly's coordinate
// in a dimension.
type digit struct{ dimension, radix, span int }

// digits returns the digits of the butterfly numbers of the stage at a position, the fastest first,
// and the dimension along which its butterflies lie.
func (k *Kernel) digits(position int, isCyclic bool) (dimension int, all []digit) {
	radices := k.stageRadices()
	n, s, span := len(radices), position, 1
	dimensionOf := func(i int) int { return i }
	if s >= n { // the inverse transform of a convolution
		s, dimensionOf = s-n, func(i int) int { return n - 1 - i }
	}
	add := func(i int) {
		d := dimensionOf(i)
		all = append(all, digit{d, radices[d], span})
		span *= radices[d]
	}
	if isCyclic {
		for i := range n - 1 {
			add((s + 1 + i) % n)
		}
		return dimensionOf(s), all
	}
	from, to := k.axisOf(s)
	for i := n - 1; i >= to; i-- {
		add(i)
	}
	for i := from; i < s; i++ {
		add(i)
	}
	for i := to - 1; i > s; i-- {
		add(i)
	}
	for end := from; end > 0; end = from { // the outer axes, the nearest first
		from, _ = k.axisOf(end - 1)
		for i := from; i < end; i++ {
			add(i)
		}
	}
	return dimensionOf(s), all
}

// axisOf returns the first stage of the axis of stage s, and the stage after its last.
func (k *Kernel) axisOf(s int) (from, to int) {
	for _, c := range k.radixLists() {
		if from, to = to, to+c.stages(); s < to {
			break
		}
	}
	return from, to
}

// fiber returns the addresses of the slots of a unit in a digit layout, and the names that they
// need.
func (p *program) fiber(f *fragment, b int) (all []address, names []*Index) {
	k, u := &p.kernel, f.units()[b]
	along, digits := k.digits(f.stage.Position, f.stage.Cyclic)
	at := make([]*Index, len(digits)+1) // by dimension
	for _, d := range digits {
		c := p.coordinate(f, b, d)
		if _, isConst := c.Value(); !isConst {
			names = append(names, c)
		}
		at[d.dimension] = c
	}
	sliced, order := k.slicedDimension(), k.digitOrder()
	for i := range f.points()[b] {
		at[along] = Const(i)
		a := address{extent: k.extentInSlice(sliced)}
		if k.Threads.Transforms > 1 && !k.interleaves() {
			a.at = append(a.at, u.Q)
		}
		for _, d := range slices.Backward(order) {
			if d == sliced {
				a.sliced = len(a.at)
			}
			a.at = append(a.at, at[d])
		}
		if k.interleaves() {
			a.at = append(a.at, u.Q)
		}
		all = append(all, a)
	}
	return all, names
}

// coordinate returns the coordinate of unit b by a digit of its number. If it exceeds the coordinate of unit 0 by
// a constant, the result is that sum. The driver's compiler could not derive the sum from the division.
func (p *program) coordinate(f *fragment, b int, d digit) *Index {
	st := f.stage
	if st.Spacing > 0 {
		return p.joinedCoordinate(st, b, d)
	}
	name := func(b int) string { return numbered(numbered("x"+st.Letter, b)+"_", d.dimension) }
	value := func(u unit) *Index { return d.of(u.J, st.butterflies()) }
	first, own := named(name(0), value(f.units()[0]), ""), value(f.units()[b])
	if own != f.units()[b].J && f.units()[b].Seq == nil {
		switch shift, isConst := p.shift(f.units()[b], own, first); {
		case isConst && shift == 0:
			return first
		case isConst:
			own = first.Add(shift)
		}
	}
	return named(name(b), own, "")
}

// of returns the digit of a number below count.
func (d digit) of(j *Index, count int) *Index {
	j = j.Div(d.span)
	if d.span*d.radix < count {
		j = j.Mod(d.radix)
	}
	return j
}

// shift returns the difference of two indices, x - than. It reports whether the difference is at least 0 and the
// same for all lanes that have the unit.
func (p *program) shift(u unit, x, than *Index) (by int, isConst bool) {
	env := Env{Vars: someBatch}
	for l := range p.kernel.Invocations() {
		env.Lane = l
		if u.Active != nil && u.Active.Eval(&env) == 0 {
			continue
		}
		n := x.Eval(&env) - than.Eval(&env)
		if n < 0 || isConst && n != by {
			return 0, false
		}
		by, isConst = n, true
	}
	return by, isConst
}

// cycleStages numbers the butterflies of the middle stages in cyclic order, if the kernel asks for it.
func (k *Kernel) cycleStages(all []*Stage) {
	if !k.Threads.Cyclic {
		return
	}
	for _, st := range all {
		if isMiddle(st.Position, len(k.stageRadices())) {
			st.Cyclic = true
			_, digits := k.digits(st.Position, true)
			for _, d := range digits {
				st.Terms = append(st.Terms, term{d, k.spanOf(st.Position, d.dimension)})
			}
		}
	}
}
