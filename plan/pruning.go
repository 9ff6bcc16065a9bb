package plan

import "wgfft/wgsl"

// Rules leave out kernels that are not worth measuring (Dotsenko et al. 2011, the auto-tuning paper). Those of this
// package look at the kernels alone:
//
//	assimilation   no chains of more stages than radices up to 16 take: [assimilation]
//	registers      no kernels that a multiprocessor has no registers for, by estimate: [hasRegisters]
//	conflicts      one layout a kernel, which has the fewest bank conflicts: [BestLayout]
//	paths          no staged paths if the threads of a transform fill lines of memory: [paths]
//	stride classes one measurement for passes at similar strides: [PassPlace.Class]
//
// Package internal/tune has the rules that look at measurements.

// assimilation returns kernels that have stages and nothing else yet: chains of as few stages as radices up to 16 take,
// and of two stages. The small radices of longer chains are parts of larger ones (Dotsenko et al. 2011).
func assimilation(n int) []wgsl.Kernel { return bodies(n, maxAlone, 2) }

// maxRegisters is the largest estimate of a thread's registers for a kernel that exchanges points.
const maxRegisters = 190

// EstimateRegisters returns about the number of registers that a thread of a kernel takes, as NVIDIA's driver counts
// them.
func EstimateRegisters(k wgsl.Kernel) float64 { return 25 + 3.4*float64(k.Work().Held) }

// hasRegisters reports whether a multiprocessor has the registers for a kernel (Dotsenko et al. 2011). The driver saves
// a tenth of them if it must.
func hasRegisters(k wgsl.Kernel) bool {
	most := min(255, 1.1*smRegisters/float64((k.Invocations()+31)&^31))
	if k.HasExchange() {
		most = min(most, maxRegisters)
	}
	return EstimateRegisters(k) <= most
}

// fillsLines is the number of threads of a transform from which direct paths touch whole lines of memory.
const fillsLines = 16

// paths returns the paths that are tried for both ends of a kernel. Staged ones are tried if the threads of a transform
// do not fill lines of memory, or the kernel has several axes (Dotsenko et al. 2011). Kernels with a Rader stage have
// no others: their direct loads are scattered.
func paths(k wgsl.Kernel) []wgsl.Path {
	switch {
	case k.Rader.Prime > 0:
		return []wgsl.Path{wgsl.Staged}
	case k.Threads() < fillsLines || k.OuterRadices != [2]wgsl.Radices{} || k.InnerExtent > 1:
		return []wgsl.Path{wgsl.Direct, wgsl.Staged}
	}
	return []wgsl.Path{wgsl.Direct}
}
