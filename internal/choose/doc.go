// Package choose chooses the kernels of a problem, without measurements on the device at hand.
//
//	choice                                  made by
//	radices, threads, exchange of a kernel  measured kernels first, otherwise the cost model
//	order and factors of several passes     the cost model, over all splits
//	length of a convolution                 the cost model, over a few smooth lengths
//
// [Variants] and similar functions list kernels; [Model] predicts their time; a [Finder] combines
// both for an axis of a problem. [Kernels] chooses for a problem, [Convolution] for a convolution,
// and [Chooser] is the plan.Chooser of both. [KernelsBy] follows the caller's choice of an
// algorithm.
//
// The cost model counts instructions of butterflies, exchanged elements, bank conflicts, memory
// transactions and idle threads per point. Its weights are fitted to measurements. There is one set
// for rows, one for columns and one for rows of bins.
//
// [CompileTime] predicts the time in which a driver compiles a kernel. With plan.Options.Quick the choice
// has the least predicted compile time instead.
//
// Most kernels are compared by rough features, which need no program of a kernel. The best of them form a short
// list, and a ranking of the list finds the cheapest kernel by all features. Rough features also give lower bounds
// of costs. A ranking, or a comparison of splits into passes, looks only at kernels with a bound below the least
// cost found.
//
// [Alternatives], [Splits] and [ConvolutionPasses] list other choices with their predicted time;
// package tune measures them. [Validate] accepts kernels from an untrusted source only if this
// package could choose them itself.
//
// # References
//
//   - Dotsenko et al., Auto-tuning of fast Fourier transform on graphics processors, 2011: pruning.
//   - Govindaraju et al., High performance discrete Fourier transforms on graphics processors, 2008: passes.
//   - Mitra and Srinivasan, matrix products for small DFTs on GPUs, 2011.
package choose
