package plan

import (
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// Bounds of the factors of a transform of several passes: below, a pass does too little for its trip through memory;
// above, no workgroup holds enough columns.
const (
	minFactor = 16
	maxFactor = 2048
	maxPasses = 4
)

// several chooses the passes of a transform that no workgroup can hold: the split of least cost, and for each of its passes the
// cheapest column kernel; in the transposed order if asked for.
func multiPass(line Axis, l wgsl.Limits, transposed bool) (choice, bool) {
	n := line.N
	prices := passCosts{l: l, known: map[costKey]choice{}}
	var best []hier.Pass
	least := 0.0
	enough := maxPasses
	for passes := 2; passes <= enough; passes++ {
		var all [][]hier.Pass
		var items []passQuery
		for _, factors := range splits(n, min(maxFactor, Capacity(l)), passes) {
			split := hier.Passes(factors, line.InnerExtent, transposed)
			for _, p := range split {
				items = append(items, passQuery{costKey{p.R, passKindOf(p)}, p.Kernel})
			}
			all = append(all, split)
		}
		prices.compute(items)
		for _, split := range all {
			cost, ok := 0.0, true
			for _, p := range split {
				// A factor's cost hardly depends on where it stands, but for the pass whose near side is rows.
				c, there := prices.of(costKey{p.R, passKindOf(p)}, p.Kernel)
				cost, ok = cost+c.cost, ok && there
			}
			if ok && (best == nil || cost < least) {
				best, least = split, cost
			}
		}
		if best != nil && enough == maxPasses {
			enough = min(passes+1, maxPasses) // one more than needed may be cheaper
		}
	}
	c := choice{cost: least * float64(n)}
	for _, p := range best {
		c.kernels = append(c.kernels, passKernel(passKindOf(p), p.R, p.Kernel, l))
	}
	return c, best != nil
}

// kindOf is the kind of a pass.
func passKindOf(p hier.Pass) PassKind {
	switch {
	case p.P > 1 || p.InnerExtent > 1:
		return Columns
	case p.Transposed:
		return FromRows
	}
	return ToRows
}

// pass chooses the kernel of a pass that there are kernels for: a measured favourite, or the cheapest.
func passKernel(kind PassKind, r int, at placer, l wgsl.Limits) wgsl.Kernel {
	if best, known := measuredPassOf(kind, r, at, l); known {
		return best.kernel
	}
	return columns(r, kind != Columns, at, l, false)[0]
}

// A place puts a kernel of so many points where it belongs among passes.
type placer func(wgsl.Kernel) wgsl.Kernel

// prices remembers what passes cost, roughly.
type passCosts struct {
	l     wgsl.Limits
	known map[costKey]choice
}

type costKey struct {
	r    int
	kind PassKind
}

// of is the cheapest kernel for a pass, roughly, and its cost.
func (p *passCosts) of(key costKey, at placer) (choice, bool) {
	c, ok := p.known[key]
	if !ok {
		c = passQuery{key, at}.compute(p.l)
		p.known[key] = c
	}
	return c, c.kernels != nil
}

// An item is a pass whose price is asked for. It hardly depends on the place; the first asked for counts.
type passQuery struct {
	costKey
	at placer
}

// ask finds out the prices of several passes at once.
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
	forEach(len(unknown), 1, func(i int) { found[i] = unknown[i].compute(p.l) })
	for i, u := range unknown {
		p.known[u.costKey] = found[i]
	}
}

// price is what prices hold; without kernels where there are none.
func (i passQuery) compute(l wgsl.Limits) choice {
	if best, known := measuredPassOf(i.kind, i.r, i.at, l); known {
		return choice{[]wgsl.Kernel{best.kernel}, best.trips}
	}
	if ks := columns(i.r, i.kind != Columns, i.at, l, true); len(ks) > 0 {
		return choice{ks[:1], correctedCost(FullFeatures(ks[0]))}
	}
	return choice{}
}

// splits returns the splits worth pricing: factors within a few octaves of each other, where there are such.
func splits(n, limit, passes int) [][]int {
	root := math.Pow(float64(n), 1/float64(passes))
	near := hier.Splits(n, max(minFactor, int(root/4)), min(limit, int(root*4)+1), passes)
	if len(near) > 0 {
		return near
	}
	return hier.Splits(n, minFactor, limit, passes)
}

// columns returns kernels for a pass of transforms of r points, the cheapest first; to price a split, roughly: of the kernels that hold
// as many points as their largest radix, which are seldom far from the best. If one side is rows, the threads change places in an exchange.
func columns(r int, rows bool, at placer, l wgsl.Limits, roughly bool) []wgsl.Kernel {
	least := 1
	if rows {
		least = 2
	}
	return cheapestColumns(columnVariants(bodies(r, maxPoints, least), at, l, roughly, defaultBudget), l, roughly)
}

