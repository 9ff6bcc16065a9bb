package wgsl

import "sync"

// banks and warp are those of every GPU the layouts were made for: 32 banks of 4 bytes, 32 threads that access
// them together.
const (
	banks = 32
	warp  = 32
)

// Conflicts estimates how workgroup memory is met: the mean number of turns that 32 threads take for one access of
// 4 bytes each, over a sample of the accesses of all exchanges. 1 is free of conflicts. An element of 8 bytes is
// two accesses.
func (k Kernel) ConflictDegree() float64 { return k.ConflictDegrees(k.Layout)[0] }

// ConflictsOf returns the conflicts that the kernel would have with each of some layouts.
func (k Kernel) ConflictDegrees(layouts ...Layout) []float64 {
	// Elements of 8 bytes go in two halves of a warp.
	group := warp / (k.Exchange.elementBytes() / 4)
	accesses, lines := sync.OnceValue(func() [][]int { return k.sampledAccesses(group) }), sync.OnceValue(func() [][][]int { return k.sampledFibers(group) })
	conflicts := make([]float64, len(layouts))
	for i, l := range layouts {
		if k.Layout = l; l.Kind == Digits {
			conflicts[i] = k.digitConflicts(lines(), group)
			continue
		}
		conflicts[i] = 1
		if len(accesses()) == 0 {
			continue
		}
		turns := 0
		for _, spots := range accesses() {
			turns += l.conflictDegree(spots, group)
		}
		conflicts[i] = float64(turns) / float64(len(accesses()))
	}
	return conflicts
}

// turns is how many turns threads take that touch some elements of the block at once, of so many banks.
func (l Layout) conflictDegree(spots []int, group int) int {
	most := 0
	var met [banks]int  // elements met in each bank
	var seen [banks]int // the last of them, plus 1
	for _, spot := range spots {
		place := l.Index(spot)
		bank := place % group
		if seen[bank] != place+1 {
			seen[bank] = place + 1
			met[bank]++
			most = max(most, met[bank])
		}
	}
	return most
}

// accesses is a sample of the accesses of all exchanges: the elements of the block that each group of so many threads touches at once.
func (k *Kernel) sampledAccesses(group int) [][]int {
	lanes, permuted := min(warp, k.Invocations()), k.Rader.permutation()
	n, apart := k.N(), 1 // of transforms and of points in the block
	if k.isInterleaved() {
		n, apart = 1, k.TransformsPerGroup
	}
	var all [][]int
	steps := k.steps()
	for s, st := range steps {
		workers := k.assignments(st, lanes, 0)
		count := func(at func(f, i int, p permutation) int, i int) {
			for lo := 0; lo < lanes; lo += group {
				spots := make([]int, 0, group)
				for _, w := range workers[lo:min(lo+group, lanes)] {
					if w.active {
						spots = append(spots, w.q*n+at(w.f, i, permuted)*apart)
					}
				}
				all = append(all, spots)
			}
		}
		next := s == len(steps)-1 && k.Store.Path == Staged || s < len(steps)-1 && steps[s+1].exchanged
		for i := 0; i < st.R; i += max(1, (st.R-1)/2) { // the first slot, the middle one and the last
			if s > 0 && st.exchanged || s == 0 && k.Load.Path == Staged {
				count(st.in, i)
			}
			if next {
				count(st.out, i)
			}
		}
	}
	return all
}

// sampledLines are the coordinates of the lines that groups of so many threads touch at once, a sample of them. All slots of a line meet the same banks but
// for a constant.
func (k *Kernel) sampledFibers(group int) [][][]int {
	var all [][][]int
	lanes := min(2*warp, k.Invocations())
	for _, st := range k.steps() {
		_, digits := k.fiber(st.position)
		for lo := 0; lo < lanes; lo += group {
			lines := make([][]int, 0, group)
			for lane := lo; lane < min(lo+group, lanes); lane++ {
				if q, j, active := k.assignmentOf(st, lane, 0); active {
					lines = append(lines, coordinates(digits, q, j))
				}
			}
			all = append(all, lines)
		}
	}
	return all
}

// cubeConflicts is what ConflictsOf is for a layout that is a cube.
func (k *Kernel) digitConflicts(sampled [][][]int, group int) float64 {
	c, turns := k.digitArray(), 0
	places := make([]int, 0, warp)
	for _, lines := range sampled {
		places = places[:0]
		for _, at := range lines {
			places = append(places, c.index(at))
		}
		turns += Layout{}.conflictDegree(places, group)
	}
	return float64(turns) / float64(len(sampled))
}
