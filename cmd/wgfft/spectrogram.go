package main

import (
	"errors"
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
	if err := checkApart(a, s.In, s.Out, ".png"); err != nil {
		return err
	}
	return writePicture(a, s.Out, func(w io.Writer) error { return s.draw(a, w) })
}

// A measured sound is what there is to draw of a file.
type measuredSound struct {
	levels
	shape   frameShape
	rate    int
	samples int
	short   error // the file holds fewer samples than it announces
	on      wgfft.Adapter
}

func (s *spectrogramCommand) draw(a *app, w io.Writer) error {
	bar := a.follow("spectrogram")
	defer bar.end()
	sound, err := read(a, s.In, func(r io.Reader) (measuredSound, error) { return s.measure(a, r, bar.step) })
	if err != nil {
		return err
	}
	bar.end()
	if sound.short != nil {
		a.note("%s: the file is cut short: drawing what is there, %s", title(s.In), count(sound.samples, "sample"))
	}
	a.tellNotFinite(s.In, sound.notFinite, sound.samples)
	heading := s.Title
	if heading == "" {
		heading = filepath.Base(title(s.In))
	}
	rate, shape := float64(sound.rate), sound.shape
	err = picture.WriteSpectrogram(w, picture.Spectrogram{
		Level: sound.level, Frames: sound.moments, Bins: sound.bins,
		Step: sound.step / rate, BinWidth: rate / float64(shape.n),
	}, picture.Options{Width: pictureWidth, Height: pictureHeight, Title: heading, Range: s.Range, Unit: "dBFS"})
	if err != nil {
		return err
	}
	a.note("drew %s: %.2f s at %d Hz, %s of %s (%s, hop %d)", title(s.In), float64(sound.samples)/rate, sound.rate,
		count(sound.frames, "window"), count(sound.frame, "sample"), shape.window, sound.hop)
	a.detail("computed on %s", name(sound.on))
	return nil
}

// measure reads a sound and computes its levels. A file whose length is known is read as it is transformed, so that it
// may be longer than memory; what comes through a pipe is held.
func (s *spectrogramCommand) measure(a *app, r io.Reader, follow func(done, total int)) (m measuredSound, err error) {
	sound, err := wav.NewReader(r)
	if err != nil {
		return m, err
	}
	m.rate, m.samples = sound.Rate, int(sound.Frames())
	if m.shape, err = s.shape(sound.Rate); err != nil {
		return m, err
	}
	m.shape.follow = follow
	samples := signals.SampleReader(sound)
	switch {
	case m.samples >= 0:
		m.short = sound.Short()
	default:
		held, err := hold(sound, wgfft.DefaultMemoryLimit())
		if err != nil && !errors.Is(err, wav.ErrTruncated) {
			return m, err
		}
		m.samples, m.short, samples = held.samples, err, held
	}
	if m.samples == 0 {
		if m.short != nil {
			return m, m.short
		}
		return m, errors.New("a sound of no samples: there is nothing to draw")
	}
	c, err := a.openedDevice()
	if err != nil {
		return m, err
	}
	defer c.Close()
	m.on = c.Adapter()
	m.levels, err = m.shape.measure(a.ctx, c, samples, m.samples)
	return m, err
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