// threadedColumns returns the kernels of some bodies for a pass in a room.
func columnVariants(bodies []wgsl.Kernel, at placer, l wgsl.Limits, roughly bool, in columnBudget) []wgsl.Kernel {
	parts := make([][]wgsl.Kernel, len(bodies))
	forEach(len(bodies), 1, func(i int) { parts[i] = columnThreadings(bodies[i], at, l, roughly, in) })
	return slices.Concat(parts...)
}

// cheapestColumns returns the cheapest kernels for a pass, each with the layout that suits it.
func cheapestColumns(all []wgsl.Kernel, l wgsl.Limits, roughly bool) []wgsl.Kernel {
	most := shortlist / 2
	if roughly {
		most = 4
	}
	all = cheapest(all, func(k wgsl.Kernel) float64 { return correctedCost(RoughFeatures(k)) + partialLineCost(k) }, most)
	setLayouts(all, l)
	return cheapest(all, func(k wgsl.Kernel) float64 { return correctedCost(FullFeatures(k)) }, most)
}

// narrow is the rough cost of columns that fill less than half a line of memory.
func partialLineCost(k wgsl.Kernel) float64 {
	if !CanBeColumns(k) {
		return 0
	}
	together := k.TransformsPerGroup
	if k.MirrorColumns { // the others are elsewhere
		together /= 2
	}
	line := func(r wgsl.Real) float64 {
		points := float64(wgsl.LinePoints)
		if r.IsReal() {
			points *= 2
		}
		return max(0, points/float64(together)-2)
	}
	return ReferenceModel.Columns.Lines * (line(k.Load.Real) + line(k.Store.Real))
}

// Fewer columns than the first fill too little of a line of memory, and of more than the second no workgroup is made but with mates. Rows there and back may be fewer, so
// that long ones, too, are exchanged in one go; but the fastest measured have workgroups of four warps, and those of one were not tried.
const (
	minColumns    = 4
	maxColumns    = 32
	minRowThreads = 64
)

// enough says whether a kernel does as many transforms in a workgroup as its pass asks for.
func hasEnoughColumns(k wgsl.Kernel, l wgsl.Limits) bool {
	few := k.Invocations() < minRowThreads
	if k.ConvolutionSpectra <= 1 || k.IsBatchFastest() || few && l.Invocations < 4*minRowThreads {
		return k.TransformsPerGroup >= minColumns
	}
	return !few || k.TransformsPerGroup >= maxColumns
}

// A room is what the workgroups of columns may take: at most so many columns, and so many bytes of memory for exchanges of these kinds.
type columnBudget struct {
	columns, bytes int
	exchanges      []wgsl.Exchange
}

// modest is the room of the columns that the model compares. ample is twice as much memory, and rounds with both components: worth measuring, though the model can't tell
// which of such kernels are fast. On an H200 32 arrays of 1080 x 1920 points took 0.544 ms with 8 columns side by side, which take 17 KB, and 0.636 with 4. wide is as much for twice
// as many columns, for those with mates, which lie in two places.
var (
	defaultBudget = columnBudget{maxColumns, 16 << 10, []wgsl.Exchange{{}, {Split: true}, {Split: true, Slices: 2}, {Split: true, Slices: 4}}}
	largeBudget   = columnBudget{maxColumns, 2 * defaultBudget.bytes, append(slices.Clone(defaultBudget.exchanges), wgsl.Exchange{Slices: 2}, wgsl.Exchange{Slices: 4})}
	wideBudget    = columnBudget{2 * maxColumns, largeBudget.bytes, largeBudget.exchanges}
)

// columnThreadings returns the kernels of one body for a pass in a room: points per thread, columns per workgroup, exchange.
func columnThreadings(k wgsl.Kernel, at placer, l wgsl.Limits, roughly bool, in columnBudget) []wgsl.Kernel {
	radices := k.StageRadices()
	var all []wgsl.Kernel
	seen := map[int]bool{}
	for points := 1; points <= maxPoints; points++ {
		if roughly && points != slices.Max(radices) {
			continue
		}
		if !slices.ContainsFunc(radices, func(r int) bool { return points%r == 0 }) {
			continue
		}
		k.ElementsPerThread = points
		if k.Threads() > l.Invocations || k.LiveElements() > maxLiveExchanging || seen[k.Threads()] {
			continue
		}
		seen[k.Threads()] = true
		for t := 1; t <= in.columns; t *= 2 {
			k.TransformsPerGroup = t
			if k.Invocations() > min(512, l.Invocations) || !hasEnoughColumns(at(k), l) {
				continue
			}
			for _, x := range in.exchanges {
				k.Exchange = x
				placed := at(k)
				bytes := placed.WorkgroupBytes()
				if bytes == 0 && x != (wgsl.Exchange{}) {
					continue
				}
				if bytes <= in.bytes && placed.Check(l) == nil {
					all = append(all, placed)
				}
			}
		}
	}
	return all
}
