package tune

import (
	"wgfft/plan"
	"wgfft/wgsl"
)

// A likeness makes the kernels like one that differ from it in one thing.
type likeness struct {
	of     func(kernel) []kernel
	within float64 // how much slower than the best the one may be for the others to be worth measuring
}

// likenesses are in the order in which they are tried: each of the fastest kernel so far.
func (c *contest) likenesses() []likeness {
	all := []likeness{{thrifty, nearer}, {byTangents, nearer}}
	if !c.software() { // a compiler for processors keeps in memory what it has no registers for, and reads lane by lane; and memory has no banks there
		all = append(all, likeness{lying(plan.WithCyclicOrder, c.limits), nearer}, likeness{lying(plan.WithOuterPad, c.limits), nearer}, likeness{byTwos, nearer}, likeness{broken, near})
	}
	return all
}

// thrifty are the kernels like one that read fewer twiddles.
func thrifty(k kernel) []kernel {
	var all []kernel
	for _, k.TwiddleBasis = range []uint8{0, 1, 3} {
		for _, k.ShareTwiddles = range []bool{false, true} {
			if (k.TwiddleBasis > 0 || k.ShareTwiddles) && k.HasTwiddles() && (!k.ShareTwiddles || k.CanShareTwiddles()) {
				all = append(all, k)
			}
		}
	}
	return all
}

// byTangents is the kernel like one whose constant twiddles go by their tangents, if it has such and they don't.
func byTangents(k kernel) []kernel {
	if k.FMA || !k.HasConstantTwiddles() {
		return nil
	}
	k.FMA = true
	return []kernel{k}
}

// byTwos is the kernel like one that reads its tables two elements at a time, if it has any that lie so.
func byTwos(k kernel) []kernel {
	if k.Vec4Tables || !k.HasTwiddles() && k.ConvolutionSpectra != 1 {
		return nil
	}
	k.Vec4Tables = true
	return []kernel{k}
}

// lying makes the kernel like one that lies in another cube, as a function of package plan finds it, if it does.
func lying(in func(kernel, wgsl.Limits) (kernel, bool), l wgsl.Limits) func(kernel) []kernel {
	return func(k kernel) []kernel {
		if other, ok := in(k, l); ok {
			return []kernel{other}
		}
		return nil
	}
}

// broken are the kernels like one with branches between their parts, or without, that it has not itself.
func broken(k kernel) []kernel {
	var all []kernel
	for _, breaks := range []wgsl.Fence{wgsl.NoFence, wgsl.FenceStages, wgsl.FenceBarriers} {
		if other := k; breaks != k.Fence && k.HasExchange() {
			other.Fence = breaks
			all = append(all, other)
		}
	}
	return all
}
