// Package ref holds the references of the tests of all other packages. It has discrete Fourier,
// cosine and sine transforms and convolutions, in float64 and in double-double. It also has the
// error norm, the accuracy contract, random input, and guarded memory that detects stray writes.
//
// It is test support. Nothing that ships imports it, except the tuner and the verify and bench
// commands, which compare a device with the same reference.
//
// # Definition
//
// All transforms are unscaled; with w_N = exp(-2 pi i / N),
//
//	forward: X[k] = sum over j of x[j] w_N^(+jk)
//	inverse: x[j] = sum over k of X[k] w_N^(-jk)
//
// The half spectrum of a real transform holds bins 0 to n/2. The cosine and sine transforms are the
// sums of scipy.fft's norm backward (DCT-II: 2 sum x[j] cos ...).
//
// # Algorithm
//
// Package dft computes complex transforms. A real transform is the complex one of the widened
// input. A cosine or sine transform is a complex transform of the length of its logical DFT,
//
//	w_L^((j+a)(k+b)) = w_L^(jk) w_L^(jb) w_L^(ka+ab)
//
// where the kind determines a and b, each 0, 1/2 or 1. This algorithm is slow and simple, and no
// kernel uses it.
//
// # Double-double
//
// Float64 is not precise enough as a reference for transforms of complex128 and float64. Functions
// with names that end in DD take such data. They compute with package doubledouble, with relative
// errors below 1e-30 for lengths up to 10^6.
//
// # Tests
//
// Tests compare all of them with the definition, evaluated term by term with the exponent jk
// reduced mod N in integers and with compensated sums.
package ref
