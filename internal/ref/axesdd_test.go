package ref

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

// exactDD bounds the error of double-double results: fourteen digits below float64's.
const exactDD = 1e-30

var oneDD, halfDD = doubledouble.Real{Hi: 1}, doubledouble.Real{Hi: 0.5}

// apartDD returns the relative L2 distance of two sequences in double-double.
func apartDD(got, want []doubledouble.Complex) float64 {
	diff := make([]doubledouble.Complex, len(want))
	for i, w := range want {
		diff[i] = got[i].Sub(w)
	}
	return norm(diff) / norm(want)
}

// pointsDD returns real numbers as points.
func pointsDD(x []doubledouble.Real) []doubledouble.Complex {
	out := make([]doubledouble.Complex, len(x))
	for i, v := range x {
		out[i].Re = v
	}
	return out
}

func TestLongAgainstChosenBinsDD(t *testing.T) {
	lengths := []int{1000, 1009, 4096, 10007, 37 * 41, 31 * 29 * 23}
	if testcase.Long() {
		lengths = append(lengths, 65537, 1000000, 999983, 1<<20, 61*61*61)
	}
	for _, n := range lengths {
		x, bins := Uniform128(uint64(n), n), []int{0, 1, 2, n / 3, n/2 - 1, n / 2, n - 1}
		for _, inverse := range []bool{false, true} {
			y, got := AxesDD(x, []int{n}, []int{0}, inverse, oneDD), []doubledouble.Complex(nil)
			for _, k := range bins {
				got = append(got, y[k])
			}
			require.Less(t, apartDD(got, BinsDD(x, bins, inverse)), exactDD, "%d points, inverse %v", n, inverse)
		}
	}
}

// The references in double-double round to those in float64.
func TestDDAgainstFloat64(t *testing.T) {
	shape := []int{3, 4, 5}
	const points = 60
	z, x := Uniform(1, 2*points), UniformReal(2, 2*points)
	for _, axes := range [][]int{{0}, {2}, {0, 2}, {2, 1}, {0, 1, 2}} {
		for _, inverse := range []bool{false, true} {
			got, want := Axes(z, shape, axes, inverse, 0.5), AxesDD(Widen(z), shape, axes, inverse, halfDD)
			require.Less(t, RelL2(got, want), exact, "axes %v inverse %v", axes, inverse)
		}
		require.Less(t, RelL2(RealAxes(x, shape, axes, 0.5), RealAxesDD(wide(x), shape, axes, halfDD)), exact)
		half := Uniform(3, 2*product(HalfShape(shape, axes)))
		require.Less(t, RelL2Real(RealInverseAxes(half, shape, axes, 0.5),
			RealInverseAxesDD(Widen(half), shape, axes, halfDD)), exact)
		for _, ortho := range []bool{false, true} {
			for _, kind := range trigs {
				kinds := []transforms.Kind{kind, transforms.DST3, transforms.DCT2}[:len(axes)]
				require.Less(t, RelL2Real(TrigAxes(x, shape, axes, kinds, ortho, 0.5),
					TrigAxesDD(wide(x), shape, axes, kinds, ortho, halfDD)), exact, "%v ortho %v", kinds, ortho)
			}
		}
	}
}

func TestTrigsAgainstTheDefinitionDD(t *testing.T) {
	for _, kind := range trigs {
		for n := least(kind); n <= 40; n++ {
			for _, ortho := range []bool{false, true} {
				x := Uniform64(uint64(n), n)
				got := TrigAxesDD(x, []int{n}, []int{0}, []transforms.Kind{kind}, ortho, oneDD)
				want := TrigBinsDD(x, kind, all(n), ortho)
				require.Less(t, apartDD(pointsDD(got), pointsDD(want)), exactDD, "%v of %d, ortho %v", kind, n, ortho)
				if !ortho {
					require.Less(t, RelL2Real(TrigBins(x, kind, all(n)), want), exact, "%v of %d", kind, n)
				}
			}
		}
	}
}

