// Package ref holds what the tests of every other package measure against:
// discrete Fourier transforms in float64, the error norm, the one tolerance
// rule, random input, and memory that tells when somebody wrote where they
// should not have.
//
// It is test support. Nothing that ships imports it except the verify and bench
// commands, which compare a device with the same reference.
//
// # Definition
//
// All transforms are unscaled; with w_N = exp(-2 pi i / N),
//
//	forward: X[k] = sum over j of x[j] w_N^(+jk)
//	inverse: x[j] = sum over k of X[k] w_N^(-jk)
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
// Both are checked against the definition, evaluated term by term with the
// exponent jk reduced mod N in integers and the sums compensated.
//
// # References
//
// Bluestein, A linear filtering approach to the computation of the discrete
// Fourier transform, 1970. Van Loan, Computational Frameworks for the Fast
// Fourier Transform, 1992.
package ref
