// Package doubledouble computes with numbers that are the sum of two float64: their arithmetic, roots
// of unity, and discrete Fourier transforms. It serves where float64 is not precise enough: constants
// and tables of kernels in double precision, and references of tests.
//
// # Arithmetic
//
// A [Real] is a sum hi + lo with |lo| at most half of the spacing of float64 at hi. It has about 106
// bits. An operation has a relative error of a few 2^-106, about 1e-31. Infinities become NaN.
//
// # Roots
//
// The root w_n^e = exp(-2 pi i e / n) is folded into an eighth of a turn in integers:
//
//	e/n = (octant + rest/n) / 8
//
// The sine and the cosine see no large argument, and the multiples of a quarter turn are exact.
// [Root64] folds the same way and takes the sine and the cosine of package math.
//
// # Transforms
//
// A [DFT] computes, in place and without a factor,
//
//	forward: X[k] = sum over j of x[j] w_n^(jk)
//	inverse: x[j] = sum over k of X[k] w_n^(-jk)
//
// The relative error is below 1e-30 for lengths up to 10^6. A point takes about a microsecond.
//
// # References
//
// Dekker, A floating-point technique for extending the available precision, 1971; with a fused
// multiply-add. Bluestein, A linear filtering approach to the computation of the discrete Fourier
// transform, 1970.
package doubledouble
