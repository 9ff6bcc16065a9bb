package choose

import "wgfft/wgsl"

// The predicted compile time of a kernel, in seconds, is
//
//	compileFixed + compileInstruction I + compilePoint P S
//
// where I is the number of instructions of a thread in butterflies and twiddles, P the largest number of points that
// it holds, and S the number of stages. bench/LOG.md, E153, has the kernels of the fit and its error.
const (
	compileFixed       = 3.4e-3
	compileInstruction = 0.142e-3
	compilePoint       = 0.72e-3
)

// CompileTime predicts the time in seconds in which the driver of an NVIDIA GPU compiles a kernel.
func CompileTime(k wgsl.Kernel) float64 { return compileTime(&k, k.Work()) }

// compileTime is CompileTime for a kernel with known work.
func compileTime(k *wgsl.Kernel, work wgsl.Work) float64 {
	instructions := work.Flops * float64(k.N()) / float64(k.ThreadsPerTransform())
	return compileFixed + compileInstruction*instructions + compilePoint*float64(work.Held*len(k.StageRadices()))
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
