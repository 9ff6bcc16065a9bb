package choose

import (
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Variants returns all row kernels of n points that Kernels compares on a device of the given
// limits, with linear layouts. batch bounds the transforms per workgroup.
func Variants(n, batch int, l wgsl.Limits) []wgsl.Kernel {
	return comparedKernels(variants(n, batch, l))
}

// variants returns the candidates for Variants.
func variants(n, batch int, l wgsl.Limits) []candidate {
	if n == 1 {
		k := wgsl.Kernel{Threads: wgsl.Ownership{Elements: 1, Transforms: min(256, l.Invocations)}}
		k.Load.View, k.Store.View = wgsl.Rows(1, 1), wgsl.Rows(1, 1)
		return candidatesOf([]wgsl.Kernel{k})
	}
	var all []candidate
	least, isLong := 1, n > plan.OnePassPoints(l)
	if isLong {
		least = wgsl.FewestStages(n, maxLongRadix)
	}
	for _, body := range Bodies(n, plan.MaxAloneElements, 2, l) {
		if isLong && body.Stages.Rader.Prime > 0 { // several passes are faster
			continue
		}
		if len(body.StageRadices()) >= least {
			all = appendThreadings(all, body, batch, l)
		}
	}
	return all
}

// maxLongRadix determines the smallest number of stages of rows beyond plan.OnePassPoints: the number
// of stages that the row needs with radices up to maxLongRadix. With fewer stages the butterflies
// would need more registers than threads have.
const maxLongRadix = 25

// Bodies returns kernels of n points that have only stages. Radices are at most limit, and the
// number of stages is the smallest possible, but not less than least. If n has one prime factor
// without a butterfly, a Rader stage comes first. If n is such a prime up to limit, one butterfly
// of n points is also returned.
func Bodies(n, limit, least int, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	p := plan.LargestPrime(n)
	if p <= plan.MaxPrime {
		radices := chains(n, limit, least, l)
		all = make([]wgsl.Kernel, len(radices))
		for i := range all {
			all[i].Stages.Radices = radices[i]
		}
		return all
	}
	if n == p && p <= limit {
		if chain, err := wgsl.MakeRadices(p); err == nil {
			all = append(all, wgsl.Kernel{Stages: wgsl.Stages{Radices: chain}})
		}
	}
	rest := n / p
	if p > wgsl.MaxRader || plan.LargestPrime(p-1) > plan.MaxPrime || plan.LargestPrime(rest) > plan.MaxPrime {
		return all
	}
	for _, inner := range chains(p-1, plan.MaxThreadElements, 1, l) {
		for _, chain := range chains(rest, plan.MaxThreadElements, 1, l) {
			stages := wgsl.Stages{Rader: wgsl.Rader{Prime: p, Radices: inner}, Radices: chain}
			all = append(all, wgsl.Kernel{Stages: stages})
		}
	}
	return all
}

// chains returns the radix lists of n with as few stages as radices up to 16 allow, but not fewer
// than least. Radices are at most limit. If a thread has few registers, they are smaller where n
// allows it.
func chains(n, limit, least int, l wgsl.Limits) []wgsl.Radices {
	usual := 16
	if most := maxElements(familyOf(l)); most < limit && wgsl.FewestStages(n, most) > 0 {
		limit, usual = most, min(usual, most)
	}
	stages := wgsl.FewestStages(n, usual)
	if stages == 0 {
		stages = wgsl.FewestStages(n, plan.MaxThreadElements)
	}
	return wgsl.AllRadices(n, limit, max(stages, least))
}

// Threadings returns the row kernels with the stages of k. They differ in elements per thread,
// transforms per workgroup, exchange and paths.
func Threadings(k wgsl.Kernel, batch int, l wgsl.Limits) []wgsl.Kernel {
	return comparedKernels(appendThreadings(nil, k, batch, l))
}

// appendThreadings appends the candidates for Threadings.
func appendThreadings(all []candidate, k wgsl.Kernel, batch int, l wgsl.Limits) []candidate {
	n, rs := k.N(), k.StageRadices()
	points := map[int]bool{}
	most, live := plan.MaxThreadElements, plan.MaxLiveExchanging
	switch {
	case len(rs) == 1:
		most, live = plan.MaxAloneElements, maxLiveElements
	case n > plan.OnePassPoints(l):
		most, live = plan.MaxLongElements, plan.MaxLongElements
	}
	for _, r := range rs {
		for p := r; p <= most; p += r {
			points[p] = true
		}
	}
	threadsSeen := map[int]bool{}
	for p := 1; p <= most; p++ {
		if !points[p] || p > n {
			continue
		}
		k.Threads.Elements = p
		threads := k.ThreadsPerTransform()
		if threads > l.Invocations || threadsSeen[threads] || k.LiveElements() > live {
			continue
		}
		threadsSeen[threads] = true
		k.Load.View, k.Store.View = wgsl.Rows(n, n), wgsl.Rows(n, n)
		all = appendGroups(all, k, batch, l)
	}
	return all
}

// appendGroups appends candidates with the elements per thread of k. They differ in transforms per workgroup,
// exchange and paths.
func appendGroups(all []candidate, k wgsl.Kernel, batch int, l wgsl.Limits) []candidate {
	var ofPaths []*threading
	for _, k.Load.Path = range paths(k) {
		k.Store.Path = k.Load.Path
		ofPaths = append(ofPaths, &threading{costs: k.Estimate()})
	}
	for _, transforms := range GroupSizes(k, batch, l) {
		for _, t := range ofPaths {
			for _, x := range t.exchanges(transforms, k.Exchange, l) {
				all = append(all, candidate{of: t, transforms: transforms, exchange: x})
			}
		}
	}
	return all
}

// exchanges returns the exchanges of a number of transforms that the model compares, if they fit. All have the layout
// of x.
func (t *threading) exchanges(transforms int, x wgsl.Exchange, l wgsl.Limits) []wgsl.Exchange {
	of := t.at(transforms, x)
	if of.WorkgroupBytes() == 0 {
		return []wgsl.Exchange{x}
	}
	k := of.Kernel()
	exchanges, most := ModelExchanges(*k), MaxExchangeBytes(*k, l)
	if k.N() > plan.OnePassPoints(l) { // slices of both components may be the only exchange that fits
		exchanges = append(exchanges, TunedExchanges(*k)...)
	}
	return slices.DeleteFunc(exchanges, func(x wgsl.Exchange) bool { return of.With(x).WorkgroupBytes() > most })
}

// GroupSizes returns numbers of transforms per workgroup, for workgroups of about 64, 128 and 256
// threads. It adds the size up to 512 threads that leaves the fewest lanes idle.
func GroupSizes(k wgsl.Kernel, batch int, l wgsl.Limits) []int {
	var all []int
	threads := k.ThreadsPerTransform()
	add := func(t int) {
		t = max(1, min(t, l.Invocations/threads))
		for t > 1 && t/2 >= batch { // a small batch needs no large workgroup
			t = (t + 1) / 2
		}
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	for _, size := range []int{64, 128, 256} {
		add(size / threads)
	}
	best, fewest := 0, 1.0
	for t := 1; t*threads <= 512; t++ {
		if idle := float64(-t*threads&31) / float64(t*threads); idle < fewest-0.01 {
			best, fewest = t, idle
		}
	}
	add(best)
	return all
}

// Exchanges returns the kernel with the paths and exchanges that the model compares, if they fit.
func Exchanges(k wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, path := range paths(k) {
		k := k
		k.Load.Path, k.Store.Path = path, path
		t := threading{costs: k.Estimate()}
		for _, k.Exchange = range t.exchanges(k.Threads.Transforms, k.Exchange, l) {
			all = append(all, k)
		}
	}
	return all
}

// MaxExchangeBytes returns the most workgroup memory to try. It leaves room for a second workgroup,
// unless registers leave none.
func MaxExchangeBytes(k wgsl.Kernel, l wgsl.Limits) int {
	registers := 2 * k.Invocations() * k.Threads.Elements // of the elements alone
	f := familyOf(l)
	if registers >= f.Registers/2 {
		return l.WorkgroupBytes
	}
	return min(l.WorkgroupBytes, 28<<10, f.WorkgroupBytes/2-f.ReservedBytes)
}

// ModelExchanges returns the exchanges of a kernel that the model compares. Only a single long
// transform has slices, of split components.
func ModelExchanges(k wgsl.Kernel) []wgsl.Exchange {
	at := k.Exchange.Layout
	all := []wgsl.Exchange{{Layout: at}, {Split: true, Layout: at}}
	if k.Threads.Transforms > 1 || k.N() < minSlicedPoints {
		return all
	}
	for _, slices := range []uint8{2, 3, 4, 5, 7, 8} {
		if k.N()%int(slices) == 0 || slices == 4 {
			all = append(all, wgsl.Exchange{Split: true, Slices: slices, Layout: at})
		}
	}
	return all
}

// minSlicedPoints is the smallest number of points of a transform for which the model ranks sliced
// exchanges.
const minSlicedPoints = 1024

// TunedExchanges returns the other exchanges that the tuner measures: slices of both components,
// and of several transforms. The model does not rank them well.
func TunedExchanges(k wgsl.Kernel) []wgsl.Exchange {
	var all []wgsl.Exchange
	add := func(component bool, most int) {
		for rounds := 2; rounds <= most; rounds++ {
			if k.N()%rounds == 0 && rounds != 6 {
				all = append(all, wgsl.Exchange{Split: component, Slices: uint8(rounds), Layout: k.Exchange.Layout})
			}
		}
	}
	switch {
	case k.N()*k.Threads.Transforms < 1024 || k.N() < 256:
	case k.Threads.Transforms == 1:
		add(false, 8)
	default:
		add(true, 2)
		add(false, 4)
	}
	return all
}

// WithTunedExchanges appends kernels of several axes with TunedExchanges.
func WithTunedExchanges(ks []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	seen := map[wgsl.Kernel]bool{}
	for _, k := range ks {
		seen[k] = true
	}
	all := ks
	for _, k := range ks {
		if !k.HasDigitLayout() {
			continue
		}
		for _, k.Exchange = range TunedExchanges(k) {
			if !seen[k] && k.WorkgroupBytes() <= MaxExchangeBytes(k, l) {
				seen[k] = true
				all = append(all, k)
			}
		}
	}
	return all
}

// FlatLayouts lists the flat layouts to compare, the simplest first.
var FlatLayouts = []wgsl.Layout{
	{},
	{Pad: 5}, {Pad: 4},
	{Pad: 3}, {Pad: 2},
	{Swizzle: 5}, {Swizzle: 4}, {Swizzle: 6},
	{Swizzle: 3}, {Swizzle: 7},
}

// BestLayout returns the flat layout of lowest conflict degree. Ties go to the simplest. Folded
// Rader and vector-radix kernels get a digit layout, because they have no other.
func BestLayout(k wgsl.Kernel, l wgsl.Limits) wgsl.Layout {
	return withBestLayout(k, l).Kernel().Exchange.Layout
}

// inBestLayout returns the full features of a kernel in its BestLayout.
func inBestLayout(k wgsl.Kernel, l wgsl.Limits) Features { return fullFeatures(withBestLayout(k, l)) }

// withBestLayout returns the costs of a kernel in its BestLayout.
func withBestLayout(k wgsl.Kernel, l wgsl.Limits) wgsl.Costs {
	if k.Stages.Rader.Fold || k.Stages.VectorRadix { // need digit layouts
		digits, _ := WithDigitLayout(k, l)
		k.Exchange.Layout = digits.Exchange.Layout
		return k.Estimate()
	}
	best, fewest := wgsl.Layout{}, 0.0
	k.Exchange.Layout, k.Threads.Cyclic = wgsl.Layout{}, false
	of := k.Estimate()
	conflicts := of.ConflictDegrees(FlatLayouts...)
	most := layoutBytes(of, l)
	for i, layout := range FlatLayouts {
		if k.Exchange.Layout = layout; of.With(k.Exchange).WorkgroupBytes() > most {
			continue
		}
		if c := conflicts[i]; i == 0 || c < fewest*conflictGain {
			best, fewest = layout, c
		}
	}
	k.Exchange.Layout = best
	return of.With(k.Exchange)
}
