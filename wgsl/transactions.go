package wgsl

import "slices"

// Points in the units memory moves in, on every GPU the cost model was made for: sectors of 32 bytes, lines of 128.
const (
	SectorPoints = 4
	LinePoints   = 16
)

// Touched estimates how global memory is met: the number of units of so many points that 32 threads touch in one access
// over the number their points fill, as the mean over a sample of loads and of stores. 1 is best.
func (k Kernel) Transactions(unit int) (load, store float64) {
	steps := k.steps()
	if len(steps) == 0 || k.Rader.Fold {
		return 1, 1
	}
	load, store = 1, 1
	if k.Load.Path == Direct {
		load = k.accessTransactions(k.transactionElements(unit, k.Load.Real), steps[0], k.rowMap(k.Load.Real, k.Load.Map), k.Load.View, steps[0].in)
	}
	last := steps[len(steps)-1]
	if k.MirrorColumns && !k.MirrorInRow { // points of columns and their mates are dealt to all threads
		last = step{Stage: Stage{N: k.N(), R: 1, P: k.N()}, transforms: 1, mirrorColumns: true}
	}
	switch {
	case k.Store.Path != Direct:
	case k.gathers() && !k.MirrorColumns:
		store = k.pairTransactions(unit)
	default:
		store = k.accessTransactions(k.transactionElements(unit, k.Store.Real), last, k.rowMap(k.Store.Real, k.Store.Map), k.Store.View, last.out)
	}
	return load, store
}

// units is how many elements a unit of so many points has, where they are met one by one: of columns of numbers twice as many.
func (k *Kernel) transactionElements(points int, r Real) int {
	if k.IsBatchFastest() && r.IsReal() {
		return 2 * points
	}
	return points
}

// bins is the map of rows of bins, of which there is one more than half their numbers: most rows begin within sectors.
func (k *Kernel) rowMap(r Real, m Map) Map {
	if r.IsHermitian() && !k.IsBatchFastest() {
		m.Dist = r.Len()
	}
	return m
}

// touchedByPairs is the same for bins that are stored in pairs, k and the one as far from the end, which are dealt to the workgroup's threads in a row.
func (k *Kernel) pairTransactions(unit int) float64 {
	r := k.Store.Real
	if !r.IsHermitian() || k.IsBatchFastest() {
		return 1
	}
	met, points, lanes := 0, 0, min(warp, k.Invocations())
	var seen transactionSet
	for begin := range SectorPoints {
		for _, mirrored := range []bool{false, true} {
			seen.n = 0
			for lane := range lanes {
				pair := begin*(k.TransformsPerGroup*r.PairCount()+lanes) + lane
				row, at := pair/r.PairCount(), pair%r.PairCount()
				if mirrored {
					at = r.Inner() - at
				}
				seen.add((row*r.Len() + at) / unit)
				points++
			}
			met += seen.n
		}
	}
	return float64(met*unit) / float64(points)
}

// unitsMet are the units that the threads of a warp meet, few enough to look through.
type transactionSet struct {
	units [warp]int
	n     int
}

func (m *transactionSet) add(unit int) {
	if !slices.Contains(m.units[:m.n], unit) {
		m.units[m.n] = unit
		m.n++
	}
}

// touched is the same for a load or a store of a step, by the workers of a warp.
func (k *Kernel) accessTransactions(unit int, st step, m Map, places StridedView, point func(f, slot int, p permutation) int) float64 {
	met, points, permuted := 0, 0, k.Rader.permutation()
	lanes := min(warp, k.Invocations())
	next := k.TransformsPerGroup // transforms from the first of one warp to that of the next
	if !k.IsBatchFastest() {
		next = max(1, lanes*k.TransformsPerGroup/k.Invocations())
	}
	placed := places != StridedView{}
	var mates columnMirror
	if k.MirrorColumns {
		mates = k.columnMirror()
	}
	var seen transactionSet
	var at [warp]int // the points of the workers
	for b := range min(2, k.butterfliesPerThread(st)) {
		workers := slices.DeleteFunc(k.assignments(st, lanes, b), func(w assignment) bool { return !w.active })
		for _, slot := range [...]int{0, st.R / 2} {
			for i, w := range workers {
				at[i] = point(w.f, slot, permuted)
			}
			points += SectorPoints * len(workers)
			for begin := range SectorPoints { // warps begin at different places of a sector; of a line it is a sample
				seen.n = 0
				for i, w := range workers {
					number := begin*next + w.q
					if k.MirrorColumns {
						number = mates.number(number)
					}
					element, exists := m.At(number, at[i]), true
					if placed {
						element, exists = places.At(element)
					}
					if exists {
						seen.add(element / unit)
					}
				}
				met += seen.n
			}
		}
	}
	return float64(met*unit) / float64(points)
}
