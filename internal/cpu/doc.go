// Package cpu is the engine for machines without a GPU, and for transforms so
// short that the way to the GPU and back takes longer than the arithmetic:
// complex, real, cosine and sine transforms of host slices, any length and any
// axes, on github.com/cwbudde/algo-fft.
//
// # Maths
//
// With w_N = exp(-2 pi i / N), and for each contiguous row of N points,
//
//	forward: dst[k] = scale * sum over j of src[j] w_N^(+jk)
//	inverse: dst[j] = scale * sum over k of src[k] w_N^(-jk)
//
// algo-fft's own inverse carries a factor 1/N. It is used where that is the scale
// and N a power of two from 32 to 2^16. Every other inverse is the forward transform read
// backwards, inverse[j] = forward[-j mod N], with the scale applied on the way.
//
// A real transform keeps bins 0 to N/2 along its last axis, and its inverse takes
// them. Cosine and sine transforms are the sums of scipy.fft, of norm backward,
// times scale. Each is algo-fft's forward transform of a real row between a load and
// a store:
//
//	inverse     a Hartley transform: sums and differences, no twiddles
//	type II     even points first; then a quarter-wave twiddle (Makhoul)
//	type III    the same backwards, by the inverse
//	type IV     N even: twiddles round a complex transform of N/2 points
//	            N odd: a permutation and signs
//	type I      of N-1 points for the DCT, N+1 for the DST, and a running sum
//
// and the DST of types II to IV is the DCT with one side read backwards and the
// signs of the other alternating. Twiddles, loads and stores are in float64. An
// axis of one point is a factor.
//
// # Short rows
//
// Rows of up to 22 points, and of up to 250 points without a prime factor above 7, don't go by
// algo-fft (short.go, butterfly.go). Each row is one butterfly of up to 16 points, or Stockham's
// passes of such butterflies, in float64. Columns of up to 8 points are transformed where they lie.
// Powers of two from 32 on and multiples of 32 stay with algo-fft, which has vector code for them.
//
// # Long rows
//
// algo-fft takes a long row by passes over all of it, on one goroutine, and can't be interrupted.
// Longer rows go by way of its short plans here, on all goroutines: by the four-step
// method, or by Bluestein's convolution where a prime factor is large (forward.go says from where
// on). Real rows are half as many complex points. A table of all twiddles in place of products in
// float64 is no faster, and 8 or 16 columns at a time in place of 32 take up to twice as long from
// 2^20 points on.
//
// # Contexts
//
// Every call looks at its context after some 16384 points, within a row as well, and once more
// before it returns. It returns the context's error if the context ended, or if its deadline has
// passed even though no timer fired yet. Another goroutine makes each plan and allocates each large
// array, so that a call can leave meanwhile; the last caller to leave ends the making of a plan.
//
// # Magnitudes
//
// A transform in float32 that is scaled, or that goes by a convolution, first looks at the largest
// magnitude of each row. A row near the ends of the range of float32 is multiplied by 2^64 or 2^-64
// before, and the scale undoes that: no sum overflows that is divided later, and no small value
// loses bits. Transforms along several axes do the same for each array, so that no sum
// overflows between the axes.
//
// # Accuracy
//
// The contract counts N as smooth where no prime factor is above 31. algo-fft
// v0.8.0 has butterflies for 2, 3, 5 and, where it found that faster, 7 and 11;
// it takes every other length through Bluestein's convolution or Rader's. Error
// over tolerance of its forward transform in float32, the worst of 300 random
// rows (60 above 600 points), all N to 1300:
//
//	powers of two and 384                           0.79
//	mixed radix, above 128 points                   0.77
//	mixed radix, up to 128 points                   0.99
//	convolution, some prime factor above 31         0.72
//	convolution, smooth N (7, 13, 55, 1001 ...)     1.96
//
// The third and the last kind, and 16 points and fewer, therefore run in float64, as short rows or
// in complex128, and are rounded once (0.41). In complex128 that takes 1.0 to 2.1 times the time
// (Zen 5 server, 7 to 30030 points).
//
// So do short real rows: one of even N is half as many complex points and a split, in
// float32. Error over tolerance of the worst of 5000 rows, all real, cosine and
// sine transforms (N to 1400, fewer rows above 641):
//
//	powers of two above 128 points                  0.91
//	mixed radix, above 256 points                   0.89
//	convolution, some prime factor above 31         0.89
//	all others, in complex128                       0.49
//
// Type I is in complex128 always, for its running sum. Between the axes of a
// transform values are float32, each axis one rounding, the contract's for one axis:
// four axes of two points each come closest to it (0.90, and once, in the worst of
// 62500 arrays, 1.08).
//
// # Concurrency
//
// An Engine is safe for concurrent use. The calling goroutine always works; a
// batch or a row that is large enough gets helpers, never more than GOMAXPROCS-1 at once
// for all calls of an Engine together.
//
// # References
//
// Bailey, FFTs in external or hierarchical memory, 1990. Bluestein, A linear filtering
// approach to the computation of the discrete Fourier transform, 1970.
// Makhoul, A fast cosine transform in one and two dimensions, 1980. Press et al.,
// Numerical Recipes, section 12.4, for type I. Chan and Ho, Fast algorithms
// for computing the discrete cosine transform, 1992, for type IV of odd lengths.
package cpu
