package signals

import (
	"context"
	"fmt"
	"iter"
	"math/cmplx"

	"wgfft"
)

// A Cross holds the power spectra and the cross spectrum of two signals x and y. The cross spectrum
// is the average over the segments of
//
//	conj(X_i[k]) Y_i[k]
//
// scaled as a power spectrum, like scipy.signal.csd. Its phase is the phase of y minus the phase of
// x.
type Cross struct {
	// Freq holds the frequencies of the bins in Hz, from 0 to half the rate.
	Freq []float64
	// X and Y are the power spectra of x and y, as [Welch.Power] returns them.
	X, Y []float64
	// XY is the cross spectrum.
	XY []complex128
	// Segments is the number of averaged segments.
	Segments int
}

// Coherence returns the magnitude-squared coherence |XY|^2 / (X Y) of every bin in a new slice.
//
// It is 1 where y is x after a linear filter, and about 1/Segments where the signals are unrelated.
// It is NaN where one of them has no power. With one segment it is 1 everywhere.
func (c Cross) Coherence() []float64 {
	r := make([]float64, len(c.XY))
	for k, v := range c.XY {
		r[k] = (real(v)*real(v) + imag(v)*imag(v)) / (c.X[k] * c.Y[k])
	}
	return r
}

// Cross estimates the cross spectrum of x and y, and the power spectrum of each. Both signals must
// have the same length.
//
// It returns [wgfft.ErrSliceLength] if the lengths differ, [ErrShort] if the signals are shorter
// than one segment, [wgfft.ErrClosed], or ctx's error. The average must be [Mean].
func (w *Welch) Cross(ctx context.Context, x, y []float32) (Cross, error) {
	if err := w.checkCross(len(x), len(y)); err != nil {
		return Cross{}, err
	}
	bins := w.s.bins
	c := Cross{
		Freq: w.freq(),
		X:    make([]float64, bins), Y: make([]float64, bins),
		XY: make([]complex128, bins),
	}
	next, stop := iter.Pull2(w.s.Stream(ctx, Samples(y)))
	defer stop()
	for b, err := range w.s.Stream(ctx, Samples(x)) {
		if err != nil {
			return Cross{}, err
		}
		other, err, _ := next() // both streams have the same number of blocks
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

// checkCross returns an error if there is no cross spectrum of signals with x and y samples.
func (w *Welch) checkCross(x, y int) error {
	switch {
	case w.f.Average == Median:
		return fmt.Errorf("signals: a cross spectrum has no median: use Average Mean")
	case x != y:
		return fmt.Errorf("%w: the signals have %d and %d samples; a cross spectrum needs equal lengths",
			wgfft.ErrSliceLength, x, y)
	}
	return nil
}
