package ref

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The bounds are proportional to eps.
func TestPrecisions(t *testing.T) {
	for _, p := range []Precision{Single, Double, DoubleSingle} {
		require.InEpsilon(t, ToleranceAxes(37, 32)*float64(p)/Eps, p.Tolerance(37, 32), 1e-15)
		require.InEpsilon(t, ToleranceConvolution(100)*float64(p)/Eps, p.ToleranceConvolution(100), 1e-15)
		c := Convolution{Shape: []int{100}, Kernel: []int{29}, Mode: "same"}
		require.Equal(t, p.ToleranceConvolution(128), c.ToleranceIn(p))
	}
	require.Equal(t, Tolerance(1000), Single.Tolerance(1000))
}
