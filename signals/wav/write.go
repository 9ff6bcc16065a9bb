package wav

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// Write16 writes samples to w as a WAV file of 16-bit PCM, at rate frames per second. samples holds
// complete frames; the channels of a frame are adjacent.
//
// A sample v becomes the integer nearest to 2^15 v, clamped to [-2^15, 2^15 - 1]; NaN becomes 0.
// Samples that [Read] returned for a 16-bit file are written back bit for bit.
//
// The error is an [*Error] of kind [ErrSamples] if samples has an incomplete frame or needs more
// than 4 GiB, and if the format cannot express the rate or the channel count. Errors of w
// are wrapped.
func Write16(w io.Writer, rate, channels int, samples []float32) error {
	fail := func(reason string, args ...any) error {
		return &Error{ErrSamples, -1, fmt.Sprintf(reason, args...)}
	}
	const head = 44
	switch {
	case rate < 1 || int64(rate) > math.MaxUint32 || channels < 1 || channels > math.MaxUint16/2:
		return fail("%d channels at %d Hz: channels must be in [1, %d], and the rate at least 1 Hz",
			channels, rate, math.MaxUint16/2)
	case len(samples)%channels != 0:
		return fail("slice has %d samples, want a multiple of %d (channels)", len(samples), channels)
	case int64(len(samples)) > (math.MaxUint32-head)/2:
		return fail("%d samples need more than 4 GiB, the limit of a WAV file: write several files", len(samples))
	}
	size := uint32(2 * len(samples))
	le := binary.LittleEndian
	b := make([]byte, 0, 1<<16)
	b = append(b, "RIFF"...)
	b = le.AppendUint32(b, head-8+size)
	b = append(b, "WAVEfmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, tagPCM)
	b = le.AppendUint16(b, uint16(channels))
	b = le.AppendUint32(b, uint32(rate))
	b = le.AppendUint32(b, uint32(rate*2*channels))
	b = le.AppendUint16(b, uint16(2*channels))
	b = le.AppendUint16(b, 16)
	b = append(b, "data"...)
	b = le.AppendUint32(b, size)
	for len(samples) > 0 {
		n := min(len(samples), (cap(b)-len(b))/2)
		for _, v := range samples[:n] {
			b = le.AppendUint16(b, uint16(to16(v)))
		}
		if _, err := w.Write(b); err != nil {
			return fmt.Errorf("wav: write: %w", err)
		}
		b, samples = b[:0], samples[n:]
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("wav: write: %w", err)
	}
	return nil
}

// to16 rounds a sample to 16 bits.
func to16(v float32) int16 {
	if v != v {
		return 0
	}
	return int16(max(math.MinInt16, min(math.MaxInt16, math.Round(float64(v)*(1<<15)))))
}
