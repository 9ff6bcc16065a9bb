package wgsl

import (
	"fmt"
	"strings"
)

// What an exchange through a cube writes beside what every exchange does: which line of it a butterfly is, and where its slots lie.

// lined makes a cluster a line of the cube: it writes the coordinates of butterfly b of step s, unless they are there. A coordinate that is by the same number greater than that of the thread's
// first butterfly, for all threads, is written so: butterflies of a thread lie a fixed number apart, but a compiler can't tell that this is a number of whole spans.
func (e *emitter) setFiber(c *fragment, s, b int, st step) {
	if st.joined {
		e.setPairedFiber(c, s, b, st)
		return
	}
	along, digits := e.k.fiber(st.position)
	n := len(e.k.StageRadices())
	c.fiberDim, c.coordinates = along, make([]string, n+1)
	numbers := e.k.fiberNumbers(st, b)
	j := fmt.Sprintf("%s%d", letter(s), b)
	span := 1 // of the digits before
	for i, d := range digits {
		x, value := fmt.Sprintf("x%s_%d", j, d.dim), "j"+j
		if span > 1 {
			value += fmt.Sprintf(" / %du", span)
		}
		if i < len(digits)-1 {
			value += fmt.Sprintf(" %% %du", d.radix)
		}
		if value != "j"+j { // there is something to save
			switch by, same := numbers.constantShift(span, d.radix); {
			case same && by == 0:
				x = fmt.Sprintf("x%s0_%d", letter(s), d.dim)
			case same:
				value = plus(fmt.Sprintf("x%s0_%d", letter(s), d.dim), by)
			}
		}
		c.coordinates[d.dim] = x
		e.declareOnce(x, value)
		span *= d.radix
	}
	c.coordinates[n] = e.transformName(s, st, b)
	c.slice, c.oneSlice = e.k.sliceOf(along, digits, numbers)
}

// butterflyNumbers are those of the threads of a transform that have a b-th butterfly of a step: of that, and of their first.
type fiberNumbers struct{ own, first []int }

// numbers returns them, or none for mates: those of column 0 are others than the rest of the kernel says.
func (k *Kernel) fiberNumbers(st step, b int) (all fiberNumbers) {
	if st.mirrorColumns {
		return all
	}
	for t := range k.Threads() {
		if own, active := k.butterflyOf(st, t, b); active {
			first, _ := k.butterflyOf(st, t, 0) // whoever has a b-th has a first
			all.own, all.first = append(all.own, own), append(all.first, first)
		}
	}
	return all
}

// farther is how much greater the digit of that span and radix of the butterflies is than that of the first ones, if that is the same for all threads.
func (all fiberNumbers) constantShift(span, radix int) (by int, same bool) {
	for i, own := range all.own {
		d := own/span%radix - all.first[i]/span%radix
		if d < 0 || i > 0 && d != by {
			return 0, false
		}
		by = d
	}
	return by, len(all.own) > 0
}

// roundOf is the round in which all threads that have some lines touch all of them, if it is one and the same.
func (k *Kernel) sliceOf(along int, digits []digit, numbers fiberNumbers) (round int, whole bool) {
	cut, part, span := k.slicedDim(), k.extentInSlice(k.slicedDim()), 1
	if k.Exchange.slices() == 1 || along == cut {
		return 0, false
	}
	for _, d := range digits {
		if d.dim == cut {
			for i, j := range numbers.own {
				r := j / span % d.radix / part
				if i > 0 && r != round {
					return 0, false
				}
				round = r
			}
			return round, len(numbers.own) > 0
		}
		span *= d.radix
	}
	return 0, false
}

// touchLine writes access(i, place) for the slots of a line that a round takes.
func (e *emitter) accessFiber(c fragment, round int, access func(i int, at string)) {
	if c.active != "" {
		e.line("if (%s) {", c.active)
		defer e.line("}")
	}
	k, shape := e.k, e.k.digitArray()
	cut, part, rounds := k.slicedDim(), k.extentInSlice(k.slicedDim()), k.Exchange.slices()
	switch {
	case rounds == 1 || c.fiberDim == cut:
	case c.oneSlice:
		if c.slice != round {
			return
		}
	default:
		e.line("if (%s / %du == %du) {", c.coordinates[cut], part, round)
		defer e.line("}")
	}
	for i := range c.values {
		slot := i
		if rounds > 1 && c.fiberDim == cut {
			if i/part != round {
				continue
			}
			slot = i % part
		}
		access(i, shape.element(c, slot, cut, round*part))
	}
}

// index is the WGSL index of a slot of a line, in a round that begins with coordinate from of the dimension that is cut.
func (shape digitArray) element(c fragment, slot, cut, from int) string {
	n := len(shape.order)
	var at []string
	if !shape.transformsInside && shape.transforms > 1 {
		at = append(at, c.coordinates[n])
	}
	for i := n - 1; i >= 0; i-- {
		switch d := shape.order[i]; {
		case d == c.fiberDim:
			at = append(at, fmt.Sprintf("%du", slot))
		case d == cut && c.isPartner(d):
			at = append(at, fmt.Sprintf("%du", c.partnerCoordinate-from))
		case d == cut && from > 0:
			at = append(at, fmt.Sprintf("%s - %du", c.coordinates[d], from))
		default:
			at = append(at, c.coordinates[d])
		}
	}
	if shape.transformsInside {
		at = append(at, c.coordinates[n])
	}
	return shape.joinIndex(at)
}

// joined is an index of all dimensions, the outermost first.
func (shape digitArray) joinIndex(at []string) string {
	if shape.outerPad == 0 {
		return strings.Join(at, "][")
	}
	slab := 1 // the dimensions up to that of the slabs
	if !shape.transformsInside && shape.transforms > 1 {
		slab = 2
	}
	return strings.Join(at[:slab], "][") + "].at[" + strings.Join(at[slab:], "][")
}

// kept says whether an exchange that is not the first may begin without a barrier: in a cube whose exchanges go in one round a thread writes
// where it read, and nobody else.
func (e *emitter) kept() bool { return e.k.Layout.Kind == Digits && e.k.Exchange.slices() == 1 }
