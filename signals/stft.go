package signals

import (
	"context"
	"fmt"
	"math"
	"sync"

	"wgfft"
)

// Edges say which frames a signal has.
type Edges int

const (
	// Centred frames have the samples 0, Hop, 2 Hop, ... in their middle, the signal lying between zeros, up to the first middle that is
	// behind the signal: any signal of at least one sample has frames, and most windows and hops can be inverted to the last sample.
	Centred Edges = iota
	// Whole frames begin with the samples 0, Hop, 2 Hop, ... and lie within the signal.
	Whole
)

// STFTConfig says how a signal is cut into frames.
type STFTConfig struct {
	Frame  int    // samples of a frame; 0: 256
	Hop    int    // samples from the beginning of a frame to that of the next; 0: half a frame, rounded up
	Points int    // of a transform, no fewer than samples in a frame, which zeros fill up behind them; 0: as many
	Window Window // in its periodic form; for another make a Custom one
	Edges  Edges
	// Block is how many frames are transformed together, and the most that a stream yields at once; 0: about a million points' worth. On a GPU
	// fewer frames take as long: for signals of a few, and for streams that should not wait for many, make it small.
	Block int
}

// blockPoints is how many points are transformed together unless the caller says otherwise: 4 MB there and 4 MB back, a few of the
// parts that travel to a GPU at once.
const blockPoints = 1 << 20

// mostHop leaves room for sums of positions in a signal.
const mostHop = math.MaxInt / 4

// An STFT is a short-time Fourier transform of real signals. It is safe for concurrent use, until its context is closed.
type STFT struct {
	c       *wgfft.Engine
	f       STFTConfig // complete
	bins    int
	weights []float64
	trend   Detrend   // taken off each frame before it is weighted
	rooms   sync.Pool // *room
}

// NewSTFT prepares a short-time Fourier transform. It returns a LengthError or LimitError of [wgfft] where there is no transform of so many
// points, a MemoryError for blocks that need more memory than the context's limit, and says what else is wrong with f.
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
	if err := c.CheckMemory(fmt.Sprintf("frames of %d points in blocks of %d", f.Points, f.Block), f.bytes()...); err != nil {
		return nil, err
	}
	p, err := c.PlanReal(context.Background(), problem)
	if err != nil {
		return nil, err
	}
	p.Close() // its kernels stay with the context
	weights, err := f.Window.Periodic(f.Frame)
	if err != nil {
		return nil, err
	}
	return &STFT{c: c, f: f, bins: f.Points/2 + 1, weights: weights, trend: trend}, nil
}

// complete fills in what is zero and checks the rest.
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
		f.Block = max(1, blockPoints/max(1, f.Points))
	}
	switch {
	case f.Frame < 1 || f.Frame > mostPoints:
		return fail("frames of %d samples: take from 1 to %d", f.Frame, mostPoints)
	case f.Hop < 1 || f.Hop > mostHop:
		return fail("a hop of %d samples: take from 1 to %d", f.Hop, mostHop)
	case f.Points < f.Frame:
		return fail("transforms of %d points for frames of %d samples: take at least as many", f.Points, f.Frame)
	case f.Edges != Centred && f.Edges != Whole:
		return fail("edges %d: take Centred or Whole", f.Edges)
	case f.Block < 1 || f.Block > max(1, mostPoints/f.Points):
		return fail("blocks of %d frames of %d points: take from 1 frame to %d points in all", f.Block, f.Points, mostPoints)
	}
	return f, f.Window.check(f.Frame)
}

// bytes lists those of what a transform allocates for itself: the window, and for a block its samples, frames and
// spectra. The counts are of at most 2^31 points each.
func (f STFTConfig) bytes() []int64 {
	frame, block, points := int64(f.Frame), int64(f.Block), int64(f.Points)
	return []int64{8 * frame, 4 * frame, 4 * block * points, 8 * block * (points/2 + 1)}
}

// Config is what the transform was made of, with what was zero filled in.
func (s *STFT) Config() STFTConfig { return s.f }

// Bins is how many bins a frame's spectrum has: Points/2 + 1.
func (s *STFT) Bins() int { return s.bins }

// Freq returns the frequencies of the bins of a signal of so many samples per second, in Hz: 0 to half the rate.
func (s *STFT) Freq(rate float64) []float64 { return wgfft.RFFTFreq(s.f.Points, 1/rate) }

// String says what the transform does, for people.
func (s *STFT) String() string {
	return fmt.Sprintf("STFT of frames of %d samples, %d apart, by %d points", s.f.Frame, s.f.Hop, s.f.Points)
}

// Sum is the sum of the window: a constant 1 reaches it in bin 0, a sine of amplitude 1 half of it in the bin of its frequency.
func (s *STFT) Sum() float64 {
	sum := 0.0
	for _, v := range s.weights {
		sum += v
	}
	return sum
}

// Frames is how many frames a signal of so many samples has.
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
	over := samples - n%2 // behind frame 0, with the zeros before and behind
	frames := over/hop + 1
	if over%hop > 0 {
		frames++
	}
	return frames
}

// Begin is the sample that a frame begins with, which lies before the signal for the first of Centred frames.
func (s *STFT) Begin(frame int) int { return frame*s.f.Hop - s.lead() }

// lead is how many zeros frame 0 begins with.
func (s *STFT) lead() int {
	if s.f.Edges == Whole {
		return 0
	}
	return s.f.Frame / 2
}

// mostValues is more than any machine holds, and fewer than make a slice panic.
const mostValues = 1 << 44

// Forward computes the spectra of the frames of a signal, Frames(len(signal)) x Bins(), to dst and returns dst. A nil dst is allocated. It
// returns ErrShort for a signal without a frame, ErrSliceLength, ErrClosed, or ctx's error.
func (s *STFT) Forward(ctx context.Context, dst []complex64, signal []float32) ([]complex64, error) {
	frames := s.Frames(len(signal))
	if frames == 0 {
		return nil, s.short(len(signal))
	}
	if int64(frames) > min(mostValues, math.MaxInt)/int64(s.bins) {
		return nil, fmt.Errorf("signals: %d spectra of %d bins: more than a slice holds; use Stream", frames, s.bins)
	}
	if dst == nil {
		if err := s.c.CheckMemory(fmt.Sprintf("%d spectra of %d bins", frames, s.bins), product(8, frames, s.bins)); err != nil {
			return nil, err
		}
	}
	dst, err := sized(dst, frames*s.bins)
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

// short is the error for a signal without a frame.
func (s *STFT) short(samples int) error {
	if s.f.Edges == Centred {
		return fmt.Errorf("%w: it has no samples", ErrShort)
	}
	return fmt.Errorf("%w: it has %d samples, and a frame or segment %d; take shorter ones, or more samples", ErrShort, samples, s.f.Frame)
}
