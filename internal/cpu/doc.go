// Package cpu transforms host slices on the CPU: complex, real, cosine and sine transforms of any
// length along any axes, on github.com/cwbudde/algo-fft. It is the engine for machines without a
// GPU, and for transforms so short that the transfer to a GPU and back takes longer. An Engine
// computes in single precision (complex64 and float32) or in double precision (complex128 and
// float64).
//
// # Maths
//
// With w_N = exp(-2 pi i / N), and for each contiguous row of N points,
//
//	forward: dst[k] = scale * sum over j of src[j] w_N^(+jk)
//	inverse: dst[j] = scale * sum over k of src[k] w_N^(-jk)
//
// algo-fft's own inverse carries a factor 1/N. It is used if that is the scale and N is a power of
// two from 32 to 2^16. Every other inverse is the forward transform read backwards,
// inverse[j] = forward[-j mod N], and the last store applies the scale.
//
// A real transform keeps bins 0 to N/2 along its last axis, and its inverse takes them. Cosine and
// sine transforms are the sums of scipy.fft, of norm backward, times scale. Each is algo-fft's
// forward transform of a real row between a load and a store:
//
//	inverse     a Hartley transform: sums and differences, no twiddles
//	type II     even points first; then a quarter-wave twiddle (Makhoul)
//	type III    the inverse of type II
//	type IV     N even: twiddles before and after a complex transform of N/2 points
//	            N odd: a permutation and signs
//	type I      of N-1 points for the DCT, N+1 for the DST, and a running sum;
//	            in double precision of the whole period of 2(N-1) or 2(N+1) points
//
// The DST of types II to IV is the DCT with one side read backwards and with alternating signs on
// the other side. Twiddles, loads and stores are in float64. A transform of one point multiplies by
// a factor.
//
// Ops on load and on store (transforms.RowOps) are passes over the rows along an axis, before and after the
// transform.
//
// # Short rows in single precision
//
// Rows of up to 22 points, and of up to 250 points without a prime factor above 7, don't use
// algo-fft (short.go, butterfly.go). Each row is one butterfly of up to 16 points, or Stockham's
// passes of such butterflies, in float64. Columns of up to 8 points are transformed in place.
// Powers of two from 32 on and multiples of 32 stay with algo-fft, which has vector code for them.
// The section Accuracy lists the algorithms of double precision.
//
// # Long rows
//
// algo-fft takes a long row by passes over all of it, on one goroutine, and can't be interrupted.
// This package therefore decomposes longer rows into short plans of algo-fft, on all goroutines. It
// uses the four-step method, or Bluestein's convolution if a prime factor is large. forward.go has
// the limits. A real row of 2n points is transformed as n complex points.
//
// # Contexts
//
// Every call checks its context after about 16384 points, within a row as well, and before it
// returns. It returns the context's error if the context has ended, or if its deadline has passed
// and no timer has fired yet. Another goroutine makes each plan and allocates each large array, so
// that a call can return during this work. If all callers return, the making of the plan ends.
//
// # Magnitudes
//
// A transform that is scaled, or that uses a convolution, first looks at the largest magnitude of each
// row. A row near the ends of the range is first multiplied by a power of two (2^64 or 2^-64 for
// float32, 2^512 or 2^-512 for float64). The scale after the transform undoes that. No sum overflows
// before it is divided, and no small value loses bits. Transforms along several axes do the same for
// each array, so that no sum overflows between the axes.
//
// # Accuracy
//
// The accuracy contract counts N as smooth if no prime factor is above 31. algo-fft v0.8.0 has
// butterflies for 2, 3 and 5, and for 7 and 11 if its own choice finds them faster. It takes every
// other length through Bluestein's or Rader's convolution. These lengths would miss the contract in
// float32, or come too close to it:
//
//	complex rows    16 points and fewer; mixed radices up to 128 points; smooth lengths that are convolved
//	real rows       powers of two up to 128 points; mixed radices up to 256 points
//	type I          all lengths, because of the running sum
//
// They run in float64, as short rows or in complex128, and are rounded once. Between the axes of a
// transform values are float32. Each axis rounds once, as the contract allows for each axis.
//
// In double precision there is no wider type, and algo-fft's convolutions and mixed radices miss the
// contract. The algorithms (exact.go) are
//
//	powers of two from 4 to 2^15               algo-fft (turned.go)
//	r 2^k, r odd and one butterfly, k >= 4     a step of radix r, then algo-fft (radixstep.go)
//	other smooth lengths up to 2^15            Stockham's passes (short.go)
//	longer lengths with suitable factors       the four-step method
//	all others                                 Bluestein's convolution, with a spectrum by package dft
//
// algo-fft computes its twiddles from angles of up to a turn, with the float64 number nearest to pi. The
// errors of these angles grow with the number of stages, so some of its kernels miss the contract
// (rows.IsExact). Which kernels a processor has depends on its instruction set. The mean of the errors is
// known and taken back (turned.go). The columns and rows of the four-step method have opposite mean errors
// (fourstep.go).
//
// The roots of this package are computed from angles below an eighth of a turn. A twiddle is a root from a
// table or the product of two such roots. No root is computed as a power of another one, because powers
// accumulate rounding errors. Every real row of even length n is transformed as n/2 complex points.
//
// # Concurrency
//
// An Engine is safe for concurrent use. The calling goroutine always works. A large batch or row
// gets helper goroutines.
//
// At most GOMAXPROCS goroutines of an Engine compute long calls at a time. The other calls wait for a turn
// and for their contexts, so a call returns at its deadline while more goroutines compute than there are
// processors (turns.go). A turn ends after 5 ms if another call waits. Short calls need no turn. They let
// other goroutines run if a call with a deadline, or a long call, is in progress.
//
// # References
//
// Bailey, FFTs in external or hierarchical memory, 1990. Bluestein, A linear filtering approach to
// the computation of the discrete Fourier transform, 1970. Makhoul, A fast cosine transform in one
// and two dimensions, 1980. Press et al., Numerical Recipes, section 12.4, for type I. Chan and Ho,
// Fast algorithms for computing the discrete cosine transform, 1992, for type IV of odd lengths.
package cpu
