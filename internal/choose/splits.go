package choose

import (
	"cmp"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A PassPosition is the position of a pass among the passes of an axis.
type PassPosition struct {
	Kind PassKind
	R    int // points of a transform
	Far  int // largest stride between points, in elements
	Near int // smallest stride
	All  int // elements of the transformed array
	at   Placer
}

// A PassClass is the part of a PassPosition that the choice of a kernel depends on. It is
// comparable.
type PassClass struct {
	Kind      PassKind
	R         int
	Far, Near int
}

// Class returns the class of a position. Strides are rounded to powers of four: this is the rule of
// stride classes (Dotsenko et al. 2011). Passes of one class are measured once.
func (p PassPosition) Class() PassClass {
	return PassClass{p.Kind, p.R, nearestPower(p.Far), nearestPower(p.Near)}
}

// nearestPower returns the power of four that is nearest to n by ratio.
func nearestPower(n int) int {
	return 1 << (2 * int(math.Round(math.Log2(float64(max(1, n)))/2)))
}

// Kernels returns kernels for the position, the cheapest by the model first.
func (p PassPosition) Kernels(l wgsl.Limits) []wgsl.Kernel {
	return ColumnKernels(p.R, p.Kind != Columns, p.at, l, false)
}

// Place returns a kernel of another position, placed in this position.
func (p PassPosition) Place(k wgsl.Kernel) wgsl.Kernel { return p.at(Tunable(k)) }

// A Split is a list of passes that do an axis together.
type Split struct {
	Algorithm plan.Algorithm // FourStep or Transposed
	Places    []PassPosition
	Passes    float64 // predicted time in passes over memory
}

// Splits returns the splits of an axis into passes that Kernels compares, the cheapest by the model
// first.
func Splits(p plan.Problem, l wgsl.Limits, axis int) []Split {
	p, l = p.AsSingle(l)
	at := p.OrderedAxes(l)[axis]
	for _, in := range passRanges {
		if all := splitsWithin(at, newPassCosts(l, in)); len(all) > 0 {
			return all
		}
	}
	return nil
}

// splitsWithin returns the splits of an axis into passes with known costs, the cheapest first.
func splitsWithin(at plan.Axis, costs *passCosts) []Split {
	var all []Split
	for _, a := range []plan.Algorithm{plan.FourStep, plan.Transposed} {
		enough := costs.in.maxPasses
		for passes := 2; passes <= enough; passes++ {
			before := len(all)
			for _, factors := range costs.splits(at.N, passes) {
				s := Split{Algorithm: a}
				ok := true
				for _, hp := range hier.Passes(factors, at.InnerExtent, a == plan.Transposed) {
					c, there := costs.of(costKey{hp.R, passKindOf(hp)}, hp.Kernel)
					s.Passes, ok = s.Passes+c, ok && there
					side := max(1, hp.InnerExtent)
					s.Places = append(s.Places, PassPosition{
						Kind: passKindOf(hp), R: hp.R,
						Far: hp.Transforms() * side, Near: hp.P * side, All: hp.N * side,
						at: hp.Kernel,
					})
				}
				if ok {
					all = append(all, s)
				}
			}
			if len(all) > before && enough == costs.in.maxPasses {
				enough = min(passes+1, costs.in.maxPasses)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Split) int { return cmp.Compare(a.Passes, b.Passes) })
	return all
}

// Composed returns the choice for an axis in several passes with its Hermitian pass or mirrored
// ColumnKernels.
func Composed(p plan.Problem, l wgsl.Limits, axis int, passes []wgsl.Kernel) plan.AxisChoice {
	p, l = p.AsSingle(l)
	c := plan.AxisChoice{FirstAxis: axis, AxisCount: 1, Kernels: passes}
	return Finder{p.OrderedAxes(l)[axis]}.withPairPass(c, l)
}
