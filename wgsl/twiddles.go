package wgsl

import (
	"fmt"
	"math/bits"
	"slices"
)

// Let p be the product of the radices before a stage of radix r. The stage multiplies slot i of
// butterfly j by the twiddle w_(p r)^(i e), e = j mod p (Van Loan 1992, section 1.4). Tables compete
// with the data for the caches, so a kernel may read some of the twiddles and multiply for the
// others. Each product adds a rounding error.
//
// With a basis, slots derive from slots of the same butterfly:
//
//	Basis 1   w, w^2, w^4, ... are read; w^i = w^(2^b) w^(i - 2^b), 2^b the highest power of two in i
//	Basis n   w^i is read for i < n and for multiples of n; w^i = w^(i mod n) w^(i - i mod n)
//
// With n > 1 a point is multiplied by both factors of w^i, one after the other, which needs fewer registers.
//
// With Share, the twiddles of a butterfly derive from the twiddles of the thread's butterfly 0 (see twiddleShift).

// maxBasis is the largest basis.
const maxBasis = 8

// split reports whether the twiddle of slot i is read. If it is not, it is the product of the
// twiddles of slots a and b.
func (t Twiddles) split(i int) (isRead bool, a, b int) {
	switch n := int(t.Basis); n {
	case 0:
		return true, 0, 0
	case 1:
		a = 1 << (bits.Len(uint(i)) - 1)
	default:
		a = i / n * n
	}
	return a == i || a == 0, a, i - a
}

// slots returns the slots of a butterfly of radix r with twiddles that are read.
func (t Twiddles) slots(r int) []int {
	all := make([]int, 0, r-1)
	for i := 1; i < r; i++ {
		if isRead, _, _ := t.split(i); isRead {
			all = append(all, i)
		}
	}
	return all
}

// readCount returns the number of slots.
func (t Twiddles) readCount(r int) int {
	if t.Basis == 0 {
		return r - 1
	}
	return len(t.slots(r))
}

// rows returns the number of rows of a stage of radix r in the table: one for each slot. With Vec4 it is one for
// two slots that are read.
func (t Twiddles) rows(r int) int {
	if t.Vec4 {
		return (len(t.slots(r)) + 1) / 2
	}
	return r - 1
}

// array returns the array of the table.
func (t Twiddles) array() *Array { return &Array{Name: "twiddles", Pairs: t.Vec4} }

// table returns the recipe of the table.
func (t Twiddles) table(groups [3]TwiddleGroup) StageTwiddles {
	if t.Vec4 {
		return StageTwiddles{Groups: groups, Paired: true, Basis: t.Basis}
	}
	return StageTwiddles{Groups: groups}
}

// StageTwiddles is the table of the twiddles w_(p r)^(i j) of all stages of some twiddle groups. A
// stage has a row of p twiddles for each slot i >= 1: for a fixed slot, neighboring butterflies read
// neighboring entries. First stages have no twiddles.
//
// A paired table has only the slots that a basis reads. A row holds the twiddles of two slots side by side. If the
// number of slots is odd, the last row has zeros beside its slot.
type StageTwiddles struct {
	Groups [3]TwiddleGroup
	Paired bool
	Basis  uint8 // basis of a paired table
}

func (t StageTwiddles) String() string {
	name := "twiddles"
	for _, g := range t.Groups {
		switch {
		case g == TwiddleGroup{}:
		case g.Before > 1:
			name += fmt.Sprintf(" %v after %d", g.Radices, g.Before)
		default:
			name += " " + g.Radices.String()
		}
	}
	if t.Paired {
		name += fmt.Sprintf(" in pairs, basis %d", t.Basis)
	}
	return name
}

// width returns the number of entries of an element of the array.
func (t StageTwiddles) width() int {
	if t.Paired {
		return 2
	}
	return 1
}

// Len returns the number of entries.
func (t StageTwiddles) Len() (n int) {
	for _, g := range t.Groups {
		n += t.width() * g.size(Twiddles{Vec4: t.Paired, Basis: t.Basis})
	}
	return n
}

