package half

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every number of a format is kept. Numbers between two neighbors round to the nearer neighbor. The number in
// the middle rounds to the neighbor with even bits.
func TestRounding(t *testing.T) {
	for _, f := range []Format{Binary16, Bfloat16} {
		for bits := range uint16(0x7fff) {
			x := f.Number(bits)
			if math.IsNaN(float64(x)) {
				require.False(t, f.IsFinite(f.Bits(x)))
				require.True(t, math.IsNaN(float64(f.Number(f.Bits(x)))))
				continue
			}
			require.Equal(t, bits, f.Bits(x), "%v", x)
			require.Equal(t, bits|0x8000, f.Bits(-x), "%v", x)
			if !f.IsFinite(bits + 1) {
				continue
			}
			middle := float32((float64(x) + float64(f.Number(bits+1))) / 2)
			require.Equal(t, bits+bits&1, f.Bits(middle), "%v", middle)
			require.Equal(t, bits, f.Bits(math.Nextafter32(middle, 0)), "below %v", middle)
			require.Equal(t, bits+1, f.Bits(math.Nextafter32(middle, math.MaxFloat32)), "above %v", middle)
		}
	}
}

// Numbers beyond the range become infinite.
func TestRange(t *testing.T) {
	require.Equal(t, uint16(0x7bff), Binary16.Bits(65519))
	require.Equal(t, uint16(0xfc00), Binary16.Bits(-65520))
	require.Equal(t, float32(65504), Binary16.Number(0x7bff))
	require.Equal(t, float32(0x1p-24), Binary16.Number(1))
	require.Equal(t, uint16(0x7f80), Bfloat16.Bits(math.MaxFloat32))
	require.Equal(t, uint16(0x7f80), Bfloat16.Bits(float32(math.Inf(1))))
	require.False(t, Binary16.IsFinite(0xfc00))
	require.True(t, Binary16.IsFinite(0xfbff))
}
