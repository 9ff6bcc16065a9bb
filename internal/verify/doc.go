// Package verify checks a Fourier transform by the properties that every transform of complex points,
// or of real numbers, has. It uses random data from the caller's seed. It finds wrong maths, wrong
// indices and arrays that disturb each other (rows of one axis). It does not depend on the
// implementation.
//
// # Tolerances
//
// There is one rule, ref.Precision.Tolerance. Let F be the transform of N points with scale s, and f
// the transform under test. N is the product of the lengths n_a of the transformed axes, and |.| the
// Euclidean norm of an array:
//
//	|f(x) - F(x)| <= t |F(x)|        t = precision.Tolerance(n_0, n_1, ...)
//
// The precision is the eps of the arithmetic of f. The reference is in float64 for complex64 and
// float32, and in double-double for complex128 and float64 (package ref).
//
// Short arrays are judged in groups (ref.Together): the error and the norm are sums over the arrays of a
// group. The error of one short array consists of few rounding errors, and now and then exceeds the bound.
// A batch has at least one group.
//
// The tolerances of the properties follow from the rule by the triangle inequality, for every array,
// relative to the norm named last. F changes the norm of every array by the same factor, |F(x)| = s
// sqrt(N) |x|; the inverse G undoes it. Indices are vectors with one component per axis, reduced
// modulo its length. w^(mk) is the product of w_a^(m_a k_a) over the transformed axes. Shifts are
// along all transformed axes at once.
//
//	reference, inverse f(x) against F(x), and the inverse                 t                       |F(x)|
//	impulse            f(x + a e_m) - f(x) against s a w^(mk)             t (1 + |x + a e_m| / |x|)   |F(x)|
//	linearity          f(x + b y) against f(x) + b f(y)        t (1 + (|x| + |b||y|) / |x + b y|)   |F(x + b y)|
//	time shift         f(x[j-m]) against w^(mk) f(x)                      2 t                     |F(x)|
//	frequency shift    f(w^(-mj) x[j]) against f(x)[k-m]                  2 t + eps / 2           |F(x)|
//	Parseval           |f(x)| against s sqrt(N) |x|                       t                       |F(x)|
//	round trip         g(f(x)) against x                                  2 t + t^2               |x|
//
// The rule holds for uniform random points. An impulse alone is not random, so the check changes one point
// of a random array to another random value. The transform of the change is zero outside the line or plane
// through that point along the transformed axes. The sum x + b y is exact, because x and y are multiples
// of 32 eps and b is 0.75 i. The eps/2 of the frequency shift is the rounding of w^(-mj) x[j]. Products
// with w and sums are computed in double-double. Reports name the check against the reference after its
// arithmetic: float64 or double-double.
//
// Three checks are exact, and count differences:
//
//	in place           f with its result over its input gives the same bits
//	NaN                a NaN in one array leaves the bits of all others alone
//	guards             nothing is written outside of the result, and the source does not change
//
// # Real transforms
//
// The rule is the same. Package ref defines its lengths: n for a transform to or from a half
// spectrum, and the period for a cosine or sine transform. |.| is the norm of the stored elements; for
// a half spectrum these are its bins. The norm of x does not determine the norm of F(x), so tolerances
// use the norms of the results.
//
//	reference, inverse f(x) against F(x), and the inverse                 t                       |F(x)|
//	impulse            f(x') - f(x), x' = x + a e_m, against a F(e_m)     t (1 + |F(x')| / |F(x)|)   |F(x)|
//	linearity          f(x + b y) against f(x) + b f(y)
//	                   t / (1-t) (1 + (|f(x)| + |b||f(y)|) / |f(x + b y)|)   |f(x + b y)|
//	Parseval           |u f(x)| against g |v x|                   t max(u) |F(x)| / (g |v x|)   g |v x|
//	round trip         g(f(x)) against x                                  2 t + t^2               |x|
//
// With g = s sqrt(period) the weights u and v make F orthogonal. Weight u is sqrt 2 for a bin whose
// conjugate is not stored. Both u and v are 1/sqrt 2 for the ends that the period of a cosine or sine
// transform holds once, if the norm is not ortho. All other weights are 1. The inequality of linearity
// uses |F| <= |f| / (1-t). NaN in both directions, guards and these checks are exact:
//
//	real ends          bins 0 and n/2 of a transform along one axis have no imaginary part
//	ignored ends       a NaN there changes no bit of the inverse
//	in place           of cosine and sine transforms
//
// # References
//
// F. Ergün, Testing multivariate linear functions: overcoming the generator bottleneck, 1995 (the
// impulse on top of random data). Frigo and Johnson, The design and implementation of FFTW3, 2005
// (self-tests without a reference).
package verify
