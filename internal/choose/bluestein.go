package choose

import (
	"cmp"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Bluestein's convolution of an axis takes any smooth number of points from twice the axis on, in one
// pass or in several in digit-reversed order. This file compares lengths and splits.

// chooseBluestein chooses the kernels of Bluestein's convolution along an axis. ok is false if
// there are none.
func chooseBluestein(axis Finder, batch int, l wgsl.Limits, in passRange) (c choice, ok bool) {
	prices, best := newPassCosts(l, in), bluesteinWay{digitReversedWay: digitReversedWay{cost: math.Inf(1)}}
	for _, m := range bluesteinLengths(2*axis.N-1, plan.OnePassPoints(l)) {
		if one, there := onePassConvolution(m, axis, batch, l); there {
			if one.cost < best.cost {
				best = bluesteinWay{digitReversedWay: digitReversedWay{cost: one.cost}, onePass: one, m: m}
			}
		} else if way, there := cheapestDigitReversed(m, axis.InnerExtent, prices, best.cost); there {
			best = bluesteinWay{digitReversedWay: way, m: m}
		}
	}
	if best.m == 0 {
		return choice{}, false
	}
	return best.choice(axis.InnerExtent, l), true
}

// A bluesteinWay is a way to compute a convolution of m points: with one kernel, or in
// digit-reversed order.
type bluesteinWay struct {
	digitReversedWay
	onePass choice
	m       int
}

// compareCosts compares the costs of two ways.
func compareCosts(a, b bluesteinWay) int { return cmp.Compare(a.cost, b.cost) }

// Choice returns the kernels of the way with their cost.
func (c bluesteinWay) choice(inner int, l wgsl.Limits) choice {
	if c.onePass.Kernels != nil {
		return c.onePass
	}
	return c.digitReversedWay.choice(inner, l)
}

// bluesteinWays returns ways to compute the convolution of an axis with transforms of the given
// lengths, at most maxSplits splits for each length.
func bluesteinWays(axis Finder, batch int, lengths []int, maxSplits int, prices *passCosts) []bluesteinWay {
	var all []bluesteinWay
	for _, m := range lengths {
		if c, ok := onePassConvolution(m, axis, batch, prices.l); ok {
			all = append(all, bluesteinWay{digitReversedWay: digitReversedWay{cost: c.cost}, onePass: c, m: m})
			continue
		}
		for _, r := range digitReversedWays(m, axis.InnerExtent, maxSplits, prices) {
			all = append(all, bluesteinWay{digitReversedWay: r, m: m})
		}
	}
	return all
}

// bluesteinLengths returns the lengths that are compared for at least the given number of points.
// They are the next power of two, and the first smooth lengths below it. If a workgroup does not
// hold them, they have many columns.
func bluesteinLengths(least, capacity int) []int {
	power := 1
	for power < least {
		power *= 2
	}
	step, prime := 16, 7
	if least > capacity {
		step, prime = longLengthStep, LongLengthPrime
	}
	lengths := []int{power}
	for m := (least + step - 1) / step * step; m < power && len(lengths) < 5; m += step {
		if plan.LargestPrime(m) <= prime {
			lengths = append(lengths, m)
		}
	}
	return lengths
}

// longLengthStep divides the length of a convolution in several passes, and LongLengthPrime is its
// largest prime factor.
const (
	longLengthStep  = 256
	LongLengthPrime = 13
)

// onePassConvolution chooses the kernel of the convolution of an axis with transforms of m points
// that a workgroup holds. Its load and store are direct. It returns false if there is none.
func onePassConvolution(m int, axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	if m > plan.OnePassPoints(l) {
		return choice{}, false
	}
	f, ok := measured().convolutions[m]
	if ok && axis.InnerExtent == 1 && batch >= f.kernel.Threads.Transforms && f.kernel.Check(l) == nil &&
		!isRuledOut(f.kernel, l) {
		if f.kernel = plan.Convolving(f.kernel, 1); axis.WithRealOps(f.kernel).Check(l) == nil {
			return newChoice(f.passes*float64(m), f.kernel), true
		}
	}
	direct := func(k wgsl.Kernel) bool { return k.Load.Path == wgsl.Direct && k.Store.Path == wgsl.Direct }
	k, ok := measured().row(m)
	switch {
	case axis.InnerExtent > 1:
		k, _, ok = rankedColumnsWithin(m, false, func(k wgsl.Kernel) wgsl.Kernel {
			k = plan.Axis{N: m, InnerExtent: axis.InnerExtent}.Columns(k)
			return plan.Convolving(k, 1)
		}, l, false, DefaultBudget).at(0)
		if !ok {
			return choice{}, false
		}
	case !ok || k.Check(l) != nil || isRuledOut(k, l) || batch < k.Threads.Transforms || !direct(k):
		best := ranked(variants(m, batch, l), l)
		best.open = slices.DeleteFunc(best.open, func(e entry) bool { return !direct(*e.of.kernel()) })
		if k, _, ok = best.at(0); !ok {
			return choice{}, false
		}
	}
	if digits, ok := WithDigitLayout(k, l); ok && axis.InnerExtent == 1 && len(k.Stages.Radices.List()) < 4 {
		k = digits // faster than other layouts with fewer than four stages
	}
	k = plan.Convolving(k, 1)
	k = flatIfNeeded(k, axis.WithRealOps(k), l)
	return newChoice(ModelOf(l).FullCost(k)*float64(m), k), true
}

// A digitReversedWay is a convolution in several passes: the forward passes, the last of them the
// middle pass, and the cost of all passes.
type digitReversedWay struct {
	blocks []hier.DigitReversedPass
	cost   float64
}

// chooseDigitReversed chooses the passes of a convolution of m points with the given inner extent:
// the split of least cost.
func chooseDigitReversed(m, inner int, prices *passCosts) (choice, bool) {
	best, ok := cheapestDigitReversed(m, inner, prices, math.Inf(1))
	if !ok {
		return choice{}, false
	}
	return best.choice(inner, prices.l), true
}

// cheapestDigitReversed returns the split of least cost of m points into the smallest number of passes for which
// kernels exist. It returns false if there is none that costs less than below.
func cheapestDigitReversed(m, inner int, prices *passCosts, below float64) (digitReversedWay, bool) {
	splits, lists := digitReversedLists(m, inner, math.MaxInt, prices)
	i, cost := cheapestList(lists, float64(m), below)
	if i < 0 {
		return digitReversedWay{}, false
	}
	return digitReversedWay{blocks: hier.DigitReversedPasses(splits[i], inner), cost: cost}, true
}

// digitReversedWays returns the splits of digitReversedLists with their costs.
func digitReversedWays(m, inner, maxSplits int, prices *passCosts) []digitReversedWay {
	var all []digitReversedWay
	splits, lists := digitReversedLists(m, inner, maxSplits, prices)
	for i, list := range lists {
		way := digitReversedWay{hier.DigitReversedPasses(splits[i], inner), list.sum(float64(m), (*passCost).cost)}
		all = append(all, way)
	}
	return all
}

// digitReversedLists returns the splits of m points into the smallest number of passes for which
// kernels exist, and their passes. It returns at most maxSplits: those with measured middle passes first, then those
// with short passes.
func digitReversedLists(m, inner, maxSplits int, prices *passCosts) (splits [][]int, lists []passList) {
	for passes := 2; passes <= prices.in.maxPasses && len(splits) == 0; passes++ {
		all := prices.rowSplits(m, passes)
		if len(all) > maxSplits {
			slices.SortStableFunc(all, compareSplits)
			all = all[:maxSplits]
		}
		for _, factors := range all {
			var list passList
			for i, b := range hier.DigitReversedPasses(factors, inner) {
				key, times := costKey{r: b.R}, 2.0 // forward and back
				if i == passes-1 {
					key.kind, times = MiddleKind(inner), 1
				}
				list = append(list, countedPass{prices.pass(passQuery{key, ConvolutionPlacer(b, m, false)}), times})
			}
			if list.exists() {
				splits, lists = append(splits, factors), append(lists, list)
			}
		}
	}
	return splits, lists
}

// compareSplits orders splits without their costs. Splits with a measured middle pass come first,
// then splits with a short longest pass.
func compareSplits(a, b []int) int {
	unknown := func(factors []int) int {
		if _, known := measured().passes[passKey{Convolved, factors[len(factors)-1]}]; known {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(unknown(a), unknown(b)), cmp.Compare(slices.Max(a), slices.Max(b)))
}

// Choice returns the kernels of the passes with their cost.
func (r digitReversedWay) choice(inner int, l wgsl.Limits) choice {
	c, m := newChoice(r.cost), r.blocks[0].B
	for i, b := range r.blocks {
		kind := Columns
		if i == len(r.blocks)-1 {
			kind = MiddleKind(inner)
		}
		c.Kernels = append(c.Kernels, ChoosePassKernel(kind, b.R, ConvolutionPlacer(b, m, false), l))
	}
	for _, b := range slices.Backward(r.blocks[:len(r.blocks)-1]) {
		c.Kernels = append(c.Kernels, ChoosePassKernel(Columns, b.R, ConvolutionPlacer(b, m, true), l))
	}
	return c
}

// MiddleKind returns the kind of the middle pass for an inner extent.
func MiddleKind(inner int) PassKind {
	if inner > 1 {
		return Columns // a column kernel with twice the work
	}
	return Convolved
}

// MaxRowPoints is the largest number of points of the rows of the middle pass.
const MaxRowPoints = 4096

// rowSplits returns the splits that are compared: columns, and the rows of the middle pass last.
// The middle pass does twice the work, so its rows may be shorter than the columns.
func (p *passCosts) rowSplits(m, passes int) [][]int {
	var all [][]int
	for _, factors := range hier.Splits(m, p.in.minFactor, min(plan.OnePassPoints(p.l), MaxRowPoints), passes) {
		columns := factors[:len(factors)-1]
		longest := slices.Max(columns)
		if len(factors) == passes && longest <= plan.MaxFactor && longest <= 16*slices.Min(columns) {
			all = append(all, factors)
		}
	}
	return all
}

// ConvolutionPlacer returns the function that places a kernel among the passes of a convolution of
// m points.
func ConvolutionPlacer(b hier.DigitReversedPass, m int, back bool) Placer {
	return func(k wgsl.Kernel) wgsl.Kernel {
		k = b.Kernel(k, back)
		if b.B == b.R {
			k = plan.Convolving(k, m/b.R)
		}
		return k
	}
}
