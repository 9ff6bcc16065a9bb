package nd

import (
	"wgfft/nd/internal/expr"
)

// Uniform returns uniformly distributed random numbers u with 0 <= u < 1. For element i in
// row-major order, Philox4x32-10 returns the words w0 to w3. Its counter is (i, 0, 0, 0), and its
// key has the two halves of seed, the lower half first. The element is
//
//	float32  2^-24 (w0 >> 8)
//	float64  2^-53 ((2^32 w0 + w1) >> 11), or 2^-48 ((2^32 w0 + w1) >> 16) in double-single
//
// The numbers are the same on all engines of the same format. They are a source: see [Iota]. A new
// seed needs no new kernel. The numbers of Uniform and Normal with the same seed are not
// independent. Reference: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC
// 2011.
func Uniform(d DType, seed uint64, shape ...int) Array {
	return randomSource("Uniform", d.inner(), expr.FormUniform, seed, shape)
}

// Normal returns random numbers of the normal distribution with mean 0 and variance 1. By the
// method of Box and Muller, an element is sqrt(-2 ln u) cos(pi v) with u = 2^-n ... 1 and v = -1
// ... 1. In single precision, u comes from word 0 of Philox and v from word 1. In double precision,
// u comes from words 0 and 1, and v from words 2 and 3: see [Uniform]. The engines round in
// different ways, and the functions of a GPU are less exact. No number has a magnitude above 5.8 in
// single precision, or 8.6 in double precision.
func Normal(d DType, seed uint64, shape ...int) Array {
	return randomSource("Normal", d.inner(), expr.FormNormal, seed, shape)
}

// randomSource returns a source of random numbers.
func randomSource(op string, d expr.DType, f expr.Form, seed uint64, shape []int) Array {
	s := &expr.Source{Form: f, Random: expr.Random{Seed: seed, IsDouble: d.IsDouble()}}
	a := newSource(op, d, shape, s)
	s.Place = expr.RowMajor(a.n.Extent, nil)
	return a
}
