package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// An exchange moves values between threads through workgroup memory: every thread writes its
// values, waits at a barrier, and reads the values of its next butterflies. It may go in slices,
// and real parts first, so that it needs less memory. Layouts with padding or xor swizzle avoid
// bank conflicts (Govindaraju and others 2008).

// An Exchange describes how values pass between threads through workgroup memory. Split and Slices reduce the
// memory, which lets more workgroups run at once. Each round that they add costs two barriers.
type Exchange struct {
	Split  bool  // real parts first, then imaginary parts through the same words
	Slices uint8 // number of slices in which the points pass, one after the other; 0 means 1
}

// slices returns Slices with its default.
func (x Exchange) slices() int { return max(1, int(x.Slices)) }

// elementBytes is the size of one exchanged element.
func (x Exchange) elementBytes() int {
	if x.Split {
		return 4
	}
	return 8
}

// components returns the suffixes of the components of a point that pass in separate rounds.
func (x Exchange) components() []string {
	if x.Split {
		return []string{".x", ".y"}
	}
	return []string{""}
}

// String is the exchange's part of a kernel's name: complex, split (one component at a time), split2 (in two slices).
func (x Exchange) String() string {
	s := "complex"
	if x.Split {
		s = "split"
	}
	if x.slices() > 1 {
		s += fmt.Sprint(x.slices())
	}
	return s
}

// LayoutKind names an arrangement of elements in workgroup memory.
type LayoutKind uint8

// The layouts. Most devices have 32 banks of 4 bytes; threads that access different words of one
// bank wait for each other.
// The layouts. Workgroup memory has 32 banks of 4 bytes on most devices; threads that meet in a bank wait.
const (
	Linear LayoutKind = iota // element i at i
	Padded                   // element i at i + i/2^Shift: one word of padding after every 2^Shift
	Xor                      // element i at i xor (i/2^Shift mod 32): a swizzle, without padding
	Digits                   // one dimension for each stage: see DigitLayout
)

// A Layout maps elements to words of workgroup memory.
type Layout struct {
	Kind        LayoutKind
	Shift       uint8 // Padded, Xor: the formula's; Digits: a DigitLayout in bits
	OuterPad    uint8 // Digits: empty words between the slices of the outermost dimension
	CyclicOrder bool  // Digits: the butterflies of the middle stages are numbered in cyclic order
}

// Index is the index in workgroup memory of element i.
func (l Layout) Index(i int) int {
	switch l.Kind {
	case Padded:
		return i + i>>l.Shift
	case Xor:
		return i ^ i>>l.Shift&31
	}
	return i
}

// size is the number of words that n elements take, padding included.
func (l Layout) size(n int) int {
	switch l.Kind {
	case Padded:
		return n + (n-1)>>l.Shift
	case Xor:
		return (n + 31) &^ 31
	}
	return n
}

// isAdditive reports whether Index(i + off) = Index(i) + Index(off) for every i = m step + r with r
// < apart.
func (l Layout) isAdditive(step, apart, off int) bool {
	switch l.Kind {
	case Padded:
		carries := step%(1<<l.Shift) != 0 || off%(1<<l.Shift)+apart > 1<<l.Shift
		return !carries || off%(1<<l.Shift) == 0
	case Xor:
		return off%(1<<(l.Shift+5)) == 0
	}
	return true
}

// String is the layout's part of a kernel's name: linear, pad5, xor3, or for a digit layout its innermost dimension,
// down if the others follow in falling order, and its padding: digits1down.pad2x1.outer16.cyclic.
func (l Layout) String() string {
	switch l.Kind {
	case Linear:
		return "linear"
	case Digits:
		return l.DigitLayout().String()
	}
	return fmt.Sprintf("%s%d", shiftedLayouts[l.Kind], l.Shift)
}

// String is the digit layout's part of a kernel's name.
func (g DigitLayout) String() string {
	s := fmt.Sprintf("digits%d", g.Inner)
	if g.Falling {
		s += "down"
	}
	if g.InnerPad > 0 || g.SecondPad > 0 {
		s += fmt.Sprintf(".pad%dx%d", g.InnerPad, g.SecondPad)
	}
	if g.OuterPad > 0 {
		s += fmt.Sprintf(".outer%d", g.OuterPad)
	}
	if g.CyclicOrder {
		s += ".cyclic"
	}
	return s
}

// shifted names the layouts whose only parameter is a Shift.
var shiftedLayouts = map[LayoutKind]string{Padded: "pad", Xor: "xor"}

// parse reads what String prints. It reports whether the word begins like a layout.
func (l *Layout) parse(word string) (ok bool, err error) {
	if word == "linear" {
		return true, nil
	}
	if digits, found := strings.CutPrefix(word, "digits"); found {
		var g DigitLayout
		err := g.parse(digits)
		*l = g.Layout()
		return true, err
	}
	for kind, name := range shiftedLayouts {
		if shift, found := strings.CutPrefix(word, name); found {
			l.Kind = kind
			return true, parseSmall(shift, &l.Shift)
		}
	}
	return false, nil
}

