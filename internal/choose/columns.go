package choose

import (
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/internal/parallel"
	"wgfft/plan"
	"wgfft/wgsl"
)

// multiPass chooses the passes of a transform that no workgroup can hold. It takes the split of
// least cost, and the cheapest column kernel for each of its passes.
func multiPass(axis Finder, l wgsl.Limits, transposed bool, in passRange) (choice, bool) {
	factors, least := cheapestSplit(axis, transposed, newPassCosts(l, in))
	c := choice{cost: least * float64(axis.N)}
	for _, p := range hier.Passes(factors, axis.InnerExtent, transposed) {
		c.kernels = append(c.kernels, ChoosePassKernel(passKindOf(p), p.R, p.Kernel, l))
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
		costs.computeSplits(all, axis.InnerExtent, transposed)
		for _, factors := range all {
			cost, ok := 0.0, true
			for i := range factors {
				// A factor's cost hardly depends on its position, except for passes that read or
				// write rows.
				c := costs.known[splitKey(factors, i, axis.InnerExtent, transposed)]
				cost, ok = cost+c.cost, ok && c.kernels != nil
			}
			if ok && (best == nil || cost < least) {
				best, least = factors, cost
			}
		}
		if best != nil && enough == costs.in.maxPasses {
			enough = min(passes+1, costs.in.maxPasses) // one pass more than needed may be cheaper
		}
	}
	return best, least
}

// computeSplits computes the unknown costs of the passes of splits.
func (p *passCosts) computeSplits(all [][]int, inner int, transposed bool) {
	seen := map[costKey]bool{}
	var unknown []passQuery
	for _, factors := range all {
		for i := range factors {
			key := splitKey(factors, i, inner, transposed)
			if _, ok := p.known[key]; !ok && !seen[key] {
				seen[key] = true
				unknown = append(unknown, passQuery{key, hier.Passes(factors, inner, transposed)[i].Kernel})
			}
		}
	}
	p.compute(unknown)
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
	known map[costKey]choice
}

// newPassCosts returns an empty cache for the passes of a device in a range.
func newPassCosts(l wgsl.Limits, in passRange) *passCosts {
	return &passCosts{l: l, in: in, known: map[costKey]choice{}}
}

type costKey struct {
	r    int
	kind PassKind
}

// of returns the cheapest kernel of a pass and its rough cost. It returns false if the pass has no
// kernel.
func (p *passCosts) of(key costKey, at Placer) (choice, bool) {
	c, ok := p.known[key]
	if !ok {
		c = passQuery{key, at}.compute(p.l, p.in)
		p.known[key] = c
	}
	return c, c.kernels != nil
}

// A passQuery is a key for the cost of a pass. The cost hardly depends on the placer: the first
// query for a key decides.
type passQuery struct {
	costKey
	at Placer
}

// compute computes the costs of several passes in parallel.
func (p *passCosts) compute(all []passQuery) {
	seen := map[costKey]bool{}
	var unknown []passQuery
	for _, i := range all {
		if _, ok := p.known[i.costKey]; !ok && !seen[i.costKey] {
			seen[i.costKey] = true
			unknown = append(unknown, i)
		}
	}
	found := make([]choice, len(unknown))
	parallel.Each(len(unknown), 1, func(i int) { found[i] = unknown[i].compute(p.l, p.in) })
	for i, u := range unknown {
		p.known[u.costKey] = found[i]
	}
}

// compute returns the cheapest kernel with its rough cost, and a choice without kernels if there is
// none.
func (i passQuery) compute(l wgsl.Limits, in passRange) choice {
	if best, known := measuredPassOf(i.kind, i.r, i.at, l); known {
		return choice{[]wgsl.Kernel{best.kernel}, best.passes}
	}
	if k, cost, ok := rankedColumnsWithin(i.r, i.kind != Columns, i.at, l, in.roughly, in.budget).at(0); ok {
		if i.kind == Convolved && i.r <= shortRowPoints {
			cost *= shortRowFactor
		}
		return choice{[]wgsl.Kernel{k}, cost}
	}
	return choice{}
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
		all = append(all, columnThreadings(body, at, l, roughly, in)...)
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
	return validKernels(columnThreadings(k, at, l, roughly, in), l)
}

// columnThreadings returns the candidates that ColumnThreadings lists. They may be invalid, except for their
// limits. The rough cost of a candidate is its cost in a linear layout with the cost of partial memory lines.
func columnThreadings(k wgsl.Kernel, at Placer, l wgsl.Limits, roughly bool, in columnBudget) []candidate {
	radices := k.StageRadices()
	largest, common := slices.Max(radices), (*shape)(nil)
	var all []candidate
	seen := map[int]bool{}
	for points := 1; points <= plan.MaxThreadElements; points++ {
		if roughly && points != largest {
			continue
		}
		if !slices.ContainsFunc(radices, func(r int) bool { return points%r == 0 }) {
			continue
		}
		k.Threads.Elements, k.Threads.Transforms = points, 1
		if threads := k.ThreadsPerTransform(); threads > l.Invocations || seen[threads] ||
			k.LiveElements() > plan.MaxLiveExchanging {
			continue
		}
		seen[k.ThreadsPerTransform()] = true
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
