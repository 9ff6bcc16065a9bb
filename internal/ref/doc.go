// Package ref holds what the tests of every other package measure against:
// discrete Fourier, cosine and sine transforms in float64, convolutions, the
// error norm, the one tolerance rule, random input, and memory that tells when
// somebody wrote where they should not have.
//
// It is test support. Nothing that ships imports it except the tuner and the
// verify and bench commands, which compare a device with the same reference.
//
// # Definition
//
// All transforms are unscaled; with w_N = exp(-2 pi i / N),
//
//	forward: X[k] = sum over j of x[j] w_N^(+jk)
//	inverse: x[j] = sum over k of X[k] w_N^(-jk)
//
// The half spectrum of a real transform holds bins 0 to n/2. The cosine and sine
// transforms are the sums of scipy.fft's norm backward (DCT-II: 2 sum x[j] cos ...).
//
// # Algorithm
//
// Lengths whose prime factors are at most 64 go through gonum's mixed-radix
// transform, which costs O(N sum p). Others go through Bluestein's identity
//
//	jk = (j^2 + k^2 - (k-j)^2) / 2
//
// with the chirp c[j] = w_2N^(j^2), whose exponent is reduced mod 2N in integers
// before it meets a sine, as a convolution of M points, M the power of two with
// M >= 2N-1:
//
//	X[k] = c[k] * sum over j of (x[j] c[j]) * conj(c[k-j])
//
// A real transform is the complex one of the widened input, and a cosine or sine
// transform comes from one of its logical DFT's length,
//
//	w_L^((j+a)(k+b)) = w_L^(jk) w_L^(jb) w_L^(ka+ab)
//
// where a and b, each 0, 1/2 or 1, make the kind. That is slow and plain; no kernel
// does it so.
//
// All are checked against the definition, evaluated term by term with the
// exponent jk reduced mod N in integers and the sums compensated.
//
// # References
//
// Bluestein, A linear filtering approach to the computation of the discrete
// Fourier transform, 1970. Van Loan, Computational Frameworks for the Fast
// Fourier Transform, 1992.
package ref
