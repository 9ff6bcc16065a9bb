package signals

import (
	"context"

	"wgfft"
)

// A room is the memory that a block of frames takes.
type buffers struct {
	frame     []float32   // the samples of a frame
	frames  []float32   // Block x Points
	spectra []complex64 // Block x Bins
}

// room is one that nobody uses; its user gives it back to rooms.
func (s *STFT) borrow() *buffers {
	if r, ok := s.pool.Get().(*buffers); ok {
		return r
	}
	return &buffers{
		frame:     make([]float32, s.f.Frame),
		frames:  make([]float32, s.f.Block*s.f.Points),
		spectra: make([]complex64, s.f.Block*s.bins),
	}
}

// together is how many frames are transformed for the sake of so many of them. A GPU's kernels depend on how many there are, so that the bits
// of a frame would depend on those behind it: it always gets a block. The CPU engine takes frame by frame.
func (s *STFT) batchRows(n int) int {
	if s.c.Adapter().CPU {
		return n
	}
	return s.f.Block
}

// forward computes the spectra of the first n frames of a room to dst.
func (s *STFT) forward(ctx context.Context, dst []complex64, r *buffers, n int) error {
	rows := s.batchRows(n)
	clear(r.frames[n*s.f.Points : rows*s.f.Points])
	to := dst
	if rows > n {
		to = r.spectra[:rows*s.bins]
	}
	if _, err := s.c.RFFT(ctx, to, r.frames[:rows*s.f.Points], wgfft.WithRows(s.f.Points)); err != nil {
		return err
	}
	if rows > n {
		copy(dst, to)
	}
	return nil
}

// inverse computes the first n frames of a room from their spectra.
func (s *STFT) inverse(ctx context.Context, r *buffers, spectra []complex64, n int) error {
	rows, from := s.batchRows(n), spectra
	if rows > n {
		from = r.spectra[:rows*s.bins]
		clear(from[copy(from, spectra):])
	}
	_, err := s.c.IRFFT(ctx, r.frames[:rows*s.f.Points], from, s.f.Points, wgfft.WithRows(s.bins))
	return err
}
