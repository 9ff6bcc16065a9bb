package stft

import (
	"context"
	"fmt"
	"math"

	"wgfft"
	"wgfft/internal/window"
)

// Config says how to cut and weight a signal.
type Config struct {
	N        int                   // points of a frame, at least 2
	Hop      int                   // samples from one frame to the next, at least 1
	Window   window.Window         // Hann unless said otherwise
	Moments  int                   // the most to return: neighbouring frames share one, by the greatest level; 0 means no limit
	Progress func(done, total int) // called now and then with the number of frames; may be nil
}

// Result is the level of every bin at every moment.
type Result struct {
	Level   []float32 // Moments x Bins, dBFS, the bins of a moment side by side, lowest first; -Inf is silence
	Moments int
	Bins    int     // N/2 + 1
	Frames  int     // that were transformed
	Step    float64 // from one moment to the next, in samples; moment 0 begins with the signal
}

// blockPoints is how many points are transformed at a time: 8 MB, a few streamed parts of the GPU's.
const blockPoints = 1 << 20

// Levels computes the levels of a signal on c. It gives a [wgfft.LengthError] for a frame length that has no transform
// there, and ctx's error.
func Levels(ctx context.Context, c *wgfft.Context, signal []float32, f Config) (Result, error) {
	if f.N < 2 || f.Hop < 1 || len(signal) == 0 {
		return Result{}, fmt.Errorf("stft: %d samples in frames of %d with a hop of %d: take at least one sample, 2 and 1", len(signal), f.N, f.Hop)
	}
	frames, share, r := f.plan(len(signal))
	rows := min(frames, max(1, blockPoints/f.N))
	p, err := c.Plan(wgfft.Problem{Shape: []int{f.N}, Batch: rows})
	if err != nil {
		return Result{}, err
	}
	defer p.Close()
	weights := f.Window.Points(f.N)
	block := make([]complex64, rows*f.N)
	for first := 0; first < frames; first += rows {
		for i := range rows { // rows behind the last frame are zero
			row := block[i*f.N : (i+1)*f.N]
			if first+i < frames {
				fill(row, signal, f.begin(first+i, frames), weights)
			} else {
				clear(row)
			}
		}
		if err := p.Forward(ctx, block, block); err != nil {
			return Result{}, err
		}
		for i := range min(rows, frames-first) {
			at := (first + i) / share * r.Bins
			gather(r.Level[at:at+r.Bins], block[i*f.N:])
		}
		if f.Progress != nil {
			f.Progress(min(first+rows, frames), frames)
		}
	}
	f.decibels(r)
	return r, nil
}

// plan says how many frames there are, how many share a moment, and what the result looks like.
func (f Config) plan(samples int) (frames, share int, r Result) {
	frames = 1
	if samples > f.N {
		frames = (samples-1)/f.Hop + 1
	}
	share = 1
	if f.Moments > 0 {
		share = (frames-1)/f.Moments + 1
	}
	r = Result{Moments: (frames-1)/share + 1, Bins: f.N/2 + 1, Frames: frames, Step: float64(share) * float64(f.Hop)}
	if frames == 1 {
		r.Step = float64(samples)
	}
	r.Level = make([]float32, r.Moments*r.Bins)
	return frames, share, r
}

// begin is the first sample of a frame; it may lie before the signal.
func (f Config) begin(frame, frames int) int {
	if frames == 1 {
		return 0
	}
	return frame*f.Hop + (f.Hop-f.N)/2
}

// fill sets a frame to the weighted signal from a sample on, zero before its beginning and behind its end.
func fill(frame []complex64, signal []float32, at int, weights []float32) {
	clear(frame)
	for j := max(0, -at); j < len(frame) && at+j < len(signal); j++ {
		frame[j] = complex(signal[at+j]*weights[j], 0)
	}
}

// gather raises the powers of a moment to those of a spectrum. NaN raises nothing.
func gather(power []float32, spectrum []complex64) {
	for k, v := range spectrum[:len(power)] {
		if p := real(v)*real(v) + imag(v)*imag(v); p > power[k] {
			power[k] = p
		}
	}
}

// decibels turns the powers of a result into levels.
func (f Config) decibels(r Result) {
	height := 20 * math.Log10(float64(f.N)*f.Window.Mean(f.N)) // of a constant 1
	both := 20 * math.Log10(2)                                 // a tone's other half, at the negative frequency
	for i, p := range r.Level {
		level := 10*math.Log10(float64(p)) - height
		if k := i % r.Bins; k != 0 && 2*k != f.N {
			level += both
		}
		r.Level[i] = float32(level)
	}
}
