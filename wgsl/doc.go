// Package wgsl describes Fourier transform kernels as values and writes them as WGSL compute shaders.
// It knows no device: everything is a pure function of plain data and is tested without a GPU.
//
// This package is exported for the other packages of this module and carries no compatibility
// promise.
//
// # The transform
//
// A kernel computes the discrete Fourier transform of every row x of a batch:
//
//	X[k] = scale * sum over j of x[j] w_N^(jk)    w_N = exp(-2 pi i / N)    (1)
//
// It uses Stockham's form of the fast Fourier transform, which needs no bit reversal. N is the
// product of the radices r_1 ... r_m ([Radices]). Let p = r_1 ... r_(s-1). Stage s has radix r = r_s
// and N/r butterflies. Butterfly j has r slots:
//
//	reads       x[j + i N/r]                            i = 0 ... r-1     (2)
//	multiplies  slot i by w_(pr)^(i (j mod p))                            (3)
//	transforms  the slots by an r-point DFT
//	writes      y[(j div p) p r + (j mod p) + m p]      m = 0 ... r-1     (4)
//
// [Stage] implements these maps. The first stage reads global memory and the last one writes it.
// Between two stages lies an exchange: every thread writes its values to workgroup memory, waits at
// a barrier and reads the inputs of the next stage.
//
// The inverse transform is the forward transform with real and imaginary parts swapped on load and
// on store: IDFT(x) = swap(DFT(swap(x))). Swaps cost nothing.
//
// # Kernels
//
// A [Kernel] is a comparable value. All its fields are in its Name, and its text is a pure function
// of it. Kernels of the same transform differ in speed only:
//
//	Radices, ElementsPerThread, TransformsPerGroup   how work is divided among threads
//	Exchange, Layout                                 how values pass through workgroup memory
//	TwiddleBasis, ShareTwiddles, Vec4Tables, FMA     how twiddles are read and applied
//	Load.Path, Store.Path, Order                     in which order global memory is accessed
//	Fence                                            how far the compiler may move loads
//
// A Layout places elements so that threads avoid each other's memory banks: with padding, with an
// exclusive or, or as a digit layout, which has one dimension for each radix.
//
// # How the text is made
//
// A kernel is divided into steps, one for each stage. [Kernel.Check] validates the fields against a
// list of rules. [Kernel.Module] then writes, in this order, a header with the formula and the index
// maps, bindings, functions that access arrays, workgroup memory, functions for roots and
// butterflies, and the entry point. The entry point loads, executes the steps with their exchanges,
// and stores. Equal kernels have equal texts. [Kernel.Work] counts what the text does, for a model of
// its time.
//
// # Passes of longer transforms
//
// With N = N_1 N_2, the four-step method (package hier) needs one kernel for the columns and one for
// the rows. Column c is transformed along its points j and multiplied by the pass twiddle
//
//	w_N^(c j)                                                             (5)
//
// on load or on store ([PassTwiddle]). A [Map] places column points Stride elements apart. Neighboring
// columns are neighbors in memory, so a workgroup takes several of them to access whole cache lines.
//
// # Several axes
//
// A kernel transforms up to three axes of an array. OuterRadices holds the radices of the outer
// axes, which come first. Points that no axis transforms may lie contiguously inside: the inner
// extent. Two options save exchanges between axes. An axis join does the last stage of the outermost
// axis and the first stage of the next one in registers. Vector radix does the stages of the last two
// axes in pairs, as butterflies of r0 x r1 points.
//
// # Rader stages
//
// A prime p that is too large for a butterfly can be the first stage ([Rader]). Let g be a generator
// of the residues modulo p, and all exponents of g be modulo p-1:
//
//	X[0]   = sum over j of x[j]                                           (6)
//	X[g^b] = x[0] + sum over a of x[g^-a] w_p^(g^(b-a))                   (7)
//
// The sum in (7) is a cyclic convolution of p-1 points. The kernel computes it as two transforms with
// a product by a spectrum between them. If the radices of p-1 are pairwise coprime, their points are
// numbered by residues (Good and Thomas), and the stages need no twiddles. A folded Rader stage first
// computes x[j] + x[p-j] and x[j] - x[p-j].
//
// A prime alone in a kernel may also be a convolution in the registers of one thread.
//
// # Matrix products
//
// With MatrixProduct the small DFTs are products of the DFT matrix and the points, instead of
// butterflies. One radix for each axis gives the direct form, several radices the mixed-radix form.
//
// # Convolutions
//
// With ConvolutionSpectra the kernel transforms, multiplies by a spectrum and transforms back without
// leaving the workgroup. The transform back takes the radices in reverse. Its first butterflies read
// the outputs of the last ones, so no exchange lies between. Package plan uses this for Bluestein's
// transform. [Spectra] describes several spectra.
//
// # Real transforms
//
// A load can make complex points from rows of real numbers, and a store can take them apart again
// ([Real]; package realdct derives the formulas). The load or store permutes, multiplies by roots
// and combines points that are mirrors of each other. Point k and its mirror meet in one of these
// ways:
//
//	MirrorInRow     k and N-k       one thread holds butterflies j and B-j, of B butterflies
//	MirrorHalf      k and N-1-k     one thread holds butterflies j and B-1-j
//	MirrorColumns   columns c, P-c  one workgroup holds both, of P columns
//	MirrorRows      opposite rows   one workgroup holds rows of opposite frequency
//	none            k and N-k       an additional exchange brings them together
//
// In place, rows of real numbers share memory with their half spectra.
//
// # Large arrays
//
// An array that exceeds the largest binding has several [Segments], each with a binding. With Offset
// a dispatch does a part of the batch.
//
// # References
//
//   - Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992: index maps, digits.
//   - Govindaraju, Lloyd, Dotsenko, Smith and Manferdelli, High performance discrete Fourier
//     transforms on graphics processors, 2008: Stockham stages in workgroup memory.
//   - Dotsenko, Baghsorkhi, Lloyd and Govindaraju, Auto-tuning of fast Fourier transform on graphics
//     processors, 2011: the choices that are worth tuning.
//   - Mitra and Srinivasan, Small discrete Fourier transforms on GPUs, 2011: matrix products.
//   - Bailey, FFTs in external or hierarchical memory, 1990: the four-step method.
//   - Rader, Discrete Fourier transforms when the number of data samples is prime, 1968.
//   - Bluestein, A linear filtering approach to the computation of discrete Fourier transform, 1970.
//   - Good, The interaction algorithm and practical Fourier analysis, 1958, and Thomas, Using a
//     computer to solve problems in physics, 1963: coprime radices without twiddles.
//   - Linzer and Feig, Implementation of efficient FFT algorithms on fused multiply-add
//     architectures, 1993.
//   - König, Über Graphen und ihre Anwendung auf Determinantentheorie und Mengenlehre, 1916: edge
//     colorings of bipartite graphs, for placements without bank conflicts.
package wgsl
