package exactness

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/half"
	"wgfft/internal/testgpu"
)

// The test of packing has a result on every device. llvmpipe packs exactly, and SwiftShader does not.
func TestPacks(t *testing.T) {
	d := testgpu.Open(t)
	packs, err := Packs(t.Context(), d)
	require.NoError(t, err)
	name := d.Adapter().String()
	t.Logf("%s packs binary16: %t", name, packs)
	switch {
	case strings.Contains(name, "llvmpipe"):
		require.True(t, packs)
	case strings.Contains(name, "SwiftShader"):
		require.False(t, packs)
	}
}

// Right results are found right; truncated ones, and numbers that became zero, are found wrong.
func TestArePacked(t *testing.T) {
	in := packingInput()
	answer := func(bits func(x float32) uint16, number func(uint16) float32) (out []byte) {
		for i := 0; i < len(in); i += 8 {
			x, y := binary.LittleEndian.Uint32(in[i:]), binary.LittleEndian.Uint32(in[i+4:])
			out = binary.LittleEndian.AppendUint16(out, bits(math.Float32frombits(x)))
			out = binary.LittleEndian.AppendUint16(out, bits(math.Float32frombits(y)))
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(number(uint16(x>>16))))
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(number(uint16(y))))
		}
		return out
	}
	f := half.Binary16
	require.True(t, arePacked(in, answer(f.Bits, f.Number)))
	require.False(t, arePacked(in, answer(func(x float32) uint16 {
		if size := math.Float32bits(x) & 0x7fffffff; size < 0x7f800000 && size >= 0x38800000 {
			x = math.Float32frombits(math.Float32bits(x) &^ 0x1fff)
		}
		return f.Bits(x)
	}, f.Number)))
	require.False(t, arePacked(in, answer(func(x float32) uint16 {
		if math.Abs(float64(x)) < 0x1p-14 {
			return f.Bits(x) & 0x8000
		}
		return f.Bits(x)
	}, f.Number)))
	require.False(t, arePacked(in, answer(f.Bits, func(b uint16) float32 {
		if b&0x7c00 == 0 {
			b &= 0x8000
		}
		return f.Number(b)
	})))
}