// parse reads what String prints after "digits". ParseKernel checks the result by printing it.
func (g *DigitLayout) parse(word string) error {
	parts := strings.Split(word, ".")
	inner, falling := strings.CutSuffix(parts[0], "down")
	g.Falling = falling
	n, err := strconv.ParseUint(inner, 10, 3)
	if err != nil {
		return err
	}
	g.Inner = int(n)
	for _, part := range parts[1:] {
		switch {
		case part == "cyclic":
			g.CyclicOrder = true
		case strings.HasPrefix(part, "pad"):
			if _, err := fmt.Sscanf(part, "pad%1dx%1d", &g.InnerPad, &g.SecondPad); err != nil {
				return err
			}
		case strings.HasPrefix(part, "outer"):
			n, err := strconv.ParseUint(strings.TrimPrefix(part, "outer"), 10, 8)
			if err != nil {
				return err
			}
			g.OuterPad = int(n)
		default:
			return fmt.Errorf("field %q of a digit layout is not known", part)
		}
	}
	return nil
}

// function returns the WGSL of Index as a function, or "" for the linear layout.
func (l Layout) function() string {
	switch l.Kind {
	case Padded:
		return fmt.Sprintf("fn shared_index(i: u32) -> u32 { return i + (i >> %du); }", l.Shift)
	case Xor:
		return fmt.Sprintf("fn shared_index(i: u32) -> u32 { return i ^ ((i >> %du) & 31u); }", l.Shift)
	}
	return ""
}

// A fragment is a set of elements that one thread holds. Element k has tile index base + offsets[k] apart, and
// is point point + offsets[k] of its transform. If bases or points are set, bases[k] and points[k] replace these.
// The tile is the elements of the workgroup's transforms: see tile.go. Fragments in a digit layout are fibers.
type fragment struct {
	values  []string // expressions that are written, or variables that are read
	base    string   // name of a u32 variable; "" for 0
	point   string   // likewise
	bases   []string // expressions
	points  []string
	step    int // base is m step + r with r < apart; 0 means 1
	apart   int // tile elements between neighbouring points; 0 means 1
	lo, hi  int // range of base over all threads
	offsets []int
	aligned int    // if > 0, all elements lie in one run of this many elements that starts at a multiple of it
	active  string // condition under which the thread has this fragment, "" for always

	// A fiber of a digit layout.
	coordinates       []string // by dimension, the transform's number last; nil if the fragment is no fiber
	fiberDim          int      // the dimension along which the elements lie
	hasPartner        bool     // vector radix: the coordinate of partnerDim is partnerCoordinate for every thread
	partnerDim        int
	partnerCoordinate int
	oneSlice          bool // all threads access the fiber in the same slice
	slice             int  // the number of that slice
}

// isPartner reports whether dimension d is the partner dimension, whose coordinate is a constant.
func (c fragment) isPartner(d int) bool { return c.hasPartner && c.partnerDim == d }

// tileIndex returns the variable and the constant term of the tile index of element k.
func (c fragment) tileIndex(k int) (base string, off int) {
	if c.bases != nil {
		return c.bases[k], 0
	}
	return c.base, c.tileOffset(k)
}

// tileOffset is the distance of element k from base in the tile.
func (c fragment) tileOffset(k int) int { return c.offsets[k] * max(1, c.apart) }

// pointIndex returns the variable and the constant term of the point number of element k.
func (c fragment) pointIndex(k int) (point string, off int) {
	if c.points != nil {
		return c.points[k], 0
	}
	return c.point, c.offsets[k]
}

// at returns the WGSL of the index in workgroup memory of element k of a fragment, in the slice
// that begins at tile index from.
func (l Layout) at(c fragment, k, from int) string {
	base, off := c.tileIndex(k)
	d, step := off-from, max(1, c.step)
	switch {
	case base == "":
		return plus("", l.Index(d))
	case d < 0 && l.Kind == Linear:
		return fmt.Sprintf("%s - %du", base, -d)
	case d < 0:
		return fmt.Sprintf("shared_index(%s - %du)", base, -d)
	case l.Kind == Linear:
		return plus(base, d)
	case l.isAdditive(step, max(1, c.apart), d):
		return plus("shared_index("+base+")", l.Index(d))
	}
	return fmt.Sprintf("shared_index(%s)", plus(base, d))
}

// within compares an element's range with a slice: all reports that it lies inside for every
// thread, none that it lies outside for every thread.
func within(lo, hi, from, to int) (all, none bool) {
	return lo >= from && hi < to, hi < from || lo >= to
}

