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
func multiPass(axis Finder, l wgsl.Limits, transposed bool) (choice, bool) {
	n := axis.N
	costs := newPassCosts(l)
	var best []hier.Pass
	least := 0.0
	enough := plan.MaxPasses
	canCostLess := func(passes int) bool { return best == nil || float64(passes) < least } // a pass costs at least 1
	for passes := 2; passes <= enough && canCostLess(passes); passes++ {
		var all [][]hier.Pass
		var items []passQuery
		for _, factors := range splits(n, min(plan.MaxFactor, plan.OnePassPoints(l)), passes) {
			split := hier.Passes(factors, axis.InnerExtent, transposed)
			for _, p := range split {
				items = append(items, passQuery{costKey{p.R, passKindOf(p)}, p.Kernel})
			}
			all = append(all, split)
		}
		costs.compute(items)
		for _, split := range all {
			cost, ok := 0.0, true
			for _, p := range split {
				// A factor's cost hardly depends on its position, except for passes that read or
				// write rows.
				c, there := costs.of(costKey{p.R, passKindOf(p)}, p.Kernel)
				cost, ok = cost+c.cost, ok && there
			}
			if ok && (best == nil || cost < least) {
				best, least = split, cost
			}
		}
		if best != nil && enough == plan.MaxPasses {
			enough = min(passes+1, plan.MaxPasses) // one pass more than needed may be cheaper
		}
	}
	c := choice{cost: least * float64(n)}
	for _, p := range best {
		c.kernels = append(c.kernels, ChoosePassKernel(passKindOf(p), p.R, p.Kernel, l))
	}
	return c, best != nil
}

