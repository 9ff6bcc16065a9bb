package signals

import (
	"context"
	"fmt"

	"wgfft"
)

// An adder makes a signal of frames that overlap. It adds in float64: with a short hop many frames make a sample.
type overlapAdder struct {
	s       *STFT
	buf    *buffers
	minWeight   float64   // sum of squared weights that counts as none
	sum     []float64 // of the weighted frames, over the samples of the last
	squares []float64 // of the weights, likewise
	begin   int       // the sample that the last begins with
	frames  int       // added
	done    int       // samples delivered
	out     []float32 // they are appended to it
}

// adder is one that delivers to out.
func (s *STFT) newOverlapAdder(out []float32) *overlapAdder {
	return &overlapAdder{s: s, buf: s.borrow(), minWeight: minWeightSum(s.weights), begin: s.Begin(0), out: out,
		sum: make([]float64, s.f.Frame), squares: make([]float64, s.f.Frame)}
}

// end gives back what the adder has borrowed.
func (a *overlapAdder) release() { a.s.pool.Put(a.buf) }

// add adds a block of frames, and delivers the samples that no later one reaches.
func (a *overlapAdder) add(ctx context.Context, b Block) error {
	switch s := a.s; {
	case b.First != a.frames:
		return fmt.Errorf("signals: a block begins with frame %d after %d frames: pass all blocks in order", b.First, a.frames)
	case b.Frames < 0 || len(b.Spectra)/s.bins != b.Frames || len(b.Spectra)%s.bins != 0:
		return fmt.Errorf("%w: %d values of spectra in a block of %d frames of %d bins", wgfft.ErrSliceLength, len(b.Spectra), b.Frames, s.bins)
	}
	for left := b.Spectra; len(left) > 0; {
		n := min(a.s.f.Block, len(left)/a.s.bins)
		if err := a.s.inverse(ctx, a.buf, left[:n*a.s.bins], n); err != nil {
			return err
		}
		for i := range n {
			if err := a.moveTo(a.s.Begin(a.frames), b.Samples); err != nil {
				return err
			}
			a.overlap(a.buf.frames[i*a.s.f.Points:][:a.s.f.Frame])
			a.frames++
		}
		left = left[n*a.s.bins:]
	}
	return a.deliver(b.Samples)
}

// overlap adds a frame where the adder is.
func (a *overlapAdder) overlap(frame []float32) {
	for j, w := range a.s.weights {
		a.sum[j] += w * float64(frame[j])
		a.squares[j] += w * w
	}
}

// move goes on to the frame that begins with a sample, and delivers those before it, but none from end on.
func (a *overlapAdder) moveTo(begin, end int) error {
	if err := a.deliver(min(begin, end)); err != nil {
		return err
	}
	by := min(begin-a.begin, len(a.sum))
	for _, s := range [][]float64{a.sum, a.squares} {
		clear(s[copy(s, s[by:]):])
	}
	a.begin = begin
	return nil
}

// deliver delivers the samples before end that were not before.
func (a *overlapAdder) deliver(end int) error {
	for ; a.done < end; a.done++ {
		j := a.done - a.begin
		if j < 0 {
			return fmt.Errorf("signals: sample %d: the blocks that reach it said it was not theirs: set Samples as Stream does", a.done)
		}
		if j >= len(a.squares) || !(a.squares[j] > a.minWeight) {
			return fmt.Errorf("%w: sample %d has none in any frame; take Centred frames, a window that does not begin with zero, or fewer samples",
				ErrNOLA, a.done)
		}
		a.out = append(a.out, float32(a.sum[j]/a.squares[j]))
	}
	return nil
}
