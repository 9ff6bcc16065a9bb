package signals

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"wgfft"
	"wgfft/nd"
)

// ArrayOptions are options of transforms of arrays. The zero value is single precision.
type ArrayOptions struct {
	// Type is the element type of signals, and the precision of spectra: nd.Float32 or nd.Float64. 0 means Float32.
	// Transforms of both types take signals of storage types, such as nd.Int16.
	Type nd.DType
}

// number returns the element type of the last options.
func number(opts []ArrayOptions) (nd.DType, error) {
	if len(opts) == 0 || opts[len(opts)-1].Type == 0 {
		return nd.Float32, nil
	}
	d := opts[len(opts)-1].Type
	if d != nd.Float32 && d != nd.Float64 {
		return 0, fmt.Errorf("signals: ArrayOptions: %w: %v: use nd.Float32 or nd.Float64", nd.ErrType, d)
	}
	return d, nil
}

// An ArraySTFT is an [STFT] of arrays of package nd. Signals and spectra stay in the memory of a GPU between its
// steps and other operations. All frames of a signal are in memory at once, which Block does not change. It adds
// in single precision, unless [ArrayOptions] select double precision.
//
// The last axis of an array of signals counts samples. Axes before it count signals, such as the channels of a sound.
//
// An ArraySTFT belongs to an engine, and is safe for concurrent use.
type ArraySTFT struct {
	s       *STFT
	number  nd.DType // Float32 or Float64
	weights nd.Array // Points: the window, and zeros beyond the frame
	hopped  nd.Array // the weights in rows of Hop, and zeros beyond the frame
}

// NewArraySTFT returns a short-time Fourier transform of arrays on engine c. Only the last one of opts counts. It
// has the errors of [NewSTFT], ctx's error, and an error that wraps errors.ErrUnsupported if the device of c has no
// double precision.
func NewArraySTFT(
	ctx context.Context, c *wgfft.Engine, f STFTConfig, opts ...ArrayOptions,
) (*ArraySTFT, error) {
	f.Block = 1
	d, err := number(opts)
	if err != nil {
		return nil, err
	}
	s, err := NewSTFT(c, f)
	if err != nil {
		return nil, err
	}
	return s.onArrays(ctx, d)
}

