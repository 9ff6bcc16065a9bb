package wgsl

import "fmt"

// Vector radix (Rivard 1977): the stages of the last two axes go in pairs, each with butterflies of
// r0 x r1 points along both axes on the points that one thread has. For example, 24 points of a 24
// x 24 plane take eight butterflies of radix 3 along one axis and three of radix 8 along the other;
// after an exchange they take three of radix 8 and eight of radix 3. 24x3.8x8.3 has two exchanges;
// without vector radix it has three.
//
// Let d and e be the dimensions of a pair in the digit layout. The other coordinates are the digits
// of the thread's number. The thread computes the butterflies along d with coordinates 0, 1, ... of
// e, and then those along e with coordinates 0, 1, ... of d. The twiddles depend on coordinates of
// their own axis only, so all butterflies of a thread in a step have the same twiddles, and with
// ShareTwiddles it reads those of one.

// vectorRadixStages is the number of stages of each of the two axes.
const vectorRadixStages = 2

// canVectorRadix reports whether the stages of the last two axes can go in pairs: in a digit
// layout, with as many points in a pair as a thread has.
func (k *Kernel) canVectorRadix() bool {
	a, b := k.OuterRadices[0], k.Radices
	if k.IsOneAxis() || a.stages() != vectorRadixStages || b.stages() != vectorRadixStages {
		return false
	}
	if k.Layout.Kind != Digits || k.Threads()*k.ElementsPerThread != k.N() {
		return false
	}
	for i := range vectorRadixStages {
		if int(a[i])*int(b[i]) != k.ElementsPerThread {
			return false
		}
	}
	return k.Load.Real == Real{} && k.Store.Real == Real{}
}

// pairStages puts the last steps of a kernel with vector radix, those of two axes, in pairs.
func (k *Kernel) pairStages(all []step) {
	if !k.VectorRadix || !k.canVectorRadix() { // callers may ask for the steps of a kernel that Check refuses
		return
	}
	last := all[len(all)-2*vectorRadixStages:]
	var pairs []step
	for i := range vectorRadixStages {
		a, b := last[i], last[vectorRadixStages+i]
		a.spacing, b.spacing = k.digitWeight(a.position, b.position), k.digitWeight(b.position, a.position)
		joinSteps(&a, &b)
		pairs = append(pairs, a, b)
	}
	copy(last, pairs)
}

// joinSteps joins two steps: the outputs of the first are the inputs of the second, in registers.
func joinSteps(a, b *step) {
	a.joined, a.partner, a.keepsOutputs = true, b.position, true
	b.joined, b.partner, b.inRegisters, b.exchanged = true, a.position, true, false
}

// digitWeight is the weight of the digit of dimension d in the butterfly numbers of the step at a
// position.
func (k *Kernel) digitWeight(at, d int) int {
	weight := 1
	_, digits := k.fiber(at)
	for _, x := range digits {
		if x.dim == d {
			break
		}
		weight *= x.radix
	}
	return weight
}

// isOuterAxis reports whether a dimension belongs to the axis outside the pairs. Its coordinate is
// the slowest digit of a thread's number in the pairs, so that a slice of that dimension takes
// whole warps.
func (k *Kernel) isOuterAxis(d int) bool { return d < len(k.StageRadices())-2*vectorRadixStages }

// needsNoIndex reports whether butterfly b of step s needs its coordinates only, not its number.
func (k *Kernel) needsNoIndex(s, b int, st step) bool {
	_, isDerived := k.derivedTwiddle(st, b)
	return st.joined && k.Layout.Kind == Digits && s > 0 && s < len(k.steps())-1 && (isDerived || !st.hasTwiddles())
}

// setPairedFiber makes a fragment fiber b of a thread in a step of a pair. It writes the
// coordinates, unless they are written already.
func (e *emitter) setPairedFiber(c *fragment, s, b int, st step) {
	dim, digits := e.k.fiber(st.position)
	c.fiberDim, c.coordinates = dim, make([]string, len(e.k.StageRadices())+1)
	c.hasPartner, c.partnerDim, c.partnerCoordinate = true, st.partner, b
	c.slice, c.oneSlice = e.k.sliceOf(dim, digits, e.k.fiberNumbers(st, b))
	if st.inRegisters { // the first step of the pair has the same coordinates
		s--
	}
	t, q := e.threadNames(st.phase)
	span, threads := 1, e.k.Threads()
	for _, d := range digits {
		if d.dim == st.partner {
			c.coordinates[d.dim] = fmt.Sprintf("%du", b)
			continue
		}
		x, value := fmt.Sprintf("x%s_%d", letter(s), d.dim), t
		if span > 1 {
			value += fmt.Sprintf(" / %du", span)
		}
		if span *= d.radix; span < threads {
			value += fmt.Sprintf(" %% %du", d.radix)
		}
		e.declareOnce(x, value)
		c.coordinates[d.dim] = x
	}
	c.coordinates[len(c.coordinates)-1] = q
}
