// Package realdct wraps real transforms round complex ones: which complex transform a row of N real numbers goes through, what its load
// makes of the row, and what its store makes of the result. There is no pass for it: permutations are in the load, twiddles in the store.
//
// # The spectrum of a real sequence
//
// Let V be the spectrum of v[0] ... v[N-1], real, so that V[N-k] = conj V[k]. For even N, with h = N/2 complex points
//
//	z[j] = v[2j] + i v[2j+1]
//	V[k] = (Z[k] + conj Z[h-k])/2 - i w_N^k (Z[k] - conj Z[h-k])/2     k = 0 ... h, Z[h] = Z[0]
//
// and backwards, without a factor,
//
//	Z[k] = V[k] + conj V[h-k] + i w_N^-k (V[k] - conj V[h-k])
//
// For any N two rows go together:
//
//	z[j] = v_a[j] + i v_b[j]
//	V_a[k] = (Z[k] + conj Z[N-k])/2     V_b[k] = (Z[k] - conj Z[N-k])/2i
//
// # Cosine transforms
//
// Type II (Makhoul 1980): v[n] = x[2n], and x[2N-1-2n] where 2n >= N; X[k] = Re 2 w_4N^k V[k], so X[N-k] = -Im of the same.
//
// Type III goes backwards: V[k] = (x[k] - i x[N-k]) w_4N^-k with x[N] = 0, the inverse transform, and v to x as type II has it.
//
// Type I: v is x and, without the ends, x backwards: 2M points, M = N-1. Its spectrum is real and has the period's half: X[k] = V[k]. It
// goes through the pairs of M points.
//
// Type IV of even N: with h = N/2 complex points
//
//	z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1)
//	X[2k] - i X[N-1-2k] = 2 w_2N^k Z[k]
//
// Type IV of odd N: let x be a function of the angle u = 2j+1 of 8N, even, and with the other sign half a turn on. Of the four angles that
// mean the same number one is N modulo 8, and as 8 has an inverse modulo N, u = 8c+N reaches them all: v[c] = x(8c+N). With
// (8c+N)(8d+N)/8N = 8cd/N + c + d + N/8
//
//	X(8d+N) = Re 2 w_8^N V[8d mod N]
//
// (Chan and Ho 1992).
//
// # Sine transforms
//
// They are cosine transforms with signs and orders changed, which cost nothing:
//
//	II   DST(x)[k] = DCT((-1)^j x[j])[N-1-k]
//	III  DST(x)[k] = (-1)^k DCT(x backwards)[k]
//	IV   DST(x)[k] = (-1)^k DCT(x backwards)[k]
//
// and type I is the transform of the odd sequence of 2M points, M = N+1, that has x between two zeroes: X[k-1] = -Im V[k].
//
// # References
//
// Makhoul, A fast cosine transform in one and two dimensions, 1980. Chan and Ho, Fast algorithms for computing the discrete cosine
// transform, 1992. Van Loan, Computational frameworks for the fast Fourier transform, 1992, chapter 4. The definitions are those of scipy.fft.
package realdct
