package signals

import (
	"context"

	"wgfft"
)

// A buffers holds the memory for one block of frames.
type buffers struct {
	frame   []float32   // Frame samples
	frames  []float32   // Block x Points
	spectra []complex64 // Block x Bins
}

// borrow returns buffers from the pool. The caller puts them back into s.pool.
func (s *STFT) borrow() *buffers {
	if r, ok := s.pool.Get().(*buffers); ok {
		return r
	}
	return &buffers{
		frame:   make([]float32, s.f.Frame),
		frames:  make([]float32, s.f.Block*s.f.Points),
		spectra: make([]complex64, s.f.Block*s.bins),
	}
}

// batchRows returns how many rows to transform for n frames.
//
// On a GPU the kernel depends on the batch, so the bits of a frame could depend on the number of
// frames. A GPU therefore always transforms Block rows. The CPU engine transforms each row
// separately.
func (s *STFT) batchRows(n int) int {
	if s.c.Adapter().CPU {
		return n
	}
	return s.f.Block
}

// forward transforms the first n frames of r and stores the spectra in dst.
func (s *STFT) forward(ctx context.Context, dst []complex64, r *buffers, n int) error {
	rows := s.batchRows(n)
	clear(r.frames[n*s.f.Points : rows*s.f.Points])
	spectra := dst
	if rows > n {
		spectra = r.spectra[:rows*s.bins]
	}
	if _, err := s.c.RFFT(ctx, spectra, r.frames[:rows*s.f.Points], wgfft.WithRowLength(s.f.Points)); err != nil {
		return err
	}
	if rows > n {
		copy(dst, spectra)
	}
	return nil
}

// inverse transforms n spectra and stores the frames in r.
func (s *STFT) inverse(ctx context.Context, r *buffers, spectra []complex64, n int) error {
	rows, from := s.batchRows(n), spectra
	if rows > n {
		from = r.spectra[:rows*s.bins]
		clear(from[copy(from, spectra):])
	}
	_, err := s.c.IRFFT(ctx, r.frames[:rows*s.f.Points], from, s.f.Points, wgfft.WithRowLength(s.bins))
	return err
}
