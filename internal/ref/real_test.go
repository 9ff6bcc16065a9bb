package ref

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/dsp/fourier"
)

// gonumExact allows for the recurrences with which gonum's real transforms compute the roots of a
// large prime factor. Their error grows with the factor.
const gonumExact = 2e-13

func TestRealAgainstTheDefinitionAndGonum(t *testing.T) {
	for n := 1; n <= 130; n++ {
		x := UniformReal(uint64(n), n)
		got := RealAxes(x, []int{n}, []int{0}, 0.5)
		z := make([]complex128, n)
		for i, v := range x {
			z[i] = complex(float64(v)/2, 0)
		}
		require.Less(t, apartComplex(got, Bins(z, all(n/2+1), false)), exact, "n %d", n)
		for i, v := range fourier.NewFFT(n).Coefficients(nil, wide(x)) {
			z[i%n] = v / 2
		}
		require.Less(t, apartComplex(got, z[:len(got)]), gonumExact, "gonum, n %d", n)
	}
}

func apartComplex(got, want []complex128) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	return distance(got, want)
}

// TestRealInverse compares the inverse with gonum's, which uses all imaginary parts. It sets some
// that must be ignored.
func TestRealInverse(t *testing.T) {
	for n := 1; n <= 130; n++ {
		spectrum := Uniform(uint64(n), n/2+1)
		clean := Widen(spectrum)
		clean[0] = complex(real(clean[0]), 0)
		if n%2 == 0 {
			clean[n/2] = complex(real(clean[n/2]), 0)
		}
		want := fourier.NewFFT(n).Sequence(nil, clean)
		require.Less(t, apart(RealInverseAxes(spectrum, []int{n}, []int{0}, 1), want), gonumExact, "n %d", n)
	}
}

func TestRealAxesAreTransformsOneAfterTheOther(t *testing.T) {
	shape := []int{3, 4, 6, 2}
	axes := []int{3, 0, 2} // the half spectrum on axis 2
	const points = 3 * 4 * 6 * 2
	require.Equal(t, []int{3, 4, 4, 2}, HalfShape(shape, axes))
	src := UniformReal(3, 2*points)
	wide := make([]complex64, len(src))
	for i, v := range src {
		wide[i] = complex(v, 0)
	}
	full := Axes(wide, shape, axes, false, 0.25)
	got := RealAxes(src, shape, axes, 0.25)
	require.Len(t, got, 2*3*4*4*2)
	for i, v := range got {
		l, k, c := i/2/4, i/2%4, i%2
		require.Equal(t, full[(l*6+k)*2+c], v)
	}
	back := RealInverseAxes(Narrow(got), shape, axes, 4.0/(3*6*2))
	require.Less(t, RelL2Real(src, back), 1e-7)
}

func TestUniformReal(t *testing.T) {
	require.Len(t, UniformReal(1, 7), 7)
	require.Empty(t, UniformReal(1, 0))
	require.Equal(t, UniformReal(1, 7), UniformReal(1, 8)[:7])
}

func TestRealErrorNormHidesNothing(t *testing.T) {
	nan := float32(math.NaN())
	require.InDelta(t, 0.2, RelL2Real([]float32{3, 5}, []float64{3, 4}), 1e-12)
	require.Zero(t, RelL2Real([]float32{0, 0}, []float64{0, 0}))
	for _, got := range [][]float32{{nan, 4}, {3}, {float32(math.Inf(1)), 4}} {
		require.True(t, math.IsInf(RelL2Real(got, []float64{3, 4}), 1))
	}
	require.True(t, math.IsInf(RelL2Real([]float32{0, 1}, []float64{0, 0}), 1))
	e, row := WorstReal([]float32{1, 1, 1, 3}, []float64{1, 1, 1, 1}, 2)
	require.Equal(t, 1, row)
	require.InDelta(t, math.Sqrt2, e, 1e-12)
	e, _ = WorstReal([]float32{1, 1, 1}, []float64{1, 1, 1}, 2)
	require.True(t, math.IsInf(e, 1))
}
