package choose

import (
	"cmp"
	"fmt"
	"slices"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// MakeBy plans a problem by the given algorithm. It returns a LengthError if the algorithm cannot
// compute the length.
func MakeBy(p plan.Problem, l wgsl.Limits, a plan.Algorithm) (plan.Plan, error) {
	if a == plan.Any {
		return Make(p, l)
	}
	axes, err := KernelsBy(p, l, a)
	if err != nil {
		return plan.Plan{}, err
	}
	return plan.From(p, l, Chooser{}, axes...)
}

// KernelsBy returns the kernels by which MakeBy plans a problem. The algorithm is not Any.
func KernelsBy(p plan.Problem, l wgsl.Limits, a plan.Algorithm) ([]plan.AxisChoice, error) {
	if err := cmp.Or(p.Check(), l.Check()); err != nil {
		return nil, err
	}
	p, l = p.AsSingle(l)
	axes := p.OrderedAxes(l)
	if len(axes) > 1 {
		return nil, fmt.Errorf("plan: %v: the algorithm can be chosen for transforms along one axis", p)
	}
	axis := Finder{axes[0]}
	n, batch := axis.N, min(axis.Transforms(min(p.Count(), plan.MaxChoiceBatch)), plan.MaxChoiceBatch)
	var c choice
	ok := false
	within := func(find func(in passRange) (choice, bool)) {
		for _, in := range passRanges {
			if c, ok = find(in); ok {
				return
			}
		}
	}
	switch a {
	case plan.Stockham:
		if n <= axis.Capacity(l) {
			c, ok = chooseDirect(axis, l, usualPasses, func() *ranking { return axis.ranked(batch, l) })
			ok = ok && len(c.Kernels) == 1
		}
	case plan.FourStep, plan.Transposed:
		within(func(in passRange) (choice, bool) { return multiPass(axis, l, a == plan.Transposed, in) })
	case plan.Global:
		c, ok = global(axis, l)
	case plan.Bluestein:
		if n > 1 { // a convolution takes more than one point
			within(func(in passRange) (choice, bool) { return chooseBluestein(axis, batch, l, in) })
		}
	case plan.OnePassWith(wgsl.MatrixProduct):
		c, ok = matrixProduct(axis, batch, l)
	default:
		if d := a.DFT(); d != nil {
			c, ok = onePassWith(d, axis, batch, l)
		}
	}
	if !ok {
		return nil, &plan.LengthError{N: n,
			Reason: fmt.Sprintf("the algorithm %v has no passes for it; use another", a)}
	}
	return []plan.AxisChoice{axis.withPairPass(c.AxisChoice, l)}, nil
}

// onePassWith chooses a kernel of one pass for an axis. Its butterflies use the given DFT for each
// radix that the DFT has.
func onePassWith(d wgsl.DFT, axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	if axis.InnerExtent > 1 || axis.N > plan.Capacity(l) {
		return choice{}, false
	}
	for _, k := range axis.ranked(batch, l).all() {
		if k.Stages.DFT = d; axis.WithRealOps(k).Check(l) == nil {
			return newChoice(axis.cost(k, l), k), true
		}
	}
	return choice{}, false
}

// global chooses the passes of the Stockham form in global memory: one radix per pass, and as few
// passes as radices up to 16 allow. The first pass stages its stores through workgroup memory, so
// that neighboring threads write neighboring points. Only MakeBy uses it, because the other
// algorithms take fewer passes.
func global(axis Finder, l wgsl.Limits) (choice, bool) {
	const largest = 16
	n := axis.N
	stages := wgsl.FewestStages(n, largest)
	if stages < 2 {
		return choice{}, false
	}
	// The largest radix comes first, so that all later passes write runs of that many points.
	c := newChoice(0)
	for _, p := range hier.Passes(wgsl.Factorizations(n, largest, stages)[0], axis.InnerExtent, false) {
		chain, err := wgsl.MakeRadices(p.R)
		if err != nil {
			return choice{}, false
		}
		var all []Features
		for _, columns := range []int{32, 64, 128, 256} {
			k := wgsl.Kernel{Stages: wgsl.Stages{Radices: chain},
				Threads: wgsl.Ownership{Elements: p.R, Transforms: min(columns, l.Invocations)}}
			k = p.Kernel(k)
			if p.P == 1 && axis.InnerExtent == 1 {
				k.Store.Path = wgsl.Staged
				k.Exchange.Layout = BestLayout(k, l)
			}
			if k.Check(l) == nil {
				all = append(all, FullFeatures(k))
			}
		}
		if len(all) == 0 {
			return choice{}, false
		}
		cost := ModelOf(l).Cost
		best := slices.MinFunc(all, func(a, b Features) int { return cmp.Compare(cost(a), cost(b)) })
		c.Kernels = append(c.Kernels, *best.Kernel)
		c.cost += cost(best) * float64(n)
	}
	return c, true
}
