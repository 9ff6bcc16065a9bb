package signals

import (
	"context"
	"fmt"
	"iter"
	"math/cmplx"

	"wgfft"
)

// A Cross holds what two signals x and y have in common, frequency by frequency: their power spectra and their cross spectrum, the average of
//
//	conj(X_i[k]) Y_i[k]
//
// with the factors of a power spectrum, as scipy.signal.csd has it. Its phase is that by which y is ahead of x.
type Cross struct {
	Freq     []float64 // of the bins, in Hz
	X, Y     []float64 // power
	XY       []complex128
	Segments int
}

// Coherence is |XY|^2 / (X Y), bin by bin: 1 where y is x through a linear filter, near 1/Segments where they have nothing to do with each
// other, and NaN where one of them has no power. With one segment it is 1 everywhere.
func (c Cross) Coherence() []float64 {
	r := make([]float64, len(c.XY))
	for k, v := range c.XY {
		r[k] = (real(v)*real(v) + imag(v)*imag(v)) / (c.X[k] * c.Y[k])
	}
	return r
}

// Cross estimates the cross spectrum of two signals of one length, and their power spectra. It averages by the mean alone. In all else it
// is like Power.
func (w *Welch) Cross(ctx context.Context, x, y []float32) (Cross, error) {
	switch {
	case w.f.Average == Median:
		return Cross{}, fmt.Errorf("signals: the median of a cross spectrum: take Mean")
	case len(x) != len(y):
		return Cross{}, fmt.Errorf("%w: a cross spectrum of %d and %d samples: take as many of both", wgfft.ErrSliceLength, len(x), len(y))
	}
	bins := w.s.bins
	c := Cross{Freq: w.freq(), X: make([]float64, bins), Y: make([]float64, bins), XY: make([]complex128, bins)}
	next, stop := iter.Pull2(w.s.Stream(ctx, Samples(y)))
	defer stop()
	for b, err := range w.s.Stream(ctx, Samples(x)) {
		if err != nil {
			return Cross{}, err
		}
		other, err, _ := next() // as many blocks
		if err != nil {
			return Cross{}, err
		}
		for i, v := range b.Spectra {
			k, u := i%bins, other.Spectra[i]
			c.X[k] += power(v)
			c.Y[k] += power(u)
			c.XY[k] += cmplx.Conj(complex128(v)) * complex128(u)
		}
		c.Segments += b.Frames
	}
	for k := range bins {
		f := w.factor(k) / float64(c.Segments)
		c.X[k] *= f
		c.Y[k] *= f
		c.XY[k] *= complex(f, 0)
	}
	return c, nil
}
