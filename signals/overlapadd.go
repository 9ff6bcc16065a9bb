package signals

import (
	"context"
	"fmt"

	"wgfft"
)

// An overlapAdder computes equation (2) of the package comment: it adds windowed frames that
// overlap and divides by the sum of squared weights. It adds in float64, because a short hop adds
// many frames per sample.
type overlapAdder struct {
	s   *STFT
	buf *buffers
	// sums of squared weights up to it count as zero
	minWeight float64
	// windowed frames, over the samples of the current frame
	sum []float64
	// squared weights, over the same samples
	squares []float64
	// first sample of the current frame
	begin int
	// number of frames added
	frames int
	// number of samples delivered
	done int
	// delivered samples are appended to it
	out []float32
}

// newOverlapAdder returns an overlapAdder that appends to out. The caller must call release.
func (s *STFT) newOverlapAdder(out []float32) *overlapAdder {
	return &overlapAdder{s: s, buf: s.borrow(), minWeight: minWeightSum(s.weights), begin: s.Begin(0), out: out,
		sum: make([]float64, s.f.Frame), squares: make([]float64, s.f.Frame)}
}

// release returns the buffers to the pool.
func (a *overlapAdder) release() { a.s.pool.Put(a.buf) }

// add adds a block of frames and delivers the samples that no later frame reaches.
func (a *overlapAdder) add(ctx context.Context, b Block) error {
	switch s := a.s; {
	case b.First != a.frames:
		return fmt.Errorf("signals: block begins with frame %d, want %d: pass all blocks in order",
			b.First, a.frames)
	case b.Frames < 0 || len(b.Spectra)/s.bins != b.Frames || len(b.Spectra)%s.bins != 0:
		return fmt.Errorf("%w: block has %d spectral values, want %d (%d frames of %d bins)",
			wgfft.ErrSliceLength, len(b.Spectra), b.Frames*s.bins, b.Frames, s.bins)
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

// overlap adds one frame at the current position.
func (a *overlapAdder) overlap(frame []float32) {
	for j, w := range a.s.weights {
		a.sum[j] += w * float64(frame[j])
		a.squares[j] += w * w
	}
}

// moveTo makes begin the first sample of the current frame. It delivers the samples before begin
// and before end.
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

// deliver appends the samples from done to end-1 to the output.
func (a *overlapAdder) deliver(end int) error {
	for ; a.done < end; a.done++ {
		j := a.done - a.begin
		if j < 0 {
			return fmt.Errorf("signals: sample %d is missing: an earlier Block.Samples was too small; "+
				"set Samples as Stream does", a.done)
		}
		if j >= len(a.squares) || !(a.squares[j] > a.minWeight) {
			return uncovered(a.done)
		}
		a.out = append(a.out, float32(a.sum[j]/a.squares[j]))
	}
	return nil
}
