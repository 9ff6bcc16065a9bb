package signals

import (
	"context"
	"fmt"
	"math"
	"sync"

	"wgfft"
)

// Edges selects the frames of a signal, in particular at its ends.
type Edges int

const (
	// Centred frames are centred on samples 0, Hop, 2 Hop, ...; the signal is padded with zeros. The
	// last frame is the first one whose centre reaches the end of the signal. Every signal of at least
	// one sample has frames, and most windows and hops can be inverted up to the last sample.
	Centred Edges = iota
	// Whole frames begin at samples 0, Hop, 2 Hop, ... and lie within the signal, without padding.
	Whole
)

// String returns "centred" or "whole".
func (e Edges) String() string {
	switch e {
	case Centred:
		return "centred"
	case Whole:
		return "whole"
	}
	return fmt.Sprintf("edges(%d)", int(e))
}

// STFTConfig is the configuration of an [STFT]. The zero value has Hann windows of 256 samples that
// overlap by half.
type STFTConfig struct {
	// Frame is the number of samples in a frame; 0 means 256.
	Frame int
	// Hop is the number of samples between the beginnings of adjacent frames. 0 means half a frame,
	// rounded up.
	Hop int
	// Points is the length of the transform, at least Frame. Frames are padded with zeros. 0 means
	// Frame.
	Points int
	// Window is used in its periodic form. Use Custom for other weights.
	Window Window
	// Edges is Centred or Whole.
	Edges Edges
	// Block is the number of frames that are transformed together, and the number of frames in a
	// [Block] of a stream. 0 means about 2^20 points. A GPU takes the same time for a partly filled
	// block: choose a small Block for short signals, and for streams with low latency.
	Block int
}

// defaultBlockPoints is the number of points in a block by default: 4 MB in each direction, which
// keeps transfers to a GPU efficient.
const defaultBlockPoints = 1 << 20

// maxHop keeps sums of sample positions within int.
const maxHop = math.MaxInt / 4

// An STFT computes short-time Fourier transforms of real signals. It is safe for concurrent use. It
// can be used until its engine is closed.
type STFT struct {
	c       *wgfft.Engine
	f       STFTConfig // with defaults filled in
	bins    int
	weights []float64
	trend   Detrend   // removed from each frame before windowing
	pool    sync.Pool // of *buffers
}

// NewSTFT returns a short-time Fourier transform on engine c.
//
// Errors: a [wgfft.LengthError] or [wgfft.LimitError] if there is no transform of f.Points points.
// A [wgfft.MemoryError] if a block exceeds the engine's memory limit. Otherwise an error names the
// field of f that is out of range.
func NewSTFT(c *wgfft.Engine, f STFTConfig) (*STFT, error) { return newSTFT(c, f, None) }

func newSTFT(c *wgfft.Engine, f STFTConfig, trend Detrend) (*STFT, error) {
	f, err := f.complete()
	if err != nil {
		return nil, err
	}
	problem := wgfft.Problem{Kind: wgfft.R2C, Shape: []int{f.Points}, Batch: f.Block}
	if err := problem.Check(); err != nil {
		return nil, err
	}
	what := fmt.Sprintf("frames of %d points in blocks of %d", f.Points, f.Block)
	if err := c.CheckMemory(what, f.bytes()...); err != nil {
		return nil, err
	}
	p, err := c.PlanReal(problem)
	if err != nil {
		return nil, err
	}
	p.Close() // the engine keeps its kernels
	weights, err := f.Window.Periodic(f.Frame)
	if err != nil {
		return nil, err
	}
	return &STFT{c: c, f: f, bins: f.Points/2 + 1, weights: weights, trend: trend}, nil
}

// complete fills in the defaults and checks all fields.
func (f STFTConfig) complete() (STFTConfig, error) {
	fail := func(format string, args ...any) (STFTConfig, error) {
		return f, fmt.Errorf("signals: "+format, args...)
	}
	if f.Frame == 0 {
		f.Frame = 256
	}
	if f.Hop == 0 {
		f.Hop = f.Frame - f.Frame/2 // scipy overlaps segments by Frame/2 samples, rounded down
	}
	if f.Points == 0 {
		f.Points = f.Frame
	}
	if f.Block == 0 {
		f.Block = max(1, defaultBlockPoints/max(1, f.Points))
	}
	switch {
	case f.Frame < 1 || f.Frame > maxPoints:
		return fail("Frame %d is out of range [1, %d]", f.Frame, maxPoints)
	case f.Hop < 1 || f.Hop > maxHop:
		return fail("Hop %d is out of range [1, %d]", f.Hop, maxHop)
	case f.Points < f.Frame:
		return fail("Points %d is less than Frame %d: the transform must hold a frame", f.Points, f.Frame)
	case f.Edges != Centred && f.Edges != Whole:
		return fail("Edges %v is unknown: use Centred or Whole", f.Edges)
	case f.Block < 1 || f.Block > max(1, maxPoints/f.Points):
		return fail("Block %d is out of range [1, %d]: a block of frames of %d points has at most %d points",
			f.Block, max(1, maxPoints/f.Points), f.Points, maxPoints)
	}
	return f, f.Window.check(f.Frame)
}

