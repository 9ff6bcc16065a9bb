package wgsl

import "slices"

// GPUs move memory in sectors of 32 bytes and lines of 128 bytes. These are their points of f32.
const (
	SectorPoints = 4
	LinePoints   = 16
)

// Transactions estimates the memory transactions of load and store. unit is the size of a unit of
// memory in points of f32, such as SectorPoints. The ratio of an access of a warp is the number of
// units that it touches, divided by the number of units that its points would fill. Transactions
// returns the mean ratio of a sample of accesses; 1 is best.
func (c Costs) Transactions(unit int) (load, store float64) {
	ratios, p := [2]float64{1, 1}, c.program()
	unit = max(1, unit*F32{}.Bytes()/p.kernel.number().Bytes())
	for _, i := range p.instructions {
		switch v, ok := i.(*move); {
		case !ok:
		case v.fragment.isPairs && v.mirror().isRow():
			ratios[v.side] = v.pairTransactions(unit)
		case v.fragment.stage != nil || v.fragment.isPairs:
			ratios[v.side] = v.transactions(unit)
		}
	}
	return ratios[loads], ratios[stores]
}

// Transactions estimates the memory transactions of a valid kernel (see [Costs.Transactions]).
func (k Kernel) Transactions(unit int) (load, store float64) {
	return k.Estimate().Transactions(unit)
}

// transactions returns the ratio of Transactions for one side.
func (v *move) transactions(unit int) float64 {
	if v.array.Real && v.p.kernel.IsBatchFastest() {
		unit *= 2
	}
	touched, points := 0, 0
	var seen [warp]int
	for _, elements := range v.accesses() {
		n := 0
		for _, e := range elements {
			if at := e / unit; e != none && !slices.Contains(seen[:n], at) {
				seen[n] = at
				n++
			}
		}
		touched += n
		points += len(elements)
	}
	if points == 0 { // there are no samples of a folded Rader stage
		return 1
	}
	return float64(touched*unit) / float64(points)
}

// isHalfSpectrum reports whether a row is the half spectrum of a real row of even length. These rows
// have one element more than the kernel has points. Most rows therefore begin within a sector.
func (v *move) isHalfSpectrum() bool {
	k := &v.p.kernel
	return !v.array.Real && v.end.View.Rows.Length == k.N()+1 && !k.IsBatchFastest()
}

// pairTransactions returns the ratio of Transactions for bins that are accessed in pairs k and h-k.
// Consecutive threads of the workgroup have consecutive pairs.
func (v *move) pairTransactions(unit int) float64 {
	k := &v.p.kernel
	if !v.isHalfSpectrum() {
		return 1
	}
	touched, points, h, pairs := 0, 0, k.N(), k.N()/2+1
	threads := min(warp, k.Invocations())
	for begin := range SectorPoints {
		for _, isMirrored := range []bool{false, true} {
			seen := make(map[int]bool, threads)
			for t := range threads {
				pair := begin*(k.Threads.Transforms*pairs+threads) + t
				at := pair % pairs
				if isMirrored {
					at = h - at
				}
				seen[(pair/pairs*(h+1)+at)/unit] = true
			}
			touched += len(seen)
			points += threads
		}
	}
	return float64(touched*unit) / float64(points)
}

// accesses returns samples of the elements that the threads of a warp access together. The samples
// have two units, two slots of each, and warps that begin at every point of a sector.
func (v *move) accesses() [][]int {
	if v.sampled != nil {
		return v.sampled
	}
	k := &v.p.kernel
	next := k.Threads.Transforms // transforms from one warp to the next
	if !k.IsBatchFastest() {
		next = max(1, min(warp, k.Invocations())*k.Threads.Transforms/k.Invocations())
	}
	numbers, view := v.p.numbers(SectorPoints*next), v.end.View
	if v.isHalfSpectrum() {
		view.Batch[0].Stride++
	}
	f := v.fragment
	if f.isPairs {
		f = v.p.columnSample(f)
	}
	for b, u := range f.units()[:min(2, f.size())] {
		if u.point != nil { // the unit has one point of a transform
			break
		}
		s := v.p.sample(f, b)
		var points [warp]int
		for _, slot := range [...]int{0, len(s.at) / 2} {
			s.points(slot, points[:s.lanes])
			for begin := range SectorPoints {
				elements := make([]int, 0, s.lanes)
				for l, q := range s.transform[:s.lanes] {
					if q != none {
						at, exists := v.array.Strides.At(view.At(numbers[begin*next+q], points[l]))
						if !exists {
							at = none
						}
						elements = append(elements, at)
					}
				}
				v.sampled = append(v.sampled, elements)
			}
		}
	}
	return v.sampled
}

// numbers returns the numbers in the batch of the first count transforms of the workgroups, and of
// the transforms of one further workgroup.
func (p *program) numbers(count int) []int {
	all := make([]int, count+p.kernel.Threads.Transforms)
	q := lane
	if c, ok := p.kernel.pairing(); ok {
		q = c.mirrored().Body(lane)
	}
	q.fill(all, &Env{})
	return all
}
