package wgsl

import (
	"fmt"
	"strings"
)

// What an exchange through a cube writes beside what every exchange does: which line of it a butterfly is, and where its slots lie.

// lined makes a cluster a line of the cube: it writes the coordinates of butterfly b of step s, unless they are there.
func (e *emitter) lined(c *cluster, s, b int, st step) {
	if st.paired {
		e.pairedLine(c, s, b, st)
		return
	}
	along, digits := e.k.line(st.at)
	n := len(e.k.Radices())
	c.along, c.coordinates = along, make([]string, n+1)
	j := fmt.Sprintf("%s%d", letter(s), b)
	span := 1 // of the digits before
	for i, d := range digits {
		x := fmt.Sprintf("x%s_%d", j, d.dim)
		c.coordinates[d.dim] = x
		value := "j" + j
		if span > 1 {
			value += fmt.Sprintf(" / %du", span)
		}
		if i < len(digits)-1 {
			value += fmt.Sprintf(" %% %du", d.radix)
		}
		if by, ok := e.k.farther(st, b, span, d.radix); ok && value != "j"+j {
			value = plus(fmt.Sprintf("x%s0_%d", letter(s), d.dim), by)
			if by == 0 {
				c.coordinates[d.dim] = value
				value = ""
			}
		}
		if span *= d.radix; value != "" {
			e.once(x, value)
		}
	}
	c.coordinates[n] = e.transform(s, st, b)
	c.round, c.whole = e.k.roundOf(st, b)
}

// farther is how much greater the digit of that span and radix of a thread's b-th butterfly is than that of its first, if that is the same for all threads: butterflies
// of a thread lie a fixed number apart, but compilers can't tell that this is a number of whole spans.
func (k FFT) farther(st step, b, span, radix int) (by int, ok bool) {
	if b == 0 || st.mates {
		return 0, false
	}
	for i := range k.Invocations() {
		_, j, active := k.worker(st, i, b)
		if !active {
			continue
		}
		_, first, also := k.worker(st, i, 0)
		d := j/span%radix - first/span%radix
		if !also || d < 0 || ok && d != by {
			return 0, false
		}
		by, ok = d, true
	}
	return by, ok
}

// roundOf is the round in which every thread that has a b-th line of a step touches all of it, if it is one and the same.
func (k FFT) roundOf(st step, b int) (round int, whole bool) {
	along, digits := k.line(st.at)
	cut, span := k.cut(), 1
	if k.Exchange.rounds() == 1 || along == cut || st.mates { // mates in column 0 are others than worker says
		return 0, false
	}
	for _, d := range digits {
		if d.dim == cut {
			break
		}
		span *= d.radix
	}
	for i := range k.Invocations() {
		_, j, active := k.worker(st, i, b)
		if !active {
			continue
		}
		r := j / span % k.Radices()[cut] / k.inRound(cut)
		if whole && r != round {
			return 0, false
		}
		round, whole = r, true
	}
	return round, whole
}

// touchLine writes access(i, place) for the slots of a line that a round takes.
func (e *emitter) touchLine(c cluster, round int, access func(i int, at string)) {
	if c.active != "" {
		e.line("if (%s) {", c.active)
		defer e.line("}")
	}
	k, shape := e.k, e.k.cube()
	cut, part, rounds := k.cut(), k.inRound(k.cut()), k.Exchange.rounds()
	switch {
	case rounds == 1 || c.along == cut:
	case c.whole:
		if c.round != round {
			return
		}
	default:
		e.line("if (%s / %du == %du) {", c.coordinates[cut], part, round)
		defer e.line("}")
	}
	for i := range c.values {
		slot := i
		if rounds > 1 && c.along == cut {
			if i/part != round {
				continue
			}
			slot = i % part
		}
		access(i, shape.index(c, slot, cut, round*part))
	}
}

// index is the WGSL index of a slot of a line, in a round that begins with coordinate from of the dimension that is cut.
func (shape cube) index(c cluster, slot, cut, from int) string {
	n := len(shape.order)
	var at []string
	if !shape.inside && shape.transforms > 1 {
		at = append(at, c.coordinates[n])
	}
	for i := n - 1; i >= 0; i-- {
		switch d := shape.order[i]; {
		case d == c.along:
			at = append(at, fmt.Sprintf("%du", slot))
		case d == cut && c.knows(d):
			at = append(at, fmt.Sprintf("%du", c.number-from))
		case d == cut && from > 0:
			at = append(at, fmt.Sprintf("%s - %du", c.coordinates[d], from))
		default:
			at = append(at, c.coordinates[d])
		}
	}
	if shape.inside {
		at = append(at, c.coordinates[n])
	}
	return strings.Join(at, "][")
}

// kept says whether an exchange that is not the first may begin without a barrier: in a cube whose exchanges go in one round a thread writes
// where it read, and nobody else.
func (e *emitter) kept() bool { return e.k.Layout.Kind == Cube && e.k.Exchange.rounds() == 1 }
