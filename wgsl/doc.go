// Package wgsl describes Fourier transform kernels as values and writes them as WGSL compute shaders.
// It knows no device: everything is a pure function of plain data and is tested without a GPU.
//
// This package is exported for the other packages of this module and carries no compatibility
// promise.
//
// # The transform
//
// A [Kernel] loads every row x of a batch, computes the discrete Fourier transform in stages, and
// stores X:
//
//	kernel = Store . Stages . Load                                                        (1)
//	X[k] = sum over j of x[j] w_N^(jk)    w_N = exp(-2 pi i / N)                          (2)
//
// It uses Stockham's form of the fast Fourier transform, which needs no bit reversal. N is the
// product of the radices r_1 ... r_m ([Radices]). Let p = r_1 ... r_(s-1). Stage s has radix r = r_s
// and N/r butterflies. Butterfly j has r slots:
//
//	reads       x[j + i N/r]                            i = 0 ... r-1                     (3)
//	multiplies  slot i by w_(pr)^(i (j mod p))                                            (4)
//	transforms  the slots by an r-point DFT
//	writes      y[(j div p) p r + (j mod p) + m p]      m = 0 ... r-1                     (5)
//
// [Stage] has these maps. The first stage reads global memory and the last one writes it. Between two
// stages lies an [Exchange]: every thread writes its values to workgroup memory, waits at a barrier
// and reads the inputs of the next stage.
//
// The inverse transform is the forward transform with real and imaginary parts swapped on load and
// on store: IDFT(x) = swap(DFT(swap(x))). [Swap] costs nothing.
//
// # Views
//
// A [View] maps point j of transform q to an element of an array. Digits of q by Batch and digits of j
// by Points, times their strides, are added:
//
//	e(q, j) = sum of digits of q by Batch + sum of digits of j by Points                  (6)
//
// Rows, columns and the passes of the four-step method differ in their views only. With a
// [RowLayout] the view numbers the points of rows, and ops see the elements of a row by number. The
// array's own layout, its gaps and its division into bindings come last ([Strides], [Segments]).
//
// # Ops
//
// An [Op] is one step between memory and registers. Ops form chains: a load applies them from memory
// to registers, a store from registers to memory. The methods of an op decide how it is applied:
//
//	Pointwise                      changes one value: a scale, a twiddle, a swap
//	Gatherer, Scatterer            makes an element of elements nearer to memory, and the reverse
//	PairGatherer, PairScatterer    takes points k and -k (or -1-k) at once
//
// Two ops fit together if their [Kind]s meet. Package hier has the op of pass twiddles. Package
// realdct has the ops of real transforms. A Filter op between a transform and its inverse makes a
// kernel a convolution ([Spectra]).
//
// # Ownership
//
// An [Ownership] deals butterflies to threads. With T threads for a transform, thread t has
// butterflies
//
//	t, t + T, t + 2T ...                                                                  (7)
//
// With a [Mirror], a stage of B butterflies gives each thread pairs of butterflies j and B - j, so that points
// k and -k meet in registers. The generator finds the slots of such a pair: it evaluates the index of every
// slot for all threads. If threads hold no pairs, an exchange brings them together.
//
// A [Layout] places points in workgroup memory so that threads avoid each other's banks. It uses
// padding, an exclusive or, or one dimension for each radix ([Digits]).
//
// # Machines
//
// A kernel is lowered to a list of instructions: load, exchange, twiddles, butterflies, filter, store.
// Each runs on a [Machine], which has the operations of a shader. Two machines exist:
//
//	writer     prints WGSL                                       [Kernel.Module]
//	player     computes in complex128 and reports data races     [Kernel.Play]
//
// Tests have a third machine, which counts operations. It checks the estimates of [Kernel.Work], which each
// instruction makes without a machine.
//
// Indices are expressions ([Index]). They print as WGSL, and have a value for each thread of a workgroup. A
// test on the player therefore tests the expressions that the writer prints. A kernel is valid if it can be
// lowered. Otherwise the error names the part of the kernel and its requirement. A [Number] is the arithmetic
// of the writer, and an [Element] is the type of an element in memory.
//
// # Number formats
//
// A kernel computes in f32, in f64 or in pairs of f32 ([F64], [DoubleSingle]). Indices, exchanges and ops do not
// depend on the format. Types, arithmetic, literals, tables and the size of elements do. Elements of other types,
// such as samples, need f32. DoubleSingle has no vectors of more than one complex number.
//
// # Rader stages
//
// A prime p that is too large for a butterfly can be the first stage ([Rader]). Let g be a generator
// of the residues modulo p, and all exponents of g be modulo p-1:
//
//	X[0]   = sum over j of x[j]                                                           (8)
//	X[g^b] = x[0] + sum over a of x[g^-a] w_p^(g^(b-a))                                   (9)
//
// The sum in (9) is a cyclic convolution of p-1 points: two transforms with a product by a spectrum
// between them. If the radices of p-1 are pairwise coprime, their points are numbered by residues
// (Good and Thomas), and the stages need no twiddles. A folded Rader stage first computes x[j] + x[p-j]
// and x[j] - x[p-j].
//
// # Several axes
//
// A kernel transforms up to three axes of an array, the outer ones first, and may have an inner extent
// that no axis transforms. An axis join does the last stage of one axis and the first stage of the next
// in registers. Vector radix does stages of two axes as butterflies of r0 x r1 points.
//
// # References
//
//   - Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992: index maps, digits.
//   - Govindaraju, Lloyd, Dotsenko, Smith and Manferdelli, High performance discrete Fourier
//     transforms on graphics processors, 2008: Stockham stages in workgroup memory.
//   - Dotsenko, Baghsorkhi, Lloyd and Govindaraju, Auto-tuning of fast Fourier transform on graphics
//     processors, 2011: the choices that are worth tuning.
//   - Bailey, FFTs in external or hierarchical memory, 1990: the four-step method.
//   - Rader, Discrete Fourier transforms when the number of data samples is prime, 1968.
//   - Bluestein, A linear filtering approach to the computation of discrete Fourier transform, 1970.
//   - Good, The interaction algorithm and practical Fourier analysis, 1958, and Thomas, Using a
//     computer to solve problems in physics, 1963: coprime radices without twiddles.
//   - Linzer and Feig, Implementation of efficient FFT algorithms on fused multiply-add
//     architectures, 1993.
//   - Dekker, A floating-point technique for extending the available precision, 1971: exact errors of sums
//     and products.
//   - Johnson and Frigo, A modified split-radix FFT with fewer arithmetic operations, 2007: conjugate
//     pairs.
package wgsl