// The inverse kind undoes an orthogonal transform. This test checks the factors sqrt 2.
func TestOrthoDD(t *testing.T) {
	for _, kind := range trigs {
		for _, n := range []int{2, 3, 8, 15} {
			unit, scale := make([]float64, n), doubledouble.InverseSqrt(float64(kind.Period(n)))
			unit[n/2] = 1
			y := TrigAxesDD(unit, []int{n}, []int{0}, []transforms.Kind{kind}, true, scale)
			sum := doubledouble.Real{Hi: -1}
			for _, v := range y {
				sum = sum.Add(v.Mul(v))
			}
			require.InDelta(t, 0, sum.Hi, exactDD, "%v of %d", kind, n)
		}
	}
}

func TestConvolutionDD(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		c := Convolution{Mode: []string{"full", "same", "valid", "circular"}[i%4], Correlate: i%8 > 3}
		for range 2 {
			n, k := 1+r.IntN(12), 1+r.IntN(12)
			if c.Mode == "circular" {
				k = min(n, k)
			}
			c.Shape, c.Kernel = append(c.Shape, n), append(c.Kernel, k)
		}
		x, h := Uniform(uint64(i), c.Shape[0]*c.Shape[1]), Uniform(uint64(i+1000), c.Kernel[0]*c.Kernel[1])
		want, got := c.Apply(x, h), c.ApplyDD(Widen(x), Widen(h))
		require.Equal(t, want.Shape, got.Shape)
		require.InEpsilon(t, want.Norm, got.Norm, 1e-14)
		require.LessOrEqual(t, got.Error(want.Want), exact, "%+v", c)
		// The products of numbers with 24 bits and their sums are exact in double-double, and all
		// multiples of 2^-46.
		for _, v := range got.Want {
			for _, part := range []doubledouble.Real{v.Re, v.Im} {
				require.InDelta(t, math.RoundToEven(part.Hi*0x1p46), part.Hi*0x1p46, 1e-9)
				require.InDelta(t, 0, part.Lo, 1e-29)
			}
		}
		wideX, wideH := Uniform128(uint64(i), len(x)), Uniform128(uint64(i+1000), len(h))
		got = c.ApplyDD(wideX, wideH)
		points := c.PointsDD(wideX, wideH, all(len(got.Want)))
		require.Less(t, apartDD(got.Want, points)*norm(points)/got.Norm, exactDD, "%+v", c)
	}
}

// The norm sees differences far below the spacing of float64.
func TestErrorNormDD(t *testing.T) {
	want := []doubledouble.Complex{
		{Re: doubledouble.Real{Hi: 3, Lo: 1e-20}},
		{Im: doubledouble.Real{Hi: 4, Lo: -2e-25}},
	}
	require.InEpsilon(t, 1e-20/5, RelL2([]complex128{3, 4i}, want), 1e-9)
	require.InEpsilon(t, 0.2, RelL2([]complex64{3, 5i}, want), 1e-12)
	require.True(t, math.IsInf(RelL2([]complex128{3, complex(0, math.NaN())}, want), 1))
	require.True(t, math.IsInf(RelL2([]complex128{3, complex(0, math.Inf(1))}, want), 1))
	require.True(t, math.IsInf(RelL2([]complex128{3}, want), 1))
	require.InEpsilon(t, 1e-20/3, RelL2Real([]float64{3}, []doubledouble.Real{{Hi: 3, Lo: 1e-20}}), 1e-9)
	require.True(t, math.IsInf(RelL2Real([]float64{math.NaN()}, []doubledouble.Real{{Hi: 3}}), 1))
	e, row := Worst([]complex128{3, 4i}, want, 1)
	require.Zero(t, row)
	require.InEpsilon(t, 1e-20/3, e, 1e-9)
	e, row = WorstReal([]float64{1, 2}, []doubledouble.Real{{Hi: 1}, {Hi: 2, Lo: 1e-20}}, 1)
	require.Equal(t, 1, row)
	require.InEpsilon(t, 5e-21, e, 1e-9)
	e, _ = WorstTogether([]complex128{3, 4i}, want, 1)
	require.InEpsilon(t, 1e-20/5, e, 1e-9)
}

func TestBadLengthsPanicDD(t *testing.T) {
	require.Panics(t, func() { BinsDD(make([]complex128, 5), []int{5}, false) })
	require.Panics(t, func() { TrigBinsDD(make([]float64, 5), transforms.DCT2, []int{5}, false) })
	require.Panics(
		t, func() { TrigAxesDD([]float64{1}, []int{1}, []int{0}, []transforms.Kind{transforms.DCT1}, false, oneDD) },
	)
}
