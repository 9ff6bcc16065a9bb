package wgfft

import (
	"context"
	"fmt"

	"wgfft/internal/half"
	"wgfft/wgsl"
)

// Half is a number of 16 bits in the format binary16 of IEEE 754: 11 binary digits, and magnitudes up to 65504. Buffers
// of type Float16 hold them, two for a complex point. See [UploadSamples].
type Half uint16

// HalfOf returns the Half nearest to x, ties to even. Magnitudes of 65520 and more become infinite.
func HalfOf(x float32) Half { return Half(half.Binary16.Bits(x)) }

// Float32 returns the number.
func (h Half) Float32() float32 { return half.Binary16.Number(uint16(h)) }

// Bfloat is the upper half of a float32: 8 binary digits, and the range of float32. Buffers of type Bfloat16 hold
// them, two for a complex point. See [UploadSamples].
type Bfloat uint16

// BfloatOf returns the Bfloat nearest to x, ties to even.
func BfloatOf(x float32) Bfloat { return Bfloat(half.Bfloat16.Bits(x)) }

// Float32 returns the number.
func (b Bfloat) Float32() float32 { return half.Bfloat16.Number(uint16(b)) }

// CountNonFinite returns the number of infinities and NaN among the first count real numbers of a region. A complex
// point is two real numbers. s is Float32, Float16 or Bfloat16.
//
// If the source of a transform is finite and the count for its result is not 0, results have overflowed. Choose a
// [Norm] that keeps them below 65504, or use Bfloat16.
//
// CountNonFinite returns ErrSliceLength for a region that is too small, ErrClosed, or ctx's error. A
// LimitError reports a misaligned offset, or more numbers than one binding of the GPU holds.
func (e *Engine) CountNonFinite(ctx context.Context, src Region, count int, s Samples) (int, error) {
	if e.buffers == nil {
		return 0, e.noGPU("CountNonFinite")
	}
	var halves *wgsl.Halves
	if h, ok := s.element().(wgsl.Halves); ok {
		halves = &h
	} else if s != Float32 {
		return 0, fmt.Errorf("wgfft: CountNonFinite: samples of type %v are always finite: "+
			"use Float32, Float16 or Bfloat16", s)
	}
	n, err := e.buffers.CountNonFinite(ctx, planRegion(src), count, halves)
	return n, faced(err)
}
