package plan

import (
	"cmp"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// Rows and the columns across them take a trip through memory each, and long columns two. But what a row leaves free in a workgroup is room for a factor of the
// columns: a kernel that straddles both axes does r rows that lie far apart and the transforms of r points across them, and writes them one after
// the other. That is the first pass of the columns in Stockham's order, done on the way; what is left of them is shorter by the factor r. 4096 x 4096 points take
// two trips, of 4 x 4096 points and of columns of 1024, where rows, and columns in two passes, take three.
//
// On an NVIDIA H200 4096 x 4096 points took 0.72 ms so (0.79 before), 2048 x 2048 0.60 (0.65). Arrays that grow as they are transformed are not done so, for then
// rows of zeros would be read, nor are transforms in place, which need no scratch otherwise.

// What is left of the columns may go together with the axis beyond them: see thirdaxis.go.

// A straddle is rows together with the first factor of the columns across them.
type axisFusion struct {
	rows, columns Axis
	r             int
	beyond        Axis // the next axis, if the rest of the columns goes with it; else it has no points
}

// straddleOf is the straddle that kernels begin with if they are of some lines, and how many of them it takes; 0 if they don't.
func axisFusionOf(kernels []wgsl.Kernel, lines []Axis) (axisFusion, int) {
	head := kernels[0]
	if len(lines) < 2 || head.Load.Map.Run == 0 || head.OuterRadices[1] != (wgsl.Radices{}) || head.InnerExtent > 1 {
		return axisFusion{}, 0
	}
	s := axisFusion{rows: lines[0], columns: lines[1], r: head.OuterRadices[0].N()}
	if !s.isValid() || head.Radices.N() != s.rows.N || len(kernels) < 2 {
		return axisFusion{}, 0
	}
	if tail := kernels[1]; !tail.IsOneAxis() {
		if len(lines) > 2 {
			s.beyond = lines[2]
		}
		if !s.hasThirdAxis() || tail.OuterRadices[1] != (wgsl.Radices{}) || tail.InnerExtent > 1 || tail.OuterRadices[0].N() != s.beyond.N || tail.Radices.N() != s.columns.N/s.r {
			return axisFusion{}, 0
		}
		return s, 2
	}
	return s, 1 + directCount(kernels[1:], s.columns.N/s.r)
}

// lines is how many lines it takes.
func (s axisFusion) axisCount() int {
	if s.beyond.N > 0 {
		return 3
	}
	return 2
}

// Straddles says whether the kernels of a problem may straddle axes: not in place, where the others need no scratch, nor of arrays that grow.
func (p Problem) CanFuseAxes() bool { return !p.InPlace && !p.hasPaddedInput() }

// straddles says whether one of the kernels straddles two axes.
func hasAxisFusion(kernels []wgsl.Kernel) bool {
	return slices.ContainsFunc(kernels, func(k wgsl.Kernel) bool { return k.Load.Map.Run > 0 })
}

// fine says whether there can be the straddle: of complex rows that nothing lies beside, and a proper factor of the columns.
func (s axisFusion) isValid() bool {
	return s.rows.Kind == C2C && s.columns.Kind == C2C && s.rows.InnerExtent == 1 && s.columns.InnerExtent == s.rows.N && s.r > 1 && s.columns.N%s.r == 0 && s.r < s.columns.N
}

// reaches says whether the rest of the columns can go with the line beyond them: complex, and next to them.
func (s axisFusion) hasThirdAxis() bool {
	return s.beyond.N > 1 && s.beyond.Kind == C2C && s.beyond.InnerExtent == s.rows.N*s.columns.N
}

// line is all its lines in one.
func (s axisFusion) axis() Axis {
	if s.beyond.N > 0 {
		return Axis{N: s.beyond.InnerExtent * s.beyond.N, InnerExtent: 1, Outer: s.beyond.Outer, Inverse: s.beyond.Inverse}
	}
	return Axis{N: s.rows.N * s.columns.N, InnerExtent: 1, Outer: s.columns.Outer, Inverse: s.columns.Inverse}
}

// head places a kernel that does rows and the first factor.
func (s axisFusion) first(k wgsl.Kernel) wgsl.Kernel {
	n, apart := s.rows.N, s.columns.N/s.r
	k.Load.Map = wgsl.Map{Stride: apart * n, Dist: s.columns.N * n, Inner: apart, Run: n}
	k.Store.Map = wgsl.Contiguous(s.r * n)
	return k
}

// places are those of all passes, of columns in these factors after the first.
func (s axisFusion) placers(factors ...int) []placer {
	all := []placer{s.first}
	for _, p := range hier.Passes(append([]int{s.r}, factors...), s.rows.N, false)[1:] {
		all = append(all, p.Kernel)
	}
	return all
}

// tail places a kernel that does all the rest of the columns, and the line beyond if there is one: the columns of all its rows follow one another at the same distance.
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

// usual says whether the kernels are placed as those of the straddle are.
func (s axisFusion) isPlaced(kernels []wgsl.Kernel) bool {
	if s.beyond.N > 0 {
		places := []placer{s.first, s.rest()}
		return placedAs(kernels, func(i int) placer { return places[i] })
	}
	var factors []int
	for _, k := range kernels[1:] {
		factors = append(factors, k.N())
	}
	places := s.placers(factors...)
	return placedAs(kernels, func(i int) placer { return places[i] })
}

// mostStraddled is the largest first factor of columns.
const maxFusedFactor = 16

// straddlesPriced is how many of the first factors, the most promising by a rough price, Choose looks at.
const maxFusionsCompared = 2

// straddled are the ways to do two lines so, or three, in less than a cost, the cheapest by the model first: for so many first factors, with one pass for all the rest.
func fusedAxes(lines []Axis, points, count int, l wgsl.Limits, most int, below float64) []choice {
	type way struct {
		axisFusion
		heads []wgsl.Kernel
		rest  float64 // cost of the tail
		cost  float64 // roughly, of both
	}
	var ways []way
	prices := passCosts{l: l, known: map[costKey]choice{}}
	for _, s := range firstFactors(lines, l) {
		heads := s.firsts(points, count, l)
		rest, ok := s.restCost(&prices)
		if len(heads) == 0 || !ok {
			continue
		}
		heads = cheapest(heads, roughCost, multiAxisShortlist)
		if cost := (roughCost(heads[0]) + rest) * float64(points); cost < below {
			ways = append(ways, way{s, heads, rest, cost})
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(a.cost, b.cost) })
	var all []choice
	for _, w := range ways[:min(most, len(ways))] {
		head := ranked(w.heads, l)[0]
		tail, rest := w.bestRest(w.rest, l)
		all = append(all, choice{[]wgsl.Kernel{head, tail}, (ReferenceModel.Cost(FullFeatures(head)) + rest) * float64(points)})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(a.cost, b.cost) })
	return all
}

