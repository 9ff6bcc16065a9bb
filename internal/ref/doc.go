// Package ref holds the references of the tests of all other packages: discrete Fourier, cosine and
// sine transforms in float64, convolutions, the error norm, the accuracy contract, random input,
// and guarded memory that detects stray writes.
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
// gonum's mixed-radix transform, which costs O(N sum p), takes the lengths whose prime factors are
// at most 64. Other lengths use Bluestein's identity
//
//	jk = (j^2 + k^2 - (k-j)^2) / 2
//
// with the chirp c[j] = w_2N^(j^2), whose exponent is reduced mod 2N in integers before it meets a
// sine. It gives a convolution of M points, M the power of two with M >= 2N-1:
//
//	X[k] = c[k] * sum over j of (x[j] c[j]) * conj(c[k-j])
//
// A real transform is the complex one of the widened input. A cosine or sine transform is a complex
// transform of the length of its logical DFT,
//
//	w_L^((j+a)(k+b)) = w_L^(jk) w_L^(jb) w_L^(ka+ab)
//
// where the kind determines a and b, each 0, 1/2 or 1. That is slow and plain, and no kernel uses
// this algorithm.
//
// Tests compare all of them with the definition, evaluated term by term with the exponent jk
// reduced mod N in integers and with compensated sums.
//
// # References
//
// Bluestein, A linear filtering approach to the computation of the discrete Fourier transform,
// 1970. Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992.
package ref
