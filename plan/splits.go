package plan

import (
	"cmp"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// A PassPlace is where a pass of several stands.
type PassPosition struct {
	Kind PassKind
	R    int // its points
	Far  int // elements between them where they are farthest
	Near int // and where they are nearest
	All  int // elements of the array it goes over
	at   placer
}

// A PassClass is what the choice of a pass's kernel is taken to depend on. It is comparable.
type PassClass struct {
	Kind      PassKind
	R         int
	Far, Near int
}

// Class returns the class of a place. Strides count as the nearest powers of four, which is the rule of stride classes
// (Dotsenko et al. 2011): passes of one class are measured once.
func (p PassPosition) Class() PassClass {
	return PassClass{p.Kind, p.R, nearestPower(p.Far), nearestPower(p.Near)}
}

// nearestPower is the power of four nearest by ratio.
func nearestPower(n int) int {
	return 1 << (2 * int(math.Round(math.Log2(float64(max(1, n)))/2)))
}

// Kernels are those for the place, the cheapest by the model first.
func (p PassPosition) Kernels(l wgsl.Limits) []wgsl.Kernel {
	return columns(p.R, p.Kind != Columns, p.at, l, false)
}

// Placed is a kernel of another place here.
func (p PassPosition) Place(k wgsl.Kernel) wgsl.Kernel { return p.at(tunable(k)) }

// A Split is several passes that do a line together.
type Split struct {
	Algorithm Algorithm // FourStep or Transposed
	Places    []PassPosition
	Trips     float64 // by the model
}

// Splits are those of a problem's line into passes, as Choose compares them, the cheapest by the model first.
func Splits(p Problem, l wgsl.Limits, line int) []Split {
	at := p.axes(l)[line]
	prices := passCosts{l: l, known: map[costKey]choice{}}
	var all []Split
	for _, a := range []Algorithm{FourStep, Transposed} {
		enough := maxPasses
		for passes := 2; passes <= enough; passes++ {
			before := len(all)
			for _, factors := range splits(at.N, min(maxFactor, Capacity(l)), passes) {
				s := Split{Algorithm: a}
				ok := true
				for _, hp := range hier.Passes(factors, at.InnerExtent, a == Transposed) {
					c, there := prices.of(costKey{hp.R, passKindOf(hp)}, hp.Kernel)
					s.Trips, ok = s.Trips+c.cost, ok && there
					side := max(1, hp.InnerExtent)
					s.Places = append(s.Places, PassPosition{passKindOf(hp), hp.R, hp.Transforms() * side, hp.P * side, hp.N * side, hp.Kernel})
				}
				if ok {
					all = append(all, s)
				}
			}
			if len(all) > before && enough == maxPasses {
				enough = min(passes+1, maxPasses)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Split) int { return cmp.Compare(a.Trips, b.Trips) })
	return all
}

// Composed are the kernels of a line of several passes with what its end takes.
func Composed(p Problem, l wgsl.Limits, line int, passes []wgsl.Kernel) []wgsl.Kernel {
	return p.axes(l)[line].withPairPass(passes, l)
}

// sharedBatch is the batch of a line's transforms, as far as choices depend on it.
func (l Axis) sharedBatch(count int) int {
	return min(l.transforms(min(count, maxChoiceBatch)), maxChoiceBatch)
}
