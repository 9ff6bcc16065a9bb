// Package realdct maps real, cosine and sine transforms to complex transforms. For each kind it has the
// length of the complex transform, the operation of its load on the real row, and the operation of its store
// on the result. Permutations are part of the load and twiddles are part of the store, so no pass is added.
//
// # Spectrum of a real row
//
// Let w_N = exp(-2 pi i/N). Let V be the spectrum of the real row v[0] ... v[N-1], so that V[N-k] = conj V[k].
// For even N, with h = N/2 complex points,
//
//	z[j] = v[2j] + i v[2j+1]                                                                (1)
//	V[k] = (Z[k] + conj Z[h-k])/2 - i w_N^k (Z[k] - conj Z[h-k])/2    k = 0 ... h, Z[h] = Z[0]   (2)
//
// and in the inverse direction, without a factor,
//
//	Z[k] = V[k] + conj V[h-k] + i w_N^-k (V[k] - conj V[h-k])                               (3)
//
// For any N, two rows a and b can share a transform (two-for-one packing):
//
//	z[j] = v_a[j] + i v_b[j]                                                                (4)
//	V_a[k] = (Z[k] + conj Z[N-k])/2     V_b[k] = (Z[k] - conj Z[N-k])/2i                    (5)
//
// # Cosine transforms
//
// Type II (Makhoul 1980):
//
//	v[n] = x[2n] for 2n < N, x[2N-1-2n] otherwise                                           (6)
//	X[k] = Re 2 w_4N^k V[k]     X[N-k] = -Im 2 w_4N^k V[k]                                  (7)
//
// Type III is the reverse, with x[N] = 0: the inverse transform of
//
//	V[k] = (x[k] - i x[N-k]) w_4N^-k                                                        (8)
//
// followed by the permutation from v to x in (6).
//
// Type I: v is the symmetric extension of x to 2M points, M = N-1. Its spectrum is real and symmetric, and
//
//	X[k] = V[k]     k = 0 ... M                                                             (9)
//
// It is computed by (1) and (2) with M complex points.
//
// Type IV of even N, with h = N/2 complex points:
//
//	z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1)                                                (10)
//	X[2k] - i X[N-1-2k] = 2 w_2N^k Z[k]                                                     (11)
//
// Type IV of odd N (Chan and Ho 1992): regard x[j] as a function x(u) of the angle u = 2j+1 modulo 8N. It is even,
// and changes its sign after half a period. Each element has four angles, and one of them is N modulo 8. Since 8
// has an inverse modulo N, the angles u = 8c+N reach every element. With v[c] = x(8c+N) and
// (8c+N)(8d+N)/8N = 8cd/N + c + d + N/8,
//
//	X(8d+N) = Re 2 w_8^N V[8d mod N]                                                        (12)
//
// # Sine transforms
//
// Types II to IV are cosine transforms with changed signs and orders, which cost nothing:
//
//	II   DST(x)[k] = DCT((-1)^j x[j])[N-1-k]                                                (13)
//	III  DST(x)[k] = (-1)^k DCT(x reversed)[k]                                              (14)
//	IV   DST(x)[k] = (-1)^k DCT(x reversed)[k]                                              (15)
//
// Type I is the transform of the odd extension of x to 2M points, M = N+1, which has x between two zeros:
//
//	X[k-1] = -Im V[k]     k = 1 ... N                                                       (16)
//
// # References
//
//   - J. Makhoul, A fast cosine transform in one and two dimensions, 1980.
//   - S. C. Chan and K. L. Ho, Fast algorithms for computing the discrete cosine transform, 1992.
//   - C. Van Loan, Computational frameworks for the fast Fourier transform, 1992, chapter 4.
//
// The definitions of the transforms agree with scipy.fft.
//
// This package is exported for the other packages of this module and carries no compatibility promise.
package realdct
