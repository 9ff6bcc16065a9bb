package wgsl

import "fmt"

// A rule is a combination of fields that no kernel can have.
type rule struct {
	isBroken func(k *Kernel) bool
	reason   string // what a kernel must have instead
}

// stageRules are the rules for stages, twiddles and workgroup memory.
var stageRules = []rule{
	{func(k *Kernel) bool {
		return !k.IsOneAxis() && (k.Rader.Prime > 0 || k.ConvolutionSpectra > 0 || k.InnerExtent < 0)
	}, "a kernel for several axes has no Rader stage, no convolution and an inner extent of at least 0"},
	{func(k *Kernel) bool {
		return !k.IsOneAxis() && k.hasPassTwiddle() && (k.innerExtent() > 1 || k.Radices.N() == 1 || k.VectorRadix)
	}, "a pass twiddle with several axes needs several points on the last axis, inner extent 1 and no vector radix"},
	{func(k *Kernel) bool {
		return len(k.StageRadices()) == 0 && (k.N() > 1 || k.Load.Path == Staged || k.Store.Path == Staged)
	}, "a kernel without a stage has one point and direct paths"},
	{func(k *Kernel) bool { return (k.TwiddleBasis > 0 || k.ShareTwiddles) && !k.HasTwiddles() },
		"a twiddle basis and shared twiddles need a stage with twiddles; this kernel has no twiddles"},
	{func(k *Kernel) bool { return k.VectorRadix && !k.canVectorRadix() },
		"vector radix needs two stages on each of the last two axes, r0*r1 elements per thread and a digit layout"},
	{func(k *Kernel) bool { return k.FMA && !k.HasConstantTwiddles() },
		"FMA needs a butterfly with constant twiddles"},
	{func(k *Kernel) bool { return k.Fence > FenceBarriers || k.Fence > NoFence && !k.HasExchange() },
		"a fence is before stages or after barriers, and needs an exchange between stages"},
	{func(k *Kernel) bool { return k.TwiddleBasis > maxBasis },
		fmt.Sprintf("a twiddle basis is at most %d", maxBasis)},
	{func(k *Kernel) bool { return k.Rader.Prime > 0 && k.ConvolutionSpectra > 0 },
		"a convolution has no Rader stage"},
	{func(k *Kernel) bool { return !k.HasExchange() && k.Load.Order != k.Store.Order },
		"without an exchange between stages load and store have the same thread order"},
	{func(k *Kernel) bool {
		return k.Layout.Kind == Digits &&
			(!k.HasDigitLayout() || k.Layout.DigitLayout().Inner >= len(k.StageRadices()))
	}, fmt.Sprintf("a digit layout needs 2 to %d stages, direct paths and at most as many slices as a radix",
		maxDimensions)},
	{func(k *Kernel) bool {
		return k.Layout.OuterPad > 0 &&
			(k.Layout.Kind != Digits || k.Layout.OuterPad > maxOuterPad || k.Rader.Fold)
	}, fmt.Sprintf("an outer pad needs a digit layout without a folded Rader stage, and is at most %d", maxOuterPad)},
	{func(k *Kernel) bool { return k.Layout.CyclicOrder && (k.Layout.Kind != Digits || !k.CanCycle()) },
		"cyclic order needs a digit layout of at least 3 stages (4 with several axes), " +
			"no Rader stage, no joined axes and no vector radix"},
}

