package signals

import (
	"context"
	"fmt"
	"math"

	"wgfft"
)

// Scaling is the quantity that a power spectrum measures.
type Scaling int

const (
	Density  Scaling = iota // power per Hz, equation (4): for noise
	Spectrum                // power, equation (5): for tones
)

// String returns the name that scipy.signal uses: density or spectrum.
func (s Scaling) String() string {
	switch s {
	case Density:
		return "density"
	case Spectrum:
		return "spectrum"
	}
	return fmt.Sprintf("scaling(%d)", int(s))
}

// Average is the way in which the spectra of the segments are combined.
type Average int

const (
	Mean   Average = iota // the arithmetic mean
	Median                // the median over its expectation (6); not for streams
)

// String returns the name that scipy.signal uses: mean or median.
func (a Average) String() string {
	switch a {
	case Mean:
		return "mean"
	case Median:
		return "median"
	}
	return fmt.Sprintf("average(%d)", int(a))
}

// WelchConfig is the configuration of a [Welch] estimator. The zero value has the defaults of
// scipy.signal.welch.
type WelchConfig struct {
	// Rate is the sampling rate in Hz; 0 means 1.
	Rate float64
	// Segment is the number of samples in a segment; 0 means 256.
	Segment int
	// Hop is the number of samples between the beginnings of adjacent segments. 0 means half a
	// segment, rounded up.
	Hop int
	// Points is the length of the transform, at least Segment. Segments are padded with zeros. 0
	// means Segment.
	Points int
	// Window is used in its periodic form.
	Window Window
	// Detrend is Constant, Linear or None.
	Detrend Detrend
	// Scaling is Density or Spectrum.
	Scaling Scaling
	// Average is Mean or Median.
	Average Average
	// Block is the number of segments that are transformed together; 0 means about 2^20 points.
	Block int
}

// A Welch estimates power spectra by Welch's method. It is safe for concurrent use. It can be used
// until its engine is closed.
type Welch struct {
	s     *STFT
	f     WelchConfig
	scale float64 // power per squared magnitude, for c_k = 1
}

// A PSD is a one-sided power spectrum, as density or spectrum.
type PSD struct {
	// Freq holds the frequencies of the bins in Hz, from 0 to half the rate.
	Freq []float64
	// Power holds the power of the bins: squared units per Hz for Density, squared units for
	// Spectrum.
	Power []float64
	// Segments is the number of averaged segments.
	Segments int
}

// NewWelch returns an estimator of power spectra on engine c.
//
// Errors: a [wgfft.LengthError] or [wgfft.LimitError] if there is no transform of f.Points points.
// A [wgfft.MemoryError] if a block exceeds the engine's memory limit. Otherwise an error names the
// field of f that is out of range.
func NewWelch(c *wgfft.Engine, f WelchConfig) (*Welch, error) {
	if f.Rate == 0 {
		f.Rate = 1
	}
	switch {
	case !(f.Rate > 0 && f.Rate <= math.MaxFloat64):
		return nil, fmt.Errorf("signals: Rate %v is not a positive number of Hz", f.Rate)
	case f.Detrend < Constant || f.Detrend > None:
		return nil, fmt.Errorf("signals: Detrend %v is unknown: use Constant, Linear or None", f.Detrend)
	case f.Scaling != Density && f.Scaling != Spectrum:
		return nil, fmt.Errorf("signals: Scaling %v is unknown: use Density or Spectrum", f.Scaling)
	case f.Average != Mean && f.Average != Median:
		return nil, fmt.Errorf("signals: Average %v is unknown: use Mean or Median", f.Average)
	}
	s, err := newSTFT(c, STFTConfig{
		Frame: f.Segment, Hop: f.Hop, Points: f.Points, Window: f.Window, Edges: Whole, Block: f.Block,
	}, f.Detrend)
	if err != nil {
		return nil, err
	}
	f.Segment, f.Hop, f.Points, f.Block = s.f.Frame, s.f.Hop, s.f.Points, s.f.Block
	over := s.Sum() * s.Sum()
	if f.Scaling == Density {
		over = 0
		for _, v := range s.weights {
			over += v * v
		}
		over *= f.Rate
	}
	if !(over > 0) {
		return nil, fmt.Errorf("signals: window %v has weights that sum to 0, which leaves powers without a scale: "+
			"use another window", f.Window)
	}
	return &Welch{s: s, f: f, scale: 1 / over}, nil
}

// Config returns the configuration with its defaults filled in.
func (w *Welch) Config() WelchConfig { return w.f }

// Power estimates the power spectrum of a signal. The result has Points/2 + 1 bins and is
// allocated.
//
// Errors: [ErrShort] if the signal is shorter than one segment, a [wgfft.MemoryError] for a Median,
// [wgfft.ErrClosed], or ctx's error.
func (w *Welch) Power(ctx context.Context, signal []float32) (PSD, error) {
	if w.f.Average == Median {
		return w.median(ctx, signal)
	}
	return w.PowerStream(ctx, Samples(signal))
}

// PowerStream estimates the power spectrum of a signal as it is read, in constant memory. The
// result is identical, bit for bit, to that of [Welch.Power].
//
// Errors: an error of r, or one of [Welch.Power]. The average must be Mean, because a median needs
// all segments at once.
func (w *Welch) PowerStream(ctx context.Context, r SampleReader) (PSD, error) {
	if w.f.Average == Median {
		return PSD{}, fmt.Errorf("signals: a stream has no median, which needs all segments: " +
			"use Average Mean, or Power with a slice")
	}
	sum, segments := make([]float64, w.s.bins), 0
	for b, err := range w.s.Stream(ctx, r) {
		if err != nil {
			return PSD{}, err
		}
		for i, v := range b.Spectra {
			sum[i%len(sum)] += power(v)
		}
		segments += b.Frames
	}
	for k := range sum {
		sum[k] *= w.factor(k) / float64(segments)
	}
	return PSD{Freq: w.freq(), Power: sum, Segments: segments}, nil
}

// power returns |v|^2.
func power(v complex64) float64 {
	re, im := float64(real(v)), float64(imag(v))
	return re*re + im*im
}

// factor returns the factor from the mean of |X_i[k]|^2 to the power of bin k: c_k times scale.
func (w *Welch) factor(k int) float64 {
	if k == 0 || 2*k == w.f.Points {
		return w.scale
	}
	return 2 * w.scale
}

// freq returns the frequencies of the bins in Hz.
func (w *Welch) freq() []float64 { return wgfft.RFFTFreq(w.f.Points, 1/w.f.Rate) }