// exchange writes the code that passes the values of the fragments from to the variables of the
// fragments to.
func (e *emitter) exchange(from, to []fragment) {
	components := e.k.Exchange.components()
	// Elements read under a condition need a variable; the others are bound where they are read.
	size := e.k.slice()
	for p, component := range components {
		for slice := range e.k.Exchange.slices() {
			e.exchangeComment(component, slice)
			if !e.usedShared || p > 0 || slice > 0 || e.needsBarrier() {
				e.barrier()
			}
			e.usedShared = true
			for _, c := range from {
				e.accessSlice(c, slice, size, func(k int, at string) {
					e.line("shared_points[%s] = %s%s;", at, c.values[k], component)
				})
			}
			e.barrier()
			for _, c := range to {
				declared := e.declareConditional(c, component, slice, size)
				e.accessSlice(c, slice, size, func(k int, at string) {
					name := c.values[k]
					if component != "" {
						name += "_" + component[1:]
					}
					if declared[k] {
						e.line("%s = shared_points[%s];", name, at)
					} else {
						e.line("let %s = shared_points[%s];", name, at)
					}
				})
			}
		}
	}
	for _, c := range to {
		e.joinComponents(c.values)
	}
}

// exchangeComment writes the comment of one round of an exchange.
func (e *emitter) exchangeComment(component string, slice int) {
	text := "// exchange" + map[string]string{".x": " real parts", ".y": " imaginary parts"}[component]
	if slices := e.k.Exchange.slices(); slices > 1 {
		text += fmt.Sprintf(", slice %d of %d", slice+1, slices)
	}
	e.line("%s", text)
}

// joinComponents writes the complex values of components that passed one at a time.
func (e *emitter) joinComponents(values []string) {
	if !e.k.Exchange.Split {
		return
	}
	for _, v := range values {
		e.line("let %s = vec2<f32>(%s_x, %s_y);", v, v, v)
	}
}

// declareConditional writes, in the first round, the variables that are assigned under a condition.
// It reports for each value whether it is such a variable.
func (e *emitter) declareConditional(c fragment, component string, slice, size int) []bool {
	conditional := make([]bool, len(c.values))
	if c.coordinates != nil {
		for k := range c.values {
			conditional[k] = c.active != "" || e.k.Exchange.slices() > 1 && c.fiberDim != e.k.slicedDim() && !c.oneSlice
			e.declareIf(conditional[k] && slice == 0, c.values[k], component)
		}
		return conditional
	}
	for k := range c.offsets {
		first := (c.lo + c.tileOffset(k)) / size
		last := (c.hi + c.tileOffset(k)) / size
		conditional[k] = first != last || c.active != ""
		e.declareIf(conditional[k] && slice == 0, c.values[k], component)
	}
	return conditional
}

// declareIf writes the variable of a value, or of a component of it, if it is needed.
func (e *emitter) declareIf(needed bool, value, component string) {
	switch {
	case !needed:
	case component == "":
		e.line("var %s: vec2<f32>;", value)
	default:
		e.line("var %s_%s: f32;", value, component[1:])
	}
}

// accessSlice writes access(k, index) for the elements of a fragment that lie in a slice, each
// under the conditions it needs.
func (e *emitter) accessSlice(c fragment, slice, size int, access func(k int, at string)) {
	from, to := slice*size, (slice+1)*size
	if c.coordinates != nil {
		e.accessFiber(c, slice, access)
		return
	}
	if c.active != "" {
		e.line("if (%s) {", c.active)
		defer e.line("}")
	}
	if c.bases == nil && c.aligned > 0 && size%c.aligned == 0 {
		lo, hi := c.lo/c.aligned*c.aligned, c.hi/c.aligned*c.aligned+c.aligned-1
		all, none := within(lo, hi, from, to)
		if none {
			return
		}
		if !all {
			e.line("if (%s / %du == %du) {", c.base, size, slice)
			defer e.line("}")
		}
		for k := range c.offsets {
			access(k, e.k.Layout.at(c, k, from))
		}
		return
	}
	for k := range c.offsets {
		all, none := within(c.lo+c.tileOffset(k), c.hi+c.tileOffset(k), from, to)
		switch {
		case none:
		case all:
			access(k, e.k.Layout.at(c, k, from))
		default:
			base, off := c.tileIndex(k)
			e.line("if ((%s) / %du == %du) {", plus(base, off), size, slice)
			access(k, e.k.Layout.at(c, k, from))
			e.line("}")
		}
	}
}

// barrier writes the barrier between two uses of workgroup memory, and a fence if the kernel has
// one there. The first exchange starts with a barrier as well: a driver for AMD does not order it
// after the zero initialization.
func (e *emitter) barrier() {
	e.line("workgroupBarrier();")
	e.fence(FenceBarriers)
}
