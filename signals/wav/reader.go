package wav

import (
	"errors"
	"fmt"
	"io"
)

// A Reader reads a WAV file frame by frame, in bounded memory. A frame is one sample per channel.
type Reader struct {
	Rate     int  // frames per second, in Hz
	Channels int  // samples per frame
	Bits     int  // per sample in the file
	Float    bool // whether the file holds floats rather than whole numbers

	r      io.Reader
	start  int64 // of the samples, in bytes from the start of the file
	format format
	announced   int64 // frames that the file announces; -1: up to its end
	read   int64 // frames read
	total  int64 // frames that there are; -1: not known
	end    error // what ReadFrames returns from now on
	bytes  []byte
	frames []float32 // of ReadSamples
}

// chunkBytes is how many bytes a Reader reads at a time.
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

// count returns the number of frames of a file whose size is known, and -1 otherwise.
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

// Frames returns the number of frames in the file. It is -1 where that is not known before they are read: the
// underlying reader is no io.Seeker.
func (r *Reader) Frames() int64 { return r.total }

// Short returns a [*TruncatedError] if the file is known to announce more frames than it holds, and nil otherwise.
func (r *Reader) Short() error {
	if r.total >= 0 && r.total < r.announced {
		return &TruncatedError{Offset: r.start, Have: r.total, Want: r.announced}
	}
	return nil
}

// ReadFrames reads the next frames into dst, the channels of a frame side by side, and returns their number: as many as
// dst has room for, fewer at the end. After the last frame it returns io.EOF, or a [*TruncatedError] if the file
// announces more frames than it holds.
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

// chunk appends the next n frames to dst, and returns how many there were and what ends the file there.
func (r *Reader) chunk(dst []float32, n int) (int, error) {
	if n == 0 {
		return 0, io.EOF
	}
	part := r.bytes[:n*r.format.frame]
	got, err := io.ReadFull(r.r, part)
	whole := got / r.format.frame
	r.format.coding.decode(dst, part[:whole*r.format.frame])
	r.read += int64(whole)
	switch {
	case err == nil:
		return whole, nil
	case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, fmt.Errorf("wav: byte %d: samples: %w", r.start+r.read*int64(r.format.frame), err)
	case r.announced < 0:
		return whole, io.EOF
	}
	return whole, &TruncatedError{Offset: r.start, Have: r.read, Want: r.announced}
}

// ReadSamples reads the mean of the channels, frame by frame, summed in float64. It is ReadFrames otherwise.
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

// mix sets dst to the means of frames.
func mix(dst, frames []float32, channels int) {
	for i := range dst {
		sum := 0.0
		for _, v := range frames[i*channels : (i+1)*channels] {
			sum += float64(v)
		}
		dst[i] = float32(sum / float64(channels))
	}
}
