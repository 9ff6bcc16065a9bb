package main

import (
	"context"
	"errors"
	"io"
	"math"

	"wgfft"
	"wgfft/signals"
)

// levels is a spectrogram in dBFS.
//
// Frame i stands for samples i*hop to (i+1)*hop-1. It is centred on them, takes zeros before the start and
// after the end of the audio, and is padded to n points. The level of bin k is
//
//	L_i[k] = 20 log10(c_k |X_i[k]| / sum of w)      c_k = 1 for k = 0 and k = n/2, otherwise 2
//
// A sine of amplitude 1 at the frequency of a bin has 0 dB with every window. The factor 2 accounts for
// the negative frequency.
//
// If there are more frames than maxColumns, neighbouring frames share a column, which holds their maximum
// in each bin. The size is then independent of the duration.
type levels struct {
	level   []float32 // columns x bins, dBFS, lowest bin first; -Inf is silence
	columns int
	bins    int     // n/2 + 1
	frames  int     // number of transforms
	frame   int     // samples in a frame: n, or all samples of shorter audio
	hop     int     // samples from frame to frame
	step    float64 // samples from column to column; column 0 starts at sample 0

	framesPerColumn int
	notFinite       int // samples that are infinite or NaN
}

// A framing divides audio into windowed frames.
type framing struct {
	n, hop     int // at least 2 and 1
	window     signals.Window
	maxColumns int                   // at least 1
	follow     func(done, total int) // called repeatedly with the number of frames
}

// cut returns the length of a frame and the hop, in samples, for audio of the given length. Audio of at
// most n samples has five frames of its own length, the third at its centre. A longer window would lower
// the level, and a single frame would fade the ends out.
func (f framing) cut(samples int) (frame, hop int) {
	if samples > f.n {
		return f.n, min(f.hop, samples)
	}
	return samples, min(f.hop, (samples-1)/5+1)
}

// plan returns the dimensions of the levels, without data.
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

// measure computes the levels of audio of at least one sample.
func (f framing) measure(ctx context.Context, c *wgfft.Engine, audio signals.SampleReader,
	samples int) (levels, error) {
	l := f.plan(samples)
	s, err := signals.NewSTFT(c, signals.STFTConfig{
		Frame: l.frame, Hop: l.hop, Points: f.n, Window: f.window, Edges: signals.Whole,
	})
	if err != nil {
		return l, err
	}
	if err := c.CheckMemory("levels of the spectrogram", 4*int64(l.columns)*int64(l.bins)); err != nil {
		return l, err
	}
	l.level = make([]float32, l.columns*l.bins)
	between := &paddedReader{audio: audio, samples: samples, left: (l.frames-1)*l.hop + l.frame}
	if l.frames > 1 {
		between.at = (l.hop - l.frame) >> 1 // rounded down: a periodic window peaks at frame/2
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

// raise stores the maximum of power and the power spectrum of a frame in power. It ignores NaN.
func raise(power []float32, spectrum []complex64) {
	for k, v := range spectrum[:len(power)] {
		if p := real(v)*real(v) + imag(v)*imag(v); p > power[k] {
			power[k] = p
		}
	}
}

// decibels converts powers to dBFS. sum is the sum of the window. It equals bin 0 of a constant
// signal of 1.
func (l levels) decibels(n int, sum float64) {
	height := 20 * math.Log10(sum)
	both := 20 * math.Log10(2) // for the negative frequency
	for i, p := range l.level {
		level := 10*math.Log10(float64(p)) - height
		if k := i % l.bins; k != 0 && 2*k != n {
			level += both
		}
		l.level[i] = float32(level)
	}
}

// A paddedReader delivers left samples from sample at on. Samples before the start and after the end of the
// audio are zero.
type paddedReader struct {
	audio    signals.SampleReader
	samples  int // in audio
	at, left int
	skipped  bool // whether the samples before the first delivered one are skipped
	bad      int  // samples that are infinite or NaN
}

// ReadSamples implements signals.SampleReader.
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
		got, err := s.audio.ReadSamples(p[:min(n, s.samples-s.at)])
		if got == 0 && errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the file has fewer samples than announced
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

// skip discards the samples before the first delivered one. There are some if the hop is longer than a frame.
func (s *paddedReader) skip() error {
	if s.skipped {
		return nil
	}
	s.skipped = true
	over := make([]float32, 4096)
	for left := min(s.at, s.samples); left > 0; {
		n, err := s.audio.ReadSamples(over[:min(left, len(over))])
		if n == 0 && err != nil {
			return err
		}
		left -= n
	}
	return nil
}
