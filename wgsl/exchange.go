package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// An Exchange says how values pass between threads through workgroup memory. Workgroup memory is scarce (an
// H200 offers 64 KB per multiprocessor under Vulkan, so a kernel that takes 16 KB leaves room for three
// workgroups), and every cut below halves it at the price of two more barriers.
type Exchange struct {
	Split  bool  // real parts first, then imaginary parts through the same words
	Slices uint8 // the points pass in this many slices, one after the other; 0 means 1
}

func (x Exchange) slices() int { return max(1, int(x.Slices)) }

// elementBytes is the size of one exchanged element.
func (x Exchange) elementBytes() int {
	if x.Split {
		return 4
	}
	return 8
}

// parts are what passes of an element at a time.
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

// LayoutKind names a way to place elements in workgroup memory.
type LayoutKind uint8

// The layouts. Workgroup memory has 32 banks of 4 bytes on most devices; threads that meet in a bank wait.
const (
	Linear LayoutKind = iota // element i at i
	Padded                   // element i at i + i/2^Shift: one empty place after every 2^Shift
	Xor                      // element i at i xor (i/2^Shift mod 32): no empty places
	Digits                   // one dimension for each stage, of the Grain in Shift: see cube.go
)

// A Layout places elements in workgroup memory.
type Layout struct {
	Kind        LayoutKind
	Shift       uint8
	OuterPad    uint8 // of a cube: how many places stay empty between the slabs of its outermost dimension
	CyclicOrder bool  // of a cube: the lines of its middle stages are numbered in cyclic order
}

// Place is where element i lies.
func (l Layout) Index(i int) int {
	switch l.Kind {
	case Padded:
		return i + i>>l.Shift
	case Xor:
		return i ^ i>>l.Shift&31
	}
	return i
}

// size is how many places n elements take.
func (l Layout) size(n int) int {
	switch l.Kind {
	case Padded:
		return n + (n-1)>>l.Shift
	case Xor:
		return (n + 31) &^ 31
	}
	return n
}

