package doubledouble_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
)

// exact bounds the error of transforms: fourteen digits below float64's.
const exact = 1e-30

var one = doubledouble.Real{Hi: 1}

// all returns 0 ... n-1.
func all(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// bigRoots returns all powers of w_n.
func bigRoots(n int) []bigComplex {
	w := make([]bigComplex, n)
	for e := range w {
		w[e] = bigRoot(n, e)
	}
	return w
}

// bigDFT returns the transform by the definition.
func bigDFT(x []complex128) []bigComplex {
	n := len(x)
	out, w := make([]bigComplex, n), bigRoots(n)
	for k := range out {
		out[k] = bigComplex{bigOf(0), bigOf(0)}
		for j, v := range x {
			w := w[j*k%n]
			re, im := bigOf(real(v)), bigOf(imag(v))
			out[k].re.Add(out[k].re, bigMul(re, w.re)).Sub(out[k].re, bigMul(im, w.im))
			out[k].im.Add(out[k].im, bigMul(re, w.im)).Add(out[k].im, bigMul(im, w.re))
		}
	}
	return out
}

// apartBig returns the relative L2 distance.
func apartBig(got []doubledouble.Complex, want []bigComplex) float64 {
	diff, norm := 0.0, 0.0
	for i, w := range want {
		re, _ := w.re.Float64()
		im, _ := w.im.Float64()
		diff += math.Pow(difference(got[i].Re, w.re), 2) + math.Pow(difference(got[i].Im, w.im), 2)
		norm += re*re + im*im
	}
	return math.Sqrt(diff / norm)
}

// Short transforms equal transforms computed with math/big. Some of the lengths take a convolution.
func TestShortAgainstBig(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 8, 9, 12, 15, 16, 31, 32, 37, 49, 60, 74, 101, 128, 210} {
		x := ref.Uniform128(uint64(n), n)
		want := bigDFT(x)
		got := ref.AxesDD(x, []int{n}, []int{0}, false, one)
		require.Less(t, apartBig(got, want), exact, "%d points", n)
		require.Less(t, apartBig(ref.BinsDD(x, all(n), false), want), exact, "%d points, bins", n)
		for k := range want {
			want[k] = bigComplex{want[k].re, want[k].im.Neg(want[k].im)}
		}
		for j, v := range x {
			x[j] = cmplx.Conj(v)
		}
		require.Less(t, apartBig(ref.AxesDD(x, []int{n}, []int{0}, true, one), want), exact, "%d points, inverse", n)
		require.Less(t, apartBig(ref.BinsDD(x, all(n), true), want), exact, "%d points, inverse, bins", n)
	}
}

func TestBadLengthsPanic(t *testing.T) {
	require.Panics(t, func() { doubledouble.New(0) })
	require.Panics(t, func() { doubledouble.New(5).Forward(make([]doubledouble.Complex, 4)) })
}
