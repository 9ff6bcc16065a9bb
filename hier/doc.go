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
// # References
//
// Bailey, FFTs in external or hierarchical memory, 1990. Govindaraju et al. 2008, section 4.2. Van Loan 1992, section 3.3.
package hier
