// Package hier describes the passes of transforms that exceed a workgroup: the four-step method and its
// extension to any number of factors.
//
// # Passes
//
// Let N = n_1 n_2 ... n_L and w_N = exp(-2 pi i/N). Pass s does M = N/R transforms of R = n_s points. With
// p = n_1 ... n_(s-1), transform j of the pass, 0 <= j < M,
//
//	reads       x[j + i M]                           i = 0 ... R-1   (1)
//	multiplies  point i by w_(p R)^(i (j mod p))                     (2)
//	writes      y[(j div p) p R + j mod p + m p]     m = 0 ... R-1   (3)
//
// These are the index maps of Stockham's algorithm, with an R-point transform as butterfly. The twiddle (2) is
// part of the load and the transpose (3) is part of the store, so no pass only moves data. For two factors this
// is Bailey's four-step method.
//
// Reads have stride M and are contiguous in j. A column kernel does several neighbouring j, so that it reads whole
// memory transactions. The first pass (p = 1) writes its transforms one after the other. In the last pass M = p, so
// (1) and (3) are the same map, and the pass can work in place.
//
// # Transposed order
//
// The DFT matrix is symmetric. The transposed factorization therefore computes the same transform. The last pass
// runs first. Each pass reads at (3), transforms, multiplies by the twiddle, and writes at (1). Reads are then
// contiguous and writes are strided. The faster order depends on the device.
//
// # Digit-reversed order
//
// A convolution may leave its spectrum in any order that both transforms share. Without reordering, a pass works
// in place ([Block]). A block has B = R C points, in C columns of R points with stride C. The transform of column
// j is followed by the twiddle
//
//	z[k C + j]  multiplied by  w_B^(k j)     0 <= j < C, 0 <= k < R   (4)
//
// after which the R rows of C points are the blocks of the next pass. The inverse transform runs the passes
// backwards. The last forward pass, the product of the spectra and the first inverse pass form one pass. A
// convolution of two factors therefore takes three passes. [Reversed] is the resulting order:
//
//	k = k_1 + n_1 (k_2 + n_2 (k_3 + ...))  is stored at  (k_1 n_2 + k_2) n_3 + k_3 ...   (5)
//
// # References
//
//   - D. H. Bailey, FFTs in external or hierarchical memory, Journal of Supercomputing 4, 1990.
//   - N. K. Govindaraju et al., High performance discrete Fourier transforms on graphics processors, 2008,
//     section 4.2.
//   - C. Van Loan, Computational frameworks for the fast Fourier transform, 1992, section 3.3.
//
// This package is exported for the other packages of this module and carries no compatibility promise.
package hier