// onArrays uploads the window.
func (s *STFT) onArrays(ctx context.Context, d nd.DType) (*ArraySTFT, error) {
	a := &ArraySTFT{s: s, number: d}
	q := nd.NewQueue(s.c)
	defer q.Close()
	a.weights = uploaded(q, d, s.weights, s.f.Points)
	a.hopped = uploaded(q, d, s.weights, a.hops(), min(s.f.Hop, s.f.Frame))
	if err := q.Flush(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// uploaded returns an array of type d with the elements of x and zeros beyond them.
func uploaded(q *nd.Queue, d nd.DType, x []float64, shape ...int) nd.Array {
	n := 1
	for _, length := range shape {
		n *= length
	}
	if d == nd.Float64 {
		return nd.From(q, append(slices.Clone(x), make([]float64, n-len(x))...), shape...)
	}
	single := make([]float32, n)
	for i, v := range x {
		single[i] = float32(v)
	}
	return nd.From(q, single, shape...)
}

// Config returns the configuration with its defaults filled in.
func (a *ArraySTFT) Config() STFTConfig { return a.s.f }

// Frames returns the number of frames in a signal of the given number of samples.
func (a *ArraySTFT) Frames(samples int) int { return a.s.Frames(samples) }

// Bins returns the number of bins in the spectrum of a frame, Points/2 + 1.
func (a *ArraySTFT) Bins() int { return a.s.bins }

// Close frees the window. Steps that were flushed before complete. Close is idempotent.
func (a *ArraySTFT) Close() error { return errors.Join(a.weights.Close(), a.hopped.Close()) }

// Forward returns the spectra of all frames of signals, an array of ... x Frames x Bins. The elements of signals are
// real and have the precision of a. The end of the step returns an [nd.OpError] with [ErrShort] if a signal has no
// frame, or with an error of package nd.
func (a *ArraySTFT) Forward(q *nd.Queue, signal nd.Array) nd.Array {
	return a.spectra(q, "Forward", signal)
}

// Windowed returns the frames of signals times the window, an array of ... x Frames x Points. [ArraySTFT.Forward]
// transforms these, and lists the errors.
func (a *ArraySTFT) Windowed(q *nd.Queue, signal nd.Array) nd.Array {
	return a.windowed(q, "Windowed", signal)
}

// spectra returns the spectra of windowed frames. op is the operation for errors.
func (a *ArraySTFT) spectra(q *nd.Queue, op string, signal nd.Array) nd.Array {
	return q.RFFT(a.windowed(q, op, signal))
}

// windowed returns frames without their trend times the window.
func (a *ArraySTFT) windowed(q *nd.Queue, op string, signal nd.Array) nd.Array {
	frames := a.frames(q, op, signal)
	return q.Mul(a.s.trend.remove(q, frames, a.s.f.Frame), a.weights.ExpandTo(frames.Rank()))
}

// hops returns the number of hops that a frame reaches into.
func (a *ArraySTFT) hops() int { return (a.s.f.Frame + a.s.f.Hop - 1) / a.s.f.Hop }

// hopRange returns the first and the last sample, plus one, of a frame in a hop, counted from 0.
func (a *ArraySTFT) hopRange(r int) (from, to int) {
	return r * a.s.f.Hop, min((r+1)*a.s.f.Hop, a.s.f.Frame)
}

// check returns an error for signals that a does not take.
func (a *ArraySTFT) check(signal nd.Array) error {
	d := signal.DType()
	switch {
	case signal.Rank() == 0:
		return fmt.Errorf("%w: no axis of samples", nd.ErrShape)
	case d.IsComplex():
		return fmt.Errorf("%w: samples are %v, want real ones; use Real, Imag or Abs", nd.ErrType, d)
	case d != a.number && (d == nd.Float32 || d == nd.Float64):
		return fmt.Errorf("%w: samples are %v, want %v; use Cast, or ArrayOptions with the Type of the samples",
			nd.ErrType, d, a.number)
	case a.s.Frames(signal.Dim(-1)) == 0:
		return a.s.shortError(signal.Dim(-1))
	}
	return nil
}

// frames returns the frames of signals, ... x Frames x Points, with zeros beyond each frame. A signal is cut into rows
// of Hop samples. Frame i consists of row i, row i+1, and so on.
func (a *ArraySTFT) frames(q *nd.Queue, op string, signal nd.Array) nd.Array {
	if err := a.check(signal); err != nil {
		return q.Fail(op, err, signal)
	}
	s, hop, n := a.s, a.s.f.Hop, signal.Dim(-1)
	count := s.Frames(n)
	if count == 1 {
		hop = min(hop, s.f.Frame)
	}
	lead := signal.Shape()[:signal.Rank()-1]
	if signal.DType() != a.number {
		signal = q.Cast(a.number, signal)
	}
	rows := count - 1 + a.hops()
	last := min(n, rows*hop-s.lead()) // samples beyond it are in no frame
	padded := padLast(q, signal.Slice(-1, 0, last, 1), []int{s.lead()}, []int{rows*hop - s.lead() - last})
	table := q.Copy(padded).Reshape(append(lead, rows, hop)...)
	var frames nd.Array
	for r := range a.hops() {
		from, to := a.hopRange(r)
		part := table.Slice(-2, r, r+count, 1).Slice(-1, 0, to-from, 1)
		part = padLast(q, part, []int{0, from}, []int{0, s.f.Points - to})
		if r > 0 {
			part = q.Add(frames, part)
		}
		frames = part
	}
	return frames
}

// padLast adds zeros before and after an array along its last axes.
func padLast(q *nd.Queue, a nd.Array, before, after []int) nd.Array {
	others := make([]int, max(0, a.Rank()-len(before)))
	return q.Pad(a, append(others, before...), append(slices.Clone(others), after...))
}

// Inverse returns the signals of the given number of samples by equation (2) of the package comment. The spectra have
// the shape ... x Frames(samples) x Bins, and the result has the shape ... x samples. The end of the step returns an
// [nd.OpError] with [ErrShort] if Frames(samples) is 0, with [ErrNOLA] if a sample has zero weight in every frame, or
// with an error of package nd.
func (a *ArraySTFT) Inverse(q *nd.Queue, spectra nd.Array, samples int) nd.Array {
	s, hop := a.s, a.s.f.Hop
	count := s.Frames(samples)
	var err error
	switch {
	case count == 0:
		err = s.shortError(samples)
	case spectra.Rank() < 2 || spectra.Dim(-2) != count || spectra.Dim(-1) != s.bins:
		err = fmt.Errorf("%w: want %d frames of %d bins for %d samples", nd.ErrShape, count, s.bins, samples)
	default:
		err = s.checkCover(samples)
	}
	if err != nil {
		return q.Fail("Inverse", err, spectra)
	}
	y := q.IRFFT(spectra, s.f.Points)
	rows, rank := count-1+a.hops(), spectra.Rank()
	row := nd.Iota(a.number, rank, rank-2, rows)
	sum, squares := nd.Scalar(0), nd.Scalar(0)
	for r := range a.hops() {
		from, to := a.hopRange(r)
		w := a.hopped.Slice(0, r, r+1, 1).ExpandTo(rank)
		part := padLast(q, y.Slice(-1, from, to, 1), []int{r, 0}, []int{rows - count - r, hop - (to - from)})
		sum = q.MulAdd(part, w, sum)
		has := q.Sub(q.Less(row, nd.Scalar(float64(r+count))), q.Less(row, nd.Scalar(float64(r)))) // 1 in its rows
		squares = q.MulAdd(q.Mul(w, w), has, squares)
	}
	least := nd.Scalar(max(minWeightSum(s.weights), 1e-30)) // for samples that no frame reaches
	lead := spectra.Shape()[:rank-2]
	x := q.Copy(q.Div(sum, q.Maximum(squares, least))).Reshape(append(lead, rows*hop)...)
	return x.Slice(-1, s.lead(), s.lead()+samples, 1)
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
