// Package verify checks a Fourier transform from outside, by what every transform of complex points must do, on data of the
// caller's seed. It finds wrong maths, wrong indices and rows that disturb each other; it knows nothing of how the transform
// is done.
//
// # Tolerances
//
// There is one rule, ref.Tolerance: with F the transform of N points with its scale s, f what is computed, and |.| the
// Euclidean norm of a row,
//
//	|f(x) - F(x)| <= t |F(x)|        t = ref.Tolerance(N)
//
// The tolerances of the properties follow from it by the triangle inequality, for every row, relative to the norm named last.
// F turns the norm of every row by the same factor, |F(x)| = s sqrt(N) |x|; the inverse G undoes it.
//
//	float64, inverse   f(x) against F(x) in float64, and the same of the inverse     t                       |F(x)|
//	impulse            f(x + a e_m) - f(x) against s a w^(mk)                        t (1 + |x + a e_m| / |x|)   |F(x)|
//	linearity          f(x + b y) against f(x) + b f(y)                              t (1 + (|x| + |b||y|) / |x + b y|)   |F(x + b y)|
//	time shift         f(x[j-m]) against w^(mk) f(x)                                 2 t                     |F(x)|
//	frequency shift    f(w^(-mj) x[j]) against f(x)[k-m]                             2 t + eps / 2           |F(x)|
//	Parseval           |f(x)| against s sqrt(N) |x|                                  t                       |F(x)|
//	round trip         g(f(x)) against x                                             2 t + t^2               |x|
//
// The rule is for rows of uniform random points, and so are all rows here, or nearly. An impulse is not, so it comes as the
// change of one point of a random row to another random value. x + b y is exact in float32: x and y are multiples of 2^-18 and b is 0.75 i. The eps/2 of the frequency shift is the
// rounding of w^(-mj) x[j] to float32. Rotations by w and sums are done in float64.
//
// Three checks are exact, and count what differs:
//
//	in place           f with its result over its input gives the same bits
//	NaN                a NaN in one row leaves the bits of all other rows alone
//	guards             nothing is written beside the result, and the source stays as it was
//
// References: F. Ergün 1995, "Testing multivariate linear functions: overcoming the generator bottleneck" (the impulse on
// top of random data); the self-tests of FFTW (Frigo and Johnson 2005).
package verify
