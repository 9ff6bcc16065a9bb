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
func Admit(p Problem, l wgsl.Limits, kernels ...wgsl.FFT) (Plan, error) {
	if err := p.Check(); err != nil {
		return Plan{}, err
	}
	for _, k := range kernels {
		if err := ordinary(k, l); err != nil {
			return Plan{}, err
		}
	}
	units, err := p.units(kernels, l)
	if err != nil {
		return Plan{}, err
	}
	for _, u := range units {
		if !u.usual() {
			return Plan{}, fmt.Errorf("plan: %v: %s: not what does %d points here", p, strings.Join(Names(u.kernels), ", "), u.N)
		}
	}
	return With(p, l, kernels...)
}

// usual says whether the kernels of a line, as they were chosen, differ from what this package makes of their radices, threads, exchanges, layouts,
// paths and orders in nothing.
func (u unit) usual() bool {
	ks := u.kernels
	end := u.endOf(ks)
	for i, k := range ks {
		if k.Mated && (i != end || k.Transforms%2 == 1) {
			return false
		}
		as := groupingOf(k)
		switch {
		case as == (grouping{}):
		case k.Mated && (k.Facing || u.end(k).Held() > mostHeld), !k.Mated && (len(ks) > 1 || !slices.Contains(u.groupings(), as) || u.whole(k).Held() > mostHeld):
			return false
		}
	}
	switch {
	case u.straddle.r > 1:
		return u.straddle.usual(ks)
	case u.apart != nil && *u.apart != (wgsl.FFT{Points: 1, Transforms: u.apart.Transforms}):
		return false
	case len(ks) == 1:
		k := bare(ks[0])
		if u.Convolution > 0 {
			k.Convolve = 1
		}
		return u.placed(k) == u.placed(ks[0])
	case u.Convolution > 0:
		blocks := hier.Blocks(u.Rows, u.Side)
		return placedAs(ks, func(i int) place {
			at := min(i, 2*len(blocks)-2-i)
			return onTheWay(blocks[at], u.Convolution, i >= len(blocks))
		})
	}
	var factors []int
	for _, k := range ks {
		factors = append(factors, k.N())
	}
	if placedAs(ks, func(i int) place { return hier.Passes(factors, u.Side, false)[i].Kernel }) {
		return true
	}
	slices.Reverse(factors)
	return placedAs(ks, func(i int) place { return hier.Passes(factors, u.Side, true)[i].Kernel })
}

// placedAs says whether each kernel is placed as given; its paths are its own.
func placedAs(ks []wgsl.FFT, at func(i int) place) bool {
	for i, k := range ks {
		want := at(i)(bare(k))
		want.Load.Path, want.Store.Path = k.Load.Path, k.Store.Path
		if want != k {
			return false
		}
	}
	return true
}

// bare is what of a kernel is free to choose.
func bare(k wgsl.FFT) wgsl.FFT { return choosing(wgsl.FFT{}, k) }

// choosing is a kernel in its place with what is free to choose of another.
func choosing(to, k wgsl.FFT) wgsl.FFT {
	to.Rader, to.Over, to.Chain, to.Side, to.Points, to.Transforms, to.Product = k.Rader, k.Over, k.Chain, k.Side, k.Points, k.Transforms, k.Product
	to.Few, to.Once, to.Woven, to.Tangents, to.Wide, to.Breaks = k.Few, k.Once, k.Woven, k.Tangents, k.Wide, k.Breaks
	to.Exchange, to.Layout, to.Coupled, to.Facing, to.Mated = k.Exchange, k.Layout, k.Coupled, k.Facing, k.Mated
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
func ordinary(k wgsl.FFT, l wgsl.Limits) error {
	fail := func(why string) error { return fmt.Errorf("plan: %s: %s: there is no such variant", k.Name(), why) }
	alone := bare(k)
	alone.Coupled, alone.Facing, alone.Mated, alone.Load, alone.Store = false, false, false, wgsl.Load{Map: wgsl.Contiguous(k.N())}, wgsl.Store{Map: wgsl.Contiguous(k.N())}
	if err := alone.Check(l); err != nil {
		return err
	}
	for _, r := range k.Radices() {
		usual := wgsl.FewestStages(r, r) == 1 || k.Product && r <= LargestProduct || k.Rader.Pairs && r <= maxAlone && LargestPrime(r) <= MaxPrime
		usual = usual || r == k.N() && r <= maxAlone
		if r > wgsl.MaxRadix || !usual {
			return fail(fmt.Sprintf("radix %d", r))
		}
	}
	switch {
	case k.N() > Capacity(l):
		return fail("points beyond what a workgroup holds")
	case k.Points > mostHeld || k.Held() > mostHeld:
		return fail("points held by a thread")
	case !slices.Contains(layouts, k.Layout) && !slices.Contains(wgsl.Cubes(len(k.Radices())), k.Layout.Plain()):
		return fail("layout")
	case k.Exchange.Rounds > mostRounds:
		return fail("rounds of an exchange")
	}
	return nil
}
