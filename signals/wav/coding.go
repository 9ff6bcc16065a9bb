package wav

import (
	"encoding/binary"
	"math"
)

// coding is the encoding of one sample in bytes.
type coding struct {
	float bool
	width int // bytes per sample
}

// isSupported reports whether samples of this coding can be read.
func (c coding) isSupported() bool {
	if c.float {
		return c.width == 4 || c.width == 8
	}
	return c.width >= 1 && c.width <= 4
}

// decode appends the samples in p to dst. len(p) must be a multiple of the width.
func (c coding) decode(dst []float32, p []byte) []float32 {
	switch {
	case c.float && c.width == 4:
		for ; len(p) > 0; p = p[4:] {
			dst = append(dst, math.Float32frombits(binary.LittleEndian.Uint32(p)))
		}
	case c.float:
		for ; len(p) > 0; p = p[8:] {
			dst = append(dst, float32(math.Float64frombits(binary.LittleEndian.Uint64(p))))
		}
	case c.width == 1: // unsigned, unlike all other widths: 128 is zero
		for _, v := range p {
			dst = append(dst, float32(int(v)-128)/(1<<7))
		}
	case c.width == 2:
		for ; len(p) > 0; p = p[2:] {
			dst = append(dst, float32(int16(binary.LittleEndian.Uint16(p)))/(1<<15))
		}
	case c.width == 3:
		for ; len(p) > 0; p = p[3:] {
			v := int32(uint32(p[0])<<8|uint32(p[1])<<16|uint32(p[2])<<24) >> 8
			dst = append(dst, float32(v)/(1<<23))
		}
	default:
		// float32 has 24 bits, so the 64 highest values would round to 1.
		const below1 = 1 - 1.0/(1<<24)
		for ; len(p) > 0; p = p[4:] {
			v := float32(int32(binary.LittleEndian.Uint32(p))) / (1 << 31)
			dst = append(dst, min(v, below1))
		}
	}
	return dst
}