// keeps says whether Place(i + off) = Place(i) + Place(off) for every i that is a multiple of step and a number below apart.
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
	if g.Gap > 0 || g.Far > 0 {
		s += fmt.Sprintf(".pad%dx%d", g.Gap, g.Far)
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
			if _, err := fmt.Sscanf(part, "pad%1dx%1d", &g.Gap, &g.Far); err != nil {
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

// function is the WGSL of Place, empty for the linear layout.
func (l Layout) function() string {
	switch l.Kind {
	case Padded:
		return fmt.Sprintf("fn place(i: u32) -> u32 { return i + (i >> %du); }", l.Shift)
	case Xor:
		return fmt.Sprintf("fn place(i: u32) -> u32 { return i ^ ((i >> %du) & 31u); }", l.Shift)
	}
	return ""
}

// A cluster is elements one thread holds at known distances: element k at the block index base + offsets[k] times apart and, in
// its transform, at point + offsets[k]; or, if bases and points are given, each where they say.
// The block is the T transforms of a workgroup: see FFT.interleaved.
type fragment struct {
	values  []string // expressions written, or variables to be read
	base    string   // u32 expression, a variable's name; "" for none
	point   string   // likewise
	bases   []string // expressions
	points  []string
	step    int // base is a multiple of this, or one and a number below apart; 0 means 1
	apart   int // block elements between neighbouring points; 0 means 1
	lo, hi  int // range of base over all threads
	offsets []int
	aligned int    // all elements lie in one aligned run of this many, if > 0
	active  string // condition under which the thread has this cluster, "" for always

	coordinates       []string // of the line of a cube that the elements are, by dimension, that of the transform last; nil if they are none
	fiberDim          int      // the dimension along which they lie
	hasPartner        bool     // every thread's coordinate of the dimension beside is number
	partnerDim        int
	partnerCoordinate int
	oneSlice          bool // every thread that touches the line does so in one and the same round
	slice             int
}

// knows says whether the coordinate of a dimension is the same for every thread.
func (c fragment) isPartner(d int) bool { return c.hasPartner && c.partnerDim == d }

// baseOf is the variable part and the constant part of the block index of element k.
func (c fragment) tileIndex(k int) (base string, off int) {
	if c.bases != nil {
		return c.bases[k], 0
	}
	return c.base, c.tileOffset(k)
}

// off is how far element k lies from base in the block.
func (c fragment) tileOffset(k int) int { return c.offsets[k] * max(1, c.apart) }

// pointOf is the variable part and the constant part of the number of element k in its transform.
func (c fragment) pointIndex(k int) (point string, off int) {
	if c.points != nil {
		return c.points[k], 0
	}
	return c.point, c.offsets[k]
}

// at is the WGSL of the place of element k of a cluster in the slice that begins at from.
func (l Layout) at(c fragment, k, from int) string {
	base, off := c.tileIndex(k)
	d, step := off-from, max(1, c.step)
	switch {
	case base == "":
		return plus("", l.Index(d))
	case d < 0 && l.Kind == Linear:
		return fmt.Sprintf("%s - %du", base, -d)
	case d < 0:
		return fmt.Sprintf("place(%s - %du)", base, -d)
	case l.Kind == Linear:
		return plus(base, d)
	case l.isAdditive(step, max(1, c.apart), d):
		return plus("place("+base+")", l.Index(d))
	}
	return fmt.Sprintf("place(%s)", plus(base, d))
}

// within compares an element's range with a slice: inside it for all threads, for none, or for some.
func within(lo, hi, from, to int) (all, none bool) {
	return lo >= from && hi < to, hi < from || lo >= to
}

// exchange writes the code that passes the values of the from clusters to the variables of the to clusters.
func (e *emitter) exchange(from, to []fragment) {
	parts := e.k.Exchange.components()
	// Elements read under a condition need a variable; the others are bound where they are read.
	slice := e.k.slice()
	for p, part := range parts {
		for round := range e.k.Exchange.slices() {
			if !e.usedShared || p > 0 || round > 0 || !e.kept() {
				e.barrier()
			}
			e.usedShared = true
			for _, c := range from {
				e.accessSlice(c, round, slice, func(k int, at string) { e.line("shared_points[%s] = %s%s;", at, c.values[k], part) })
			}
			e.barrier()
			for _, c := range to {
				declared := e.declareConditional(c, part, p, round, slice)
				e.accessSlice(c, round, slice, func(k int, at string) {
					name := c.values[k]
					if part != "" {
						name += "_" + part[1:]
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

// joinParts makes values of their components, if they passed one at a time.
func (e *emitter) joinComponents(values []string) {
	if !e.k.Exchange.Split {
		return
	}
	for _, v := range values {
		e.line("let %s = vec2<f32>(%s_x, %s_y);", v, v, v)
	}
}

// declare writes the variables of a cluster that some threads read in one round and some in another, in the
// first round, and says which they are.
func (e *emitter) declareConditional(c fragment, part string, p, round, slice int) []bool {
	conditional := make([]bool, len(c.values))
	if c.coordinates != nil {
		for k := range c.values {
			conditional[k] = c.active != "" || e.k.Exchange.slices() > 1 && c.fiberDim != e.k.slicedDim() && !c.oneSlice
			e.declareIf(conditional[k] && round == 0, c.values[k], part)
		}
		return conditional
	}
	for k := range c.offsets {
		first := (c.lo + c.tileOffset(k)) / slice
		last := (c.hi + c.tileOffset(k)) / slice
		conditional[k] = first != last || c.active != ""
		e.declareIf(conditional[k] && round == 0, c.values[k], part)
	}
	return conditional
}

// declareIf writes the variable of a value or of a part of it, if it needs one.
func (e *emitter) declareIf(needed bool, value, part string) {
	switch {
	case !needed:
	case part == "":
		e.line("var %s: vec2<f32>;", value)
	default:
		e.line("var %s_%s: f32;", value, part[1:])
	}
}

// touch writes access(k, place) for the elements of a cluster that lie in the given slice, each under the
// conditions it needs.
func (e *emitter) accessSlice(c fragment, round, slice int, access func(k int, at string)) {
	from, to := round*slice, (round+1)*slice
	if c.coordinates != nil {
		e.accessFiber(c, round, access)
		return
	}
	if c.active != "" {
		e.line("if (%s) {", c.active)
		defer e.line("}")
	}
	if c.bases == nil && c.aligned > 0 && slice%c.aligned == 0 {
		lo, hi := c.lo/c.aligned*c.aligned, c.hi/c.aligned*c.aligned+c.aligned-1
		all, none := within(lo, hi, from, to)
		if none {
			return
		}
		if !all {
			e.line("if (%s / %du == %du) {", c.base, slice, round)
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
			e.line("if ((%s) / %du == %du) {", plus(base, off), slice, round)
			access(k, e.k.Layout.at(c, k, from))
			e.line("}")
		}
	}
}

// barrier separates two uses of workgroup memory. The first one of a kernel separates the first use from the zeroes it starts with:
// one driver for AMD does not wait for them by itself. Behind it lies a break, where the kernel has them there.
func (e *emitter) barrier() {
	e.line("workgroupBarrier();")
	e.fence(FenceBarriers)
}