// firstFactors are the straddles of lines worth pricing, by their first factors.
func firstFactors(lines []Axis, l wgsl.Limits) []axisFusion {
	if len(lines) == 3 {
		return threeAxisFusions(lines, l)
	}
	var all []axisFusion
	for r := 2; r <= maxFusedFactor && len(lines) == 2; r++ {
		s := axisFusion{rows: lines[0], columns: lines[1], r: r}
		if s.isValid() && s.columns.N/r >= minFactor && s.columns.N/r <= maxFactor {
			all = append(all, s)
		}
	}
	return all
}

// rest is roughly the cost of the tail, if there is one.
func (s axisFusion) restCost(prices *passCosts) (float64, bool) {
	if s.beyond.N > 0 {
		tails := cheapest(s.threeAxisRests(prices.l), roughColumnCost, 1)
		if len(tails) == 0 {
			return 0, false
		}
		return roughColumnCost(tails[0]), true
	}
	tail, ok := prices.of(costKey{s.columns.N / s.r, Columns}, s.rest())
	return tail.cost, ok
}

// bestTail is the tail that the model likes best, and its cost: that of columns alone is what it is roughly.
func (s axisFusion) bestRest(rest float64, l wgsl.Limits) (wgsl.Kernel, float64) {
	if s.beyond.N > 0 {
		tail := rankedColumns(s.threeAxisRests(l), l)[0]
		return tail, ReferenceModel.Cost(FullFeatures(tail))
	}
	return passKernel(Columns, s.columns.N/s.r, s.rest(), l), rest
}

// heads are the kernels for rows and the first factor, each in its place: of two axes those in which these meet without an exchange.
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
		if k.Load.Map, k.Store.Map = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N()); k.ElementsPerThread > maxPoints || k.Threads() > l.Invocations || !k.JoinsAxes() || k.LiveElements() > maxLiveExchanging {
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

// bodies are kernels of rows of every chain of fewest stages, and of the factor as one stage.
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

// Straddled are the kernels of a part of a choice that straddles two lines, with each of some others in turn for one of its passes, the cheapest by the model first.
// There are none of parts of other kinds.
func FusedAxes(p Problem, l wgsl.Limits, part Segment) [][]wgsl.Kernel {
	lines, count := p.axes(l), min(p.Count(), maxChoiceBatch)
	s, n := axisFusionOf(part.Kernels, lines[part.Line:])
	if n != 2 {
		return nil
	}
	var all [][]wgsl.Kernel
	for _, k := range withBestLayouts(cheapest(withTunedExchanges(s.firsts(p.Points(), count, l), l), roughCost, shortlist), l) {
		all = append(all, []wgsl.Kernel{k, part.Kernels[1]})
	}
	for i, k := range s.rests(l) {
		all = slices.Insert(all, min(2*i+1, len(all)), []wgsl.Kernel{part.Kernels[0], k})
	}
	return all
}

// tails are kernels worth measuring for the tail, the cheapest by the model first.
func (s axisFusion) rests(l wgsl.Limits) []wgsl.Kernel {
	if s.beyond.N > 0 {
		return withBestLayouts(cheapest(withTunedExchanges(s.threeAxisRests(l), l), roughColumnCost, shortlist), l)
	}
	return columns(s.columns.N/s.r, false, s.rest(), l, false)
}

// settled are kernels in cubes, where they can be in one, or with the layouts that suit them.
func withBestLayouts(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	forEach(len(ks), 1, func(i int) {
		if cube, ok := WithDigitLayout(ks[i], l); ok {
			ks[i] = cube
		} else {
			ks[i].Layout = BestLayout(ks[i], l)
		}
	})
	return ks
}
