package main

import (
	"context"
	"errors"
	"io"
	"math"

	"wgfft"
	"wgfft/signals"
)

// levels are those of every bin at every moment of a sound, to draw.
//
// Frame i stands for the samples from i hop up to (i+1) hop. It takes the samples round their middle, zero before
// the beginning and behind the end of the sound, and zeros fill it up to n points. The level of a bin is
//
//	L_i[k] = 20 log10(c_k |X_i[k]| / sum of w)      c_k = 1 for k = 0 and k = n/2, otherwise 2
//
// in dBFS: a sine of amplitude 1 at the frequency of a bin has 0 dB there whatever the window, since half of it lies at the
// negative frequency.
//
// Where there are more frames than moments asked for, neighbours share a moment and the loudest of them counts in each bin, as a picture
// with few pixels shows it; so the levels have the size asked for however long the sound is.
type levels struct {
	level           []float32 // moments x bins, dBFS, the bins of a moment side by side, lowest first; -Inf is silence
	columns         int
	bins            int     // n/2 + 1
	frames          int     // that were transformed
	frame           int     // samples of a frame: n, or all samples of a shorter sound
	hop             int     // samples from frame to frame
	step            float64 // from one moment to the next, in samples; moment 0 begins with the sound
	framesPerColumn int     // frames of a moment

	notFinite int // samples that are infinite or not a number
}

// A frameShape says how a sound is cut and weighted.
type framing struct {
	n, hop     int // at least 2 and 1
	window     signals.Window
	maxColumns int                   // the most wanted, at least 1
	follow     func(done, total int) // called now and then with the number of frames
}

// cut returns the number of samples of a frame, and the hop, for a sound of the given length. A sound of n samples or fewer has five
// frames of its own length, the third about its middle: under a longer window the sound would lose level, and under a
// single one its ends.
func (f framing) cut(samples int) (frame, hop int) {
	if samples > f.n {
		return f.n, min(f.hop, samples)
	}
	return samples, min(f.hop, (samples-1)/5+1)
}

// plan says how many frames there are, how many share a moment, and what the levels look like.
func (f framing) plan(samples int) levels {
	l := levels{bins: f.n/2 + 1}
	l.frame, l.hop = f.cut(samples)
	l.frames = (samples-1)/l.hop + 1
	l.framesPerColumn = (l.frames-1)/f.maxColumns + 1
	l.columns = (l.frames-1)/l.framesPerColumn + 1
	l.step = float64(l.framesPerColumn) * float64(l.hop)
	if l.frames == 1 {
		l.step = float64(samples)
	}
	return l
}

// measure computes the levels of a sound of one sample or more.
func (f framing) measure(ctx context.Context, c *wgfft.Engine, sound signals.SampleReader, samples int) (levels, error) {
	l := f.plan(samples)
	s, err := signals.NewSTFT(c, signals.STFTConfig{
		Frame: l.frame, Hop: l.hop, Points: f.n, Window: f.window, Edges: signals.Whole,
	})
	if err != nil {
		return l, err
	}
	if err := c.CheckMemory("levels of the sound", 4*int64(l.columns)*int64(l.bins)); err != nil {
		return l, err
	}
	l.level = make([]float32, l.columns*l.bins)
	between := &paddedReader{sound: sound, samples: samples, left: (l.frames-1)*l.hop + l.frame}
	if l.frames > 1 {
		between.at = (l.hop - l.frame) >> 1 // rounded down: the greatest weight of a periodic window is at frame/2
	}
	for b, err := range s.Stream(ctx, between) {
		if err != nil {
			return l, err
		}
		for i := range b.Frames {
			at := (b.First + i) / l.framesPerColumn * l.bins
			raise(l.level[at:at+l.bins], b.Spectra[i*l.bins:])
		}
		f.follow(b.First+b.Frames, l.frames)
	}
	l.decibels(f.n, s.Sum())
	l.notFinite = between.bad
	return l, nil
}

// raise raises the powers of a moment to those of a spectrum. NaN raises nothing.
func raise(power []float32, spectrum []complex64) {
	for k, v := range spectrum[:len(power)] {
		if p := real(v)*real(v) + imag(v)*imag(v); p > power[k] {
			power[k] = p
		}
	}
}

// decibels turns powers into levels, where a constant 1 reaches sum in bin 0.
func (l levels) decibels(n int, sum float64) {
	height := 20 * math.Log10(sum)
	both := 20 * math.Log10(2) // a tone's other half, at the negative frequency
	for i, p := range l.level {
		level := 10*math.Log10(float64(p)) - height
		if k := i % l.bins; k != 0 && 2*k != n {
			level += both
		}
		l.level[i] = float32(level)
	}
}

// silenced delivers left samples of a sound from sample at on, zero before its beginning and behind its end.
type paddedReader struct {
	sound    signals.SampleReader
	samples  int // of the sound
	at, left int
	skipped  bool // the samples before the first one that is wanted
	bad      int  // samples that are infinite or not a number
}

func (s *paddedReader) ReadSamples(p []float32) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	if err := s.skip(); err != nil {
		return 0, err
	}
	n := min(len(p), s.left)
	switch {
	case s.at < 0:
		n = min(n, -s.at)
		clear(p[:n])
	case s.at >= s.samples:
		clear(p[:n])
	default:
		got, err := s.sound.ReadSamples(p[:min(n, s.samples-s.at)])
		if got == 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the sound has fewer samples than it says
		}
		if got == 0 && err != nil {
			return 0, err
		}
		n = got
		for _, v := range p[:n] {
			if v-v != 0 {
				s.bad++
			}
		}
	}
	s.at, s.left = s.at+n, s.left-n
	return n, nil
}

// skip reads over the samples before the first one that is wanted, where windows are further apart than they are long.
func (s *paddedReader) skip() error {
	if s.skipped {
		return nil
	}
	s.skipped = true
	over := make([]float32, 4096)
	for left := min(s.at, s.samples); left > 0; {
		n, err := s.sound.ReadSamples(over[:min(left, len(over))])
		if n == 0 && err != nil {
			return err
		}
		left -= n
	}
	return nil
}
