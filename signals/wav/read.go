package wav

import (
	"errors"
	"io"
)

// Sound is the content of a WAV file. A frame is one sample per channel.
type Sound struct {
	// Rate is the number of frames per second, in Hz.
	Rate int
	// Channels is the number of samples in a frame.
	Channels int
	// Bits is the number of bits per sample in the file.
	Bits int
	// Float reports whether the file holds floats instead of integers.
	Float bool
	// Samples has the shape Frames() x Channels, row-major: the channels of a frame are adjacent.
	// Integer samples are scaled to [-1, 1).
	Samples []float32
}

// Frames returns the number of frames.
func (s Sound) Frames() int { return len(s.Samples) / max(s.Channels, 1) }

// Seconds returns the duration in seconds.
func (s Sound) Seconds() float64 { return float64(s.Frames()) / float64(max(s.Rate, 1)) }

// Channel returns a copy of the samples of channel c, counted from 0. It returns nil if there is no
// such channel.
func (s Sound) Channel(c int) []float32 {
	if c < 0 || c >= s.Channels {
		return nil
	}
	out := make([]float32, s.Frames())
	for i := range out {
		out[i] = s.Samples[i*s.Channels+c]
	}
	return out
}

// Mono returns the mean of the channels of each frame, summed in float64. With one channel it
// returns Samples itself, not a copy.
func (s Sound) Mono() []float32 {
	if s.Channels == 1 {
		return s.Samples
	}
	out := make([]float32, s.Frames())
	mix(out, s.Samples, s.Channels)
	return out
}

// Read reads a WAV file up to the end of its samples.
//
// If the file announces more frames than it holds, Read returns the frames that it holds and a
// [*TruncatedError]. With every other error, an [*Error] or the wrapped error of r, the Sound is
// empty. Memory beyond 256 KiB is proportional to the bytes that r delivers.
func Read(r io.Reader) (Sound, error) {
	from, err := NewReader(r)
	if err != nil {
		return Sound{}, err
	}
	out := Sound{
		Rate: from.Rate, Channels: from.Channels, Bits: from.Bits, Float: from.Float, Samples: []float32{},
	}
	part := make([]float32, max(1, chunkBytes/4/from.Channels)*from.Channels)
	for {
		n, err := from.ReadFrames(part)
		out.Samples = append(out.Samples, part[:n*from.Channels]...)
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return out, nil
		case errors.Is(err, ErrTruncated):
			return out, err
		default:
			return Sound{}, err
		}
	}
}
