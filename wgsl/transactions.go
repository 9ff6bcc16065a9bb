package wgsl

import "slices"

// Memory transactions of load and store: a warp moves whole sectors of 32 bytes, or lines of 128,
// so accesses that fill them move less (coalescing).

// Points in a sector of 32 bytes and in a line of 128 bytes, the units in which GPUs move memory.
const (
	SectorPoints = 4
	LinePoints   = 16
)

// Transactions estimates the memory transactions of load and store. It returns the number of units
// of a given size that the threads of a warp touch in one access, divided by the number that
// their points would fill. The result is the mean over a sample of accesses; 1 is best.
func (k Kernel) Transactions(unit int) (load, store float64) {
	steps := k.steps()
	if len(steps) == 0 || k.Rader.Fold {
		return 1, 1
	}
	load, store = 1, 1
	if k.Load.Path == Direct {
		elements, rows := k.transactionElements(unit, k.Load.Real), k.rowMap(k.Load.Real, k.Load.Map)
		load = k.accessTransactions(elements, steps[0], rows, k.Load.View, steps[0].in)
	}
	last := steps[len(steps)-1]
	if k.MirrorColumns && !k.MirrorInRow { // pairs of points of mirror columns are dealt to all threads
		last = step{Stage: Stage{N: k.N(), R: 1, P: k.N()}, transforms: 1, mirrorColumns: true}
	}
	switch {
	case k.Store.Path != Direct:
	case k.hasPairExchange() && !k.MirrorColumns:
		store = k.pairTransactions(unit)
	default:
		elements, rows := k.transactionElements(unit, k.Store.Real), k.rowMap(k.Store.Real, k.Store.Map)
		store = k.accessTransactions(elements, last, rows, k.Store.View, last.out)
	}
	return load, store
}

// transactionElements is the number of elements of a unit that has the given number of points.
// Columns of real numbers have twice as many.
func (k *Kernel) transactionElements(points int, r Real) int {
	if k.IsBatchFastest() && r.IsReal() {
		return 2 * points
	}
	return points
}

// rowMap returns the map of the array's rows. Rows of half spectra have n/2+1 bins, so that most
// rows begin within a sector.
func (k *Kernel) rowMap(r Real, m Map) Map {
	if r.IsHermitian() && !k.IsBatchFastest() {
		m.Dist = r.Len()
	}
	return m
}

// pairTransactions is accessTransactions for bins that are stored in pairs k and h-k, which are
// dealt to the threads of the workgroup in a row.
func (k *Kernel) pairTransactions(unit int) float64 {
	r := k.Store.Real
	if !r.IsHermitian() || k.IsBatchFastest() {
		return 1
	}
	touched, points, threads := 0, 0, min(warp, k.Invocations())
	var seen transactionSet
	for begin := range SectorPoints {
		for _, mirrored := range []bool{false, true} {
			seen.n = 0
			for t := range threads {
				pair := begin*(k.TransformsPerGroup*r.PairCount()+threads) + t
				row, at := pair/r.PairCount(), pair%r.PairCount()
				if mirrored {
					at = r.Inner() - at
				}
				seen.add((row*r.Len() + at) / unit)
				points++
			}
			touched += seen.n
		}
	}
	return float64(touched*unit) / float64(points)
}

// A transactionSet is the set of units that the threads of a warp touch. It is small enough for a
// linear search.
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

// accessTransactions returns the ratio of Transactions for the load or the store of a step.
func (k *Kernel) accessTransactions(
	unit int, st step, m Map, view StridedView, point func(f, slot int, p permutation) int,
) float64 {
	touched, points, permuted := 0, 0, k.Rader.permutation()
	threads := min(warp, k.Invocations())
	next := k.TransformsPerGroup // transforms from one warp to the next
	if !k.IsBatchFastest() {
		next = max(1, threads*k.TransformsPerGroup/k.Invocations())
	}
	hasView := view != StridedView{}
	var mirrors columnMirror
	if k.MirrorColumns {
		mirrors = k.columnMirror()
	}
	var seen transactionSet
	var at [warp]int // the points of the threads
	for b := range min(2, k.butterfliesPerThread(st)) {
		assigned := slices.DeleteFunc(k.assignments(st, threads, b), func(w assignment) bool { return !w.active })
		for _, slot := range [...]int{0, st.R / 2} {
			for i, w := range assigned {
				at[i] = point(w.f, slot, permuted)
			}
			points += SectorPoints * len(assigned)
			for begin := range SectorPoints { // warps begin at every point of a sector
				seen.n = 0
				for i, w := range assigned {
					number := begin*next + w.q
					if k.MirrorColumns {
						number = mirrors.number(number)
					}
					element, exists := m.At(number, at[i]), true
					if hasView {
						element, exists = view.At(element)
					}
					if exists {
						seen.add(element / unit)
					}
				}
				touched += seen.n
			}
		}
	}
	return float64(touched*unit) / float64(points)
}
