package wgsl

import "slices"

// Points in the units memory moves in, on every GPU the cost model was made for: sectors of 32 bytes, lines of 128.
const (
	SectorPoints = 4
	LinePoints   = 16
)

// Touched estimates how global memory is met: the number of units of so many points that 32 threads touch in one access
// over the number their points fill, as the mean over a sample of loads and of stores. 1 is best.
func (k FFT) Touched(unit int) (load, store float64) {
	steps := k.steps()
	if len(steps) == 0 {
		return 1, 1
	}
	load, store = 1, 1
	if k.Load.Path == Direct {
		load = k.touched(k.units(unit, k.Load.Real), steps[0], k.Load.Map, k.Load.Places, steps[0].in) * float64(steps[0].shares.parts)
	}
	last := steps[len(steps)-1]
	if k.Mated && !k.Coupled { // points of columns and their mates are dealt to all threads
		last = step{Stage: Stage{N: k.N(), R: 1, P: k.N()}, subs: 1, mates: true}
	}
	if k.Store.Path == Direct && (k.Mated || !k.gathers()) { // pairs are dealt to the workgroup's threads in a row
		store = k.touched(k.units(unit, k.Store.Real), last, k.Store.Map, k.Store.Places, last.out)
	}
	return load, store
}

// units is how many elements a unit of so many points has, where they are met one by one: of columns of numbers twice as many.
func (k FFT) units(points int, r Real) int {
	if k.Across() && r.IsReal() {
		return 2 * points
	}
	return points
}

func (k FFT) touched(unit int, st step, m Map, places Places, point func(f, slot int, p permutation) int) float64 {
	met, points, permuted := 0, 0, k.Rader.permutation()
	lanes := min(warp, k.Invocations())
	var seen [warp]int // units met, few enough to look through
	for b := range min(2, k.perThread(st)) {
		workers := k.workers(st, lanes, b)
		for group := range SectorPoints { // groups begin at different places of a sector
			for _, slot := range []int{0, st.R / 2} {
				n := 0
				for _, w := range workers {
					if !w.active {
						continue
					}
					points++
					at, exists := places.At(m.At(k.number(group*k.Transforms+w.q), point(w.f, slot, permuted)))
					if exists && !slices.Contains(seen[:n], at/unit) {
						seen[n] = at / unit
						n++
					}
				}
				met += n
			}
		}
	}
	return float64(met*unit) / float64(points)
}
