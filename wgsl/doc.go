// Package wgsl describes Fourier-transform kernels as values and writes them as WGSL compute shaders. It
// knows no device: everything here is a pure function of plain data, tested without a GPU.
//
// # The transform
//
// A kernel computes, for each transform q of a batch,
//
//	X[k] = scale * sum over j of x[j] * w_N^(jk),   w_N = exp(-2 pi i / N)
//
// in the Stockham form of the fast Fourier transform: no bit reversal, every stage reads and writes in order.
// The point count is N = r_1 r_2 ... r_m (the [Chain]). Before stage s the product of the radices already done
// is p = r_1 ... r_(s-1). Stage s does N/r butterflies of radix r = r_s; butterfly j
//
//	reads    x[j + i N/r]                     i = 0 ... r-1
//	turns    slot i by w_(p r)^(i (j mod p))
//	writes   y[(j div p) p r + j mod p + m p]  m = 0 ... r-1
//
// ([Stage] holds these maps, once). The first stage reads global memory, the last one writes it; between two
// stages lies an exchange: every thread writes its values to workgroup memory, waits, and reads what the next
// stage needs.
//
// # A kernel is a value
//
// [FFT] is comparable; its Name encodes every field and its text is a pure function of it. The fields are
// choices between the same result by different roads: which radices in which order, how many points a thread
// holds, how many transforms share a workgroup, how the exchange is cut to need little workgroup memory
// ([Exchange]) and how it is laid out to avoid bank conflicts ([Layout]; as a cube it has a dimension for each stage, cube.go), and whether global memory is
// touched in the order of the butterflies or in contiguous blocks ([Path]).
//
// Twiddles come from tables; a kernel may read few of them and multiply for the others (few.go), and read two at a time (wide.go). Those within butterflies are constants, or tangents and
// factors of the sums that follow (tangents.go). Branches that are never taken may lie between the parts of a kernel (breaks.go).
//
// The inverse transform is the forward one with real and imaginary parts swapped on load and on store, which
// costs nothing: IDFT(x) = swap(DFT(swap(x))).
//
// # Passes and convolutions
//
// A kernel is one pass of a longer transform where its maps say so ([Map], [Turn], package hier): it reads columns, turns them by the
// twiddle between passes (turn.go) and writes rows or columns; its transforms lie interleaved in workgroup memory (block.go). It is a whole convolution where Convolve is set: transform, product with a
// spectrum, transform back, without leaving the workgroup (Bluestein's transform, package plan); of an array's columns each may have
// a spectrum of its own ([Spectra]). The transform back has the radices in the opposite order: its first butterflies read what the last ones
// there wrote, so no exchange lies between.
//
// # Several axes
//
// A kernel may do several axes of an array (Over), the outermost first, so that its first steps read whole rows; points that no axis transforms may lie beside (Side). Where
// a thread has the points for it, the last stage of the outermost axis and the first of the next go without an exchange (merge.go), or the stages of the last two axes go in
// pairs (weave.go).
//
// # Rader stages
//
// A prime too large for a butterfly among others (one alone may be a convolution in registers, raderbutterfly.go) can be the first stage ([Rader]): as many cyclic convolutions as there are points behind it, of one
// point less than the prime, between a gather and a scatter by the powers of a generator. Its steps share the kernel's threads and exchanges.
// Where the radices of the convolution are pairwise coprime its points are numbered by residues, and its transforms have no twiddles (residues.go). A whole kernel of such a
// stage may take the points i and p - i together (pairs.go), which threads then load and store in order, and gather from workgroup memory without meeting in a bank.
//
// # Matrix products
//
// The small DFTs of a kernel are butterflies or, if Product is set, products of their matrix with the points
// (product.go). With radices smaller than the axes this is the mixed-radix form of the matrix product, and with one
// radix for each axis it is the direct form.
//
// # Real rows
//
// A load can make the points of rows of real numbers, and a store take them apart again ([Real], package realdct): it permutes, turns, and where
// bins are made of points k and -k of the transform brings these together. A thread has both if it does the butterflies of the first or the last
// stage in couples (couples.go); else one more exchange does it. In the first or the last of several passes they belong to different columns,
// which a workgroup then takes in pairs (mates.go); along the last axis of an array they belong to rows of opposite frequencies (opposite.go). Butterflies that face each other have points whose numbers are neighbours in folded and rotated rows, which
// they move as runs (facing.go). In place half spectra lie where the rows of their numbers lay (overlay.go).
//
// # Large arrays
//
// An array that no binding holds lies in [Pages], each with a binding of its own; a dispatch may do a part of the transforms only (Part).
//
// # References
//
// Govindaraju, Lloyd, Dotsenko, Smith and Manferdelli, High performance discrete Fourier transforms on
// graphics processors, 2008 (Stockham stages in workgroup memory). Dotsenko, Baghsorkhi, Lloyd and
// Govindaraju, Auto-tuning of fast Fourier transform on graphics processors, 2011 (the fields worth varying).
// Rader 1968 (primes as convolutions). Bluestein 1970. Mitra and Srinivasan, Small discrete Fourier transforms on GPUs, 2011 (matrix products).
// Van Loan, Computational frameworks for the fast Fourier transform, 1992 (the index maps). Good 1958 and
// Thomas 1963 (coprime radices without twiddles). Koenig 1916 (colours of the edges of bipartite graphs: places in workgroup memory without conflicts).
package wgsl