// accessRules are the rules for load, store and spectra.
var accessRules = []rule{
	{func(k *Kernel) bool {
		return k.Load.Path == Staged && (k.Load.Bound > 0 || k.Load.TableFactor) ||
			k.Store.Path == Staged && (k.Store.Bound > 0 || k.Store.TableFactor)
	}, "a staged path has no bound and no table factor"},
	{func(k *Kernel) bool {
		load, store := k.Load, k.Store
		return !k.isValidRun(load.Map, load.Path, load.Real, load.Bound, load.TableFactor) ||
			!k.isValidRun(store.Map, store.Path, store.Real, store.Bound, store.TableFactor)
	}, "runs of points need several axes, a direct path, complex points, no bound and no table factor, " +
		"and divide the points of a transform"},
	{func(k *Kernel) bool { return !k.Load.Segments.isValid() || !k.Store.Segments.isValid() },
		"a segmented array has at least two segments of at least one element"},
	{func(k *Kernel) bool {
		return !k.Load.PassTwiddle.isValid(k.N(), k.Load.Path) || !k.Store.PassTwiddle.isValid(k.N(), k.Store.Path)
	}, "a pass twiddle needs several points, a direct path, and an order and columns of at least 1"},
	{func(k *Kernel) bool {
		load, store := k.Load.PassTwiddle.Order, k.Store.PassTwiddle.Order
		return load > 0 && store > 0 && load != store
	}, "pass twiddles on load and on store have the same order"},
	{func(k *Kernel) bool {
		return k.Interleave < 0 || k.interleave() > 1 &&
			(k.Load.Map.Stride%k.Interleave != 0 || k.Store.Map.Stride%k.Interleave != 0)
	}, "strides are multiples of the interleave, which is at least 0"},
	{func(k *Kernel) bool { return k.ConvolutionSpectra < 0 },
		"a convolution has at least one spectrum"},
	{func(k *Kernel) bool { return !k.Spectra.isValid(k.ConvolutionSpectra) },
		"a memory layout of spectra needs several spectra, and strides and distances of at least 1"},
	{func(k *Kernel) bool { return k.ConvolutionSpectra > 0 && k.N() == 1 },
		"a convolution has more than one point"},
	{func(k *Kernel) bool { return !k.Load.View.isValid() || !k.Store.View.isValid() },
		"a view has dimensions of at least one element and an offset of at least 0"},
}

// storageRules are the rules for bindings and contiguous data.
var storageRules = []rule{
	{func(k *Kernel) bool {
		return k.Load.Planar && k.Load.Segments.Count > 0 || k.Store.Planar && k.Store.Segments.Count > 0
	}, "a planar array is not segmented"},
	{func(k *Kernel) bool { return k.InPlace && (!k.CanRunInPlace() || !k.hasSameStorage()) },
		"in place a kernel writes where it reads: load and store have the same map, segments and view"},
	{func(k *Kernel) bool {
		return k.Load.Path == Staged && k.Load.Map != Contiguous(k.N()) ||
			k.Store.Path == Staged && k.Store.Map != Contiguous(k.N())
	}, "a staged path needs contiguous transforms"},
}

// Check returns an error if the kernel is not valid or exceeds the limits of a device. The error
// names the broken rule, or is a [LimitError].
func (k Kernel) Check(l Limits) error {
	switch {
	case k.ElementsPerThread < 1:
		return k.limitError("elements per thread", 1, k.ElementsPerThread)
	case k.TransformsPerGroup < 1:
		return k.limitError("transforms per workgroup", 1, k.TransformsPerGroup)
	}
	if err := k.checkFields(); err != nil {
		return fmt.Errorf("wgsl: %s: %w", k.Name(), err)
	}
	switch {
	case k.storageBindings() > l.StorageBindings:
		return k.limitError("storage bindings", k.storageBindings(), l.StorageBindings)
	case k.Invocations() > l.Invocations:
		return k.limitError("invocations per workgroup", k.Invocations(), l.Invocations)
	case k.WorkgroupBytes() > l.WorkgroupBytes:
		return k.limitError("bytes of workgroup memory", k.WorkgroupBytes(), l.WorkgroupBytes)
	}
	return nil
}

// limitError returns the error for a quantity of the kernel that is out of range.
func (k *Kernel) limitError(what string, need, have int) error {
	return &LimitError{What: "wgsl: " + k.Name() + ": " + what, Need: int64(need), Have: int64(have),
		Hint: "choose another variant"}
}

// checkFields returns an error if the fields contradict each other. Later rules rely on earlier
// ones.
func (k *Kernel) checkFields() error {
	if err := k.Rader.check(); err != nil {
		return err
	}
	if err := k.checkFold(); err != nil {
		return err
	}
	if err := k.checkRules(stageRules); err != nil {
		return err
	}
	if err := k.checkReal(); err != nil {
		return err
	}
	if err := k.checkRules(accessRules); err != nil {
		return err
	}
	if err := k.checkSamples(); err != nil {
		return err
	}
	return k.checkRules(storageRules)
}

// checkRules returns the reason of the first broken rule.
func (k *Kernel) checkRules(rules []rule) error {
	for _, r := range rules {
		if r.isBroken(k) {
			return fmt.Errorf("%s", r.reason)
		}
	}
	return nil
}

// isValidRun reports whether a map on one side of the kernel has no runs, or can have its runs.
func (k *Kernel) isValidRun(m Map, p Path, r Real, bound int, factor bool) bool {
	if m.Run == 0 {
		return true
	}
	return m.Run > 1 && m.Inner > 1 && k.N()%m.Run == 0 && !k.IsOneAxis() && p == Direct &&
		r.Form == Complex && bound == 0 && !factor && k.interleave() == 1
}