// passKindOf returns the kind of a pass.
func passKindOf(p hier.Pass) PassKind {
	switch {
	case p.P > 1 || p.InnerExtent > 1:
		return Columns
	case p.Transposed:
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
	return ColumnKernels(r, kind != Columns, at, l, false)[0]
}

// A Placer sets a kernel's maps and pass twiddle for one position among the passes.
type Placer func(wgsl.Kernel) wgsl.Kernel

// passCosts caches rough costs of passes.
type passCosts struct {
	l     wgsl.Limits
	known map[costKey]choice
}

// newPassCosts returns an empty cache for a device.
func newPassCosts(l wgsl.Limits) *passCosts { return &passCosts{l: l, known: map[costKey]choice{}} }

type costKey struct {
	r    int
	kind PassKind
}

// of returns the cheapest kernel of a pass and its rough cost. It returns false if the pass has no
// kernel.
func (p *passCosts) of(key costKey, at Placer) (choice, bool) {
	c, ok := p.known[key]
	if !ok {
		c = passQuery{key, at}.compute(p.l)
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
	parallel.Each(len(unknown), 1, func(i int) { found[i] = unknown[i].compute(p.l) })
	for i, u := range unknown {
		p.known[u.costKey] = found[i]
	}
}

// compute returns the cheapest kernel with its rough cost, and a choice without kernels if there is
// none.
func (i passQuery) compute(l wgsl.Limits) choice {
	if best, known := measuredPassOf(i.kind, i.r, i.at, l); known {
		return choice{[]wgsl.Kernel{best.kernel}, best.passes}
	}
	if ks := ColumnKernels(i.r, i.kind != Columns, i.at, l, true); len(ks) > 0 {
		cost := ModelOf(l).FullCost(ks[0])
		if i.kind == Convolved && i.r <= shortRowPoints {
			cost *= shortRowFactor
		}
		return choice{ks[:1], cost}
	}
	return choice{}
}

// The model underestimates the fastest short rows of convolutions by a factor.
const (
	shortRowPoints = 512 // largest number of points of a short row
	shortRowFactor = 1.1
)

// splits returns the splits to compare. Their factors differ by a few octaves if n has such
// factors.
func splits(n, limit, passes int) [][]int {
	root := math.Pow(float64(n), 1/float64(passes))
	near := hier.Splits(n, max(plan.MinFactor, int(root/4)), min(limit, int(root*4)+1), passes)
	if len(near) > 0 {
		return near
	}
	return hier.Splits(n, plan.MinFactor, limit, passes)
}

// ColumnKernels returns kernels for a pass of transforms of r points, the cheapest first. If roughly is
// set, it compares only kernels with a number of elements per thread that equals the largest radix.
// They are close to the best. If rows is set, one side of the pass is rows, and threads change roles in
// an exchange.
func ColumnKernels(r int, rows bool, at Placer, l wgsl.Limits, roughly bool) []wgsl.Kernel {
	least := 1
	if rows {
		least = 2
	}
	return cheapestColumns(columnVariants(Bodies(r, plan.MaxThreadElements, least, l), at, l, roughly,
		DefaultBudget), l, roughly)
}

// columnVariants returns the rough features of the kernels with the given stages for a pass, within a
// budget. Kernels with mirror pairs may be invalid, because RoughCosts does not check these pairs.
// cheapestColumns drops invalid kernels.
func columnVariants(bodies []wgsl.Kernel, at Placer, l wgsl.Limits, roughly bool, in columnBudget) []Features {
	parts := make([][]Features, len(bodies))
	parallel.Each(len(bodies), 1, func(i int) {
		parts[i] = columnThreadings(bodies[i], at, l, roughly, in, roughChecks())
	})
	return slices.Concat(parts...)
}

// cheapestColumns returns the cheapest valid kernels for a pass, each with its best layout.
func cheapestColumns(all []Features, l wgsl.Limits, roughly bool) []wgsl.Kernel {
	most := Shortlist / 2
	if roughly {
		most = 4
	}
	model := ModelOf(l)
	rough := func(f Features) float64 { return model.Cost(f) + PartialLineCost(f.Kernel) }
	var valid []wgsl.Kernel
	for _, i := range byCost(all, rough) {
		if len(valid) < most && all[i].Kernel.Check(l) == nil {
			valid = append(valid, all[i].Kernel)
		}
	}
	return cheapestByFeatures(inBestLayouts(valid, l), model.Cost, most)
}

// PartialLineCost returns the rough extra cost of columns that fill less than half a memory line.
func PartialLineCost(k wgsl.Kernel) float64 {
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
func hasEnoughColumns(k wgsl.Kernel, l wgsl.Limits) bool {
	few := k.Invocations() < minRowThreads
	if plan.Spectra(k) <= 1 || k.IsBatchFastest() || few && l.Invocations < 4*minRowThreads {
		return k.Threads.Transforms >= minColumns
	}
	return !few || k.Threads.Transforms >= maxColumns
}

// A columnBudget bounds the resources of workgroups of columns: columns, bytes of workgroup memory,
// and kinds of exchange.
type columnBudget struct {
	columns, bytes int
	exchanges      []wgsl.Exchange
}

// Budgets for columns. The model compares kernels within DefaultBudget. LargeBudget has twice the
// memory and sliced exchanges of both components: the tuner measures these, because the model does
// not rank them well. WideBudget also has twice the columns, for mirrored columns, which lie in two
// places.
var (
	DefaultBudget = columnBudget{
		columns:   maxColumns,
		bytes:     16 << 10,
		exchanges: []wgsl.Exchange{{}, {Split: true}, {Split: true, Slices: 2}, {Split: true, Slices: 4}},
	}
	LargeBudget = columnBudget{
		columns:   maxColumns,
		bytes:     2 * DefaultBudget.bytes,
		exchanges: append(slices.Clone(DefaultBudget.exchanges), wgsl.Exchange{Slices: 2}, wgsl.Exchange{Slices: 4}),
	}
	WideBudget = columnBudget{2 * maxColumns, LargeBudget.bytes, LargeBudget.exchanges}
)

// appendExchanges places k and gives it each exchange of a budget. It appends the rough features of
// the valid kernels.
func appendExchanges(
	all []Features, k wgsl.Kernel, at Placer, l wgsl.Limits, in columnBudget, valid *sketches,
) []Features {
	placed := at(k)
	l.WorkgroupBytes = min(in.bytes, l.WorkgroupBytes)
	for _, placed.Exchange = range in.exchanges {
		costs, err := valid.of(placed, l)
		if err == nil && (costs.WorkgroupBytes() > 0 || placed.Exchange == wgsl.Exchange{}) {
			all = append(all, roughFeatures(placed, costs))
		}
	}
	return all
}

// ColumnThreadings returns the kernels with the stages of k for a pass, within a budget. They
// differ in elements per thread, columns per workgroup and exchange.
func ColumnThreadings(k wgsl.Kernel, at Placer, l wgsl.Limits, roughly bool, in columnBudget) []wgsl.Kernel {
	return kernelsOf(columnThreadings(k, at, l, roughly, in, checks()))
}

// columnThreadings returns the rough features of the kernels that ColumnThreadings lists. Sketches
// decide which kernels are valid.
func columnThreadings(
	k wgsl.Kernel, at Placer, l wgsl.Limits, roughly bool, in columnBudget, valid *sketches,
) []Features {
	radices := k.StageRadices()
	var all []Features
	seen := map[int]bool{}
	for points := 1; points <= plan.MaxThreadElements; points++ {
		if roughly && points != slices.Max(radices) {
			continue
		}
		if !slices.ContainsFunc(radices, func(r int) bool { return points%r == 0 }) {
			continue
		}
		k.Threads.Elements = points
		if k.ThreadsPerTransform() > l.Invocations || seen[k.ThreadsPerTransform()] ||
			k.LiveElements() > plan.MaxLiveExchanging {
			continue
		}
		seen[k.ThreadsPerTransform()] = true
		for t := 1; t <= in.columns; t *= 2 {
			k.Threads.Transforms = t
			if k.Invocations() > min(512, l.Invocations) || !hasEnoughColumns(at(k), l) {
				continue
			}
			all = appendExchanges(all, k, at, l, in, valid)
		}
	}
	return all
}
