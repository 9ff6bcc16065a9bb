package choose

import (
	"cmp"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// multiPass chooses the passes of a transform that no workgroup can hold. It takes the split of
// least cost, and the cheapest column kernel for each of its passes.
func multiPass(axis Finder, l wgsl.Limits, transposed bool, in passRange) (choice, bool) {
	factors, least := cheapestSplit(axis, transposed, newPassCosts(l, in))
	c := newChoice(least * float64(axis.N))
	for _, p := range hier.Passes(factors, axis.InnerExtent, transposed) {
		c.Kernels = append(c.Kernels, ChoosePassKernel(passKindOf(p), p.R, p.Kernel, l))
	}
	return c, factors != nil
}

// cheapestSplit returns the factors of the split of least cost, and its cost in passes over memory. It
// returns nil if no split has kernels for all of its passes.
func cheapestSplit(axis Finder, transposed bool, costs *passCosts) (best []int, least float64) {
	enough := costs.in.maxPasses
	canCostLess := func(passes int) bool { return best == nil || float64(passes) < least } // a pass costs at least 1
	for passes := 2; passes <= enough && canCostLess(passes); passes++ {
		all := costs.splits(axis.N, passes)
		lists := make([]passList, len(all))
		for s, factors := range all {
			for i, pass := range hier.Passes(factors, axis.InnerExtent, transposed) {
				// A factor's cost hardly depends on its position, except for passes that read or
				// write rows.
				key := splitKey(factors, i, axis.InnerExtent, transposed)
				lists[s] = append(lists[s], countedPass{costs.pass(passQuery{key, pass.Kernel}), 1})
			}
		}
		below := math.Inf(1)
		if best != nil {
			below = least
		}
		if i, cost := cheapestList(lists, 1, below); i >= 0 {
			best, least = all[i], cost
		}
		if best != nil && enough == costs.in.maxPasses {
			enough = min(passes+1, costs.in.maxPasses) // one pass more than needed may be cheaper
		}
	}
	return best, least
}

// splitKey returns the key of pass i of a split, in the order of hier.Passes.
func splitKey(factors []int, i, inner int, transposed bool) costKey {
	if transposed {
		i = len(factors) - 1 - i
	}
	return costKey{factors[i], kindOf(i == 0, inner, transposed)}
}

// passKindOf returns the kind of a pass.
func passKindOf(p hier.Pass) PassKind { return kindOf(p.P == 1, p.InnerExtent, p.Transposed) }

// kindOf returns the kind of a pass of the first or another factor.
func kindOf(isFirst bool, inner int, transposed bool) PassKind {
	switch {
	case !isFirst || inner > 1:
		return Columns
	case transposed:
		return FromRows
	}
	return ToRows
}

// ChoosePassKernel chooses the kernel of a pass: the measured one, or the cheapest by the model. The pass
// must have kernels.
func ChoosePassKernel(kind PassKind, r int, at Placer, l wgsl.Limits) wgsl.Kernel {
	if best, known := measuredPassOf(kind, r, at, l); known {
		return best.kernel
	}
	k, _, ok := rankedColumnsWithin(r, kind != Columns, at, l, false, DefaultBudget).at(0)
	if !ok {
		k, _, _ = rankedColumnsWithin(r, kind != Columns, at, l, false, AnyBudget).at(0)
	}
	return k
}

// A passRange bounds the factors of an axis in several passes, and the kernels of its passes.
type passRange struct {
	minFactor, maxPasses int
	budget               columnBudget
	roughly              bool // whether costs are from few kernels of each pass: see ColumnKernels
	isDirect             bool // without a convolution of the whole axis
}

// The ranges, in the order in which they are searched. A few lengths, like 13^5, have no passes in the usual
// range. In the range of any passes, factors may be small, workgroups may hold a single column, and there may
// be more passes.
var (
	usualPasses = passRange{minFactor: plan.MinFactor, maxPasses: plan.MaxPasses, budget: DefaultBudget, roughly: true}
	anyPasses   = passRange{minFactor: 2, maxPasses: 2 * plan.MaxPasses, budget: AnyBudget}
	passRanges  = []passRange{usualPasses, anyPasses}
)

// directRanges has no convolutions in the first two ranges.
var directRanges = []passRange{direct(usualPasses), direct(anyPasses), anyPasses}

// direct returns a range without convolutions.
func direct(in passRange) passRange {
	in.isDirect = true
	return in
}

// A Placer sets a kernel's maps and pass twiddle for one position among the passes.
type Placer func(wgsl.Kernel) wgsl.Kernel

// passCosts caches rough costs of passes.
type passCosts struct {
	l     wgsl.Limits
	in    passRange
	known map[costKey]*passCost
}

// newPassCosts returns an empty cache for the passes of a device in a range.
func newPassCosts(l wgsl.Limits, in passRange) *passCosts {
	return &passCosts{l: l, in: in, known: map[costKey]*passCost{}}
}

type costKey struct {
	r    int
	kind PassKind
}

// A passQuery is a key for the cost of a pass. The cost hardly depends on the placer: the first
// query for a key decides.
type passQuery struct {
	costKey
	at Placer
}

// A passCost is the cost of a pass by the few kernels that its range compares. It is known when it is needed.
type passCost struct {
	ranked   *ranking // nil for a measured pass
	measured float64  // cost of a measured pass
	factor   float64  // corrects costs by the model
}

// pass returns the cost of a pass.
func (p *passCosts) pass(q passQuery) *passCost {
	c, ok := p.known[q.costKey]
	if !ok {
		c = &passCost{factor: 1}
		if best, known := measuredPassOf(q.kind, q.r, q.at, p.l); known {
			c.measured = best.passes
		} else {
			c.ranked = rankedColumnsWithin(q.r, q.kind != Columns, q.at, p.l, p.in.roughly, p.in.budget)
		}
		if q.kind == Convolved && q.r <= shortRowPoints {
			c.factor = shortRowFactor
		}
		p.known[q.costKey] = c
	}
	return c
}

// of returns the cost of a pass. It returns false if the pass has no kernel.
func (p *passCosts) of(key costKey, at Placer) (cost float64, ok bool) {
	c := p.pass(passQuery{key, at})
	return c.cost(), c.exists()
}

// exists reports whether the pass has a kernel.
func (c *passCost) exists() bool { return c.ranked == nil || !c.ranked.isEmpty() }

// cost returns the cost of a pass that exists.
func (c *passCost) cost() float64 {
	if c.ranked == nil {
		return c.measured
	}
	_, cost, _ := c.ranked.at(0)
	return cost * c.factor
}

// bound returns a lower bound of the cost of a pass that exists.
func (c *passCost) bound() float64 {
	if c.ranked == nil {
		return c.measured
	}
	return c.ranked.bound() * c.factor
}

// A passList is a list of passes that do an axis together.
type passList []countedPass

// A countedPass is a pass that runs a number of times.
type countedPass struct {
	*passCost
	times float64
}

// cheapestList returns the index of the first list of least cost, and the cost. The cost of a list is the sum of the
// costs of its passes times points. The index is -1 if no list has kernels for all passes and costs less than below.
// Only lists with a small lower bound of their cost are looked at.
func cheapestList(lists []passList, points, below float64) (best int, least float64) {
	var order []candidateList
	for i, list := range lists {
		if list.exists() {
			order = append(order, candidateList{i, list.sum(points, (*passCost).bound)})
		}
	}
	slices.SortFunc(order, func(a, b candidateList) int {
		return cmp.Or(cmp.Compare(a.bound, b.bound), a.index-b.index)
	})
	best, least = -1, below
	for _, o := range order {
		if o.bound > least || o.bound == least && (best < 0 || o.index > best) {
			continue
		}
		cost := lists[o.index].sum(points, (*passCost).cost)
		if cost < least || cost == least && best >= 0 && o.index < best {
			best, least = o.index, cost
		}
	}
	return best, least
}

// A candidateList is the index of a list of passes with a lower bound of its cost.
type candidateList struct {
	index int
	bound float64
}

// exists reports whether all passes have kernels.
func (l passList) exists() bool {
	return !slices.ContainsFunc(l, func(p countedPass) bool { return !p.passCost.exists() })
}

// sum returns the sum of costs or of bounds, times points.
func (l passList) sum(points float64, of func(*passCost) float64) (sum float64) {
	for _, p := range l {
		sum += p.times * of(p.passCost) * points
	}
	return sum
}

// The model underestimates the fastest short rows of convolutions by a factor.
const (
	shortRowPoints = 512 // largest number of points of a short row
	shortRowFactor = 1.1
)

// splits returns the splits of n to compare. Their factors differ by a few octaves if n has such
// factors.
func (p *passCosts) splits(n, passes int) [][]int {
	least, most := p.in.minFactor, min(plan.MaxFactor, plan.OnePassPoints(p.l))
	root := math.Pow(float64(n), 1/float64(passes))
	near := hier.Splits(n, max(least, int(root/4)), min(most, int(root*4)+1), passes)
	if len(near) > 0 {
		return near
	}
	return hier.Splits(n, least, most, passes)
}

// ColumnKernels returns kernels for a pass of transforms of r points, the cheapest first. If roughly is
// set, it compares only kernels with a number of elements per thread that equals the largest radix.
// They are close to the best. If rows is set, one side of the pass is rows, and threads change roles in
// an exchange.
func ColumnKernels(r int, rows bool, at Placer, l wgsl.Limits, roughly bool) []wgsl.Kernel {
	return columnKernelsWithin(r, rows, at, l, roughly, DefaultBudget)
}

// columnKernelsWithin is ColumnKernels for another budget.
func columnKernelsWithin(
	r int, rows bool, at Placer, l wgsl.Limits, roughly bool, in columnBudget,
) []wgsl.Kernel {
	return rankedColumnsWithin(r, rows, at, l, roughly, in).all()
}

// rankedColumnsWithin returns the ranking of columnKernelsWithin.
func rankedColumnsWithin(
	r int, rows bool, at Placer, l wgsl.Limits, roughly bool, in columnBudget,
) *ranking {
	least := 1
	if rows {
		least = 2
	}
	return cheapestColumns(columnVariants(Bodies(r, plan.MaxThreadElements, least, l), at, l, roughly, in), l, roughly)
}

// columnVariants returns the kernels with the given stages for a pass, within a budget. Some may be invalid:
// cheapestColumns drops these.
func columnVariants(bodies []wgsl.Kernel, at Placer, l wgsl.Limits, roughly bool, in columnBudget) []candidate {
	var all []candidate
	for _, body := range bodies {
		all = appendColumnThreadings(all, body, at, l, roughly, in)
	}
	return all
}

// cheapestColumns returns the ranking of the cheapest valid kernels for a pass.
func cheapestColumns(all []candidate, l wgsl.Limits, roughly bool) *ranking {
	most := Shortlist / 2
	if roughly {
		most = 4
	}
	return newRanking(cheapestCandidates(all, l, most), l, false)
}

// PartialLineCost returns the rough extra cost of columns that fill less than half a memory line.
func PartialLineCost(k wgsl.Kernel) float64 { return partialLineCost(&k) }

func partialLineCost(k *wgsl.Kernel) float64 {
	if !CanBeColumns(k) {
		return 0
	}
	together := k.Threads.Transforms
	if k.MirroredTransforms() > 0 { // the mirrored columns lie elsewhere
		together /= 2
	}
	excess := func(of wgsl.Kind) float64 {
		points := float64(wgsl.LinePoints)
		if of == wgsl.Numbers {
			points *= 2
		}
		return max(0, points/float64(together)-2)
	}
	source, target := k.Kinds()
	return ReferenceWeights.Memory * (excess(source) + excess(target))
}

// Bounds of the number of columns of a workgroup. Fewer than minColumns fill too little of a memory
// line. Rows of convolutions may be fewer, so that long rows are exchanged together.
const (
	minColumns    = 4
	maxColumns    = 32 // except with mirrored columns
	minRowThreads = 64 // threads of a workgroup with rows of a convolution
)

// hasEnoughColumns reports whether a workgroup of the kernel does the number of transforms that its
// pass needs.
func hasEnoughColumns(k *wgsl.Kernel, l wgsl.Limits) bool {
	few := k.Invocations() < minRowThreads
	if plan.Spectra(*k) <= 1 || k.IsBatchFastest() || few && l.Invocations < 4*minRowThreads {
		return k.Threads.Transforms >= minColumns
	}
	return !few || k.Threads.Transforms >= maxColumns
}

// A columnBudget bounds the resources of workgroups of columns: columns, threads, bytes of workgroup
// memory, and kinds of exchange.
type columnBudget struct {
	columns, threads, bytes int
	exchanges               []wgsl.Exchange

	hasFew bool // workgroups may also hold fewer columns than hasEnoughColumns demands
}

// Budgets for columns. The model compares kernels within DefaultBudget. LargeBudget has twice the
// memory and sliced exchanges of both components: the tuner measures these, because the model does
// not rank them well. WideBudget also has twice the columns, for mirrored columns, which lie in two
// places. AnyBudget has all kernels that a device can run, for passes without a kernel in DefaultBudget.
var (
	DefaultBudget = columnBudget{
		columns:   maxColumns,
		threads:   512,
		bytes:     16 << 10,
		exchanges: []wgsl.Exchange{{}, {Split: true}, {Split: true, Slices: 2}, {Split: true, Slices: 4}},
	}
	LargeBudget = columnBudget{
		columns:   maxColumns,
		threads:   DefaultBudget.threads,
		bytes:     2 * DefaultBudget.bytes,
		exchanges: append(slices.Clone(DefaultBudget.exchanges), wgsl.Exchange{Slices: 2}, wgsl.Exchange{Slices: 4}),
	}
	WideBudget = columnBudget{
		columns:   2 * maxColumns,
		threads:   LargeBudget.threads,
		bytes:     LargeBudget.bytes,
		exchanges: LargeBudget.exchanges,
	}
	AnyBudget = columnBudget{
		columns:   maxColumns,
		threads:   math.MaxInt,
		bytes:     math.MaxInt,
		exchanges: append(slices.Clone(LargeBudget.exchanges), wgsl.Exchange{Split: true, Slices: MaxSlices - 1}),
		hasFew:    true,
	}
)

// ColumnThreadings returns the kernels with the stages of k for a pass, within a budget. They
// differ in elements per thread, columns per workgroup and exchange.
func ColumnThreadings(k wgsl.Kernel, at Placer, l wgsl.Limits, roughly bool, in columnBudget) []wgsl.Kernel {
	return validKernels(appendColumnThreadings(nil, k, at, l, roughly, in), l)
}

// appendColumnThreadings appends the candidates that ColumnThreadings lists. They may be invalid, except for their
// limits. The rough cost of a candidate is its cost in a linear layout with the cost of partial memory lines.
func appendColumnThreadings(
	all []candidate, k wgsl.Kernel, at Placer, l wgsl.Limits, roughly bool, in columnBudget,
) []candidate {
	radices := k.StageRadices()
	largest, common := slices.Max(radices), (*shape)(nil)
	seen := map[int]bool{}
	for points := 1; points <= plan.MaxThreadElements; points++ {
		if roughly && points != largest {
			continue
		}
		if !slices.ContainsFunc(radices, func(r int) bool { return points%r == 0 }) {
			continue
		}
		k.Threads.Elements, k.Threads.Transforms = points, 1
		threads := k.ThreadsPerTransform()
		if threads > l.Invocations || seen[threads] || k.LiveElements() > plan.MaxLiveExchanging {
			continue
		}
		seen[threads] = true
		t := &threading{costs: at(k).Estimate()}
		if t.shape = newShape(t.kernel()); t.shape.isPlain {
			if common == nil {
				common = t.shape
			}
			t.shape = common
		}
		all = t.appendColumns(all, l, in)
	}
	return all
}

// appendColumns appends the candidates of a threading of columns within a budget.
func (t *threading) appendColumns(all []candidate, l wgsl.Limits, in columnBudget) []candidate {
	model, bytes := ModelOf(l), min(in.bytes, l.WorkgroupBytes)
	for columns := 1; columns <= in.columns; columns *= 2 {
		k := t.at(columns, wgsl.Exchange{}).Kernel()
		if k.Invocations() > min(in.threads, l.Invocations) || !in.hasFew && !hasEnoughColumns(k, l) {
			continue
		}
		lines := partialLineCost(k)
		for _, x := range in.exchanges {
			f := roughFeatures(t.at(columns, x))
			if f.Bytes <= bytes && (f.Bytes > 0 || x == wgsl.Exchange{}) {
				costs := candidateCosts{cost: model.Cost(f) + lines, least: model.leastCost(f)}
				all = append(all, candidate{t, columns, x, costs})
			}
		}
	}
	return all
}
