package signals

import (
	"context"
	"fmt"
	"iter"

	"wgfft"
)

// Invertible returns nil if spectra of this transform determine the signal, except perhaps near its
// ends. Otherwise the error wraps [ErrNOLA] and names the change that helps. See [CheckNOLA].
func (s *STFT) Invertible() error { return CheckNOLA(s.weights, s.f.Hop) }

// Inverse computes a signal of the given number of samples from its spectra, by equation (2) of the
// package comment, and stores it in dst.
//
// The spectra have the shape Frames(samples) x Bins() and are not changed. The imaginary parts of
// bin 0 and, for even Points, of the last bin are ignored. Inverse allocates the result if dst is
// nil; otherwise dst must have samples elements. It returns dst.
//
// Errors: [ErrShort] if Frames(samples) is 0, [ErrNOLA] if a sample has zero weight in every frame,
// [wgfft.ErrSliceLength], a [wgfft.MemoryError], [wgfft.ErrClosed], or ctx's error. After an error
// the contents of dst are undefined.
func (s *STFT) Inverse(ctx context.Context, dst []float32, spectra []complex64, samples int) ([]float32, error) {
	frames := s.Frames(samples)
	if frames == 0 {
		return nil, s.shortError(samples)
	}
	if len(spectra)/s.bins != frames || len(spectra)%s.bins != 0 {
		return nil, fmt.Errorf("%w: spectra has %d elements, want %d (%d frames of %d bins for %d samples)",
			wgfft.ErrSliceLength, len(spectra), frames*s.bins, frames, s.bins, samples)
	}
	if err := s.Invertible(); err != nil { // before the memory check: a long hop implies many samples
		return nil, err
	}
	need := 16 * int64(s.f.Frame) // for the overlapAdder
	if dst == nil {
		need += 4 * int64(samples)
	}
	if err := s.c.CheckMemory(fmt.Sprintf("a signal of %d samples", samples), need); err != nil {
		return nil, err
	}
	dst, err := resultSlice(dst, samples)
	if err != nil {
		return nil, err
	}
	a := s.newOverlapAdder(dst[:0])
	defer a.release()
	return dst, a.add(ctx, Block{Frames: frames, Spectra: spectra, Samples: samples})
}

// InverseStream yields the signal of a sequence of blocks, some samples for each block. The samples
// are identical, bit for bit, to the result of [STFT.Inverse].
//
// Blocks come from [STFT.Stream], or have their fields set in the same way. The yielded slice is
// valid until the next iteration. An error is yielded last: an error of blocks, or one of
// [STFT.Inverse].
func (s *STFT) InverseStream(ctx context.Context, blocks iter.Seq2[Block, error]) iter.Seq2[[]float32, error] {
	return func(yield func([]float32, error) bool) {
		if err := s.Invertible(); err != nil {
			yield(nil, err)
			return
		}
		a := s.newOverlapAdder(nil)
		defer a.release()
		for b, err := range blocks {
			if err == nil {
				a.out = a.out[:0]
				err = a.add(ctx, b)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(a.out, nil) {
				return
			}
		}
	}
}
