package choose

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/hier"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Validate plans a problem like From, with kernels from an untrusted source such as a file. Kernels
// may differ from the kernels of this package only in options that do not change the result. These
// are radices, elements per thread, exchange, layout, paths, orders and table reads. Every plan
// that it returns is correct, but it may be slow.
func Validate(p plan.Problem, l wgsl.Limits, kernels ...wgsl.Kernel) (plan.Plan, error) {
	axes, err := plan.ByAxis(p, l, kernels...)
	if err != nil {
		return plan.Plan{}, err
	}
	return ValidateAxes(p, l, axes...)
}

// ValidateAxes is Validate for the kernels of each axis.
func ValidateAxes(p plan.Problem, l wgsl.Limits, axes ...plan.AxisChoice) (plan.Plan, error) {
	if err := p.Check(); err != nil {
		return plan.Plan{}, err
	}
	for _, k := range plan.Join(axes) {
		if err := checkTunable(k, l.For(p.Number)); err != nil {
			return plan.Plan{}, err
		}
	}
	units, err := p.AxisPlans(axes, l)
	if err != nil {
		return plan.Plan{}, err
	}
	for _, u := range units {
		if !isCanonical(u) {
			return plan.Plan{}, fmt.Errorf("plan: %v: %s: these are not kernels of %d points here; use Choose", p,
				strings.Join(plan.Names(u.Kernels), ", "), u.N)
		}
	}
	return plan.From(p, l, Chooser{}, axes...)
}

// isCanonical reports whether the kernels of an axis equal the kernels that this package makes from
// their Tunable options.
func isCanonical(u plan.AxisPlan) bool {
	ks, finder := u.Kernels, Finder{u.Axis}
	end := finder.PairPassIndex(ks)
	for i, k := range ks {
		if k.Threads.HasColumns() && (i != end || k.Threads.Transforms%2 == 1) {
			return false
		}
		as := mirrorModeOf(k)
		switch {
		case as == (mirrorMode{}):
		case k.Threads.HasColumns():
			same := finder.withMirrorColumns(k, wgsl.Zero) == k || finder.withMirrorColumns(k, wgsl.NoCentre) == k
			if !same || finder.asPairPass(k).LiveElements() > maxLiveElements {
				return false
			}
		case len(ks) > 1 || !slices.Contains(finder.mirrorModes(), as) ||
			u.WithMirrors(k, as.inRow, as.half) != k || u.WithRealOps(k).LiveElements() > maxLiveElements:
			return false
		}
	}
	pairPassKernel := wgsl.Kernel{Threads: wgsl.Ownership{Elements: 1}}
	if u.PairPass != nil {
		pairPassKernel.Threads.Transforms = u.PairPass.Threads.Transforms
	}
	switch {
	case u.Fusion.Factor > 1:
		return FusionFinder{u.Fusion}.isPlaced(ks)
	case u.PairPass != nil && *u.PairPass != pairPassKernel:
		return false
	case len(ks) == 1:
		k := Tunable(ks[0])
		if u.Convolution > 0 {
			k = plan.Convolving(k, 1)
		}
		return u.Place(k) == u.Place(ks[0]) && hasPlainEnds(ks[0])
	case u.Convolution > 0:
		blocks := hier.DigitReversedPasses(u.Factors, u.InnerExtent)
		return placedAs(ks, func(i int) Placer {
			at := min(i, 2*len(blocks)-2-i)
			return ConvolutionPlacer(blocks[at], u.Convolution, i >= len(blocks))
		})
	}
	var factors []int
	for _, k := range ks {
		factors = append(factors, k.N())
	}
	if placedAs(ks, func(i int) Placer { return hier.Passes(factors, u.InnerExtent, false)[i].Kernel }) {
		return true
	}
	slices.Reverse(factors)
	return placedAs(ks, func(i int) Placer { return hier.Passes(factors, u.InnerExtent, true)[i].Kernel })
}

// hasPlainEnds reports whether the load and the store of a kernel have no ops, and views that set
// Batch and Points only.
func hasPlainEnds(k wgsl.Kernel) bool {
	for _, e := range []wgsl.End{k.Load, k.Store} {
		plain := wgsl.View{Batch: e.View.Batch, Points: e.View.Points}
		if e.View != plain || e.Ops != (wgsl.Ops{}) {
			return false
		}
	}
	return true
}

// placedAs reports whether each kernel is placed by its placer, apart from its paths.
func placedAs(ks []wgsl.Kernel, at func(i int) Placer) bool {
	for i, k := range ks {
		want := at(i)(Tunable(k))
		want.Load.Path, want.Store.Path = k.Load.Path, k.Store.Path
		if want != k {
			return false
		}
	}
	return true
}

// Tunable returns the kernel's tunable options alone.
func Tunable(k wgsl.Kernel) wgsl.Kernel { return CopyTunable(wgsl.Kernel{}, k) }

// CopyTunable returns the kernel to with the tunable options of k.
func CopyTunable(to, k wgsl.Kernel) wgsl.Kernel {
	filter, interleave := to.Stages.Filter, to.Threads.Interleave
	to.Stages, to.Threads = k.Stages, k.Threads
	to.Stages.Filter, to.Threads.Interleave = filter, interleave
	to.Twiddles, to.Exchange = k.Twiddles, k.Exchange
	to.Load.Path, to.Store.Path = k.Load.Path, k.Store.Path
	return to
}

const (
	// largest number of live elements per thread of any kernel
	maxLiveElements = plan.MaxAloneElements + plan.MaxThreadElements/2
	MaxSlices       = 9 // largest number of slices of an exchange
)

// checkTunable refuses kernels beyond the variants of this package. These have radices without a
// butterfly, layouts that may not be one-to-one, or unbounded texts.
func checkTunable(k wgsl.Kernel, l wgsl.Limits) error {
	fail := func(why string) error { return fmt.Errorf("plan: %s: %s: there is no such variant", k.Name(), why) }
	alone := Tunable(k)
	alone.Threads.Mirror, alone.Threads.Order = [2]wgsl.Mirror{}, [2]wgsl.Order{}
	alone.Load = wgsl.End{View: wgsl.Rows(k.N(), k.N())}
	alone.Store = alone.Load
	if err := alone.Check(l); err != nil {
		return err
	}
	for _, r := range k.StageRadices() {
		usual := wgsl.FewestStages(r, r) == 1 ||
			k.Stages.DFT == wgsl.DFT(wgsl.MatrixProduct) && r <= LargestProduct ||
			r == k.N() && r <= plan.MaxAloneElements ||
			k.Stages.Rader.Fold && r <= plan.MaxAloneElements && plan.LargestPrime(r) <= plan.MaxPrime
		if r > wgsl.MaxRadix || !usual {
			return fail(fmt.Sprintf("radix %d", r))
		}
	}
	hasKnownDigits := func() bool {
		layout := k.Exchange.Layout
		layout.Digits.OuterPad = 0
		return slices.Contains(wgsl.DigitLayouts(len(k.StageRadices())), layout)
	}
	switch {
	case k.N() > plan.Capacity(l):
		return fail("points beyond what a workgroup holds")
	case k.Threads.Elements > maxLiveElements || k.LiveElements() > maxLiveElements:
		return fail("points held by a thread")
	case !slices.Contains(FlatLayouts, k.Exchange.Layout) && !hasKnownDigits():
		return fail("layout")
	case k.Exchange.Slices > MaxSlices:
		return fail("slices of an exchange")
	}
	return nil
}
