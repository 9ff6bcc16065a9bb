package wgsl

import (
	"fmt"
	"strings"
)

// The exchange through a digit layout (digits.go): which fiber a butterfly is, and the index of its
// slots. Butterfly number j = d_0 + r_0 d_1 + ... gives the coordinates d of its fiber, one
// division and one remainder for each digit.

// setFiber makes a fragment a fiber. It writes the coordinates of butterfly b of step s, unless
// they are written already. A coordinate that exceeds the one of the thread's butterfly 0 by a
// constant is written as that sum: the compiler cannot derive it from the division.
func (e *emitter) setFiber(c *fragment, s, b int, st step) {
	if st.joined {
		e.setPairedFiber(c, s, b, st)
		return
	}
	dim, digits := e.k.fiber(st.position)
	n := len(e.k.StageRadices())
	c.fiberDim, c.coordinates = dim, make([]string, n+1)
	numbers := e.k.fiberNumbers(st, b)
	j := fmt.Sprintf("%s%d", letter(s), b)
	span := 1 // product of the radices of the digits before
	for i, d := range digits {
		x, value := fmt.Sprintf("x%s_%d", j, d.dim), "j"+j
		if span > 1 {
			value += fmt.Sprintf(" / %du", span)
		}
		if i < len(digits)-1 {
			value += fmt.Sprintf(" %% %du", d.radix)
		}
		if value != "j"+j { // else the coordinate is j itself
			switch shift, same := numbers.constantShift(span, d.radix); {
			case same && shift == 0:
				x = fmt.Sprintf("x%s0_%d", letter(s), d.dim)
			case same:
				value = plus(fmt.Sprintf("x%s0_%d", letter(s), d.dim), shift)
			}
		}
		c.coordinates[d.dim] = x
		e.declareOnce(x, value)
		span *= d.radix
	}
	c.coordinates[n] = e.transformName(s, st, b)
	c.slice, c.oneSlice = e.k.sliceOf(dim, digits, numbers)
}

// fiberNumbers lists, for the threads of a transform that have a butterfly b in a step, the number
// of that butterfly (own) and of their butterfly 0 (first).
type fiberNumbers struct{ own, first []int }

// fiberNumbers returns the numbers of butterflies b of a step. It returns none for mirror columns,
// whose column 0 has other butterflies than the rest.
func (k *Kernel) fiberNumbers(st step, b int) (all fiberNumbers) {
	if st.mirrorColumns {
		return all
	}
	for t := range k.Threads() {
		if own, active := k.butterflyOf(st, t, b); active {
			first, _ := k.butterflyOf(st, t, 0) // a thread with a butterfly b has a butterfly 0
			all.own, all.first = append(all.own, own), append(all.first, first)
		}
	}
	return all
}

// constantShift returns by how much the digit of a span and radix exceeds the same digit of
// butterfly 0, and reports whether this is the same for all threads.
func (all fiberNumbers) constantShift(span, radix int) (shift int, same bool) {
	for i, own := range all.own {
		d := own/span%radix - all.first[i]/span%radix
		if d < 0 || i > 0 && d != shift {
			return 0, false
		}
		shift = d
	}
	return shift, len(all.own) > 0
}

// sliceOf returns the slice in which the threads access their fibers, and reports whether it is the
// same slice for all of them.
func (k *Kernel) sliceOf(dim int, digits []digit, numbers fiberNumbers) (slice int, same bool) {
	sliced, extent, span := k.slicedDim(), k.extentInSlice(k.slicedDim()), 1
	if k.Exchange.slices() == 1 || dim == sliced {
		return 0, false
	}
	for _, d := range digits {
		if d.dim == sliced {
			for i, j := range numbers.own {
				r := j / span % d.radix / extent
				if i > 0 && r != slice {
					return 0, false
				}
				slice = r
			}
			return slice, len(numbers.own) > 0
		}
		span *= d.radix
	}
	return 0, false
}

// accessFiber writes access(i, index) for the slots of a fiber that lie in a slice.
func (e *emitter) accessFiber(c fragment, slice int, access func(i int, at string)) {
	if c.active != "" {
		e.line("if (%s) {", c.active)
		defer e.line("}")
	}
	k, shape := e.k, e.k.digitArray()
	sliced, extent, slices := k.slicedDim(), k.extentInSlice(k.slicedDim()), k.Exchange.slices()
	switch {
	case slices == 1 || c.fiberDim == sliced:
	case c.oneSlice:
		if c.slice != slice {
			return
		}
	default:
		e.line("if (%s / %du == %du) {", c.coordinates[sliced], extent, slice)
		defer e.line("}")
	}
	for i := range c.values {
		slot := i
		if slices > 1 && c.fiberDim == sliced {
			if i/extent != slice {
				continue
			}
			slot = i % extent
		}
		access(i, shape.element(c, slot, sliced, slice*extent))
	}
}

// element returns the WGSL index of a slot of a fiber, in the slice whose coordinates of the sliced
// dimension begin at from.
func (shape digitArray) element(c fragment, slot, sliced, from int) string {
	n := len(shape.order)
	var at []string
	if !shape.transformsInside && shape.transforms > 1 {
		at = append(at, c.coordinates[n])
	}
	for i := n - 1; i >= 0; i-- {
		switch d := shape.order[i]; {
		case d == c.fiberDim:
			at = append(at, fmt.Sprintf("%du", slot))
		case d == sliced && c.isPartner(d):
			at = append(at, fmt.Sprintf("%du", c.partnerCoordinate-from))
		case d == sliced && from > 0:
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

// joinIndex joins the indices of all dimensions, the outermost first.
func (shape digitArray) joinIndex(at []string) string {
	if shape.outerPad == 0 {
		return strings.Join(at, "][")
	}
	outer := 1 // dimensions up to the padded one
	if !shape.transformsInside && shape.transforms > 1 {
		outer = 2
	}
	return strings.Join(at[:outer], "][") + "].at[" + strings.Join(at[outer:], "][")
}

// needsBarrier reports whether an exchange that is not the first must begin with a barrier. In a digit layout whose
// exchanges have one slice it need not: a thread writes the elements that it has read, and no other thread reads them.
func (e *emitter) needsBarrier() bool { return e.k.Layout.Kind != Digits || e.k.Exchange.slices() > 1 }
