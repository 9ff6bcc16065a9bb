package signals

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every value of an enumeration has its own name; other values print their number.
func TestStringers(t *testing.T) {
	for want, got := range map[string]string{
		"centred":      Centred.String(),
		"whole":        Whole.String(),
		"edges(-1)":    Edges(-1).String(),
		"edges(2)":     (Whole + 1).String(),
		"density":      Density.String(),
		"spectrum":     Spectrum.String(),
		"scaling(-1)":  Scaling(-1).String(),
		"scaling(2)":   (Spectrum + 1).String(),
		"mean":         Mean.String(),
		"median":       Median.String(),
		"average(-1)":  Average(-1).String(),
		"average(2)":   (Median + 1).String(),
		"constant":     Constant.String(),
		"linear":       Linear.String(),
		"none":         None.String(),
		"detrend(-1)":  Detrend(-1).String(),
		"detrend(3)":   (None + 1).String(),
		"hann":         hann.String(),
		"custom":       custom.String(),
		"kaiser:8.6":   Kaiser(8.6).String(),
		"gaussian:0.5": Gaussian(0.5).String(),
	} {
		require.Equal(t, want, got)
	}
}
