package wgsl

import "slices"

// A cube is workgroup memory with one dimension for each radix of a chain. The butterflies of a stage are the lines along its dimension: slot i
// is coordinate i. A butterfly writes where it read (where two stages are done without an exchange between, those of a thread together do), and the next stage reads along the next dimension; no index is computed but the coordinates of a
// thread's lines, once a stage. Positions in Stockham's order are sums, which WGSL clamps at each access; coordinates are clamped once, and slots,
// being constants, never. And since nobody else reads the line a thread has read, it may write there at once: an exchange between stages
// takes one barrier less than in Stockham's order.
//
// The digits of a butterfly's number j, the first fastest, are its coordinates: in stage s of n those of dimensions 0 ... s-1, then of
// n-1 ... s+1. That is Stockham's order, j = q P + p with p = k_0 + R_0 k_1 + ..., of points that stay where they are.
//
// The transform back of a convolution goes through the dimensions in the opposite order. Of several axes those of the ones inside come before, the last
// stage's first, and those of the ones outside, which are done, after.
//
// In a cyclic cube those of the stages between the first and the last are the coordinates of dimensions s+1 ... n-1, then of 0 ... s-1: j = p Q + q, p that of the stage's axis, of Q butterflies with the same twiddles, which neighbours then
// read together; and along dimensions in one order there are layouts with fewer bank conflicts. Nobody outside sees which thread has a line there; on load and on store, and where a convolution turns back, butterflies are numbered in Stockham's order.
// On an NVIDIA H200 2401 points by 7.7.7.7 took 0.281 ms so, 0.290 in Stockham's order.

// Cubic says whether the layout of the kernel can be a cube: at least two stages, between direct paths, and points in every round.
func (k Kernel) HasDigitLayout() bool {
	if k.innerExtent() > 1 || !k.HasExchange() || k.Rader.Prime > 0 && !k.Rader.Fold || k.Load.Path != Direct || k.Store.Path != Direct || k.gathers() || k.MirrorColumns && !k.MirrorInRow {
		return false
	}
	radices := k.StageRadices()
	if len(radices) < 2 || len(radices) > maxDimensions {
		return false
	}
	cut := k.slicedDim()
	return (k.Exchange.slices()-1)*k.extentInSlice(cut) < radices[cut]
}

// Cycles says whether the lines of the kernel's cube can be numbered in cyclic order: there are stages between the first and the last, of which none takes points from the thread that has them, and it is not Stockham's order,
// as in the middle one of three stages of several axes.
func (k Kernel) CanCycle() bool {
	return k.HasDigitLayout() && (len(k.StageRadices()) > 3 || len(k.StageRadices()) == 3 && k.IsOneAxis()) && k.Rader == Rader{} && !k.VectorRadix && !k.JoinsAxes()
}

// cyclic says whether those of the step at a place are.
func (k *Kernel) isCyclic(at int) bool {
	n := len(k.StageRadices())
	return k.Layout.CyclicOrder && at%n > 0 && at%n < n-1
}

// mostDimensions is the most stages whose exchanges go through a cube.
const maxDimensions = 5

// A Grain says how a cube lies in memory: along which dimension neighbours lie side by side, whether the others follow in their order or in the
// opposite one, and how many places stay empty after each line of the first and of the second of them, and between the slabs of the last;
// and whether lines are numbered in cyclic order.
type DigitLayout struct {
	Inner       int // a dimension
	Falling     bool
	Gap, Far    int // 0 to 3, 0 or 1
	OuterPad    int // 0 to 31
	CyclicOrder bool
}

// Cubes are the layouts that are cubes of so many dimensions, the simplest first.
func DigitLayouts(dimensions int) []Layout {
	var all []Layout
	for gaps := range 8 {
		if dimensions == 2 && gaps%2 > 0 {
			continue // after the second comes nothing
		}
		for inner := range dimensions {
			g := DigitLayout{Inner: inner, Gap: gaps / 2, Far: gaps % 2}
			all = append(all, g.Layout())
			if g.Falling = true; dimensions > 2 {
				all = append(all, g.Layout())
			}
		}
	}
	return all
}

