package wgsl

import (
	"fmt"
	"slices"
)

// Joined stages: a thread computes a stage of one axis and a stage of another axis on the same
// points, without an exchange between them. It needs r0 r1 points for radices r0 and r1.
//
// An axis join is the last stage of the outermost axis and the first stage of the next one. For
// example 4 x 8 points of a plane take eight butterflies of radix 4 and then four of radix 8. A 128
// x 128 transform by 32.4x8.16 with 32 points for each thread has three such parts, like a
// transform of 16384 points.
//
// Let L = b r1 be the number of points along the axis of the second stage, which then has b butterflies. Thread
// t of T computes butterflies t mod b + i b + (t div b) L, i < r1, of the first stage, and butterflies t + m T,
// m < r0, of the second.
//
// Vector radix (Rivard 1977): the stages of the last two axes go in pairs, each with butterflies of
// r0 x r1 points. For example, a thread has 24 points of a 24 x 24 plane. It computes eight
// butterflies of radix 3 along one axis and three of radix 8 along the other. After an exchange it
// computes three of radix 8 and eight of radix 3. 24x3.8x8.3 has two exchanges; without vector
// radix it has three.
//
// Let d and e be the dimensions of a pair in the digit layout. The other coordinates are the digits
// of the thread's number. The thread computes the butterflies along d with coordinates 0, 1, ... of
// e, and then the butterflies along e with coordinates 0, 1, ... of d. The twiddles depend on
// coordinates of their own axis only, so all butterflies of a thread in a stage have the same
// twiddles.

// vectorRadixStages is the number of stages of each of the two axes of vector radix.
const vectorRadixStages = 2

// joins reports whether the kernel has joined stages.
func (k *Kernel) joins() bool { return k.Stages.VectorRadix || k.axisJoin() > 0 }

// JoinsAxes reports whether the kernel has an axis join.
func (k Kernel) JoinsAxes() bool { return k.axisJoin() > 0 }

// axisJoin returns the position of the second stage of an axis join, and 0 without one.
func (k *Kernel) axisJoin() int {
	s := k.Stages
	outer, next := s.Outer[1], s.Outer[0]
	if outer == (Radices{}) {
		outer, next = s.Outer[0], s.Radices
	} else if next == (Radices{}) {
		next = s.Radices
	}
	if stages := outer.stages(); stages > 0 && next != (Radices{}) && !s.VectorRadix &&
		k.holdsWhole(int(outer[stages-1])*int(next[0])) {
		return stages
	}
	return 0
}

// holdsWhole reports whether every thread holds a number of points, the same in all stages.
func (k *Kernel) holdsWhole(points int) bool {
	return k.Threads.Elements == points && k.ThreadsPerTransform()*points == k.N()
}

// checkVectorRadix returns an error if the stages of the last two axes cannot go in pairs.
func (k *Kernel) checkVectorRadix() error {
	a, b := k.Stages.Outer[0], k.Stages.Radices
	if !k.Stages.VectorRadix || a.stages() == vectorRadixStages && b.stages() == vectorRadixStages &&
		k.holdsWhole(int(a[0])*int(b[0])) && k.holdsWhole(int(a[1])*int(b[1])) && k.Exchange.Layout.Digits.On {
		return nil
	}
	return fmt.Errorf("stages: vector radix of %vx%v and %d elements for a thread: want two stages on each of the "+
		"last two axes, elements that are the product of both first and of both last radices, and a digit layout",
		a, b, k.Threads.Elements)
}

// joinStages joins the stages of an axis join or of vector radix. For vector radix it also changes the order of
// the stages.
func (k *Kernel) joinStages(all []*Stage) {
	if at := k.axisJoin(); at > 0 {
		first, second := all[at-1], all[at]
		first.join(second, second.N/second.R, k.ThreadsPerTransform())
	}
	if !k.Stages.VectorRadix || len(all) < 2*vectorRadixStages {
		return
	}
	last := all[len(all)-2*vectorRadixStages:]
	firsts, seconds := slices.Clone(last[:vectorRadixStages]), slices.Clone(last[vectorRadixStages:])
	for i, a := range firsts {
		b := seconds[i]
		a.join(b, k.spanOf(a.Position, b.Position), k.spanOf(b.Position, a.Position))
		last[2*i], last[2*i+1] = a, b
	}
	// Let d and e be the dimensions of the first pair. The second stage of the first axis comes after the stage
	// along e. The digit of e in its butterfly numbers therefore moves from the slowest place to the fastest.
	radices, e := k.stageRadices(), seconds[0].Position
	_, digits := k.digits(firsts[1].Position, false)
	for _, d := range digits {
		weight := d.span
		switch d.dimension {
		case e:
			weight = 1
		case e + 1:
			weight = radices[e]
		}
		firsts[1].Terms = append(firsts[1].Terms, term{d, weight})
	}
}

