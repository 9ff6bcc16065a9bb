package wav

import (
	"errors"
	"fmt"
	"io"
)

// A Reader reads a WAV file frame by frame, in bounded memory. A frame is one sample per channel.
// It implements signals.SampleReader. A Reader must not be used concurrently.
type Reader struct {
	// Rate is the number of frames per second, in Hz.
	Rate int
	// Channels is the number of samples in a frame.
	Channels int
	// Bits is the number of bits per sample in the file.
	Bits int
	// Float reports whether the file holds floats instead of integers.
	Float bool

	r         io.Reader
	start     int64 // offset of the first sample in the file
	format    format
	announced int64 // number of frames by the header; -1: up to the end of the file
	read      int64 // number of frames read
	total     int64 // number of frames in the file; -1 if unknown
	end       error // result of all further calls of ReadFrames
	bytes     []byte
	frames    []float32 // buffer of ReadSamples
}

// chunkBytes is the number of bytes that a Reader reads at a time.
const chunkBytes = 1 << 16

// NewReader reads the header of a WAV file. It returns an [*Error], or the wrapped error of r.
func NewReader(r io.Reader) (*Reader, error) {
	s := scanner{r: r}
	if err := s.riff(); err != nil {
		return nil, err
	}
	f, size, err := s.toData()
	if err != nil {
		return nil, err
	}
	made := &Reader{
		Rate: f.rate, Channels: f.channels, Bits: f.bits, Float: f.coding.float,
		r: r, start: s.offset, format: f, announced: -1,
		bytes: make([]byte, max(1, chunkBytes/f.frame)*f.frame),
	}
	if size >= 0 {
		made.announced = size / int64(f.frame) // a size between two frames is rounded down, as players do
	}
	made.total = made.count()
	return made, nil
}

// count returns the number of frames in a file of known size, and -1 otherwise.
func (r *Reader) count() int64 {
	seeker, ok := r.r.(io.Seeker)
	if !ok {
		return -1
	}
	at, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	end, err := seeker.Seek(0, io.SeekEnd)
	if _, back := seeker.Seek(at, io.SeekStart); err != nil || back != nil {
		return -1
	}
	there := (end - at) / int64(r.format.frame)
	if r.announced < 0 {
		return there
	}
	return min(r.announced, there)
}

// Frames returns the number of frames in the file. It returns -1 if the number is unknown because
// the underlying reader is not an io.Seeker.
func (r *Reader) Frames() int64 { return r.total }

// Short returns a [*TruncatedError] if the file is known to hold fewer frames than it announces,
// and nil otherwise.
func (r *Reader) Short() error {
	if r.total >= 0 && r.total < r.announced {
		return &TruncatedError{Offset: r.start, Have: r.total, Want: r.announced}
	}
	return nil
}

// ReadFrames reads the next frames into dst and returns their number, which is len(dst) / Channels
// except at the end. The channels of a frame are adjacent. After the last frame it returns 0 and
// io.EOF, or a [*TruncatedError] if the file announces more frames than it holds.
func (r *Reader) ReadFrames(dst []float32) (int, error) {
	done := 0
	for room := len(dst) / r.Channels; done < room; {
		if r.end != nil {
			if done > 0 {
				return done, nil
			}
			return 0, r.end
		}
		n := min(room-done, len(r.bytes)/r.format.frame)
		if r.announced >= 0 {
			n = int(min(int64(n), r.announced-r.read))
		}
		n, r.end = r.chunk(dst[done*r.Channels:done*r.Channels], n)
		done += n
	}
	return done, nil
}

// chunk appends the next n frames to dst. It returns the number of frames read and the error that
// ends the file, if any.
func (r *Reader) chunk(dst []float32, n int) (int, error) {
	if n == 0 {
		return 0, io.EOF
	}
	part := r.bytes[:n*r.format.frame]
	got, err := io.ReadFull(r.r, part)
	frames := got / r.format.frame
	r.format.coding.decode(dst, part[:frames*r.format.frame])
	r.read += int64(frames)
	switch {
	case err == nil:
		return frames, nil
	case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, fmt.Errorf("wav: byte %d: samples: %w", r.start+r.read*int64(r.format.frame), err)
	case r.announced < 0:
		return frames, io.EOF
	}
	return frames, &TruncatedError{Offset: r.start, Have: r.read, Want: r.announced}
}

// ReadSamples reads the next frames and stores the mean of the channels of each frame in p. The
// mean is summed in float64. It returns the number of samples and the same errors as
// [Reader.ReadFrames].
func (r *Reader) ReadSamples(p []float32) (int, error) {
	if r.Channels == 1 {
		return r.ReadFrames(p)
	}
	if r.frames == nil {
		r.frames = make([]float32, max(1, chunkBytes/r.Channels)*r.Channels)
	}
	frames := r.frames[:min(len(r.frames), len(p)*r.Channels)]
	n, err := r.ReadFrames(frames)
	mix(p[:n], frames, r.Channels)
	return n, err
}

// mix sets dst to the mean of the channels of each frame.
func mix(dst, frames []float32, channels int) {
	for i := range dst {
		sum := 0.0
		for _, v := range frames[i*channels : (i+1)*channels] {
			sum += float64(v)
		}
		dst[i] = float32(sum / float64(channels))
	}
}
