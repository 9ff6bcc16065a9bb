package signals

import (
	"context"
	"fmt"
	"math"

	"wgfft"
)

// Scaling is what a power spectrum is a measure of.
type Scaling int

const (
	Density  Scaling = iota // power per Hz, for noise
	Spectrum                // power, for tones
)

// Average says how the spectra of the segments make one.
type Average int

const (
	Mean   Average = iota
	Median         // over its expectation; for slices, whose spectra are all held
)

// WelchConfig says how power spectra are estimated. The zero value is the default of scipy.signal.welch.
type WelchConfig struct {
	Rate    float64 // samples per second; 0: 1
	Segment int     // samples of a segment; 0: 256
	Hop     int     // samples from the beginning of a segment to that of the next; 0: half a segment, rounded up
	Points  int     // of a transform, no fewer than samples in a segment, which zeros fill up behind them; 0: as many
	Window  Window  // in its periodic form
	Detrend Detrend
	Scaling Scaling
	Average Average
	Block   int // segments transformed together; 0: about a million points' worth
}

// A Welch estimates power spectra by Welch's method. It is safe for concurrent use, until its context is closed.
type Welch struct {
	s     *STFT
	f     WelchConfig
	scale float64 // of the powers of a bin that stands for one frequency
}

// A PSD is a power spectrum: density or spectrum, as its configuration says.
type PSD struct {
	Freq     []float64 // of the bins, in Hz: 0 to half the rate
	Power    []float64
	Segments int // that it is the average of
}

// NewWelch prepares power spectra. It returns a LengthError or LimitError of [wgfft] where there is no transform of so many points, and
// says what else is wrong with f.
func NewWelch(c *wgfft.Engine, f WelchConfig) (*Welch, error) {
	if f.Rate == 0 {
		f.Rate = 1
	}
	switch {
	case !(f.Rate > 0 && f.Rate <= math.MaxFloat64):
		return nil, fmt.Errorf("signals: a rate of %v samples per second: take a positive one", f.Rate)
	case f.Detrend < Constant || f.Detrend > None:
		return nil, fmt.Errorf("signals: %v: take Constant, Linear or None", f.Detrend)
	case f.Scaling != Density && f.Scaling != Spectrum:
		return nil, fmt.Errorf("signals: scaling %d: take Density or Spectrum", f.Scaling)
	case f.Average != Mean && f.Average != Median:
		return nil, fmt.Errorf("signals: average %d: take Mean or Median", f.Average)
	}
	s, err := newSTFT(c, STFTConfig{Frame: f.Segment, Hop: f.Hop, Points: f.Points, Window: f.Window, Edges: Whole, Block: f.Block}, f.Detrend)
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
		return nil, fmt.Errorf("signals: window %v: its weights add up to nothing that powers could be measured by; take another", f.Window)
	}
	return &Welch{s: s, f: f, scale: 1 / over}, nil
}

// Config is what it was made of, with what was zero filled in.
func (w *Welch) Config() WelchConfig { return w.f }

// Power estimates the power spectrum of a signal. It returns ErrShort for one without a segment, ErrClosed, or ctx's error.
func (w *Welch) Power(ctx context.Context, signal []float32) (PSD, error) {
	if w.f.Average == Median {
		return w.median(ctx, signal)
	}
	return w.PowerStream(ctx, Samples(signal))
}

// PowerStream estimates the power spectrum of a signal as it comes in, in memory that does not grow with it. It is that of Power, bit for bit. It
// returns an error of r's or one of Power, and refuses a median, which needs all segments at once.
func (w *Welch) PowerStream(ctx context.Context, r SampleReader) (PSD, error) {
	if w.f.Average == Median {
		return PSD{}, fmt.Errorf("signals: the median of a stream: it needs all segments at once; take Mean, or Power of a slice")
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

// power is the square of a value.
func power(v complex64) float64 {
	re, im := float64(real(v)), float64(imag(v))
	return re*re + im*im
}

// factor turns the average of squares in a bin into its power, with that of the negative frequency.
func (w *Welch) factor(k int) float64 {
	if k == 0 || 2*k == w.f.Points {
		return w.scale
	}
	return 2 * w.scale
}

// freq lists the frequencies of the bins.
func (w *Welch) freq() []float64 { return wgfft.RFFTFreq(w.f.Points, 1/w.f.Rate) }
