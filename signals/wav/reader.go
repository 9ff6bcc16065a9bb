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

	scan   scanner // behind the samples that were read
	start  int64   // offset of the first sample in the file
	total  int64   // number of frames in the file; -1 if unknown
	short  error   // of Short
	end    error   // result of all further calls of ReadFrames
	bytes  []byte
	frames []float32 // buffer of ReadSamples
	progress
}

// progress is how far the data chunks of a file are read, in frames.
type progress struct {
	read int64
	want int64 // that the data chunks read so far announce; -1 if unknown
	left int64 // in the data chunk; -1: up to the end of the file
	rest int64 // bytes of the data chunk behind its frames
}

// chunkBytes is the number of bytes that a Reader reads at a time.
const chunkBytes = 1 << 16

// NewReader reads the header of a WAV file. It returns an [*Error], or the wrapped error of r.
func NewReader(r io.Reader) (*Reader, error) {
	s := newScanner(r)
	if err := s.riff(); err != nil {
		return nil, err
	}
	size, err := s.toData()
	if err != nil {
		return nil, err
	}
	f := s.format
	made := &Reader{
		Rate: f.rate, Channels: f.channels, Bits: f.bits, Float: f.coding.float,
		scan: s, start: s.offset, total: -1,
		bytes: make([]byte, max(1, chunkBytes/f.frame)*f.frame),
	}
	made.begin(size)
	if s.length >= 0 {
		err = made.count()
	}
	return made, err
}

// begin starts to read a data chunk, given its size in bytes or -1. A size between two frames is rounded down, as
// players do.
func (r *Reader) begin(size int64) {
	if size < 0 {
		r.left, r.rest, r.want = -1, 0, -1
		return
	}
	frame := int64(r.scan.format.frame)
	r.left, r.rest = size/frame, size%frame
	r.want += r.left
}

// more goes to the next data chunk. It returns io.EOF if there is none.
func (r *Reader) more() error {
	size, err := r.scan.toMoreData(r.rest)
	if err == nil {
		r.begin(size)
	}
	return err
}

// count sets total and short by a walk through the chunks of a file of known length. An error that the walk finds in a
// chunk is left to ReadFrames.
func (r *Reader) count() error {
	seeker, frame := r.scan.r.(io.Seeker), int64(r.scan.format.frame)
	here, err := seeker.Seek(0, io.SeekCurrent)
	if err != nil {
		return fmt.Errorf("wav: byte %d: %w", r.start, err)
	}
	ahead := *r
	for r.total = 0; err == nil; err = ahead.more() {
		there := max(0, ahead.scan.length-ahead.scan.offset) / frame
		if ahead.left < 0 || ahead.left > there {
			r.total += there
			if ahead.left > there {
				r.short = &TruncatedError{Offset: r.start, Have: r.total, Want: ahead.want}
			}
			break
		}
		r.total += ahead.left
		if err = ahead.scan.skip(ahead.left*frame, "samples"); err != nil {
			break
		}
	}
	if _, err := seeker.Seek(here, io.SeekStart); err != nil {
		return fmt.Errorf("wav: byte %d: %w", r.start, err)
	}
	return nil
}

// Frames returns the number of frames in the file. It returns -1 if the number is unknown because
// the underlying reader is not an io.Seeker.
func (r *Reader) Frames() int64 { return r.total }

// Short returns a [*TruncatedError] if the file is known to hold fewer frames than it announces,
// and nil otherwise.
func (r *Reader) Short() error { return r.short }

// ReadFrames reads the next frames into dst and returns their number, which is len(dst) / Channels
// except at the end. The channels of a frame are adjacent. After the last frame it returns 0 and
// io.EOF, or a [*TruncatedError] if the file announces more frames than it holds.
func (r *Reader) ReadFrames(dst []float32) (int, error) {
	done := 0
	for room := len(dst) / r.Channels; done < room; {
		if r.left == 0 && r.end == nil {
			r.end = r.more()
			continue
		}
		if r.end != nil {
			if done > 0 {
				return done, nil
			}
			return 0, r.end
		}
		n := min(room-done, len(r.bytes)/r.scan.format.frame)
		if r.left > 0 {
			n = int(min(int64(n), r.left))
		}
		n, r.end = r.chunk(dst[done*r.Channels:done*r.Channels], n)
		done += n
	}
	return done, nil
}

// chunk appends the next n frames to dst. It returns the number of frames read and the error that
// ends the file, if any.
func (r *Reader) chunk(dst []float32, n int) (int, error) {
	f := r.scan.format
	part := r.bytes[:n*f.frame]
	got, err := io.ReadFull(r.scan.r, part)
	r.scan.offset += int64(got)
	frames := got / f.frame
	f.coding.decode(dst, part[:frames*f.frame])
	r.read += int64(frames)
	if r.left > 0 {
		r.left -= int64(frames)
	}
	switch {
	case err == nil:
		return frames, nil
	case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return 0, fmt.Errorf("wav: byte %d: samples: %w", r.scan.offset, err)
	case r.left < 0:
		return frames, io.EOF
	}
	return frames, &TruncatedError{Offset: r.start, Have: r.read, Want: r.want}
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
