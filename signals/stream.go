package signals

import (
	"context"
	"iter"
)

// A Block is some frames, one after the other.
type Block struct {
	First   int         // of the frames, counted from 0
	Frames  int         // how many
	Spectra []complex64 // Frames x Bins, which may be changed in place
	// Samples is how many samples of the signal, from its first on, no later frame reaches; with the last block all that frames reach.
	Samples int
}

// Frame is the spectrum of frame i of the block, which may be changed in place.
func (b Block) Frame(i int) []complex64 {
	bins := len(b.Spectra) / b.Frames
	return b.Spectra[i*bins : (i+1)*bins : (i+1)*bins]
}

// Stream yields the spectra of the frames of a signal as it comes in, block by block; all but the last have Config().Block frames.
// Spectra are good until the next block is asked for. They are those of Forward, bit for bit.
//
// Where there is an error it comes last, behind the frames that were complete: ErrShort for a signal without a frame, one of r's, ErrClosed, or ctx's. ctx
// can't interrupt a read. A stream can be read once.
func (s *STFT) Stream(ctx context.Context, r SampleReader) iter.Seq2[Block, error] {
	return s.blocks(ctx, r, nil)
}

// blocks is Stream with spectra where place says, unless it is nil.
func (s *STFT) blocks(ctx context.Context, r SampleReader, place func(first, frames int) []complex64) iter.Seq2[Block, error] {
	return func(yield func(Block, error) bool) {
		room := s.borrow()
		defer s.pool.Put(room)
		k := framer{s: s, src: source{r: r}, frame: room.frame}
		more, err := k.advance(ctx)
		for first := 0; more; {
			n := 0
			for ; more && n < s.f.Block; n++ {
				k.windowed(room.frames[n*s.f.Points : (n+1)*s.f.Points])
				more, err = k.advance(ctx)
			}
			b := Block{First: first, Frames: n, Spectra: room.spectra[:n*s.bins], Samples: k.samples(first+n, more || err != nil)}
			if place != nil {
				b.Spectra = place(first, n)
			}
			if err := s.forward(ctx, b.Spectra, room, n); err != nil {
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
