package plan

import (
	"cmp"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// An axis fusion is a pass that does rows and the first factor of the columns across them. A kernel
// takes r rows that lie far apart, transforms them, and does the r-point transforms across them. It
// writes its results contiguously, which is the first pass of the columns in Stockham's order. The
// rest of the columns is shorter by the factor r.
//
// 4096 x 4096 points take two passes: one of 4 x 4096 points and one of columns of 1024. Rows
// followed by columns in two passes would take three.
//
// Arrays that grow during the transform are not fused, because rows of zeros would be read.
// Transforms in place are not fused, because they need no scratch otherwise.
//
// The rest of the columns may be done together with the next axis: see threeAxisFusions.

// An axisFusion is a row axis together with the first factor of the columns across it.
type axisFusion struct {
	rows, columns Axis
	r             int
	beyond        Axis // the next axis, if the rest of the columns is done with it; otherwise N is 0
}

// axisFusionOf returns the axis fusion that a choice of kernels begins with, and the number of
// kernels that it takes. The number is 0 if kernels begin with no axis fusion.
func axisFusionOf(kernels []wgsl.Kernel, axes []Axis) (axisFusion, int) {
	first := kernels[0]
	if len(axes) < 2 || first.Load.Map.Run == 0 || first.OuterRadices[1] != (wgsl.Radices{}) || first.InnerExtent > 1 {
		return axisFusion{}, 0
	}
	s := axisFusion{rows: axes[0], columns: axes[1], r: first.OuterRadices[0].N()}
	if !s.isValid() || first.Radices.N() != s.rows.N || len(kernels) < 2 {
		return axisFusion{}, 0
	}
	if second := kernels[1]; !second.IsOneAxis() {
		if len(axes) > 2 {
			s.beyond = axes[2]
		}
		if !s.hasThirdAxis() || second.OuterRadices[1] != (wgsl.Radices{}) || second.InnerExtent > 1 {
			return axisFusion{}, 0
		}
		if second.OuterRadices[0].N() != s.beyond.N || second.Radices.N() != s.columns.N/s.r {
			return axisFusion{}, 0
		}
		return s, 2
	}
	return s, 1 + directCount(kernels[1:], s.columns.N/s.r)
}

// axisCount returns the number of axes of the fusion.
func (s axisFusion) axisCount() int {
	if s.beyond.N > 0 {
		return 3
	}
	return 2
}

// CanFuseAxes reports whether the kernels of a problem may fuse axes. Transforms in place and
// arrays that grow cannot.
func (p Problem) CanFuseAxes() bool { return !p.InPlace && !p.hasPaddedInput() }

// hasAxisFusion reports whether one of the kernels fuses two axes.
func hasAxisFusion(kernels []wgsl.Kernel) bool {
	return slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.Load.Map.Run > 0 })
}

// isValid reports whether the fusion exists: contiguous complex rows, and a proper factor of the
// columns.
func (s axisFusion) isValid() bool {
	if s.rows.Kind != C2C || s.rows.InnerExtent != 1 {
		return false
	}
	if s.columns.Kind != C2C || s.columns.InnerExtent != s.rows.N {
		return false
	}
	return s.r > 1 && s.r < s.columns.N && s.columns.N%s.r == 0
}

// hasThirdAxis reports whether the rest of the columns can be done with the third axis, which must
// be complex and adjacent.
func (s axisFusion) hasThirdAxis() bool {
	return s.beyond.N > 1 && s.beyond.Kind == C2C && s.beyond.InnerExtent == s.rows.N*s.columns.N
}

// axis returns all fused axes as one.
func (s axisFusion) axis() Axis {
	if s.beyond.N > 0 {
		n := s.beyond.InnerExtent * s.beyond.N
		return Axis{N: n, InnerExtent: 1, Outer: s.beyond.Outer, Inverse: s.beyond.Inverse}
	}
	return Axis{N: s.rows.N * s.columns.N, InnerExtent: 1, Outer: s.columns.Outer, Inverse: s.columns.Inverse}
}