// Entries returns the twiddles.
func (t StageTwiddles) Entries() (all []Constant) {
	width := t.width()
	for _, g := range t.Groups {
		for _, s := range g.appendStages(nil, 1, Twiddles{}) {
			if s.P == 1 {
				continue
			}
			for row := range slices.Chunk(Twiddles{Basis: t.Basis}.slots(s.R), width) {
				for j := range s.P {
					for _, i := range row {
						all = append(all, Root(s.P*s.R, i*j))
					}
					all = append(all, make([]Constant, width-len(row))...)
				}
			}
		}
	}
	return all
}

// checkTwiddles returns an error if the stages or the number format do not fit Twiddles.
func (k *Kernel) checkTwiddles(stages []*Stage) error {
	t := k.Twiddles
	switch {
	case t.Basis > maxBasis:
		return fmt.Errorf("twiddles: basis %d: want at most %d", t.Basis, maxBasis)
	case (t.Basis > 0 || t.Share) && !slices.ContainsFunc(stages, (*Stage).hasTwiddles):
		return fmt.Errorf("twiddles: no stage has twiddles: a basis and shared twiddles need a second stage")
	case t.Vec4:
		if kind, _ := k.number().Pair(); kind == "" {
			return fmt.Errorf("twiddles: number format %s has no pairs: leave Vec4 out", k.number().Tag())
		}
	}
	return nil
}

// A twiddling multiplies slot i of butterfly j by w_(p r)^(i e), e the exponent of j.
type twiddling struct {
	p        *program
	fragment *fragment
	derived  []twiddleShift // by unit; nil without Share
}

// newTwiddling returns the twiddles of a stage. In a stage with images, an odd unit is the mirror
// butterfly of the unit before it.
func (p *program) newTwiddling(f *fragment, hasImages bool) twiddling {
	t := twiddling{p: p, fragment: f}
	if !p.kernel.Twiddles.Share {
		return t
	}
	for b := range f.size() {
		t.derived = append(t.derived, p.derive(f, b, hasImages && b%2 == 1))
	}
	return t
}

// A twiddleShift derives the twiddles of a butterfly from the twiddles of the thread's butterfly 0. The distance d
// of the two butterflies is constant. With w = w_(p r),
//
//	w^(i (j + d)) = w^(i j) w^(i d)           butterfly j + d
//	w^(i (d - j)) = w^(i d) conj(w^(i j))     mirror butterfly d - j
//
// The thread with a butterfly 0 that is its own mirror may have another distance.
type twiddleShift struct {
	isDerived   bool
	isConjugate bool
	shift       int    // d modulo p r
	self        int    // d modulo p r for the thread with butterfly 0 of the stage
	isSelf      *Index // the condition that the thread has butterfly 0 of the stage
}

// derive returns the shift from unit 0 to unit b. It evaluates the exponents of both units for all lanes.
func (p *program) derive(f *fragment, b int, isImage bool) twiddleShift {
	st, first, u := f.stage, f.units()[0], f.units()[b]
	if b == 0 || u.Seq != nil {
		return twiddleShift{}
	}
	lanes, n := p.kernel.Invocations(), st.R*st.twiddlePeriod()
	from, to, number := st.exponent(first.J).values(lanes), st.exponent(u.J).values(lanes), first.J.values(lanes)
	active := slices.Repeat([]int{1}, lanes)
	if u.Active != nil {
		active = u.Active.values(lanes)
	}
	const unknown = -1
	shifts := [2]int{unknown, unknown} // of other threads, of those with butterfly 0
	for l := range lanes {
		if active[l] == 0 {
			continue
		}
		shift, kind := to[l]-from[l], 0
		if isImage {
			shift = to[l] + from[l]
			if number[l] == 0 {
				kind = 1
			}
		}
		shift = (shift%n + n) % n
		if shifts[kind] != unknown && shifts[kind] != shift {
			return twiddleShift{}
		}
		shifts[kind] = shift
	}
	for kind := range shifts {
		if shifts[kind] == unknown {
			shifts[kind] = shifts[1-kind]
		}
	}
	return twiddleShift{shifts[0] != unknown, isImage, shifts[0], shifts[1], first.J.Equal(Const(0))}
}

