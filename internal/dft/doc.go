// Package dft computes discrete Fourier transforms in float64 on the host: for the tables that
// kernels read, and as the reference of tests.
//
//	X[k] = sum over j of x[j] w_N^(jk),   w_N = exp(-2 pi i / N)                           (1)
//
// A [DFT] takes Stockham stages of radix 4 and of prime radices, which cost O(N sum p). A length
// with a prime factor above 64 becomes a convolution with the chirp c[j] = w_2N^(j^2). This follows
// from jk = (j^2 + k^2 - (k-j)^2) / 2:
//
//	X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j])                                   (2)
//
// [Transform] computes long transforms on all processors by the four-step method.
//
// # References
//
// Bluestein, A linear filtering approach to the computation of the discrete Fourier transform,
// 1970. Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992.
package dft
