package wgsl

import "slices"

// A Stage is one radix step of a transform, with p the product of the radices before it. Butterfly
// j of radix r computes (Stockham's order; Van Loan 1992, section 1.7)
//
//	y[(j div p) p r + j mod p + m p] = sum over i of w_r^(i m) w_(p r)^(i (j mod p)) x[j + i N/r]
//
// With an interleave of I, point k of transform c is point k I + c of the stage. N, P and the number
// of butterflies then count all I transforms.
type Stage struct {
	N          int    // points of the transforms that lie side by side
	R          int    // radix
	P          int    // product of the radices of earlier stages, times Interleave
	Interleave int    // transforms side by side, at least 1
	Transforms int    // transforms of N points, one after the other, in one transform of the kernel
	Table      int    // index of the stage's first element in the table
	Position   int    // number in the order of the axes; its dimension in a digit layout
	Phase      int    // 0 before the first exchange between stages, 1 after it
	Letter     string // prefix of names: a, b, c ...
	Role       role   // its part in a convolution
	feed
	numbering
}

// A feed describes the input of a stage.
type feed struct {
	Source  source // where the points come from
	Spacing int    // joined stages: distance of a thread's butterflies; 0 for other stages
	Partner int    // joined stages: position of the other stage
}

// A numbering is the order of the butterfly numbers of a stage.
type numbering struct {
	Cyclic bool   // cyclic order
	Terms  []term // the digits of a number in another order; nil for the order of the array
}

// A term is a digit of a butterfly's number, and its weight in the order of the array.
type term struct {
	digit  digit
	weight int
}

// A source is the place of the points of a stage before the stage begins.
type source uint8

const (
	exchanged source = iota // the stage before, by an exchange; for the first stage the load
	inPlace                 // the same registers: butterfly j reads the values of butterfly j
	joined                  // other registers of the same thread
)

// A role is the part of a stage in a convolution or a Rader stage.
type role uint8

const (
	gathers     role = 1 << iota // the first stage of a Rader convolution
	multiplies                   // its outputs are multiplied by the spectrum
	scatters                     // the last stage of a Rader convolution
	twiddleFree                  // prime-factor algorithm: no twiddles
)

// butterflies returns the number of butterflies of the stage in one transform of the kernel.
func (s *Stage) butterflies() int { return s.Transforms * s.N / s.R }

// twiddlePeriod returns the product of the radices of earlier stages. Butterflies j and j + twiddlePeriod of a
// transform have the same twiddles.
func (s *Stage) twiddlePeriod() int { return s.P / s.Interleave }

// hasTwiddles reports whether the stage multiplies its inputs by twiddles.
func (s *Stage) hasTwiddles() bool { return s.twiddlePeriod() > 1 && s.Role&twiddleFree == 0 }

// number returns the number of butterfly j in the order of the array. The methods in and out start from it.
func (s *Stage) number(j *Index) *Index {
	if s.Terms == nil {
		return j
	}
	sum := Const(0)
	for _, t := range s.Terms {
		sum = sum.Plus(t.digit.of(j, s.butterflies()).Times(t.weight))
	}
	return sum
}

// exponent returns the e of butterfly j: slot i has the twiddle w_(p r)^(i e). In Stockham's order e is j mod p. In
// cyclic order e has the slowest digits of j.
func (s *Stage) exponent(j *Index) *Index {
	if s.Cyclic {
		return j.Div(s.butterflies() / s.twiddlePeriod())
	}
	j = j.Div(s.Interleave)
	if s.P != s.butterflies() {
		j = j.Mod(s.twiddlePeriod())
	}
	return j
}

// in returns the point that slot 0 of butterfly j reads. Slot i reads the point i N/R further.
func (s *Stage) in(j *Index) *Index {
	j = s.number(j)
	if s.Transforms > 1 {
		return j.Plus(s.transform(j).Times(s.N - s.N/s.R))
	}
	return j
}

// transform returns the transform of N points that butterfly j belongs to.
func (s *Stage) transform(j *Index) *Index {
	if s.Transforms == 1 {
		return Const(0)
	}
	return j.derived("transform", j.Div(s.N/s.R))
}

// local returns the number of butterfly j within its transform of N points.
func (s *Stage) local(j *Index) *Index {
	if s.Transforms == 1 {
		return j
	}
	return j.derived("local", j.Mod(s.N/s.R))
}

// out returns the point that slot 0 of butterfly j writes. Slot m writes the point m P further.
func (s *Stage) out(j *Index) *Index {
	j = s.number(j)
	switch s.P {
	case s.butterflies():
		return j
	case 1:
		return j.Times(s.R)
	}
	return j.Div(s.P).Times(s.P * s.R).Plus(j.Mod(s.P))
}

// A TwiddleGroup is a run of stages that share one twiddle table. They are all stages of a
// transform, or its last stages, after stages with radices of the product Before.
type TwiddleGroup struct {
	Radices Radices
	Before  int // product of the radices of the earlier stages; 0 means 1
}

