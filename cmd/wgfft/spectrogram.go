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
	In     string  `arg:"" name:"IN.wav" help:"${wav_in}"`
	Out    string  `short:"o" placeholder:"OUT.png" help:"File for the image${or_stdout}"`
	N      int     `short:"n" placeholder:"POINTS" help:"${window_length}"`
	Hop    int     `placeholder:"SAMPLES" help:"Hop between windows in samples; default: a quarter of the window."`
	Window string  `default:"hann" placeholder:"hann" help:"Window function: ${windows}."`
	Range  float64 `default:"80" placeholder:"80" help:"${range}"`
	Title  string  `placeholder:"TEXT" help:"Title; default: the name of the file."`
}

// Size of the image in pixels, and limits. A few columns of levels per pixel lose nothing visible and keep the
// levels of a day of audio in memory.
const (
	imageWidth  = 1280
	imageHeight = 720
	maxColumns  = 4 * imageWidth
	maxCells    = 32 << 20 // 128 MiB of levels
	maxWindow   = 16 << 20 // samples
)

func (s *spectrogramCommand) Run(a *app) error {
	switch {
	case s.N < 0 || s.N == 1 || s.N > maxWindow:
		return usageErrorf("--n %d: a window has 2 to %d samples", s.N, maxWindow)
	case s.Hop < 0:
		return usageErrorf("--hop %d: the hop is at least 1 sample", s.Hop)
	case !(s.Range > 0 && s.Range <= 1000):
		return usageErrorf("--range %g: must be greater than 0 and at most 1000 dB", s.Range)
	}
	if _, err := signals.ParseWindow(s.Window); err != nil {
		return usageErrorf("--window: %s", strings.TrimPrefix(err.Error(), "signals: "))
	}
	if err := checkNotInput(a, s.In, s.Out, ".png"); err != nil {
		return err
	}
	return writePNG(a, s.Out, func(w io.Writer) error { return s.draw(a, w) })
}

// measuredAudio is an audio file ready to draw.
type measuredAudio struct {
	levels
	shape   framing
	rate    int
	samples int
	short   error // set if the file has fewer samples than announced
	on      wgfft.Adapter
}

func (s *spectrogramCommand) draw(a *app, w io.Writer) error {
	bar := a.follow("spectrogram")
	defer bar.end()
	audio, err := read(a, s.In, func(r io.Reader) (measuredAudio, error) { return s.measure(a, r, bar.step) })
	if err != nil {
		return err
	}
	bar.end()
	if audio.short != nil {
		a.note("%s: the file is cut short; drawing the %s that are there",
			displayName(s.In), count(audio.samples, "sample"))
	}
	a.noteNotFinite(s.In, audio.notFinite, audio.samples)
	heading := s.Title
	if heading == "" {
		heading = filepath.Base(displayName(s.In))
	}
	rate, shape := float64(audio.rate), audio.shape
	err = picture.WriteSpectrogram(w, picture.Spectrogram{
		Level: audio.level, Frames: audio.columns, Bins: audio.bins,
		Step: audio.step / rate, BinWidth: rate / float64(shape.n),
	}, picture.Options{Width: imageWidth, Height: imageHeight, Title: heading, Range: s.Range, Unit: "dBFS"})
	if err != nil {
		return err
	}
	a.note("drew %s: %.2f s at %d Hz, %s of %s (%s, hop %d)",
		displayName(s.In), float64(audio.samples)/rate, audio.rate,
		count(audio.frames, "window"), count(audio.frame, "sample"), shape.window, audio.hop)
	a.detail("computed on %s", adapterName(audio.on))
	return nil
}

// measure reads audio and computes its levels. A file of known length is transformed while it is read and
// may be larger than memory. Other input is buffered.
func (s *spectrogramCommand) measure(a *app, r io.Reader, follow func(done, total int)) (m measuredAudio, err error) {
	audio, err := wav.NewReader(r)
	if err != nil {
		return m, err
	}
	m.rate, m.samples = audio.Rate, int(audio.Frames())
	if m.shape, err = s.shape(audio.Rate); err != nil {
		return m, err
	}
	m.shape.follow = follow
	samples := signals.SampleReader(audio)
	switch {
	case m.samples >= 0:
		m.short = audio.Short()
	default:
		held, err := bufferAudio(audio, wgfft.DefaultMemoryLimit())
		if err != nil && !errors.Is(err, wav.ErrTruncated) {
			return m, err
		}
		m.samples, m.short, samples = held.samples, err, held
	}
	if m.samples == 0 {
		if m.short != nil {
			return m, m.short
		}
		return m, errors.New("no samples")
	}
	work := wgfft.Problem{Kind: wgfft.R2C, Shape: []int{m.shape.n}, Batch: m.shape.plan(m.samples).frames}
	c, err := a.openedDevice(work.Operations())
	if err != nil {
		return m, err
	}
	defer c.Close()
	m.on = c.Adapter()
	m.levels, err = m.shape.measure(a.ctx, c, samples, m.samples)
	return m, err
}

// longestWindow is the longest default window, 85 ms at 192 kHz.
const longestWindow = 16384

// shape returns the framing of the command line, with defaults.
func (s *spectrogramCommand) shape(rate int) (framing, error) {
	shape := framing{n: s.N, hop: s.Hop}
	if shape.n == 0 {
		shape.n = windowLength(rate, longestWindow)
	}
	if shape.hop == 0 {
		shape.hop = max(1, shape.n/4)
	}
	shape.maxColumns = max(1, min(maxColumns, maxCells/(shape.n/2+1)))
	var err error
	shape.window, err = signals.ParseWindow(s.Window)
	return shape, err
}

// windowLength returns a length of 40 to 50 ms with a fast transform. It is a power of two if possible, and
// otherwise the first even length without prime factors above 5. It resolves the tones of a voice or a bird
// and still shows how they move.
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
