package engine

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Numbers of every type are read and written in the places of a layout. Nothing else changes.
func TestHostNumbers(t *testing.T) {
	for _, c := range []struct {
		element wgsl.Element
		x       []float32 // the stored numbers
		from    []float32 // the stored form of x
	}{
		{nil, []float32{1, -2.5, 3}, []float32{1, -2.5, 3}},
		{wgsl.Uint8, []float32{0, 255, 3}, []float32{-7, 300, 2.5}},
		{wgsl.Int8, []float32{-128, 127, -2}, []float32{-200, 128, -2.5}},
		{wgsl.Uint16, []float32{0, 65535, 258}, []float32{float32(math.NaN()), 1e9, 258}},
		{wgsl.Int16, []float32{-32768, 32767, -2}, []float32{float32(math.Inf(-1)), 1e9, -2}},
		{wgsl.Uint16Big, []float32{1, 65535, 258}, []float32{1, 1e9, 258}},
		{wgsl.Halves{}, []float32{1, float32(math.Inf(1)), 2048}, []float32{1, 65520, 2049}},
		{wgsl.Halves{Bfloat: true}, []float32{1, 1e9, 256}, []float32{1, 1e9, 257}},
	} {
		layout := plan.Layout{Element: c.element, Strides: []int{2}, Offset: 1}
		p := plan.Problem{Kind: plan.DCT2, Shape: []int{3}, In: layout, Out: layout}
		in, out, err := hostEnds(p, plan.Array{Elements: 3, ElementBytes: 4, Real: true}, 1)
		require.NoError(t, err)
		memory := make([]byte, in.bytes)
		for i := range memory {
			memory[i] = 0x5a
		}
		region := hostRegion{parts: [2][]byte{memory}}
		require.NoError(t, out.scatter(t.Context(), region, BytesOf(c.from)))
		packed, err := in.gather(t.Context(), region)
		require.NoError(t, err)
		got := NumbersIn[float32](packed)
		for i, x := range c.x {
			if c.element == (wgsl.Halves{Bfloat: true}) {
				require.InEpsilon(t, x, got[i], 1e-2)
			} else {
				require.Equal(t, x, got[i], "%v", c.element)
			}
		}
		size := len(memory) / 6 // of a number: six with the gaps, in whole words
		for i := range size {
			require.EqualValues(t, 0x5a, memory[i], "%v: before the first", c.element)
			require.EqualValues(t, 0x5a, memory[2*size+i], "%v: between", c.element)
		}
	}
	require.Equal(t, []byte{1, 2}, func() []byte {
		b := make([]byte, 2)
		wgsl.Uint16Big.SetNumber(b, 0, 258)
		return b
	}())
}