// appendStages appends the stages of the group for a number of interleaved transforms.
func (g TwiddleGroup) appendStages(all []Stage, interleave int, t Twiddles) []Stage {
	p, table := max(1, g.Before), 0
	n := p * g.Radices.N()
	for _, radix := range g.Radices[:g.Radices.stages()] {
		r := int(radix)
		all = append(all,
			Stage{N: n * interleave, R: r, P: p * interleave, Interleave: interleave, Transforms: 1, Table: table})
		if p > 1 {
			table += p * t.rows(r)
		}
		p *= r
	}
	return all
}

// size returns the number of elements of the group in the table.
func (g TwiddleGroup) size(t Twiddles) int {
	size, p := 0, max(1, g.Before)
	for _, r := range g.Radices.List() {
		if p > 1 {
			size += p * t.rows(r)
		}
		p *= r
	}
	return size
}

// twiddleGroups returns the twiddle groups of the kernel, without repetitions, in the order of the twiddle table.
func (k *Kernel) twiddleGroups() (groups [3]TwiddleGroup) {
	inner, chain := k.convolutionRadices()
	count := 0
	add := func(g TwiddleGroup) {
		if g.Radices != (Radices{}) && !slices.Contains(groups[:count], g) {
			groups[count] = g
			count++
		}
	}
	if inner.N() > 1 && !k.Stages.Rader.IsPFA() {
		add(TwiddleGroup{Radices: inner})
		add(TwiddleGroup{Radices: inner.Reversed()})
	}
	for _, outer := range slices.Backward(k.Stages.Outer[:]) {
		add(TwiddleGroup{Radices: outer})
	}
	add(TwiddleGroup{Radices: chain, Before: k.Stages.Rader.Prime})
	return groups
}

// convolutionRadices returns the radices of the kernel's convolution or Rader stage (inner), and
// the radices of its other stages.
func (k *Kernel) convolutionRadices() (inner, chain Radices) {
	if k.Stages.isConvolution() {
		return k.Stages.Radices, Radices{}
	}
	return k.Stages.Rader.Radices, k.Stages.Radices
}

// stages returns the stages of the kernel in order.
func (k *Kernel) stages() []*Stage {
	inner, chain := k.convolutionRadices()
	made := make([]Stage, 0, 2*inner.stages()+k.Stages.Outer[0].stages()+k.Stages.Outer[1].stages()+chain.stages())
	groups := k.twiddleGroups()
	run := func(g TwiddleGroup, transforms, interleave int) []Stage {
		table := 0 // offset of the group's twiddles
		for i := 0; i < len(groups) && groups[i] != g; i++ {
			table += groups[i].size(k.Twiddles)
		}
		from := len(made)
		made = g.appendStages(made, interleave, k.Twiddles)
		added := made[from:]
		for i := range added {
			st := &added[i]
			st.Table += table
			st.Position, st.Transforms = from+i, transforms
		}
		return added
	}
	if inner.N() > 1 {
		transforms := 1
		if k.Stages.Rader.Prime > 0 {
			transforms = k.Stages.Radices.N()
		}
		there := run(TwiddleGroup{Radices: inner}, transforms, 1)
		back := run(TwiddleGroup{Radices: inner.Reversed()}, transforms, 1)
		there[len(there)-1].Role |= multiplies
		back[0].Source = inPlace // the inverse transform begins with the last radix of the forward one
		if k.Stages.Rader.IsPFA() {
			for i := range made {
				made[i].Role |= twiddleFree
			}
		}
		if k.Stages.Rader.Prime > 0 {
			there[0].Role |= gathers
			back[len(back)-1].Role |= scatters
		}
	}
	// The outermost axis comes first, so that the first stages read whole rows.
	transforms, interleave := 1, k.N()
	for _, outer := range slices.Backward(k.Stages.Outer[:]) {
		interleave /= outer.N()
		run(TwiddleGroup{Radices: outer}, transforms, interleave)
		transforms *= outer.N()
	}
	run(TwiddleGroup{Radices: chain, Before: k.Stages.Rader.Prime}, transforms, k.Stages.innerExtent())
	all := make([]*Stage, len(made))
	for i := range made {
		all[i] = &made[i]
	}
	k.joinStages(all)
	k.cycleStages(all)
	setPhases(all)
	return all
}

// setPhases sets the phases and the letters of the stages of a kernel. Phase 1 begins at the first exchange.
func setPhases(all []*Stage) {
	phase := 0
	for s, st := range all {
		if s > 0 && st.Source == exchanged {
			phase = 1
		}
		st.Phase, st.Letter = phase, letter(s)
	}
}

// letters are the prefixes of the names of the first stages.
const letters = "abcdefghijklmnopqrstuvwxyz"

// letter returns the prefix of the names of stage s: a, b, c ...
func letter(s int) string {
	if s < len(letters) {
		return letters[s : s+1]
	}
	return "z" + letter(s-len(letters))
}

// stageRadices returns the radices of all stages in the order of the axes. The radices of a
// convolution appear once, although it has two transforms.
func (k *Kernel) stageRadices() []int {
	all := make([]int, 0, 3*MaxStages)
	for _, c := range k.radixLists() {
		all = c.appendRadices(all)
	}
	return all
}

// radixLists returns the radices of the Rader convolution and of each axis, in the order of their
// stages.
func (k *Kernel) radixLists() [4]Radices {
	s := &k.Stages
	return [...]Radices{s.Rader.Radices, s.Outer[1], s.Outer[0], s.Radices}
}
