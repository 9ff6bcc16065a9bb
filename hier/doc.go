// Package hier makes transforms that no workgroup can hold out of passes that it can: the four-step method, and its extension
// to more steps.
//
// # The passes
//
// N = n_1 n_2 ... n_L. Pass s does N/n_s transforms of R = n_s points; with p = n_1 ... n_(s-1) and M = N/R, transform j
//
//	reads    x[j + i M]                        i = 0 ... R-1
//	turns    point i by w_(p R)^(i (j mod p))
//	writes   y[(j div p) p R + j mod p + m p]  m = 0 ... R-1
//
// These are Stockham's index maps with a whole transform for a butterfly, so what holds for the stages inside a kernel holds for
// the passes between them. The twiddle is part of the load, the transpose part of the store; there is no pass that only
// moves data. For two passes it is Bailey's four-step method.
//
// Reads are far apart (stride M) and side by side in j: a column kernel takes several neighbouring j, so that it touches whole lines of
// memory. The first pass writes its transforms one after the other (p = 1), the others side by side. In the last pass M = p: it writes
// where it read, so it can work in place.
//
// # The transposed order
//
// A Fourier transform is its own transpose, so the passes can be turned round: the last first, each reading where it wrote and writing
// where it read, with the twiddle behind the transform instead of before it. Then reads are near and writes far. Which is faster
// depends on what a device's memory takes worse.
//
// # Convolutions
//
// Between the two transforms of a convolution the order does not matter, as long as the spectrum has the same. Without the
// reordering ([Block]) a pass works in place: transforms of R points, C apart, in blocks of B = R C points; point k of column j is then
// turned by w_B^(k j), and the C columns' ends are rows of C points, which are transformed alike. On the way back everything runs
// backwards. The rows' transforms there and back and the product between them are one pass, so a convolution of two factors takes three
// passes, not four.
//
// # References
//
// Bailey, FFTs in external or hierarchical memory, 1990. Govindaraju et al. 2008, section 4.2. Van Loan 1992, section 3.3.
package hier