// first places the kernel that does rows and the first factor of the columns.
func (s axisFusion) first(k wgsl.Kernel) wgsl.Kernel {
	n, apart := s.rows.N, s.columns.N/s.r
	k.Load.Map = wgsl.Map{Stride: apart * n, Dist: s.columns.N * n, Inner: apart, Run: n}
	k.Store.Map = wgsl.Contiguous(s.r * n)
	return k
}

// placers returns the placers of all passes, if the passes after the first do columns of the given
// factors.
func (s axisFusion) placers(factors ...int) []placer {
	all := []placer{s.first}
	for _, p := range hier.Passes(append([]int{s.r}, factors...), s.rows.N, false)[1:] {
		all = append(all, p.Kernel)
	}
	return all
}

// rest returns the placer of the kernel that does the rest of the columns, together with the third
// axis if there is one. All columns lie at the same distance.
func (s axisFusion) rest() placer {
	columns := s.placers(s.columns.N / s.r)[1]
	return func(k wgsl.Kernel) wgsl.Kernel {
		k = columns(k)
		if s.beyond.N > 0 {
			k.Load.Map.Dist *= s.beyond.N
			k.Store.Map.Dist *= s.beyond.N
		}
		return k
	}
}

// isPlaced reports whether the kernels are placed as those of the fusion.
func (s axisFusion) isPlaced(kernels []wgsl.Kernel) bool {
	if s.beyond.N > 0 {
		placers := []placer{s.first, s.rest()}
		return placedAs(kernels, func(i int) placer { return placers[i] })
	}
	var factors []int
	for _, k := range kernels[1:] {
		factors = append(factors, k.N())
	}
	placers := s.placers(factors...)
	return placedAs(kernels, func(i int) placer { return placers[i] })
}

// maxFusedFactor is the largest first factor of the columns.
const maxFusedFactor = 16

// maxFusionsCompared is the number of first factors, the cheapest by rough cost, that Choose
// compares.
const maxFusionsCompared = 2

// fusedAxes returns axis fusions of two or three axes with one pass for the rest of the columns,
// the cheapest by the model first. It compares up to most first factors whose rough cost is less
// than below.
func fusedAxes(axes []Axis, points, count int, l wgsl.Limits, most int, below float64) []choice {
	type candidate struct {
		axisFusion
		firsts []wgsl.Kernel
		rest   float64 // cost of the rest
		cost   float64 // rough cost of both passes
	}
	var candidates []candidate
	costs := passCosts{l: l, known: map[costKey]choice{}}
	for _, s := range firstFactors(axes, l) {
		firsts := s.firsts(points, count, l)
		rest, ok := s.restCost(&costs)
		if len(firsts) == 0 || !ok {
			continue
		}
		firsts = cheapest(firsts, roughCost, multiAxisShortlist)
		if cost := (roughCost(firsts[0]) + rest) * float64(points); cost < below {
			candidates = append(candidates, candidate{s, firsts, rest, cost})
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	var all []choice
	for _, w := range candidates[:min(most, len(candidates))] {
		first := ranked(w.firsts, l)[0]
		second, rest := w.bestRest(w.rest, l)
		all = append(all, choice{[]wgsl.Kernel{first, second}, (fullCost(first) + rest) * float64(points)})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(a.cost, b.cost) })
	return all
}

// firstFactors returns the axis fusions to compare, by rising first factor.
func firstFactors(axes []Axis, l wgsl.Limits) []axisFusion {
	if len(axes) == 3 {
		return threeAxisFusions(axes, l)
	}
	var all []axisFusion
	for r := 2; r <= maxFusedFactor && len(axes) == 2; r++ {
		s := axisFusion{rows: axes[0], columns: axes[1], r: r}
		if s.isValid() && s.columns.N/r >= minFactor && s.columns.N/r <= maxFactor {
			all = append(all, s)
		}
	}
	return all
}

// restCost returns the rough cost of the rest of the columns. It returns false if no kernel does
// it.
func (s axisFusion) restCost(costs *passCosts) (float64, bool) {
	if s.beyond.N > 0 {
		seconds := cheapest(s.threeAxisRests(costs.l), roughColumnCost, 1)
		if len(seconds) == 0 {
			return 0, false
		}
		return roughColumnCost(seconds[0]), true
	}
	second, ok := costs.of(costKey{s.columns.N / s.r, Columns}, s.rest())
	return second.cost, ok
}

// bestRest returns the kernel for the rest of the columns that costs least by the model, and its
// cost. Without a third axis, rest is that cost.
func (s axisFusion) bestRest(rest float64, l wgsl.Limits) (wgsl.Kernel, float64) {
	if s.beyond.N > 0 {
		second := rankedColumns(s.threeAxisRests(l), l)[0]
		return second, fullCost(second)
	}
	return passKernel(Columns, s.columns.N/s.r, s.rest(), l), rest
}

// firsts returns the placed kernels for rows and the first factor of the columns. With two axes
// these join in registers.
func (s axisFusion) firsts(points, count int, l wgsl.Limits) []wgsl.Kernel {
	if s.beyond.N > 0 {
		return s.threeAxisFirsts(points, count, l)
	}
	if LargestPrime(s.rows.N) > MaxPrime || s.rows.N*s.r > Capacity(l) {
		return nil
	}
	batch := min(points/(s.rows.N*s.r)*count, maxChoiceBatch)
	var all []wgsl.Kernel
	for _, k := range s.middles() {
		k.ElementsPerThread = s.r * int(k.Radices[0])
		k.Load.Map, k.Store.Map = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N())
		if k.ElementsPerThread > maxPoints || k.Threads() > l.Invocations {
			continue
		}
		if !k.JoinsAxes() || k.LiveElements() > maxLiveExchanging {
			continue
		}
		for _, k.TransformsPerGroup = range groupSizes(k, batch, l) {
			for _, k := range exchanges(k, l) {
				if k.Load.Path == wgsl.Direct {
					all = append(all, s.first(k))
				}
			}
		}
	}
	return all
}

