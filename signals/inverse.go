package signals

import (
	"context"
	"fmt"
	"iter"

	"wgfft"
)

// Invertible says whether spectra of the frames determine the signal, but perhaps for its ends. Its error wraps ErrNOLA and says what to
// change.
func (s *STFT) Invertible() error { return CheckNOLA(s.weights, s.f.Hop) }

// Inverse computes the signal of so many samples with the given spectra, Frames(samples) x Bins(), to dst and returns dst: that of Forward, or
// else the one whose spectra come nearest. A nil dst is allocated. Imaginary parts of bins that have none are not looked at, and spectra stay as they are. It
// returns ErrNOLA where a sample has no weight in any frame, ErrSliceLength, ErrClosed, or ctx's error, after which dst holds no result.
func (s *STFT) Inverse(ctx context.Context, dst []float32, spectra []complex64, samples int) ([]float32, error) {
	frames := s.Frames(samples)
	if frames == 0 {
		return nil, s.shortError(samples)
	}
	if len(spectra)/s.bins != frames || len(spectra)%s.bins != 0 {
		return nil, fmt.Errorf("%w: %d values of spectra, want %d frames of %d bins for %d samples", wgfft.ErrSliceLength, len(spectra), frames, s.bins, samples)
	}
	if err := s.Invertible(); err != nil { // otherwise a long hop could ask for more samples than there is memory
		return nil, err
	}
	need := 16 * int64(s.f.Frame) // of the adder
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

// InverseStream yields the signal that blocks of spectra belong to, some samples for each block, as Inverse computes it. The blocks are
// those of Stream, or others with the same fields. Samples are good until the next are asked for. An error, of blocks or one of Inverse, comes last.
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
