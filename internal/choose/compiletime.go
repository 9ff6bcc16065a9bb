package choose

import "wgfft/wgsl"

// The predicted compile time of a kernel, in seconds, is
//
//	compileFixed + compileInstruction I + compilePoint P S
//
// where I is the number of instructions of a thread in butterflies and twiddles, P the largest number of points that
// it holds, and S the number of stages. The constants are fitted to 57 kernels on an NVIDIA H200 with wgpu-native 27
// (E150) and two short kernels of E134, whose instructions are rough guesses. For the 57 kernels, measured times are
// from 0.66 to 1.7 times the prediction, and the logarithm of this ratio is 0.24 (root mean square). No other kernels
// check the fit. The same kernel differs by a factor of up to 1.6 between two runs.
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
