// Package half converts float32 to the number formats of 16 bits, binary16 of IEEE 754 and bfloat16, and back.
package half

import "math"

// A Format is a number format of 16 bits.
type Format uint8

// The formats.
const (
	Binary16 Format = iota // 11 digits, up to 65504
	Bfloat16               // 8 digits, the range of float32
)

// infinity is the bits of the formats' infinities.
var infinity = [...]uint16{0x7c00, 0x7f80}

// Bits returns the number nearest to x, ties to even. Numbers beyond the range become infinite.
func (f Format) Bits(x float32) uint16 {
	bits := math.Float32bits(x)
	sign, size := uint16(bits>>16)&0x8000, bits&0x7fffffff
	switch {
	case size > 0x7f800000: // NaN
		return sign | infinity[f] | 1<<6
	case f == Bfloat16:
		return sign | uint16((size+0x7fff+size>>16&1)>>16)
	case size < 0x38800000: // below 2^-14, where the numbers are 2^-24 apart, as float32 above 0.5
		return sign | uint16(math.Float32bits(math.Float32frombits(size)+0.5)-0x3f000000)
	}
	return sign | uint16(min((size+0xfff+size>>13&1)>>13-0x1c000, 0x7c00))
}

// Number returns the number of the bits.
func (f Format) Number(bits uint16) float32 {
	sign, size := uint32(bits&0x8000)<<16, uint32(bits&0x7fff)
	switch {
	case f == Bfloat16:
		return math.Float32frombits(uint32(bits) << 16)
	case size < 0x400:
		return math.Float32frombits(math.Float32bits(float32(size)*0x1p-24) | sign)
	case size >= 0x7c00:
		return math.Float32frombits(sign | 0x7f800000 | size<<13)
	}
	return math.Float32frombits(sign | size<<13 + 0x38000000)
}

// IsFinite reports whether the number is not infinite and not NaN.
func (f Format) IsFinite(bits uint16) bool { return bits&0x7fff < infinity[f] }
