package wgsl

import "slices"

// A digit layout gives workgroup memory one dimension for each radix. Digit d_s of a point's
// mixed-radix index is coordinate s (Van Loan 1992, section 1.9). A butterfly of stage s is a fiber
// along dimension s: slot i is coordinate i.
//
// A butterfly writes where it read, and the next stage reads along the next dimension. The threads
// that read a fiber are the ones that write it, so an exchange between stages takes one barrier
// less than in Stockham's order. Coordinates are computed once for each fiber, and slots are
// constants, which WGSL need not clamp.
//
// The digits of butterfly number j, the fastest first, are its coordinates in dimensions 0 ... s-1,
// then n-1 ... s+1, for stage s of n. This is Stockham's order: j = q P + p with p = k_0 + R_0 k_1
// + ... The inverse transform of a convolution takes the dimensions in reverse. With several axes,
// the dimensions of the inner axes come first, the last stage's first, and those of the outer axes
// come last.
//
// In cyclic order the digits of a middle stage are its coordinates in dimensions s+1 ... n-1, then
// 0 ... s-1. Then j = p Q + q with Q butterflies that have the same twiddles: neighbouring threads
// read the same twiddles, and some layouts have fewer bank conflicts. Load, store and the middle of
// a convolution keep Stockham's order.

// HasDigitLayout reports whether the kernel can have a digit layout: it has 2 to 5 stages between
// direct paths, and every slice of an exchange has points.
func (k Kernel) HasDigitLayout() bool {
	switch {
	case k.innerExtent() > 1, !k.HasExchange(), k.Rader.Prime > 0 && !k.Rader.Fold:
		return false
	case k.Load.Path != Direct, k.Store.Path != Direct, k.hasPairExchange(), k.MirrorColumns && !k.MirrorInRow:
		return false
	}
	radices := k.StageRadices()
	if len(radices) < 2 || len(radices) > maxDimensions {
		return false
	}
	sliced := k.slicedDim()
	return (k.Exchange.slices()-1)*k.extentInSlice(sliced) < radices[sliced]
}

// CanCycle reports whether the kernel's digit layout can have cyclic order. It needs middle stages,
// each with an exchange before it, whose cyclic order differs from Stockham's.
func (k Kernel) CanCycle() bool {
	stages := len(k.StageRadices())
	return k.HasDigitLayout() && (stages > 3 || stages == 3 && k.IsOneAxis()) &&
		k.Rader == Rader{} && !k.VectorRadix && !k.JoinsAxes()
}

// isCyclic reports whether the butterflies of the step at a position are numbered in cyclic order.
func (k *Kernel) isCyclic(at int) bool {
	n := len(k.StageRadices())
	return k.Layout.CyclicOrder && at%n > 0 && at%n < n-1
}

// maxDimensions is the largest number of stages of a kernel with a digit layout.
const maxDimensions = 5

// A DigitLayout describes how a digit layout lies in memory: the order of its dimensions, their
// padding, and the order of the butterflies.
type DigitLayout struct {
	Inner               int  // the innermost dimension
	Falling             bool // the other dimensions follow from the last to the first, else from the first to the last
	InnerPad, SecondPad int  // empty words after each fiber of the innermost dimension (0 to 3), of the second (0 or 1)
	OuterPad            int  // empty words between the slices of the outermost dimension (0 to 31)
	CyclicOrder         bool // butterflies of the middle stages are numbered in cyclic order
}

// DigitLayouts returns the digit layouts of a number of dimensions without outer pad, the simplest
// first.
func DigitLayouts(dimensions int) []Layout {
	var all []Layout
	for padding := range 8 {
		if dimensions == 2 && padding%2 > 0 {
			continue // the second dimension is the outermost: Far has no effect
		}
		for inner := range dimensions {
			g := DigitLayout{Inner: inner, InnerPad: padding / 2, SecondPad: padding % 2}
			all = append(all, g.Layout())
			if g.Falling = true; dimensions > 2 {
				all = append(all, g.Layout())
			}
		}
	}
	return all
}

// maxOuterPad is the largest outer pad: one word more would have the bank conflicts of none.
const maxOuterPad = banks - 1

// PaddedOuter returns the digit layouts of a number of dimensions that have an outer pad and no
// other padding, the smallest pad first. They help odd radices most.
func PaddedOuter(dimensions int) []Layout {
	var all []Layout
	from := 1
	if dimensions == 2 { // the slices are fibers: DigitLayouts has pads up to 3
		from = 4
	}
	for pad := from; pad <= maxOuterPad; pad++ {
		for inner := range dimensions {
			g := DigitLayout{Inner: inner, OuterPad: pad}
			all = append(all, g.Layout())
			if g.Falling = true; dimensions > 2 {
				all = append(all, g.Layout())
			}
		}
	}
	return all
}

// WithoutOuterPad returns the digit layout without outer pad, in Stockham's order.
func (l Layout) WithoutOuterPad() Layout {
	l.OuterPad, l.CyclicOrder = 0, false
	return l
}

// WithCyclicOrder returns digit layouts in cyclic order.
func WithCyclicOrder(layouts []Layout) []Layout {
	all := slices.Clone(layouts)
	for i := range all {
		all[i].CyclicOrder = true
	}
	return all
}

// Layout returns the layout of kind Digits.
func (g DigitLayout) Layout() Layout {
	shift := g.Inner<<4 | g.InnerPad<<1 | g.SecondPad
	if g.Falling {
		shift |= 8
	}
	return Layout{Kind: Digits, Shift: uint8(shift), OuterPad: uint8(g.OuterPad), CyclicOrder: g.CyclicOrder}
}

