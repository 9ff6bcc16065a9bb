package wgsl

import "sync"

// Bank conflicts of the exchanges: threads of a warp that access different words of one bank wait
// for each other. The degree of a conflict is the largest number of words that one access asks of a
// bank.

// The banks and the warp of every GPU that the layouts are made for: 32 banks of 4 bytes, 32
// threads that access them together.
const (
	banks = 32
	warp  = 32
)

// ConflictDegree estimates the bank conflicts of the exchanges: the mean degree over a sample of
// accesses in which each thread of a warp accesses 4 bytes. 1 means no conflicts. An element of 8
// bytes is two accesses.
func (k Kernel) ConflictDegree() float64 { return k.ConflictDegrees(k.Layout)[0] }

// ConflictDegrees returns the conflict degree that the kernel would have with each of the layouts.
func (k Kernel) ConflictDegrees(layouts ...Layout) []float64 {
	// A warp accesses elements of 8 bytes in two halves.
	group := warp / (k.Exchange.elementBytes() / 4)
	accesses := sync.OnceValue(func() [][]int { return k.sampledAccesses(group) })
	fibers := sync.OnceValue(func() [][][]int { return k.sampledFibers(group) })
	degrees := make([]float64, len(layouts))
	for i, l := range layouts {
		if k.Layout = l; l.Kind == Digits {
			degrees[i] = k.digitConflicts(fibers(), group)
			continue
		}
		degrees[i] = 1
		if len(accesses()) == 0 {
			continue
		}
		sum := 0
		for _, indices := range accesses() {
			sum += l.conflictDegree(indices, group)
		}
		degrees[i] = float64(sum) / float64(len(accesses()))
	}
	return degrees
}

// conflictDegree is the largest number of different words in one of n banks, when threads access
// the given elements of the tile at once.
func (l Layout) conflictDegree(indices []int, banksInUse int) int {
	most := 0
	var count [banks]int // different words in each bank
	var last [banks]int  // the last of them, plus 1
	for _, i := range indices {
		word := l.Index(i)
		bank := word % banksInUse
		if last[bank] != word+1 {
			last[bank] = word + 1
			count[bank]++
			most = max(most, count[bank])
		}
	}
	return most
}

// sampledAccesses returns a sample of the accesses of all exchanges: the tile indices that a group
// of threads accesses at once.
func (k *Kernel) sampledAccesses(group int) [][]int {
	threads, permuted := min(warp, k.Invocations()), k.Rader.permutation()
	n, apart := k.N(), 1 // strides of transforms and of points in the tile
	if k.isInterleaved() {
		n, apart = 1, k.TransformsPerGroup
	}
	var all [][]int
	steps := k.steps()
	for s, st := range steps {
		assigned := k.assignments(st, threads, 0)
		count := func(at func(f, i int, p permutation) int, i int) {
			for lo := 0; lo < threads; lo += group {
				indices := make([]int, 0, group)
				for _, w := range assigned[lo:min(lo+group, threads)] {
					if w.active {
						indices = append(indices, w.q*n+at(w.f, i, permuted)*apart)
					}
				}
				all = append(all, indices)
			}
		}
		writes := s == len(steps)-1 && k.Store.Path == Staged || s < len(steps)-1 && steps[s+1].exchanged
		for i := 0; i < st.R; i += max(1, (st.R-1)/2) { // the first slot, the middle one and the last
			if s > 0 && st.exchanged || s == 0 && k.Load.Path == Staged {
				count(st.in, i)
			}
			if writes {
				count(st.out, i)
			}
		}
	}
	return all
}

// sampledFibers returns a sample of the fibers that a group of threads accesses at once, by their
// coordinates. The banks of the slots of a fiber differ by a constant only.
func (k *Kernel) sampledFibers(group int) [][][]int {
	var all [][][]int
	threads := min(2*warp, k.Invocations())
	for _, st := range k.steps() {
		_, digits := k.fiber(st.position)
		for lo := 0; lo < threads; lo += group {
			fibers := make([][]int, 0, group)
			for i := lo; i < min(lo+group, threads); i++ {
				if q, j, active := k.assignmentOf(st, i, 0); active {
					fibers = append(fibers, coordinates(digits, q, j))
				}
			}
			all = append(all, fibers)
		}
	}
	return all
}

// digitConflicts is ConflictDegrees for a digit layout.
func (k *Kernel) digitConflicts(sampled [][][]int, group int) float64 {
	c, sum := k.digitArray(), 0
	indices := make([]int, 0, warp)
	for _, fibers := range sampled {
		indices = indices[:0]
		for _, at := range fibers {
			indices = append(indices, c.index(at))
		}
		sum += Layout{}.conflictDegree(indices, group)
	}
	return float64(sum) / float64(len(sampled))
}