// twiddle returns the twiddle of slot i, a root of order n, from the twiddle w of slot i of butterfly 0.
func (d twiddleShift) twiddle(m Machine, w Value, n, i int) Value {
	re, im := m.Re(w), m.Im(w)
	minus := m.Neg(im)
	if d.isConjugate {
		im, minus = minus, im
		w = m.Join(re, im)
	}
	root := func(e int) Value { return m.Constant(Root(n, e), false) }
	switch shift, self := d.shift*i%n, d.self*i%n; {
	case shift != self:
		return m.Mul(w, m.Choose(d.isSelf, root(self), root(shift)))
	case shift == 0:
		return w
	case 4*shift == n: // w^shift = -i
		return m.Join(im, m.Neg(re))
	case 2*shift == n:
		return m.Join(m.Neg(re), minus)
	case 4*shift == 3*n:
		return m.Join(minus, re)
	default:
		return m.Mul(w, root(shift))
	}
}

// reader returns the function that reads the twiddle of a slot of unit b.
func (t twiddling) reader(m Machine, b int) func(i int) Value {
	st, how := t.fragment.stage, t.p.kernel.Twiddles
	name := numbered("w"+st.Letter, b)
	w := named(name, st.exponent(t.fragment.units()[b].J).Add(st.Table), "")
	m.Declare(w)
	array := how.array()
	if !how.Vec4 {
		return func(i int) Value { return m.Read(array, w.Add((i-1)*st.twiddlePeriod())) }
	}
	slots := how.slots(st.R)
	return func(i int) Value {
		at := slices.Index(slots, i)
		pair := m.ReadPair(numbered(name+"_pair", at/2), array, w.Add(at/2*st.twiddlePeriod()))
		return pair[at%2]
	}
}

func (t twiddling) run(m Machine, r registers) registers {
	st, how := t.fragment.stage, t.p.kernel.Twiddles
	var first []Value // twiddles of unit 0 by slot
	for b := range t.fragment.size() {
		var read func(i int) Value
		if t.derived != nil && t.derived[b].isDerived {
			read = func(i int) Value { return t.derived[b].twiddle(m, first[i], st.R*st.twiddlePeriod(), i) }
		} else {
			read = t.reader(m, b)
		}
		w := make([]Value, st.R)
		let := func(i int, v Value) Value {
			w[i] = m.Let(numbered(numbered("w"+st.Letter, b)+"_", i), v)
			return w[i]
		}
		for i := 1; i < st.R; i++ {
			v := r[b][i]
			switch isRead, a, rest := how.split(i); {
			case isRead && how.Basis == 0 && !how.Share: // no other twiddle needs it
				v = m.Mul(v, read(i))
			case isRead:
				v = m.Mul(v, let(i, read(i)))
			case how.Basis == 1:
				v = m.Mul(v, let(i, m.Mul(w[a], w[rest])))
			default:
				v = m.Mul(m.Mul(v, w[rest]), w[a])
			}
			r[b][i] = m.Let(numbered(numbered(st.Letter, b)+"_", i)+"t", v)
		}
		if b == 0 {
			first = w
		}
	}
	return r
}

// CanShareTwiddles reports whether Share changes a valid kernel: some twiddles of a thread then derive from the
// twiddles of its butterfly 0.
func (k Kernel) CanShareTwiddles() bool {
	k.Twiddles.Share = true
	p, err := k.sketch()
	return err == nil && slices.ContainsFunc(p.instructions, func(i instruction) bool {
		t, ok := i.(twiddling)
		return ok && slices.ContainsFunc(t.derived, func(d twiddleShift) bool { return d.isDerived })
	})
}
