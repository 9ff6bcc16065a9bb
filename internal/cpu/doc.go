// Package cpu is the engine for machines without a GPU, and for transforms so
// short that the way to the GPU and back takes longer than the arithmetic:
// complex64 transforms of host slices, any length, on
// github.com/cwbudde/algo-fft.
//
// # Maths
//
// With w_N = exp(-2 pi i / N), and for each contiguous row of N points,
//
//	forward: dst[k] = scale * sum over j of src[j] w_N^(+jk)
//	inverse: dst[j] = scale * sum over k of src[k] w_N^(-jk)
//
// algo-fft's own inverse carries a factor 1/N. It is used where that is the scale
// and N a power of two. Every other inverse is the forward transform read
// backwards, inverse[j] = forward[-j mod N], with the scale applied on the way:
// dividing by N and multiplying it back would round twice and lose small values
// to denormals.
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
// The third and the last kind therefore run in complex128 and are rounded once
// (0.41), at 1.0 to 2.1 times the time (Zen 5 server, 7 to 30030 points).
//
// # Concurrency
//
// An Engine is safe for concurrent use. The calling goroutine always works; a
// batch that is large enough gets helpers, never more than GOMAXPROCS-1 at once
// for all calls of an Engine together.
package cpu
