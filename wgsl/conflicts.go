package wgsl

import (
	"slices"
	"sync"
)

// The layouts suit GPUs with workgroup memory of 32 banks of 4 bytes, and warps of 32 threads that
// access it together.
const (
	banks = 32
	warp  = 32
)

// ConflictDegrees estimates the bank conflicts of the exchanges for each of the layouts. In an access,
// each thread of a warp reads or writes 4 bytes; an element of 8 bytes takes two accesses. The degree
// of an access is the largest number of different words in one bank. Degree 1 means no conflicts.
// ConflictDegrees returns the mean degree over a sample of accesses.
func (c Costs) ConflictDegrees(layouts ...Layout) []float64 {
	p := c.program()
	k := *c.Kernel()
	together := warp * 4 / k.exchangeBytes() // a warp accesses elements of 8 bytes in two halves
	all, fibers := sync.OnceValue(p.exchanged), sync.OnceValue(func() []*fiberSample { return p.fibers(together) })
	degrees := make([]float64, len(layouts))
	for i, l := range layouts {
		sum, count := 0, 0
		if l.Digits.On {
			k.Exchange.Layout = l
			strides := k.digitStrides()
			for _, s := range fibers() {
				sum += s.conflicts(strides, together)
			}
			count = len(fibers())
		} else {
			for _, elements := range all() {
				for lo := 0; lo < len(elements); lo += together {
					sum += l.conflicts(elements[lo:min(lo+together, len(elements))], together)
					count++
				}
			}
		}
		degrees[i] = 1
		if count > 0 {
			degrees[i] = float64(sum) / float64(count)
		}
	}
	return degrees
}

// ConflictDegrees estimates the bank conflicts of a valid kernel (see [Costs.ConflictDegrees]).
func (k Kernel) ConflictDegrees(layouts ...Layout) []float64 {
	if len(layouts) > 0 {
		k.Exchange.Layout = layouts[0]
		k.Threads.Cyclic = k.Threads.Cyclic && layouts[0].Digits.On
	}
	return k.Estimate().ConflictDegrees(layouts...)
}

// ConflictDegree estimates the bank conflicts of a valid kernel (see [Costs.ConflictDegrees]).
func (k Kernel) ConflictDegree() float64 { return k.ConflictDegrees(k.Exchange.Layout)[0] }

// conflicts returns the degree of an access to elements of the tile, in memory of inUse banks.
func (l Layout) conflicts(elements []int, inUse int) (most int) {
	var count [banks]int // different words in each bank
	var last [banks]int  // the last of them, plus 1
	for _, i := range elements {
		if i == none {
			continue
		}
		word := l.place(i)
		bank := word % inUse
		if last[bank] != word+1 {
			last[bank] = word + 1
			count[bank]++
			most = max(most, count[bank])
		}
	}
	return most
}

// A sample holds the points of one unit that the lanes of the first warp of a workgroup have.
type sample struct {
	lanes     int
	transform [warp]int // number in the workgroup; none for lanes without the unit
	first     [warp]int // points of slot 0
	at        []*Index  // points of the slots
}

// none marks a lane without an element.
const none = -1

// sample returns the sample of unit b of a fragment.
func (p *program) sample(f *fragment, b int) *sample {
	s := &sample{lanes: min(warp, p.kernel.Invocations()), at: f.points()[b]}
	u := f.units()[b]
	if u.usual != nil {
		u = *u.usual
		s.at = f.fill(f.stage, u)
	}
	u.Q.fill(s.transform[:s.lanes], &Env{Vars: someBatch})
	s.at[0].fill(s.first[:s.lanes], &Env{Vars: someBatch})
	if u.Active == nil {
		return s
	}
	var active [warp]int
	u.Active.fill(active[:s.lanes], &Env{Vars: someBatch})
	for l := range s.lanes {
		if active[l] == 0 {
			s.transform[l] = none
		}
	}
	return s
}

// points sets all to the points of a slot. In most slots they differ from slot 0 by a constant.
func (s *sample) points(slot int, all []int) {
	base, first := s.at[0].split()
	other, off := s.at[slot].split()
	if other != base {
		s.at[slot].fill(all, &Env{Vars: someBatch})
		return
	}
	for l := range all {
		all[l] = s.first[l] + off - first
	}
}