// bytes returns the sizes of the arrays that a transform allocates: the window, one frame, and the
// frames and spectra of one block.
func (f STFTConfig) bytes() []int64 {
	frame, block, points := int64(f.Frame), int64(f.Block), int64(f.Points)
	return []int64{8 * frame, 4 * frame, 4 * block * points, 8 * block * (points/2 + 1)}
}

// Config returns the configuration with its defaults filled in.
func (s *STFT) Config() STFTConfig { return s.f }

// Bins returns the number of bins in the spectrum of a frame, Points/2 + 1.
func (s *STFT) Bins() int { return s.bins }

// Freq returns the frequencies of the bins in Hz, from 0 to rate/2, in a new slice of Bins()
// elements. rate is the sampling rate in Hz.
func (s *STFT) Freq(rate float64) []float64 { return wgfft.RFFTFreq(s.f.Points, 1/rate) }

// String describes the transform, for people.
func (s *STFT) String() string {
	return fmt.Sprintf("STFT of frames of %d samples, %d apart, by %d points", s.f.Frame, s.f.Hop, s.f.Points)
}

// Sum returns the sum of the window's weights. A constant signal of 1 has the value Sum in bin 0. A
// sine of amplitude 1 has the magnitude Sum/2 in the bin of its frequency.
func (s *STFT) Sum() float64 {
	sum := 0.0
	for _, v := range s.weights {
		sum += v
	}
	return sum
}

// Frames returns the number of frames in a signal of the given number of samples.
func (s *STFT) Frames(samples int) int {
	n, hop := s.f.Frame, s.f.Hop
	if s.f.Edges == Whole {
		if samples < n {
			return 0
		}
		return (samples-n)/hop + 1
	}
	if samples < 1 {
		return 0
	}
	over := samples - n%2 // samples after frame 0, with the padding
	frames := over/hop + 1
	if over%hop > 0 {
		frames++
	}
	return frames
}

// Begin returns the index of the first sample of a frame. It is negative for the first Centred
// frames.
func (s *STFT) Begin(frame int) int { return frame*s.f.Hop - s.lead() }

// lead returns the number of zeros at the beginning of frame 0.
func (s *STFT) lead() int {
	if s.f.Edges == Whole {
		return 0
	}
	return s.f.Frame / 2
}

// maxValues is less than the number of elements that makes a slice allocation panic.
const maxValues = 1 << 44

// Forward computes the spectra of all frames of a signal and stores them in dst, an array of
// Frames(len(signal)) x Bins(), row-major. It allocates the result if dst is nil; otherwise dst
// must have exactly this size. It returns dst.
//
// Errors: [ErrShort] if the signal has no frame, [wgfft.ErrSliceLength], a [wgfft.MemoryError],
// [wgfft.ErrClosed], or ctx's error. After an error the contents of dst are undefined.
func (s *STFT) Forward(ctx context.Context, dst []complex64, signal []float32) ([]complex64, error) {
	frames := s.Frames(len(signal))
	if frames == 0 {
		return nil, s.shortError(len(signal))
	}
	if int64(frames) > min(maxValues, math.MaxInt)/int64(s.bins) {
		return nil, fmt.Errorf("signals: %d spectra of %d bins do not fit into a slice: use Stream", frames, s.bins)
	}
	if dst == nil {
		what := fmt.Sprintf("%d spectra of %d bins", frames, s.bins)
		if err := s.c.CheckMemory(what, bytesOf(8, frames, s.bins)); err != nil {
			return nil, err
		}
	}
	dst, err := resultSlice(dst, frames*s.bins)
	if err != nil {
		return nil, err
	}
	place := func(first, n int) []complex64 { return dst[first*s.bins : (first+n)*s.bins] }
	for _, err := range s.blocks(ctx, Samples(signal), place) {
		if err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// shortError returns the error for a signal without frames.
func (s *STFT) shortError(samples int) error {
	if s.f.Edges == Centred {
		return fmt.Errorf("%w: it has no samples", ErrShort)
	}
	return fmt.Errorf("%w: it has %d samples, want at least %d (one frame or segment); use shorter frames",
		ErrShort, samples, s.f.Frame)
}
