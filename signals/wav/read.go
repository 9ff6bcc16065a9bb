package wav

import (
	"errors"
	"fmt"
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
	for i := range out {
		sum := 0.0
		for _, v := range s.Samples[i*s.Channels : (i+1)*s.Channels] {
			sum += float64(v)
		}
		out[i] = float32(sum / float64(s.Channels))
	}
	return out
}

// Read reads a WAV file up to the end of its samples.
//
// If the file announces more frames than it holds, Read gives those that are there together with a
// [*TruncatedError]. Every other error, an [*Error] or the wrapped error of r, comes with no sound.
// Memory beyond 128 KiB is proportional to the bytes that r delivers.
func Read(r io.Reader) (Sound, error) {
	s := scanner{r: r}
	if err := s.riff(); err != nil {
		return Sound{}, err
	}
	f, size, err := s.toData()
	if err != nil {
		return Sound{}, err
	}
	out := Sound{Rate: f.rate, Channels: f.channels, Bits: f.bits, Float: f.coding.float, Samples: []float32{}}
	frame := int64(f.frame)
	want := size / frame // a size between two frames is rounded down, as players do
	const chunk = 1 << 16
	buf := make([]byte, chunk/f.frame*f.frame)
	if size >= 0 {
		buf = buf[:min(int64(len(buf)), want*frame)]
	}
	for have := int64(0); size < 0 || have < want; {
		part := buf
		if size >= 0 {
			part = buf[:min(int64(len(buf)), (want-have)*frame)]
		}
		n, err := io.ReadFull(r, part)
		whole := n / f.frame
		out.Samples = f.coding.decode(out.Samples, part[:whole*f.frame])
		have += int64(whole)
		switch {
		case err == nil:
		case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			return Sound{}, fmt.Errorf("wav: byte %d: samples: %w", s.offset+have*frame, err)
		case size < 0:
			return out, nil
		default:
			return out, &TruncatedError{Offset: s.offset, Have: have, Want: want}
		}
	}
	return out, nil
}