// HasPadding reports whether the layout has empty words.
func (g DigitLayout) HasPadding() bool { return g.InnerPad > 0 || g.SecondPad > 0 || g.OuterPad > 0 }

// DigitLayout returns the parameters of a layout of kind Digits.
func (l Layout) DigitLayout() DigitLayout {
	s := int(l.Shift)
	return DigitLayout{
		Inner: s >> 4, Falling: s&8 > 0, InnerPad: s >> 1 & 3, SecondPad: s & 1,
		OuterPad: int(l.OuterPad), CyclicOrder: l.CyclicOrder,
	}
}

// A digitArray is the workgroup array of a kernel with a digit layout: its dimensions, the
// innermost first, and their sizes in memory, padding included. The transforms of the workgroup are
// one more dimension. It is the innermost if they are interleaved, and the outermost otherwise.
type digitArray struct {
	order, sizes     []int
	strides          []int // by dimension; the last entry is the stride of the transforms
	outerPad         int   // empty words between slices of the outermost dimension
	transforms       int   // transforms of the workgroup
	transformsInside bool  // the transforms are the innermost dimension
}

// digitArray returns the workgroup array of a kernel with a digit layout.
func (k *Kernel) digitArray() digitArray {
	g, n := k.Layout.DigitLayout(), len(k.StageRadices())
	c := digitArray{
		strides:          make([]int, n+1),
		outerPad:         g.OuterPad,
		transforms:       k.TransformsPerGroup,
		transformsInside: k.isInterleaved(),
	}
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
		case i == n-1: // the outermost dimension has no padding after it
			at += c.outerPad
			if k.Rader.Fold {
				size = max(size, k.foldRows(c.sizes)*len(k.foldRounds()[0].halves))
			}
		case i == 0:
			size += g.InnerPad
		case i == 1:
			size += g.SecondPad
		}
		c.sizes, c.strides[d] = append(c.sizes, size), at
		at *= size
	}
	if !c.transformsInside {
		c.strides[n] = at
	}
	return c
}

// slicedDim returns the dimension that the slices of an exchange divide. It prefers a dimension
// that the number of slices divides, then a middle one, which two exchanges slice, or with vector
// radix one of an outer axis.
func (k *Kernel) slicedDim() int {
	radices := k.StageRadices()
	best, slices := 0, k.Exchange.slices()
	score := func(d int) int {
		w := 0
		if radices[d] >= slices {
			w += 4 * MaxRadix
		}
		if radices[d]%slices == 0 {
			w += 2 * MaxRadix
		}
		if middle := d > 0 && d < len(radices)-1; middle && !k.VectorRadix || k.VectorRadix && k.isOuterAxis(d) {
			w += MaxRadix
		}
		return w + radices[d]
	}
	for d := range radices {
		if score(d) >= score(best) {
			best = d
		}
	}
	return best
}

// extentInSlice is the number of coordinates of a dimension in one slice.
func (k *Kernel) extentInSlice(d int) int {
	r, slices := k.StageRadices()[d], k.Exchange.slices()
	if slices == 1 || d != k.slicedDim() {
		return r
	}
	return (r + slices - 1) / slices
}

// elements is the number of elements of the array, padding included.
func (c digitArray) elements() int {
	last := len(c.order) - 1
	size := c.sizes[last] * c.strides[c.order[last]]
	if c.transformsInside {
		return size
	}
	return size * c.transforms
}

// A digit of a butterfly's number is its coordinate in a dimension.
type digit struct{ dim, radix, extent int } // extent: coordinates in one slice

// fiber returns the dimension along which the butterflies of the step at position s lie, and the
// digits of their numbers, the fastest first.
func (k *Kernel) fiber(s int) (dim int, digits []digit) {
	radices, cyclic := k.StageRadices(), k.isCyclic(s)
	n := len(radices)
	dimOf := func(i int) int { return i }
	if s >= n {
		s, dimOf = s-n, func(i int) int { return n - 1 - i }
	}
	from, to := k.axisStages(s)
	add := func(i int) { digits = append(digits, digit{dimOf(i), radices[dimOf(i)], k.extentInSlice(dimOf(i))}) }
	if cyclic {
		for i := range n - 1 {
			add((s + 1 + i) % n)
		}
		return dimOf(s), digits
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
	for end := from; end > 0; end = from { // the outer axes, the nearest first
		from, _ = k.axisStages(end - 1)
		for i := from; i < end; i++ {
			add(i)
		}
	}
	return dimOf(s), digits
}

// axisStages returns the first stage of the axis of stage s, and the stage after its last.
func (k *Kernel) axisStages(s int) (from, to int) {
	for _, c := range k.radixLists() {
		if from, to = to, to+c.stages(); s < to {
			break
		}
	}
	return from, to
}

// coordinates returns the coordinates of fiber j of the step at position s, of transform q of the
// workgroup, within its slice. They are ordered by dimension, with q as the last. The coordinate
// along the fiber is 0.
func (k *Kernel) coordinates(s, q, j int) []int {
	_, digits := k.fiber(s)
	return coordinates(digits, q, j)
}

// coordinates returns the coordinates of fiber j from the digits of its number: every dimension but
// the fiber's own has a digit.
func coordinates(digits []digit, q, j int) []int {
	at := make([]int, len(digits)+2)
	for _, d := range digits {
		at[d.dim] = j % d.radix % d.extent
		j /= d.radix
	}
	at[len(at)-1] = q
	return at
}

// index is the index in workgroup memory of the element with the given coordinates.
func (c digitArray) index(coordinates []int) int {
	at := 0
	for d, x := range coordinates {
		at += x * c.strides[d]
	}
	return at
}
