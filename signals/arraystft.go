package signals

import (
	"context"
	"errors"
	"fmt"

	"wgfft"
	"wgfft/nd"
)

// An ArraySTFT is an [STFT] of arrays of package nd. Signals and spectra stay in the memory of a GPU between its
// steps and other operations. All frames of a signal are in memory at once, which Block does not change. It adds
// in single precision. An ArraySTFT belongs to an engine, and is safe for concurrent use.
type ArraySTFT struct {
	s       *STFT
	weights nd.Array // 1 x Points: the window, and zeros beyond the frame
	hopped  nd.Array // the weights in rows of Hop, and zeros beyond the frame
}

// NewArraySTFT returns a short-time Fourier transform of arrays on engine c. It has the errors of [NewSTFT], and
// ctx's error.
func NewArraySTFT(ctx context.Context, c *wgfft.Engine, f STFTConfig) (*ArraySTFT, error) {
	f.Block = 1
	s, err := NewSTFT(c, f)
	if err != nil {
		return nil, err
	}
	return s.onArrays(ctx)
}

// onArrays uploads the window.
func (s *STFT) onArrays(ctx context.Context) (*ArraySTFT, error) {
	a := &ArraySTFT{s: s}
	q := nd.NewQueue(s.c)
	defer q.Close()
	upload := func(shape ...int) nd.Array {
		weights := make([]float32, shape[0]*shape[1])
		for i, w := range s.weights {
			weights[i] = float32(w)
		}
		return nd.From(q, weights, shape...)
	}
	a.weights = upload(1, s.f.Points)
	a.hopped = upload(a.hops(), min(s.f.Hop, s.f.Frame))
	if err := q.Flush(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// Config returns the configuration with its defaults filled in.
func (a *ArraySTFT) Config() STFTConfig { return a.s.f }

// Frames returns the number of frames in a signal of the given number of samples.
func (a *ArraySTFT) Frames(samples int) int { return a.s.Frames(samples) }

// Bins returns the number of bins in the spectrum of a frame, Points/2 + 1.
func (a *ArraySTFT) Bins() int { return a.s.bins }

// Close frees the window. Steps that were flushed before complete. Close is idempotent.
func (a *ArraySTFT) Close() error { return errors.Join(a.weights.Close(), a.hopped.Close()) }

// Forward returns the spectra of all frames of a signal, an array of Frames x Bins. The signal has one axis and
// real elements of single precision or of a storage type. The end of the step returns an [nd.OpError] with
// [ErrShort] if the signal has no frame, or with an error of package nd.
func (a *ArraySTFT) Forward(q *nd.Queue, signal nd.Array) nd.Array {
	return q.RFFT(a.windowed(q, "Forward", signal))
}

// Windowed returns the frames of a signal times the window, an array of Frames x Points. [ArraySTFT.Forward]
// transforms these, and has the errors.
func (a *ArraySTFT) Windowed(q *nd.Queue, signal nd.Array) nd.Array {
	return a.windowed(q, "Windowed", signal)
}

// windowed returns frames without their trend times the window.
func (a *ArraySTFT) windowed(q *nd.Queue, op string, signal nd.Array) nd.Array {
	frames := a.frames(q, op, signal)
	return q.Mul(a.s.trend.remove(q, frames, a.s.f.Frame), a.weights)
}

// hops returns the number of hops that a frame reaches into.
func (a *ArraySTFT) hops() int { return (a.s.f.Frame + a.s.f.Hop - 1) / a.s.f.Hop }

// hopRange returns the first and the last sample, plus one, of a frame in a hop, counted from 0.
func (a *ArraySTFT) hopRange(r int) (from, to int) {
	return r * a.s.f.Hop, min((r+1)*a.s.f.Hop, a.s.f.Frame)
}

// frames returns the frames of a signal, Frames x Points, with zeros beyond each frame. The signal is cut into rows
// of Hop samples. Frame i consists of row i, row i+1, and so on.
func (a *ArraySTFT) frames(q *nd.Queue, op string, signal nd.Array) nd.Array {
	s, hop := a.s, a.s.f.Hop
	if signal.Rank() != 1 || signal.DType().IsComplex() {
		return q.Fail(op, fmt.Errorf("%w: want one axis of real samples", nd.ErrShape), signal)
	}
	n := signal.Len()
	count := s.Frames(n)
	if count == 0 {
		return q.Fail(op, s.shortError(n), signal)
	}
	if count == 1 {
		hop = min(hop, s.f.Frame)
	}
	rows := count - 1 + a.hops()
	last := min(n, rows*hop-s.lead()) // samples beyond it are in no frame
	padded := q.Pad(signal.Slice(0, 0, last, 1), []int{s.lead()}, []int{rows*hop - s.lead() - last})
	table := q.Copy(padded).Reshape(rows, hop)
	var frames nd.Array
	for r := range a.hops() {
		from, to := a.hopRange(r)
		part := table.Slice(0, r, r+count, 1).Slice(1, 0, to-from, 1)
		part = q.Pad(part, []int{0, from}, []int{0, s.f.Points - to})
		if r > 0 {
			part = q.Add(frames, part)
		}
		frames = part
	}
	return frames
}

// Inverse returns the signal of the given number of samples, of one axis, by equation (2) of the package comment.
// The spectra have the shape Frames(samples) x Bins. The end of the step returns an [nd.OpError] with [ErrShort] if
// Frames(samples) is 0, with [ErrNOLA] if a sample has zero weight in every frame, or with an error of package nd.
func (a *ArraySTFT) Inverse(q *nd.Queue, spectra nd.Array, samples int) nd.Array {
	s, hop := a.s, a.s.f.Hop
	count := s.Frames(samples)
	var err error
	switch {
	case count == 0:
		err = s.shortError(samples)
	case spectra.Rank() != 2 || spectra.Dim(0) != count || spectra.Dim(1) != s.bins:
		err = fmt.Errorf("%w: want %d frames of %d bins for %d samples", nd.ErrShape, count, s.bins, samples)
	default:
		err = s.checkCover(samples)
	}
	if err != nil {
		return q.Fail("Inverse", err, spectra)
	}
	y := q.IRFFT(spectra, s.f.Points)
	rows := count - 1 + a.hops()
	row := nd.Iota(nd.Float32, 2, 0, rows)
	sum, squares := nd.Scalar(0), nd.Scalar(0)
	for r := range a.hops() {
		from, to := a.hopRange(r)
		w := a.hopped.Slice(0, r, r+1, 1)
		part := q.Pad(y.Slice(1, from, to, 1), []int{r, 0}, []int{rows - count - r, hop - (to - from)})
		sum = q.MulAdd(part, w, sum)
		has := q.Sub(q.Less(row, nd.Scalar(float64(r+count))), q.Less(row, nd.Scalar(float64(r)))) // 1 in its rows
		squares = q.MulAdd(q.Mul(w, w), has, squares)
	}
	least := nd.Scalar(max(minWeightSum(s.weights), 1e-30)) // for samples that no frame reaches
	x := q.Copy(q.Div(sum, q.Maximum(squares, least))).Reshape(rows * hop)
	return x.Slice(0, s.lead(), s.lead()+samples, 1)
}

// checkCover returns [ErrNOLA] if a sample of a signal has zero weight in every frame.
func (s *STFT) checkCover(samples int) error {
	if err := s.Invertible(); err != nil {
		return err
	}
	least, n, frames := minWeightSum(s.weights), s.f.Frame, s.Frames(samples)
	for t := range samples {
		if t >= n && t < samples-n { // all frames that reach it exist
			continue
		}
		sum := 0.0
		at := t - s.Begin(0) // the place in frame 0
		for i := max(0, (at-n)/s.f.Hop); i < frames && i*s.f.Hop <= at; i++ {
			if j := at - i*s.f.Hop; j < n {
				sum += s.weights[j] * s.weights[j]
			}
		}
		if !(sum > least) {
			return uncovered(t)
		}
	}
	return nil
}

// uncovered returns the error for a sample that has zero weight in every frame.
func uncovered(sample int) error {
	return fmt.Errorf("%w: sample %d has zero weight in every frame; use Centred frames, "+
		"a window that does not begin with zero, or fewer samples", ErrNOLA, sample)
}
