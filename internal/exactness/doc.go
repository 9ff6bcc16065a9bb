// Package exactness finds the form of double-single arithmetic that a device computes exactly, and checks its f64.
//
// A sum or a product in double-single consists of the rounded result and its error ([wgsl.DoubleSingle]). The
// error is exact in the arithmetic of IEEE 754. Drivers may reassociate sums, or round the product within fma.
// [Measure] runs a form on a device and counts the results that are wrong. [Find] returns the cheapest form
// without any.
//
// The numbers of the test are the same in every run. Their exponents are between -30 and 30. One half of the numbers
// are f32. Their sums and products must be exact:
//
//	h + l = a + b    h + l = a b                                                         (1)
//
// The other half have low parts. The errors of sums and products must be at most 2^-45 of |a| + |b| and of |a b|.
// Errors of complex products must be at most 2^-44 of |a b|.
//
// [CheckFloat64] computes the same sums and products in f64. Their errors must be at most 2^-52 of the result, and
// errors of complex products at most 2^-50 of |a b|.
package exactness
