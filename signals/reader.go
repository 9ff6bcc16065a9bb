package signals

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// A SampleReader delivers the samples of a signal. ReadSamples reads up to len(p) samples into p
// and returns their number n. At the end of the signal it returns io.EOF, together with the last
// samples or after them, as an io.Reader does.
type SampleReader interface {
	ReadSamples(p []float32) (n int, err error)
}

// Samples returns a reader of the samples of x, without copying x.
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

// Float32s returns a reader of samples stored as little-endian 32-bit floats. If the stream ends
// within a sample, the error wraps io.ErrUnexpectedEOF. The reader buffers up to 32 KiB.
func Float32s(r io.Reader) SampleReader {
	return &decoder{r: r, width: 4, sample: func(b []byte) float32 {
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	}}
}

// Int16s returns a reader of samples stored as little-endian 16-bit integers. An integer v becomes
// v / 2^15, in [-1, 1). Otherwise it behaves like [Float32s].
func Int16s(r io.Reader) SampleReader {
	return &decoder{r: r, width: 2, sample: func(b []byte) float32 {
		return float32(int16(binary.LittleEndian.Uint16(b))) / (1 << 15)
	}}
}

// A decoder reads samples of width bytes each.
type decoder struct {
	r       io.Reader
	width   int
	sample  func([]byte) float32
	buf     [32 << 10]byte
	pending []byte // part of buf that is read and not yet delivered
	done    int    // number of samples delivered
	err     error  // of the last Read; returned after pending
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
		return 0, fmt.Errorf("signals: the stream ends after %d of %d bytes of sample %d: %w",
			len(d.pending), d.width, d.done, io.ErrUnexpectedEOF)
	case errors.Is(d.err, io.EOF):
		return 0, io.EOF
	}
	return 0, fmt.Errorf("signals: sample %d: %w", d.done, d.err)
}

// refill calls Read once and appends the bytes to pending.
func (d *decoder) refill() {
	kept := copy(d.buf[:], d.pending)
	n, err := d.r.Read(d.buf[kept:])
	if n < 0 || n > len(d.buf)-kept {
		n, err = 0, fmt.Errorf("the io.Reader is faulty: it returned %d for %d bytes", n, len(d.buf)-kept)
	}
	d.pending, d.err = d.buf[:kept+n], err
}