// mostBetween is the most places that stay empty between two slabs: with one more they would meet the banks as without.
const maxOuterPad = banks - 1

// Slabs are the cubes of so many dimensions whose slabs lie apart and that have no other gaps, those that take least first. They are for odd radices above all, whose strides are odd without gaps: of 7.7.7.7 none of
// the 64 Cubes has fewer than 1.5 turns an access, with 16 places between slabs there are 1.25.
func PaddedOuter(dimensions int) []Layout {
	var all []Layout
	from := 1
	if dimensions == 2 { // slabs are lines, whose gaps are among the Cubes
		from = 4
	}
	for between := from; between <= maxOuterPad; between++ {
		for inner := range dimensions {
			g := DigitLayout{Inner: inner, OuterPad: between}
			all = append(all, g.Layout())
			if g.Falling = true; dimensions > 2 {
				all = append(all, g.Layout())
			}
		}
	}
	return all
}

// Plain is a cube of the same dimensions and gaps without places between slabs, in Stockham's order.
func (l Layout) WithoutOuterPad() Layout {
	l.OuterPad, l.CyclicOrder = 0, false
	return l
}

// InCycles are cubes in cyclic order.
func WithCyclicOrder(cubes []Layout) []Layout {
	all := slices.Clone(cubes)
	for i := range all {
		all[i].CyclicOrder = true
	}
	return all
}

// Layout is the cube of a grain.
func (g DigitLayout) Layout() Layout {
	shift := g.Inner<<4 | g.Gap<<1 | g.Far
	if g.Falling {
		shift |= 8
	}
	return Layout{Kind: Digits, Shift: uint8(shift), OuterPad: uint8(g.OuterPad), CyclicOrder: g.CyclicOrder}
}

// Gaps says whether places stay empty.
func (g DigitLayout) HasPadding() bool { return g.Gap > 0 || g.Far > 0 || g.OuterPad > 0 }

// Grain is how a cube lies.
func (l Layout) DigitLayout() DigitLayout {
	s := int(l.Shift)
	return DigitLayout{Inner: s >> 4, Falling: s&8 > 0, Gap: s >> 1 & 3, Far: s & 1, OuterPad: int(l.OuterPad), CyclicOrder: l.CyclicOrder}
}

// A cube is that of a kernel: its dimensions, the innermost first, and their sizes in memory, gaps among them. The transforms of the workgroup
// are one dimension more, the innermost where they are interleaved, else the outermost.
type digitArray struct {
	order, sizes     []int
	strides          []int // by dimension; the last is that of the transforms
	outerPad         int   // places between slabs
	transforms       int
	transformsInside bool
}

// cube returns the cube of a kernel whose layout is one.
func (k *Kernel) digitArray() digitArray {
	g, n := k.Layout.DigitLayout(), len(k.StageRadices())
	c := digitArray{transforms: k.TransformsPerGroup, transformsInside: k.isInterleaved(), strides: make([]int, n+1), outerPad: g.OuterPad}
	c.order = append(c.order, g.Inner)
	for i := range n {
		if g.Falling {
			i = n - 1 - i
		}
		if i != g.Inner {
			c.order = append(c.order, i)
		}
	}
	at := 1
	if c.transformsInside {
		c.strides[n] = 1
		at = k.TransformsPerGroup
	}
	for i, d := range c.order {
		size := k.extentInSlice(d)
		switch {
		case i == n-1: // nothing comes after it
			at += c.outerPad
			if k.Rader.Fold {
				size = max(size, k.foldRows(c.sizes)*len(k.foldRounds()[0].halves))
			}
		case i == 0:
			size += g.Gap
		case i == 1:
			size += g.Far
		}
		c.sizes, c.strides[d] = append(c.sizes, size), at
		at *= size
	}
	if !c.transformsInside {
		c.strides[n] = at
	}
	return c
}

