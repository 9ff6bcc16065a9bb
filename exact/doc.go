// Package exact computes transforms of residues, which have no rounding errors. They run on a GPU or on the CPU.
//
//	ring, err := exact.Modulo(998244353, 3)
//	err = ring.Forward(ctx, eng, y, x, 1<<20) // rows of 2^20 residues
//
// # Rings
//
// A [Ring] is one of two kinds. Let p be its prime, below 2^31.
//
//   - If p is 1 modulo 4, such as 998244353 or 2013265921, an element is a residue modulo p: one uint32 below p. With
//     a generator g of the residues and the root w = g^((p-1)/n), a transform of n points, for an n that divides
//     p - 1, is the number-theoretic transform (Pollard, The fast Fourier transform in a finite field, 1971)
//
//     y[k] = sum over j of x[j] w^(j k)                                                      (1)
//
//   - If p is 3 modulo 4, such as 2^31 - 1, an element is a pair a + b I of residues with I*I = -1: two uint32 below
//     p. The pairs are the field with p^2 elements. The pairs with a*a + b*b = 1 form a cyclic group of order p + 1,
//     in which w is the root of order n that stands for exp(-2 pi i/n) (Creutzburg and Tasche, Parameter determination
//     for complex number-theoretic transforms, 1989). So n divides p + 1, which is 2^31 for [Mersenne31].
//
// The inverse transform has 1/w in place of w, and the factor 1/n. Several axes are transformed one after the other.
//
// A cyclic convolution modulo p is a product of transforms: transform both arrays, multiply element by element with
// [Ring.Multiply], and transform back.
//
// # Convolutions of whole numbers
//
// [Convolve] convolves arrays of int8 to int32 or uint8 to uint32. A result is at most B, the largest magnitude of an
// element of one operand times the sum of the magnitudes of the other. It follows from its residues modulo primes
// whose product is more than 2 B (the Chinese remainder theorem, in the form of Garner, The residue number system,
// 1959). One prime suffices for B below 2^29, two for B below 2^60, and three for B below 2^91.
//
// # Products of big numbers
//
// [Mul] and [Sqr] multiply numbers of package math/big of any length, in a time that grows as n log n. They run on the
// processor.
//
// # Engines
//
// A GPU runs the kernels of package wgsl, with residues as the format of numbers. An array of n residues is transformed
// as n real numbers are. This gives n/2+1 bins a + b I. With i*i = -1 modulo p, point k of the result is a - i b of bin
// k, and point n-k is a + i b. If the engine has no GPU in this process, the CPU computes. Both give the same bits.
package exact