// exchanged returns samples of the elements of the tile that the lanes of a warp access together.
// They are the first, the middle and the last slot of the first unit that writes and the first that
// reads, in each exchange.
func (p *program) exchanged() (all [][]int) {
	k := &p.kernel
	transform, point := k.N(), 1 // distances in the tile
	if k.interleaves() {
		transform, point = 1, k.Threads.Transforms
	}
	for _, i := range p.instructions {
		x, ok := i.(*exchange)
		if !ok || x.to.isPairs {
			continue
		}
		for _, f := range []*fragment{x.from, x.to} {
			if f.stage == nil {
				continue // a block has no conflicts
			}
			s := p.sample(f, 0)
			for i := 0; i < len(s.at); i += max(1, (len(s.at)-1)/2) {
				elements := make([]int, s.lanes)
				s.points(i, elements)
				for l, q := range s.transform[:s.lanes] {
					if elements[l] = q*transform + elements[l]*point; q == none {
						elements[l] = none
					}
				}
				all = append(all, elements)
			}
		}
	}
	return all
}

// A fiberSample holds the fibers of a part of a warp, for a stage in a digit layout. For each lane it
// has the coordinates of its fiber, and then the number of its transform. The slots of a fiber need no
// samples, because their banks differ only by a constant.
type fiberSample [][maxDimensions + 1]int

// fibers returns samples of each stage. together is the number of threads that access workgroup memory
// at the same time.
func (p *program) fibers(together int) (all []*fiberSample) {
	k := &p.kernel
	lanes := min(2*warp, k.Invocations())
	var j, q, active [2 * warp]int
	for _, i := range p.instructions {
		d, ok := butterfliesIn(i)
		if !ok {
			continue
		}
		st, u := d.fragment.stage, d.fragment.units()[0]
		if u.usual != nil {
			u = *u.usual
		}
		_, digits := k.digits(st.Position, st.Cyclic)
		u.J.fill(j[:lanes], &Env{Vars: someBatch})
		u.Q.fill(q[:lanes], &Env{Vars: someBatch})
		if u.Active != nil {
			u.Active.fill(active[:lanes], &Env{Vars: someBatch})
		}
		var extents [maxDimensions]int // in a slice
		for _, d := range digits {
			extents[d.dimension] = k.extentInSlice(d.dimension)
		}
		for lo := 0; lo < lanes; lo += together {
			s := make(fiberSample, 0, together)
			for l := lo; l < min(lo+together, lanes); l++ {
				if u.Active != nil && active[l] == 0 {
					continue
				}
				at := [maxDimensions + 1]int{maxDimensions: q[l]}
				for _, d := range digits {
					at[d.dimension] = j[l] / d.span % d.radix % extents[d.dimension]
				}
				s = append(s, at)
			}
			all = append(all, &s)
		}
	}
	return all
}

// conflicts returns the degree of an access to the fibers, in memory of inUse banks.
func (s *fiberSample) conflicts(strides [maxDimensions + 1]int, inUse int) int {
	var words [warp]int
	for l, at := range *s {
		for d, c := range at {
			words[l] += c * strides[d]
		}
	}
	return Layout{}.conflicts(words[:len(*s)], inUse)
}

// digitStrides returns the strides of a digit layout in words: one for each dimension, and then one
// for the transforms of a workgroup.
func (k *Kernel) digitStrides() (strides [maxDimensions + 1]int) {
	m, dims := k.digitMemory(), slices.Clone(k.digitOrder())
	slices.Reverse(dims) // the outermost first
	switch {
	case k.interleaves():
		dims = append(dims, maxDimensions)
	case k.Threads.Transforms > 1:
		dims = append([]int{maxDimensions}, dims...)
	}
	for i, d := range dims {
		inner := memory{shape: m.shape[i+1:], outerPad: m.outerPad, structAt: m.structAt - i - 1}
		strides[d] = inner.words()
		if i == m.structAt {
			strides[d] += m.outerPad
		}
	}
	return strides
}