// cut is the dimension of which a round takes a part: one that the rounds divide, if there is one, and rather one of the middle, where they
// are slots of two exchanges, or one before pairs of stages.
func (k *Kernel) slicedDim() int {
	radices := k.StageRadices()
	best, rounds := 0, k.Exchange.slices()
	worth := func(d int) int {
		w := 0
		if radices[d] >= rounds {
			w += 4 * MaxRadix
		}
		if radices[d]%rounds == 0 {
			w += 2 * MaxRadix
		}
		if middle := d > 0 && d < len(radices)-1; middle && !k.VectorRadix || k.VectorRadix && k.isOuterAxis(d) {
			w += MaxRadix
		}
		return w + radices[d]
	}
	for d := range radices {
		if worth(d) >= worth(best) {
			best = d
		}
	}
	return best
}

// inRound is how many coordinates of a dimension pass in one round.
func (k *Kernel) extentInSlice(d int) int {
	r, rounds := k.StageRadices()[d], k.Exchange.slices()
	if rounds == 1 || d != k.slicedDim() {
		return r
	}
	return (r + rounds - 1) / rounds
}

// elements is how many elements a cube takes, gaps among them.
func (c digitArray) elements() int {
	last := len(c.order) - 1
	size := c.sizes[last] * c.strides[c.order[last]]
	if c.transformsInside {
		return size
	}
	return size * c.transforms
}

// A digit of a butterfly's number is its coordinate in a dimension.
type digit struct{ dim, radix, extent int } // round: how many coordinates pass in one round

// line returns along which dimension the butterflies of the step at place s lie, and the digits of their numbers, the fastest first.
func (k *Kernel) fiber(s int) (along int, digits []digit) {
	radices, cyclic := k.StageRadices(), k.isCyclic(s)
	n := len(radices)
	dim := func(i int) int { return i }
	if s >= n {
		s, dim = s-n, func(i int) int { return n - 1 - i }
	}
	from, to := k.axisStages(s)
	add := func(i int) { digits = append(digits, digit{dim(i), radices[dim(i)], k.extentInSlice(dim(i))}) }
	if cyclic {
		for i := range n - 1 {
			add((s + 1 + i) % n)
		}
		return dim(s), digits
	}
	for i := n - 1; i >= to; i-- {
		add(i)
	}
	for i := from; i < s; i++ {
		add(i)
	}
	for i := to - 1; i > s; i-- {
		add(i)
	}
	for end := from; end > 0; end = from { // the axes outside, the nearest first
		from, _ = k.axisStages(end - 1)
		for i := from; i < end; i++ {
			add(i)
		}
	}
	return dim(s), digits
}

// axisOf returns the first of the stages of the axis that stage s is of, and the one after the last.
func (k *Kernel) axisStages(s int) (from, to int) {
	for _, c := range k.chains() {
		if from, to = to, to+c.stages(); s < to {
			break
		}
	}
	return from, to
}

// coordinates are those of line j of the step at place s, of transform q of the workgroup, in the first round that takes it: by dimension, that of the transform
// last. Along the line it is 0.
func (k *Kernel) coordinates(s, q, j int) []int {
	_, digits := k.fiber(s)
	return coordinates(digits, q, j)
}

// coordinates are those of line j of a step by the digits of its numbers: all dimensions but the one along the line have one.
func coordinates(digits []digit, q, j int) []int {
	at := make([]int, len(digits)+2)
	for _, d := range digits {
		at[d.dim] = j % d.radix % d.extent
		j /= d.radix
	}
	at[len(at)-1] = q
	return at
}

// place is where something of some coordinates lies.
func (c digitArray) index(coordinates []int) int {
	at := 0
	for d, x := range coordinates {
		at += x * c.strides[d]
	}
	return at
}
