package ref

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// byDefinition returns a convolution of two axes, by the definition.
func byDefinition(c Convolution, x, h []complex64, shape []int) []complex128 {
	at := func(m, i, n, k int) int { // the element of x that meets element i of h; m counts from the first element kept
		first := map[string]int{"full": 0, "same": (k - 1) / 2, "valid": min(n, k) - 1, "circular": 0}[c.Mode]
		switch {
		case c.Mode == "circular" && c.Correlate:
			return (m + i) % n
		case c.Mode == "circular":
			return (m - i + n) % n
		case c.Correlate:
			return m + first - (k - 1) + i
		}
		return m + first - i
	}
	var y []complex128
	for m0 := range shape[0] {
		for m1 := range shape[1] {
			sum := complex128(0)
			for i0 := range c.Kernel[0] {
				for i1 := range c.Kernel[1] {
					j0, j1 := at(m0, i0, c.Shape[0], c.Kernel[0]), at(m1, i1, c.Shape[1], c.Kernel[1])
					if j0 < 0 || j0 >= c.Shape[0] || j1 < 0 || j1 >= c.Shape[1] {
						continue
					}
					v := complex128(h[i0*c.Kernel[1]+i1])
					if c.Correlate {
						v = cmplx.Conj(v)
					}
					sum += v * complex128(x[j0*c.Shape[1]+j1])
				}
			}
			y = append(y, sum)
		}
	}
	return y
}

func TestConvolutionIsItsDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		c := Convolution{Mode: []string{"full", "same", "valid", "circular"}[i%4], Correlate: i%8 > 3}
		for range 2 {
			n, k := 1+r.IntN(12), 1+r.IntN(12)
			if c.Mode == "circular" {
				k = min(n, k)
			}
			c.Shape, c.Kernel = append(c.Shape, n), append(c.Kernel, k)
		}
		x, h := Uniform(uint64(i), c.Shape[0]*c.Shape[1]), Uniform(uint64(i+1000), c.Kernel[0]*c.Kernel[1])
		got := c.Apply(x, h)
		want := byDefinition(c, x, h, got.Shape)
		require.Len(t, got.Want, len(want))
		require.InDelta(t, 0, distance(got.Want, want), 1e-13, "%+v", c)
		require.LessOrEqual(t, got.Error(Narrow(want)), Eps, "%+v", c)
		full := c
		full.Mode = "full"
		if c.Mode != "circular" {
			require.InEpsilon(t, full.Apply(x, h).Norm, got.Norm, 1e-12)
		}
	}
	require.Panics(t, func() {
		Convolution{Shape: []int{1}, Kernel: []int{1}, Mode: "wide"}.Apply(Uniform(1, 1),
			Uniform(2, 1))
	})
}

func TestToleranceOfConvolutions(t *testing.T) {
	require.InEpsilon(t, math.Sqrt2*Tolerance(1024), ToleranceConvolution(1024), 1e-12)
	require.InEpsilon(t, math.Sqrt2*Tolerance(1024), ToleranceConvolution(32, 32), 1e-12)
	require.InEpsilon(t, math.Sqrt2*Tolerance(2), ToleranceConvolution(), 1e-12)
	require.InEpsilon(t, math.Sqrt2*SmoothError*Eps*math.Sqrt(math.Log2(1009)), ToleranceConvolution(1009), 1e-12,
		"all its transforms are smooth")
	c := Convolution{Shape: []int{100, 7, 50}, Kernel: []int{29, 1, 15}, Mode: "same"}
	require.Equal(t, ToleranceConvolution(128, 64), c.Tolerance())
	c.Mode = "circular"
	require.Equal(t, ToleranceConvolution(100, 50), c.Tolerance())
}

func TestErrorOfAConvolutionHidesNothing(t *testing.T) {
	c := Convolved[complex64, complex128]{Want: []complex128{3, 4}, Norm: 10}
	require.Zero(t, c.Error([]complex64{3, 4}))
	require.InEpsilon(t, 0.1, c.Error([]complex64{3, 5}), 1e-12)
	require.True(t, math.IsInf(c.Error([]complex64{3, complex(float32(math.NaN()), 0)}), 1))
	require.True(t, math.IsInf(c.Error([]complex64{3}), 1))
	require.True(t, math.IsInf(Convolved[complex64, complex128]{Want: []complex128{0}}.Error([]complex64{1}), 1))
}
