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
// A file of more than 4 GiB has the form RF64, with sizes of 64 bits (EBU Tech 3306).
//
// The error is an [*Error] of kind [ErrSamples] if samples has an incomplete frame, and if the format cannot express
// the rate or the channel count. Errors of w are wrapped.
func Write16(w io.Writer, rate, channels int, samples []float32) error {
	fail := func(reason string, args ...any) error {
		return &Error{ErrSamples, -1, fmt.Sprintf(reason, args...)}
	}
	switch {
	case rate < 1 || int64(rate) > math.MaxUint32 || channels < 1 || channels > math.MaxUint16/2:
		return fail("%d channels at %d Hz: channels must be in [1, %d], and the rate at least 1 Hz",
			channels, rate, math.MaxUint16/2)
	case len(samples)%channels != 0:
		return fail("slice has %d samples, want a multiple of %d (channels)", len(samples), channels)
	}
	le := binary.LittleEndian
	b := appendHead(make([]byte, 0, 1<<16), rate, channels, 2*int64(len(samples)))
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

// appendHead appends the header of a file with a number of bytes of data.
func appendHead(b []byte, rate, channels int, data int64) []byte {
	const (
		head   = 44 // bytes of a RIFF header
		ds64   = 28 // bytes of the chunk ds64 without its header
		toForm = 8  // bytes before those that a form counts
	)
	le := binary.LittleEndian
	size := uint32(unknownSize)
	if data > math.MaxUint32-head {
		b = append(b, "RF64"...)
		b = le.AppendUint32(b, unknownSize)
		b = append(b, "WAVEds64"...)
		b = le.AppendUint32(b, ds64)
		b = le.AppendUint64(b, uint64(head-toForm+8+ds64+data))
		b = le.AppendUint64(b, uint64(data))
		b = le.AppendUint64(b, uint64(data/int64(2*channels))) // frames
		b = le.AppendUint32(b, 0)                              // sizes of other chunks
	} else {
		size = uint32(data)
		b = append(b, "RIFF"...)
		b = le.AppendUint32(b, head-toForm+size)
		b = append(b, "WAVE"...)
	}
	b = append(b, "fmt "...)
	b = le.AppendUint32(b, 16)
	b = le.AppendUint16(b, tagPCM)
	b = le.AppendUint16(b, uint16(channels))
	b = le.AppendUint32(b, uint32(rate))
	b = le.AppendUint32(b, uint32(rate*2*channels))
	b = le.AppendUint16(b, uint16(2*channels))
	b = le.AppendUint16(b, 16)
	b = append(b, "data"...)
	return le.AppendUint32(b, size)
}

// to16 rounds a sample to 16 bits.
func to16(v float32) int16 {
	if v != v {
		return 0
	}
	return int16(max(math.MinInt16, min(math.MaxInt16, math.Round(float64(v)*(1<<15)))))
}
