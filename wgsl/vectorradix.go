package wgsl

import "fmt"

// The stages of the last two axes may go in pairs, the first of one with the first of the other and the second with the second, where a thread has the points of both:
// 24 points of a plane of 24 x 24, say, by eight butterflies of radix 3 along one axis and three of radix 8 along the other, and after an exchange by three of radix 8 and eight of
// radix 3. So 24x24x24 points by 24x3.8x8.3 take two exchanges, and threads store runs of 8 points; stage by stage it is three, or one of them has all 24 points of a row, which lie 24 apart from
// those of its neighbour. In the names of kernels that is _woven.
//
// With d and e the dimensions of a pair in the cube (cube.go) and the coordinates of all others those of a thread, the fastest first in the order that both have them in: thread t does the
// butterflies of that number along d with coordinate 0, 1, ... of e, and then those along e with coordinate 0, 1, ... of d. Twiddles of either depend on coordinates of its own axis alone,
// so that those of a thread's butterflies are all the same: with Once it reads one butterfly's.

// wovenStages is how many stages each of the two axes has.
const vectorRadixStages = 2

// weavable says whether the stages of the last two axes can go in pairs: in a cube, of as many points as a thread has.
func (k *Kernel) canVectorRadix() bool {
	a, b := k.OuterRadices[0], k.Radices
	if k.IsOneAxis() || a.stages() != vectorRadixStages || b.stages() != vectorRadixStages || k.Layout.Kind != Digits || k.Threads()*k.ElementsPerThread != k.N() {
		return false
	}
	for i := range vectorRadixStages {
		if int(a[i])*int(b[i]) != k.ElementsPerThread {
			return false
		}
	}
	return k.Load.Real == Real{} && k.Store.Real == Real{}
}

// weave puts the last steps of a kernel, those of two axes, in pairs.
func (k *Kernel) pairStages(all []step) {
	if !k.VectorRadix || !k.canVectorRadix() { // what Check refuses may be asked for its steps, too
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

// together makes two steps a pair: what the first leaves is what the second takes.
func joinSteps(a, b *step) {
	a.joined, a.partner, a.keepsOutputs = true, b.position, true
	b.joined, b.partner, b.inRegisters, b.exchanged = true, a.position, true, false
}

// weight is what coordinate 1 of dimension d counts in the number of a butterfly of the step at a place.
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

// beforePairs says whether a dimension is that of an axis whose stages are done before the pairs. In these its coordinate is the slowest of a thread's, so that a round which takes a part of it
// takes the whole of some warps and nothing of others.
func (k *Kernel) isOuterAxis(d int) bool { return d < len(k.StageRadices())-2*vectorRadixStages }

// unnumbered says whether butterfly b of step s is met by its coordinates alone.
func (k *Kernel) needsNoIndex(s, b int, st step) bool {
	_, borrowed := k.derivedTwiddle(st, b)
	return st.joined && k.Layout.Kind == Digits && s > 0 && s < len(k.steps())-1 && (borrowed || !st.hasTwiddles())
}

// pairedLine writes the coordinates of the lines of a thread in a step of a pair, unless they are there, and makes a cluster line b of them.
func (e *emitter) setPairedFiber(c *fragment, s, b int, st step) {
	along, digits := e.k.fiber(st.position)
	c.fiberDim, c.coordinates = along, make([]string, len(e.k.StageRadices())+1)
	c.hasPartner, c.partnerDim, c.partnerCoordinate = true, st.partner, b
	c.slice, c.oneSlice = e.k.sliceOf(along, digits, e.k.fiberNumbers(st, b))
	if st.inRegisters { // the first of the pair has the same
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
