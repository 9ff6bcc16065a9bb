// Package verify checks a Fourier transform from outside, by what every transform of complex points, or of real numbers, must do, on data of the
// caller's seed. It finds wrong maths, wrong indices and arrays that disturb each other (rows, where there is one axis); it knows nothing of how the transform
// is done.
//
// # Tolerances
//
// There is one rule, ref.ToleranceAxes: with F the transform of N points, the product of the lengths n_a of the axes transformed, with its
// scale s, f what is computed, and |.| the Euclidean norm of an array,
//
//	|f(x) - F(x)| <= t |F(x)|        t = ref.ToleranceAxes(n_0, n_1, ...)
//
// Short arrays are judged together (ref.Together): of few roundings the sum exceeds any bound now and then. As many are made at least.
// The tolerances of the properties follow from the rule by the triangle inequality, for every array, relative to the norm named last.
// F turns the norm of every array by the same factor, |F(x)| = s sqrt(N) |x|; the inverse G undoes it. Indices are vectors with
// one component per axis, reduced modulo its length; w^(mk) is the product of w_a^(m_a k_a) over the axes transformed. Shifts are along all
// of these at once.
//
//	float64, inverse   f(x) against F(x) in float64, and the same of the inverse     t                       |F(x)|
//	impulse            f(x + a e_m) - f(x) against s a w^(mk)                        t (1 + |x + a e_m| / |x|)   |F(x)|
//	linearity          f(x + b y) against f(x) + b f(y)                              t (1 + (|x| + |b||y|) / |x + b y|)   |F(x + b y)|
//	time shift         f(x[j-m]) against w^(mk) f(x)                                 2 t                     |F(x)|
//	frequency shift    f(w^(-mj) x[j]) against f(x)[k-m]                             2 t + eps / 2           |F(x)|
//	Parseval           |f(x)| against s sqrt(N) |x|                                  t                       |F(x)|
//	round trip         g(f(x)) against x                                             2 t + t^2               |x|
//
// The rule is for uniform random points, and so are all here, or nearly. An impulse is not, so it comes as the
// change of one point of a random array to another random value: along axes that are not transformed it stays where it is. x + b y is exact in float32: x and y are multiples of 2^-18 and b is 0.75 i. The eps/2 of the frequency shift is the
// rounding of w^(-mj) x[j] to float32. Rotations by w and sums are done in float64.
//
// Three checks are exact, and count what differs:
//
//	in place           f with its result over its input gives the same bits
//	NaN                a NaN in one array leaves the bits of all others alone
//	guards             nothing is written beside the result, and the source stays as it was
//
// # Real transforms
//
// The rule is the same, with the lengths that package ref says: n of a transform to or from half a spectrum, the period of a cosine or
// sine transform. |.| is the norm of what there is, of a half spectrum its bins, and no norm of F(x) follows from that of x; so tolerances name
// those of the results.
//
//	float64, inverse   f(x) against F(x) in float64, and the same of the inverse     t                       |F(x)|
//	impulse            f(x') - f(x), where x' = x + a e_m, against a F(e_m)          t (1 + |F(x')| / |F(x)|)   |F(x)|
//	linearity          f(x + b y) against f(x) + b f(y)                              t / (1-t) (1 + (|f(x)| + |b||f(y)|) / |f(x + b y)|)   |f(x + b y)|
//	Parseval           |u f(x)| against g |v x|                                      t max(u) |F(x)| / (g |v x|)   g |v x|
//	round trip         g(f(x)) against x                                             2 t + t^2               |x|
//
// With g = s sqrt(period) the weights u and v make an orthogonal transform of F: u is sqrt 2 for bins that stand for their conjugates, too, and
// 1/sqrt 2, as v, for the ends that a cosine or sine transform's period holds once, where the norm is not ortho. The inequality of
// linearity has |F| <= |f| / (1-t). Exact, besides a NaN both ways and the guards:
//
//	real ends          bins 0 and n/2 of a transform along one axis have no imaginary part
//	ignored ends       a NaN there on the way back changes no bit
//	in place           of cosine and sine transforms
//
// References: F. Ergün 1995, "Testing multivariate linear functions: overcoming the generator bottleneck" (the impulse on
// top of random data); the self-tests of FFTW (Frigo and Johnson 2005).
package verify