// middles returns kernels that have only stages: the rows' radix lists of fewest stages, and the
// factor as one stage.
func (s axisFusion) middles() []wgsl.Kernel {
	factor, err := wgsl.MakeRadices(s.r)
	if err != nil || wgsl.FewestStages(s.r, s.r) != 1 {
		return nil
	}
	var all []wgsl.Kernel
	for _, chain := range chains(s.rows.N, maxPoints, 1) {
		body := wgsl.Kernel{Radices: chain}
		body.OuterRadices[0] = factor
		all = append(all, body)
	}
	return all
}

// FusedAxes returns a segment that is an axis fusion of two kernels, with one of the kernels
// replaced by each of its alternatives in turn. The cheapest by the model come first. It returns
// none for other segments.
func FusedAxes(p Problem, l wgsl.Limits, part ChoicePart) [][]wgsl.Kernel {
	axes, count := p.axes(l), min(p.Count(), maxChoiceBatch)
	s, n := axisFusionOf(part.Kernels, axes[part.Axis:])
	if n != 2 {
		return nil
	}
	var all [][]wgsl.Kernel
	firsts := cheapest(withTunedExchanges(s.firsts(p.Points(), count, l), l), roughCost, shortlist)
	for _, k := range withBestLayouts(firsts, l) {
		all = append(all, []wgsl.Kernel{k, part.Kernels[1]})
	}
	for i, k := range s.rests(l) {
		all = slices.Insert(all, min(2*i+1, len(all)), []wgsl.Kernel{part.Kernels[0], k})
	}
	return all
}

// rests returns kernels to measure for the rest of the columns, the cheapest by the model first.
func (s axisFusion) rests(l wgsl.Limits) []wgsl.Kernel {
	if s.beyond.N > 0 {
		return withBestLayouts(cheapest(withTunedExchanges(s.threeAxisRests(l), l), roughColumnCost, shortlist), l)
	}
	return columns(s.columns.N/s.r, false, s.rest(), l, false)
}

// withBestLayouts gives each kernel a digit layout if it can have one, and its best layout
// otherwise.
func withBestLayouts(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	forEach(len(ks), 1, func(i int) {
		if digits, ok := WithDigitLayout(ks[i], l); ok {
			ks[i] = digits
		} else {
			ks[i].Layout = BestLayout(ks[i], l)
		}
	})
	return ks
}
