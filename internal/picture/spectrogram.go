package picture

import (
	"bufio"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
)

// ErrInput is wrapped by the error for a spectrogram or options that cannot be drawn.
var ErrInput = errors.New("cannot be drawn")

// Spectrogram holds the levels to draw and their axes.
type Spectrogram struct {
	Level    []float32 // Frames x Bins levels in dB, the bins of a frame side by side, lowest first
	Frames   int       // moments in time
	Bins     int       // frequencies
	Start    float64   // where frame 0 begins, in s
	Step     float64   // from one frame to the next, in s
	BinWidth float64   // from one bin to the next, in Hz; bin 0 is 0 Hz
}

// Options describes the picture. The zero value is useful.
type Options struct {
	Width, Height int     // of the picture in pixels; 0: 1280 x 720
	Title         string  // above the picture; cut if it is too long
	Range         float64 // shown below the greatest level, in dB; 0: 80
	Unit          string  // of the levels, on the colour bar; "": dB
}

// The smallest and largest side of a picture in pixels. On smaller pictures labels overlap, and
// larger ones take more than 256 MiB.
const (
	MinSide = 320
	MaxSide = 8192
)

// WriteSpectrogram draws s as a PNG of exactly Width x Height pixels.
//
// The error wraps ErrInput for invalid input: no cells, a Level of another length than Frames x
// Bins, steps that are not positive and finite, a greatest level beyond a million dB, or options
// out of range. Errors of w are wrapped.
func WriteSpectrogram(w io.Writer, s Spectrogram, o Options) error {
	o = o.withDefaults()
	if err := errors.Join(s.check(), o.check()); err != nil {
		return err
	}
	top := s.top()
	if math.Abs(top) > 1e6 {
		return fail("greatest level of %g dB: give decibels, 10 log10 of the power", top)
	}
	img, _, err := draw(s, o, top)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := fast.Encode(b, img); err != nil {
		return fmt.Errorf("picture: write: %w", err)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("picture: write: %w", err)
	}
	return nil
}

func fail(format string, args ...any) error {
	return fmt.Errorf("picture: %w: "+format, append([]any{ErrInput}, args...)...)
}

// check returns an error if s cannot be drawn.
func (s Spectrogram) check() error {
	// times and frequencies that a float64 can label
	usable := func(v float64) bool { return v >= 1e-15 && v <= 1e15 }
	switch {
	case s.Frames < 1 || s.Bins < 1:
		return fail("%d frames of %d bins: give at least one of each", s.Frames, s.Bins)
	case len(s.Level)/s.Bins != s.Frames || len(s.Level)%s.Bins != 0:
		return fail("%d levels for %d frames of %d bins", len(s.Level), s.Frames, s.Bins)
	case !usable(s.Step):
		return fail("step of %g s: give a positive time between frames", s.Step)
	case !usable(s.BinWidth):
		return fail("bin width of %g Hz: give a positive one", s.BinWidth)
	case math.IsNaN(s.Start) || math.Abs(s.Start) > 1e9*s.Step*float64(s.Frames):
		return fail("start at %g s: too far from the frames' %g s to label both", s.Start, s.Step*float64(s.Frames))
	}
	return nil
}

// withDefaults replaces zero values by the defaults.
func (o Options) withDefaults() Options {
	if o.Width == 0 && o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Range == 0 {
		o.Range = 80
	}
	if o.Unit == "" {
		o.Unit = "dB"
	}
	return o
}

// check returns an error if an option is out of range.
func (o Options) check() error {
	for _, side := range []int{o.Width, o.Height} {
		if side < MinSide || side > MaxSide {
			return fail("picture of %d x %d pixels: give %d to %d each way", o.Width, o.Height, MinSide, MaxSide)
		}
	}
	if !(o.Range >= 1e-3 && o.Range <= 1e6) {
		return fail("range of %g dB: give a positive one, such as 80", o.Range)
	}
	return nil
}

// top returns the greatest finite level, or 0 if there is none.
func (s Spectrogram) top() float64 {
	top := math.Inf(-1)
	for _, v := range s.Level {
		if l := float64(v); l > top && !math.IsInf(l, 1) {
			top = l
		}
	}
	if math.IsInf(top, -1) {
		return 0
	}
	return top
}
