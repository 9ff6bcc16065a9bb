package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"wgfft"
	"wgfft/internal/picture"
	"wgfft/plan"
	"wgfft/signals"
	"wgfft/signals/wav"
)

type spectrogramCommand struct {
	In     string  `arg:"" name:"IN.wav" help:"Sound, PCM or float; - for standard input. Several channels are mixed."`
	Out    string  `short:"o" placeholder:"OUT.png" help:"File for the picture; - or none for standard output."`
	N      int     `short:"n" placeholder:"POINTS" help:"Window length in samples: 40 to 50 ms unless given; a shorter sound has windows of its own length."`
	Hop    int     `placeholder:"SAMPLES" help:"From one window to the next: a quarter of the window unless given."`
	Window string  `default:"hann" placeholder:"hann" help:"Window function: ${windows}."`
	Range  float64 `default:"80" placeholder:"80" help:"Levels shown below the greatest, in dB."`
	Title  string  `placeholder:"TEXT" help:"Title: the file's name unless given."`
}

// The picture in pixels, and how many moments it is given at most: a few to a pixel lose nothing, and the levels of a day
// of sound stay in memory.
const (
	pictureWidth  = 1280
	pictureHeight = 720
	mostMoments   = 4 * pictureWidth
	mostCells     = 32 << 20 // 128 MiB of levels
	mostWindow    = 16 << 20 // samples
)

func (s *spectrogramCommand) Run(a *app) error {
	switch {
	case s.N < 0 || s.N == 1 || s.N > mostWindow:
		return misuse("spectrogram: --n %d: a window has from 2 to %d samples", s.N, mostWindow)
	case s.Hop < 0:
		return misuse("spectrogram: --hop %d: windows follow each other by at least 1 sample", s.Hop)
	case !(s.Range > 0 && s.Range <= 1000):
		return misuse("spectrogram: --range %g: give a number of dB above 0, at most 1000", s.Range)
	}
	if _, err := signals.ParseWindow(s.Window); err != nil {
		return misuse("spectrogram: --window: %s", strings.TrimPrefix(err.Error(), "signals: "))
	}
	return writePicture(a, s.Out, func(w io.Writer) error { return s.draw(a, w) })
}

func (s *spectrogramCommand) draw(a *app, w io.Writer) error {
	sound, err := read(a, s.In, wav.Read)
	if errors.Is(err, wav.ErrTruncated) && sound.Frames() > 0 {
		a.note("%v: drawing what is there", err)
		err = nil
	}
	if err != nil {
		return err
	}
	if sound.Frames() == 0 {
		return fmt.Errorf("%s: a sound of no samples: there is nothing to draw", title(s.In))
	}
	if sound.Rate < 1 {
		return fmt.Errorf("%s: a sound of %d samples per second: there is no time axis", title(s.In), sound.Rate)
	}
	c, err := wgfft.Open(wgfft.Config{Device: a.device})
	if err != nil {
		return err
	}
	defer c.Close()

	shape, err := s.shape(sound.Rate)
	if err != nil {
		return err
	}
	bar := a.follow("spectrogram")
	defer bar.end()
	shape.follow = bar.step
	found, err := shape.measure(a.ctx, c, sound.Mono())
	if err != nil {
		return err
	}
	bar.end()
	heading := s.Title
	if heading == "" {
		heading = filepath.Base(title(s.In))
	}
	rate := float64(sound.Rate)
	err = picture.WriteSpectrogram(w, picture.Spectrogram{
		Level: found.level, Frames: found.moments, Bins: found.bins,
		Step: found.step / rate, BinWidth: rate / float64(shape.n),
	}, picture.Options{Width: pictureWidth, Height: pictureHeight, Title: heading, Range: s.Range, Unit: "dBFS"})
	if err != nil {
		return err
	}
	a.note("drew %s: %.2f s at %d Hz, %s of %s (%s, hop %d), on %s",
		title(s.In), sound.Seconds(), sound.Rate, count(found.frames, "window"), count(found.frame, "sample"), shape.window, found.hop, name(c.Adapter()))
	return nil
}

// longestWindow is the longest window chosen for a sound, 85 ms at 192 kHz.
const longestWindow = 16384

// shape chooses what the command line left open.
func (s *spectrogramCommand) shape(rate int) (frameShape, error) {
	shape := frameShape{n: s.N, hop: s.Hop}
	if shape.n == 0 {
		shape.n = windowLength(rate, longestWindow)
	}
	if shape.hop == 0 {
		shape.hop = max(1, shape.n/4)
	}
	shape.moments = max(1, min(mostMoments, mostCells/(shape.n/2+1)))
	var err error
	shape.window, err = signals.ParseWindow(s.Window)
	return shape, err
}

// windowLength is a length of 40 to 50 ms that is fast to transform: a power of two where there is one, otherwise the
// first even length without prime factors above 5. That is long enough to tell the tones of a voice or a bird apart and short
// enough to see them move.
func windowLength(rate, most int) int {
	const shortest = 16
	low, high := math.Ceil(0.040*float64(rate)), 0.050*float64(rate)
	if low > float64(most) {
		return most
	}
	power := math.Exp2(math.Ceil(math.Log2(max(1, low))))
	if power <= high {
		return max(shortest, min(most, int(power)))
	}
	n := max(shortest, int(low))
	for n%2 == 1 || plan.LargestPrime(n) > 5 {
		n++
	}
	return min(most, n)
}
