package signals

import (
	"context"
	"iter"
)

// A Block is a number of consecutive frames.
type Block struct {
	// First is the index of the first frame of the block.
	First int
	// Frames is the number of frames in the block.
	Frames int
	// Spectra has the shape Frames x Bins. It may be changed in place.
	Spectra []complex64
	// Samples is the number of leading samples of the signal that no later frame reaches. For the
	// last block it is the number of samples that any frame reaches.
	Samples int
}

// Frame returns the spectrum of frame i of the block. It is a part of Spectra and may be changed.
func (b Block) Frame(i int) []complex64 {
	bins := len(b.Spectra) / b.Frames
	return b.Spectra[i*bins : (i+1)*bins : (i+1)*bins]
}

// Stream yields the spectra of the frames of a signal as it is read, block by block. All blocks
// except the last have Config().Block frames. The spectra are identical, bit for bit, to those of
// [STFT.Forward]. They are valid until the next iteration.
//
// An error is yielded last, after all complete frames: [ErrShort] if the signal has no frame, an
// error of r, [wgfft.ErrClosed], or ctx's error. ctx cannot interrupt a read. The sequence can be
// iterated once.
func (s *STFT) Stream(ctx context.Context, r SampleReader) iter.Seq2[Block, error] {
	return s.blocks(ctx, r, nil)
}

// blocks is Stream. Unless place is nil, place returns the memory for the spectra of a block.
func (s *STFT) blocks(
	ctx context.Context, r SampleReader, place func(first, frames int) []complex64,
) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		buf := s.borrow()
		defer s.pool.Put(buf)
		k := framer{s: s, src: source{r: r}, frame: buf.frame}
		more, err := k.advance(ctx)
		for first := 0; more; {
			n := 0
			for ; more && n < s.f.Block; n++ {
				k.windowed(buf.frames[n*s.f.Points : (n+1)*s.f.Points])
				more, err = k.advance(ctx)
			}
			b := Block{
				First: first, Frames: n, Spectra: buf.spectra[:n*s.bins],
				Samples: k.samples(first+n, more || err != nil),
			}
			if place != nil {
				b.Spectra = place(first, n)
			}
			if err := s.forward(ctx, b.Spectra, buf, n); err != nil {
				yield(Block{}, err)
				return
			}
			if !yield(b, nil) {
				return
			}
			first += n
		}
		if err == nil && k.count == 0 {
			err = s.shortError(k.src.read)
		}
		if err != nil {
			yield(Block{}, err)
		}
	}
}
