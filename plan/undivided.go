package plan

import "wgfft/wgsl"

// A software driver does the threads of a workgroup side by side, a lane of the processor's vector registers each. What a thread can't hold in registers lies
// in the cache, whole vectors at a time, while workgroup memory and buffers are touched lane by lane, and a barrier stops and resumes every thread. There it is
// the fewest touches that count: a thread that does a whole transform has no exchange and no twiddle to read. On a GPU such threads are slow, for want of registers,
// and the model knows it; the tuner measures them on software drivers alone. What bounds them is compiling, which takes LLVM 2 s for 256 points, 10 for
// 512 and a minute for 1024.

// undividedSharing are how many such transforms share a workgroup: the lanes of one vector, and of several.
var undividedSharing = []int{8, 32}

// undivided are the kernels of n points whose threads do whole transforms.
func undivided(n int, l wgsl.Limits) []wgsl.FFT {
	chain, err := wgsl.MakeChain(n)
	if err != nil || LargestPrime(n) > MaxPrime {
		return nil
	}
	var all []wgsl.FFT
	for _, t := range undividedSharing {
		if t <= l.Invocations {
			all = append(all, wgsl.FFT{Chain: chain, Points: n, Transforms: t})
		}
	}
	return all
}

// isUndivided says whether the threads of a kernel do whole transforms.
func isUndivided(k wgsl.FFT) bool {
	radices := k.Radices()
	return len(radices) == 1 && k.Flat() && k.Points == radices[0] && k.Rader.Prime == 0 && !k.Product && LargestPrime(radices[0]) <= MaxPrime
}

// Undivided lists the kernels that do a line of complex points in one pass, each thread a whole transform: for software drivers.
func Undivided(p Problem, l wgsl.Limits, line int) []wgsl.FFT {
	at := p.lines(l)[line]
	if at.Kind != C2C {
		return nil
	}
	all := undivided(at.N, l)
	for i, k := range all {
		if at.Side > 1 {
			all[i] = at.columns(k)
		} else {
			all[i] = at.placed(k)
		}
	}
	return all
}

// Undivided lists the kernels for the place whose threads do whole transforms: for software drivers.
func (p PassPlace) Undivided(l wgsl.Limits) []wgsl.FFT {
	all := undivided(p.R, l)
	for i, k := range all {
		all[i] = p.at(k)
	}
	return all
}
