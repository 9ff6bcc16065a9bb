package signals

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// A SampleReader delivers a signal. ReadSamples reads up to len(p) samples into p and says how many; at the end of the signal it
// returns io.EOF, with the last samples or after them, as an io.Reader does.
type SampleReader interface {
	ReadSamples(p []float32) (n int, err error)
}

// Samples delivers the samples of a slice.
func Samples(x []float32) SampleReader { return &sliceReader{x} }

type sliceReader struct{ left []float32 }

func (s *sliceReader) ReadSamples(p []float32) (int, error) {
	n := copy(p, s.left)
	s.left = s.left[n:]
	if len(s.left) == 0 {
		return n, io.EOF
	}
	return n, nil
}

// Float32s delivers samples that are stored as 32-bit floats, little-endian. Where the stream ends within a sample the error wraps
// io.ErrUnexpectedEOF. It reads ahead, by no more than is there and 32 KiB.
func Float32s(r io.Reader) SampleReader {
	return &decoder{r: r, width: 4, sample: func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }}
}

// Int16s delivers samples that are stored as 16-bit integers, little-endian, as v / 2^15, in [-1, 1). In all else it is like Float32s.
func Int16s(r io.Reader) SampleReader {
	return &decoder{r: r, width: 2, sample: func(b []byte) float32 { return float32(int16(binary.LittleEndian.Uint16(b))) / (1 << 15) }}
}

// A decoder reads samples of some bytes each.
type decoder struct {
	r      io.Reader
	width  int
	sample func([]byte) float32
	buf   [32 << 10]byte
	pending   []byte // in room, read and not delivered
	done   int    // samples delivered
	err    error  // what came behind those held
}

func (d *decoder) ReadSamples(p []float32) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if len(d.pending) < d.width && d.err == nil {
		d.refill()
	}
	n := min(len(p), len(d.pending)/d.width)
	for i := range n {
		p[i] = d.sample(d.pending[i*d.width:])
	}
	d.pending, d.done = d.pending[n*d.width:], d.done+n
	switch {
	case n > 0 || d.err == nil:
		return n, nil
	case errors.Is(d.err, io.EOF) && len(d.pending) > 0:
		return 0, fmt.Errorf("signals: the stream ends %d bytes into sample %d, which has %d: %w", len(d.pending), d.done, d.width, io.ErrUnexpectedEOF)
	case errors.Is(d.err, io.EOF):
		return 0, io.EOF
	}
	return 0, fmt.Errorf("signals: sample %d: %w", d.done, d.err)
}

// more reads once.
func (d *decoder) refill() {
	kept := copy(d.buf[:], d.pending)
	n, err := d.r.Read(d.buf[kept:])
	if n < 0 || n > len(d.buf)-kept {
		n, err = 0, fmt.Errorf("the reader says it read %d of %d bytes: correct its Read", n, len(d.buf)-kept)
	}
	d.pending, d.err = d.buf[:kept+n], err
}
