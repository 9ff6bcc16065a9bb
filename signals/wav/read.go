package wav

import (
	"errors"
	"io"
)

// Sound is the content of a WAV file.
type Sound struct {
	Rate     int       // frames per second, in Hz
	Channels int       // samples per frame
	Bits     int       // per sample in the file
	Float    bool      // whether the file holds floats rather than whole numbers
	Samples  []float32 // Frames() x Channels, channels of a frame side by side; whole numbers in [-1, 1)
}

// Frames is the number of frames.
func (s Sound) Frames() int { return len(s.Samples) / max(s.Channels, 1) }

// Seconds is the duration.
func (s Sound) Seconds() float64 { return float64(s.Frames()) / float64(max(s.Rate, 1)) }

// Channel copies the samples of one channel, counted from 0; none for a channel that is not there.
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

// Mono gives the mean of the channels, frame by frame, summed in float64. With one channel it is
// Samples itself, not a copy.
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
// If the file announces more frames than it holds, Read gives those that are there together with a
// [*TruncatedError]. Every other error, an [*Error] or the wrapped error of r, comes with no sound.
// Memory beyond 256 KiB is proportional to the bytes that r delivers.
func Read(r io.Reader) (Sound, error) {
	from, err := NewReader(r)
	if err != nil {
		return Sound{}, err
	}
	out := Sound{Rate: from.Rate, Channels: from.Channels, Bits: from.Bits, Float: from.Float, Samples: []float32{}}
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
