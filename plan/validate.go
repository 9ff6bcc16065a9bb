package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/hier"
	"wgfft/wgsl"
)

// Admit plans a problem like With, with kernels that come from outside, as from a file: it refuses those that With takes on trust. What it
// admits is right whatever the file says, for it gives a kernel nothing but choices between the same result by different roads (radices, points
// per thread, exchange, layout, paths, orders), and everything else is where this package would put it. It may still be slow.
func Validate(p Problem, l wgsl.Limits, kernels ...wgsl.Kernel) (Plan, error) {
	if err := p.Check(); err != nil {
		return Plan{}, err
	}
	for _, k := range kernels {
		if err := checkTunable(k, l); err != nil {
			return Plan{}, err
		}
	}
	units, err := p.axisPlans(kernels, l)
	if err != nil {
		return Plan{}, err
	}
	for _, u := range units {
		if !u.usual() {
			return Plan{}, fmt.Errorf("plan: %v: %s: not what does %d points here", p, strings.Join(Names(u.kernels), ", "), u.N)
		}
	}
	return From(p, l, kernels...)
}

// usual says whether the kernels of a line, as they were chosen, differ from what this package makes of their radices, threads, exchanges, layouts,
// paths and orders in nothing.
func (u axisPlan) usual() bool {
	ks := u.kernels
	end := u.endOf(ks)
	for i, k := range ks {
		if k.MirrorColumns && (i != end || k.TransformsPerGroup%2 == 1) {
			return false
		}
		as := groupingOf(k)
		switch {
		case as == (mirrorMode{}):
		case k.MirrorColumns && (k.MirrorHalf || u.end(k).LiveElements() > mostHeld), !k.MirrorColumns && (len(ks) > 1 || !slices.Contains(u.groupings(), as) || u.whole(k).LiveElements() > mostHeld):
			return false
		}
	}
	switch {
	case u.straddle.r > 1:
		return u.straddle.isContiguous(ks)
	case u.apart != nil && *u.apart != (wgsl.Kernel{ElementsPerThread: 1, TransformsPerGroup: u.apart.TransformsPerGroup}):
		return false
	case len(ks) == 1:
		k := tunable(ks[0])
		if u.Convolution > 0 {
			k.ConvolutionSpectra = 1
		}
		return u.place(k) == u.place(ks[0])
	case u.Convolution > 0:
		blocks := hier.DigitReversedPasses(u.Factors, u.InnerExtent)
		return placedAs(ks, func(i int) placer {
			at := min(i, 2*len(blocks)-2-i)
			return onTheWay(blocks[at], u.Convolution, i >= len(blocks))
		})
	}
	var factors []int
	for _, k := range ks {
		factors = append(factors, k.N())
	}
	if placedAs(ks, func(i int) placer { return hier.Passes(factors, u.InnerExtent, false)[i].Kernel }) {
		return true
	}
	slices.Reverse(factors)
	return placedAs(ks, func(i int) placer { return hier.Passes(factors, u.InnerExtent, true)[i].Kernel })
}

// placedAs says whether each kernel is placed as given; its paths are its own.
func placedAs(ks []wgsl.Kernel, at func(i int) placer) bool {
	for i, k := range ks {
		want := at(i)(tunable(k))
		want.Load.Path, want.Store.Path = k.Load.Path, k.Store.Path
		if want != k {
			return false
		}
	}
	return true
}

// bare is what of a kernel is free to choose.
func tunable(k wgsl.Kernel) wgsl.Kernel { return copyTunable(wgsl.Kernel{}, k) }

// choosing is a kernel in its place with what is free to choose of another.
func copyTunable(to, k wgsl.Kernel) wgsl.Kernel {
	to.Rader, to.OuterRadices, to.Radices, to.InnerExtent, to.ElementsPerThread, to.TransformsPerGroup, to.MatrixProduct = k.Rader, k.OuterRadices, k.Radices, k.InnerExtent, k.ElementsPerThread, k.TransformsPerGroup, k.MatrixProduct
	to.TwiddleBasis, to.ShareTwiddles, to.VectorRadix, to.FMA, to.Vec4Tables, to.Fence = k.TwiddleBasis, k.ShareTwiddles, k.VectorRadix, k.FMA, k.Vec4Tables, k.Fence
	to.Exchange, to.Layout, to.MirrorInRow, to.MirrorHalf, to.MirrorColumns = k.Exchange, k.Layout, k.MirrorInRow, k.MirrorHalf, k.MirrorColumns
	to.Load.Path, to.Load.Order, to.Store.Path, to.Store.Order = k.Load.Path, k.Load.Order, k.Store.Path, k.Store.Order
	return to
}

// mostHeld is the most points that a thread of any variant holds, and mostRounds the most slices that an exchange is cut into.
const (
	mostHeld   = maxAlone + maxPoints/2
	mostRounds = 9
)

// ordinary refuses kernels beyond what variants are made of: radices without a butterfly, layouts that were never proven to give each element a place
// of its own, and texts without end.
func checkTunable(k wgsl.Kernel, l wgsl.Limits) error {
	fail := func(why string) error { return fmt.Errorf("plan: %s: %s: there is no such variant", k.Name(), why) }
	alone := tunable(k)
	alone.MirrorInRow, alone.MirrorHalf, alone.MirrorColumns, alone.Load, alone.Store = false, false, false, wgsl.Load{Map: wgsl.Contiguous(k.N())}, wgsl.Store{Map: wgsl.Contiguous(k.N())}
	if err := alone.Check(l); err != nil {
		return err
	}
	for _, r := range k.StageRadices() {
		usual := wgsl.FewestStages(r, r) == 1 || k.MatrixProduct && r <= LargestProduct || k.Rader.Fold && r <= maxAlone && LargestPrime(r) <= MaxPrime
		usual = usual || r == k.N() && r <= maxAlone
		if r > wgsl.MaxRadix || !usual {
			return fail(fmt.Sprintf("radix %d", r))
		}
	}
	switch {
	case k.N() > Capacity(l):
		return fail("points beyond what a workgroup holds")
	case k.ElementsPerThread > mostHeld || k.LiveElements() > mostHeld:
		return fail("points held by a thread")
	case !slices.Contains(layouts, k.Layout) && !slices.Contains(wgsl.DigitLayouts(len(k.StageRadices())), k.Layout.WithoutOuterPad()):
		return fail("layout")
	case k.Exchange.Slices > mostRounds:
		return fail("rounds of an exchange")
	}
	return nil
}