// join joins s and the stage after it. The distances of a thread's butterflies are spacing in s and nextSpacing in
// the next stage.
func (s *Stage) join(next *Stage, spacing, nextSpacing int) {
	s.Spacing, s.Partner = spacing, next.Position
	next.Spacing, next.Partner, next.Source = nextSpacing, s.Position, joined
}

// spanOf returns the span of the digit of a dimension in the butterfly numbers of a stage.
func (k *Kernel) spanOf(position, dimension int) int {
	_, all := k.digits(position, false)
	for _, d := range all {
		if d.dimension == dimension {
			return d.span
		}
	}
	return 1
}

// joinedCoordinate returns the coordinate of unit b of a joined stage by a digit of its number. The coordinate in
// the partner's dimension is b. The other coordinates are digits of the thread's number. They are equal in both
// stages, which therefore share their names.
func (p *program) joinedCoordinate(st *Stage, b int, d digit) *Index {
	if d.dimension == st.Partner {
		return Const(b)
	}
	letter := st.Letter
	if st.Source == joined {
		letter = p.stages[slices.Index(p.stages, st)-1].Letter
	}
	if d.span > st.Spacing {
		d.span /= p.kernel.stageRadices()[st.Partner]
	}
	value := d.of(p.thread[st.Phase], p.kernel.ThreadsPerTransform())
	return named(fmt.Sprintf("x%s_%d", letter, d.dimension), value, "")
}

// A regrouping hands values to other butterflies of the same thread.
type regrouping struct {
	p        *program
	to       *fragment
	register [][]slot // by unit and slot of to: the slot that holds its point
}

// regroup appends a regrouping. The register of a point is found by evaluating the points of both
// fragments for all lanes.
func (p *program) regroup(from, to *fragment) error {
	g := &regrouping{p: p, to: to}
	if p.isSketch {
		p.add(g)
		return nil
	}
	known := map[*Index][]int{}
	values := func(x *Index) []int { // for all lanes
		if known[x] == nil {
			known[x] = x.values(p.kernel.Invocations())
		}
		return known[x]
	}
	isSame := func(x, y *Index) bool {
		base, off := x.split()
		other, less := y.split()
		if x == y || base == nil || other == nil {
			return x == y || slices.Equal(values(x), values(y))
		}
		theirs := values(other)
		for l, v := range values(base) {
			if v+off != theirs[l]+less {
				return false
			}
		}
		return true
	}
	held := map[int]slot{} // by the point of lane 0
	for b, points := range from.points() {
		for i, at := range points {
			held[at.Eval(&Env{Vars: someBatch})] = slot{b, i}
		}
	}
	for b, points := range to.points() {
		var registers []slot
		for _, at := range points {
			s, ok := held[at.Eval(&Env{Vars: someBatch})]
			if !ok || !isSame(to.units()[b].Q, from.units()[s.U].Q) || !isSame(at, from.points()[s.U][s.I]) {
				return fmt.Errorf("stages: point %v is in no one register of all threads: "+
					"use an exchange before stage %s", at, to.stage.Letter)
			}
			registers = append(registers, s)
		}
		g.register = append(g.register, registers)
	}
	p.add(g)
	return nil
}

func (g *regrouping) run(m Machine, r registers) registers {
	stageHeading{g.to.stage, len(g.p.stages)}.run(m, nil)
	out := make(registers, g.to.size())
	for b, u := range g.to.units() {
		if g.p.needsNumber(g.to.stage, b) {
			m.Declare(u.J)
		}
		for _, s := range g.register[b] {
			out[b] = append(out[b], r[s.U][s.I])
		}
	}
	return out
}

// needsNumber reports whether unit b of a stage needs its number before its butterflies. In a digit
// layout a joined stage needs it for its twiddles, its load or its store.
func (p *program) needsNumber(st *Stage, b int) bool {
	isEnd := st == p.stages[0] || st == p.stages[len(p.stages)-1]
	isDerived := p.kernel.Twiddles.Share && b > 0
	return !p.kernel.Exchange.Layout.Digits.On || st.Spacing == 0 || isEnd || st.hasTwiddles() && !isDerived
}
