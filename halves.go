package wgfft

import "wgfft/internal/half"

// Half is a number of 16 bits in the format binary16 of IEEE 754: 11 binary digits, and magnitudes up to 65504. GPU
// buffers of type Float16 hold them, two for a complex point. See [UploadSamples].
type Half uint16

// HalfOf returns the Half nearest to x, ties to even. Numbers from 65520 on become infinite.
func HalfOf(x float32) Half { return Half(half.Binary16.Bits(x)) }

// Float32 returns the number.
func (h Half) Float32() float32 { return half.Binary16.Number(uint16(h)) }

// Bfloat is the upper half of a float32: 8 binary digits, and the range of float32. GPU buffers of type Bfloat16 hold
// them, two for a complex point. See [UploadSamples].
type Bfloat uint16

// BfloatOf returns the Bfloat nearest to x, ties to even.
func BfloatOf(x float32) Bfloat { return Bfloat(half.Bfloat16.Bits(x)) }

// Float32 returns the number.
func (b Bfloat) Float32() float32 { return half.Bfloat16.Number(uint16(b)) }
