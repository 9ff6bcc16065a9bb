package tune

import (
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A variation makes the kernels that differ from a given one in one option.
type variation struct {
	of     func(kernel) []kernel
	within float64 // the kernel is varied if its time is within this ratio of the best
}

// variations returns the variations in the order of the measurements. Each is applied to the
// fastest kernel so far.
func (c *search) variations() []variation {
	all := []variation{{fewerReads, tightRatio}, {withOtherDFTs, tightRatio}, {withTangents, tightRatio}}
	// A compiler for processors spills registers to memory and reads lane by lane, and its memory has
	// no banks.
	if !c.isSoftware() {
		all = append(all, variation{inLayout(choose.WithCyclicOrder, c.limits), tightRatio},
			variation{inLayout(choose.WithOuterPad, c.limits), tightRatio}, variation{withVec4, tightRatio},
			variation{withFences, looseRatio})
	}
	return all
}

// fewerReads returns variations of k that read fewer twiddles.
func fewerReads(k kernel) []kernel {
	var all []kernel
	for _, k.Twiddles.Basis = range []uint8{0, 1, 3} {
		for _, k.Twiddles.Share = range []bool{false, true} {
			if (k.Twiddles.Basis > 0 || k.Twiddles.Share) && k.HasTwiddles() &&
				(!k.Twiddles.Share || k.CanShareTwiddles()) {
				all = append(all, k)
			}
		}
	}
	return all
}

// withTangents returns k with factored constant twiddles (Linzer and Feig). It returns none if k
// has no constant twiddles, or if they are factored already.
func withTangents(k kernel) []kernel {
	if k.Twiddles.FMA || !k.HasConstantTwiddles() {
		return nil
	}
	k.Twiddles.FMA = true
	return []kernel{k}
}

// withOtherDFTs returns k with the butterflies of each algorithm that is a variation. It leaves out a
// kernel if no radix of k has such butterflies. It returns none if k does not have the usual butterflies.
func withOtherDFTs(k kernel) (all []kernel) {
	if k.Stages.DFT != nil {
		return nil
	}
	for _, d := range wgsl.Algorithms() {
		if d.IsVariation() && slices.ContainsFunc(k.StageRadices(), d.Has) {
			k.Stages.DFT = d
			all = append(all, k)
		}
	}
	return all
}

// withVec4 returns k with tables that are read two elements at a time. It returns none if k reads
// them so already, or has no table that allows it.
func withVec4(k kernel) []kernel {
	if k.Twiddles.Vec4 || !k.HasTwiddles() && plan.Spectra(k) != 1 {
		return nil
	}
	k.Twiddles.Vec4 = true
	return []kernel{k}
}

// inLayout returns the variation to another layout of workgroup memory. The layout is the result of
// in, such as choose.WithCyclicOrder.
func inLayout(in func(kernel, wgsl.Limits) (kernel, bool), l wgsl.Limits) func(kernel) []kernel {
	return func(k kernel) []kernel {
		if other, ok := in(k, l); ok {
			return []kernel{other}
		}
		return nil
	}
}

// withFences returns the kernels like k with the other settings of the fences between their stages.
func withFences(k kernel) []kernel {
	var all []kernel
	for _, breaks := range []wgsl.Fence{wgsl.NoFence, wgsl.FenceStages, wgsl.FenceBarriers} {
		if other := k; breaks != k.Twiddles.Fence && k.HasExchange() {
			other.Twiddles.Fence = breaks
			all = append(all, other)
		}
	}
	return all
}
