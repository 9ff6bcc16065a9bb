package choose

import "wgfft/wgsl"

// The predicted compile time of a kernel, in seconds, is
//
//	compileInstruction I + compileAccess A + compileSlice A (slices - 1) + compileElement E
//
// where I is the number of instructions of a thread in butterflies and twiddles, A its accesses to workgroup memory,
// and E its elements. The term of slices belongs to exchanges of one component after the other. bench/LOG.md, E156,
// has the kernels of the fit and its error.
const (
	compileInstruction = 0.117e-3
	compileAccess      = 0.210e-3
	compileSlice       = 0.124e-3
	compileElement     = 2.28e-3
)

// A kernel with a predicted compile time of more than slowCompile seconds is not chosen if another one takes at most
// slowCompileFactor times as long to run.
const (
	slowCompile       = 0.4
	slowCompileFactor = 1.1
)

// CompileTime predicts the time in seconds in which the driver of an NVIDIA GPU compiles a kernel.
func CompileTime(k wgsl.Kernel) float64 { return compileTime(&k, k.Work()) }

// compileTime is CompileTime for a kernel with known work.
func compileTime(k *wgsl.Kernel, work wgsl.Work) float64 {
	points := float64(k.N()) / float64(k.ThreadsPerTransform()) // of a thread
	accesses, slices := work.Exchanged*points, float64(max(1, k.Exchange.Slices))
	time := compileInstruction*work.Flops*points + compileAccess*accesses + compileElement*float64(k.Threads.Elements)
	if k.Exchange.Split {
		time += compileSlice * accesses * (slices - 1)
	}
	return time
}

// compileTimes predicts the time in which kernels are compiled one after the other, each of them once.
func compileTimes(kernels []wgsl.Kernel) float64 {
	sum, seen := 0.0, map[wgsl.Kernel]bool{}
	for _, k := range kernels {
		if !seen[k] {
			seen[k] = true
			sum += CompileTime(k)
		}
	}
	return sum
}

// compileFactor returns the factor by which the cost of a kernel exceeds its time. It is more than 1 if the kernel is
// slow to compile on a device of the family. Only the driver of NVIDIA is known to need so long.
func compileFactor(f *Features, on wgsl.Family) float64 {
	if !hasRules(on) && compileTime(f.Kernel, f.Work) > slowCompile {
		return slowCompileFactor
	}
	return 1
}
