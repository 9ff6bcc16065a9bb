package choose

import "wgfft/wgsl"

// Pruning rules drop kernels that are not worth measuring (Dotsenko et al. 2011, the auto-tuning
// paper). The rules of this package look at the kernels alone. See bench/LOG.md, E19.
//
//	registers      no kernels whose registers, by estimate, exceed a multiprocessor's: [HasRegisters]
//	conflicts      one layout per kernel, of lowest conflict degree: [BestLayout]
//	paths          no staged paths if the threads of a transform fill memory lines: [paths]
//	stride classes one measurement for passes at similar strides: [PassPosition.Class]
//
// Package internal/tune restricts the stages, and has the rules that look at measurements.

// maxRegisters is the largest estimate of registers per thread for a kernel with an exchange.
const maxRegisters = 190

// EstimateRegisters estimates the registers per thread of a kernel, as NVIDIA's driver counts them.
func EstimateRegisters(k wgsl.Kernel) float64 { return registersOf(k.Work().Held) }

// Registers of a thread, as NVIDIA's driver counts them: the registers without points, and the
// registers of a point.
const (
	fixedRegisters = 25
	pointRegisters = 3.4
)

// registersOf estimates the registers of a thread that holds the given number of points.
func registersOf(held int) float64 { return fixedRegisters + pointRegisters*float64(held) }

// HasRegisters reports whether a multiprocessor has the registers for a kernel (Dotsenko et al.
// 2011). The driver can save a tenth of them.
//
// A workgroup with one transform always passes if the points fill more than a third of the registers.
// Few kernels of such a length have enough registers, and the cost model counts the missing
// registers.
func HasRegisters(k wgsl.Kernel, l wgsl.Limits) bool {
	f := familyOf(l)
	if f.Name == wgsl.Unknown { // its numbers are too low for most devices
		f = wgsl.ReferenceFamily()
	}
	if k.Threads.Transforms == 1 && 2*k.N() > f.Registers/3 {
		return true
	}
	most := min(float64(f.ThreadRegisters), 1.1*float64(f.Registers)/float64(f.WholeSubgroups(k.Invocations())))
	if k.HasExchange() {
		most = min(most, maxRegisters)
	}
	return EstimateRegisters(k) <= most
}

// fillsLines is the number of threads of a transform from which direct paths access whole memory
// lines.
const fillsLines = 16

// paths returns the paths that are tried for both ends of a kernel. Staged paths are tried if the
// threads of a transform do not fill memory lines, or the kernel has several axes (Dotsenko et al.
// 2011). Rader stages have only staged paths, because their direct loads are scattered.
func paths(k wgsl.Kernel) []wgsl.Path {
	switch {
	case k.Stages.Rader.Prime > 0:
		return []wgsl.Path{wgsl.Staged}
	case k.ThreadsPerTransform() < fillsLines || k.Stages.Outer != [2]wgsl.Radices{} || k.Stages.InnerExtent > 1:
		return []wgsl.Path{wgsl.Direct, wgsl.Staged}
	}
	return []wgsl.Path{wgsl.Direct}
}
