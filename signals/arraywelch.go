package signals

import (
	"context"
	"errors"
	"fmt"

	"wgfft"
	"wgfft/nd"
)

// An ArrayWelch estimates power spectra of arrays of package nd by Welch's method. The last axis of an array of signals
// counts samples, and axes before it count signals. An ArrayWelch belongs to an engine, and is safe for concurrent use.
type ArrayWelch struct {
	w       *Welch
	frames  *ArraySTFT
	factors nd.Array // Bins
}

// NewArrayWelch returns an estimator of power spectra of arrays on engine c. Only the last one of opts counts. It
// has the errors of [NewWelch] and of [NewArraySTFT].
func NewArrayWelch(
	ctx context.Context, c *wgfft.Engine, f WelchConfig, opts ...ArrayOptions,
) (*ArrayWelch, error) {
	f.Block = 1
	d, err := number(opts)
	if err != nil {
		return nil, err
	}
	w, err := NewWelch(c, f)
	if err != nil {
		return nil, err
	}
	a := &ArrayWelch{w: w}
	if a.frames, err = w.s.onArrays(ctx, d); err != nil {
		return nil, err
	}
	factors := make([]float64, w.s.bins)
	for k := range factors {
		factors[k] = w.factor(k)
	}
	q := nd.NewQueue(c)
	defer q.Close()
	a.factors = uploaded(q, d, factors, len(factors))
	if err := q.Flush(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// Config returns the configuration with its defaults filled in.
func (a *ArrayWelch) Config() WelchConfig { return a.w.f }

// Freq returns the frequencies of the bins in Hz, from 0 to half the rate, in a new slice.
func (a *ArrayWelch) Freq() []float64 { return a.w.freq() }

// Close frees the window and the factors. Steps that were flushed before complete. Close is idempotent.
func (a *ArrayWelch) Close() error { return errors.Join(a.frames.Close(), a.factors.Close()) }

// Power returns the power spectra of signals, an array of ... x Bins with Points/2 + 1 bins and the unit of [PSD].
// [ArraySTFT.Forward] says which signals it takes, and lists the errors.
//
// The median takes the time of [nd.Queue.Median].
func (a *ArrayWelch) Power(q *nd.Queue, signal nd.Array) nd.Array {
	spectra := a.frames.spectra(q, "Power", signal)
	if a.w.f.Average == Median {
		bias := medianBias(spectra.Dim(-2))
		return a.scaled(q, q.Scale(1/bias, q.Median(q.Abs2(spectra), -2)))
	}
	return a.average(q, q.Abs2(spectra))
}

// average returns the mean over the segments, times the factors of the bins.
func (a *ArrayWelch) average(q *nd.Queue, x nd.Array) nd.Array { return a.scaled(q, q.Mean(x, -2)) }

// scaled returns powers of one segment times the factors of the bins, without the axis of the segments.
func (a *ArrayWelch) scaled(q *nd.Queue, x nd.Array) nd.Array {
	return q.Mul(x, a.factors.ExpandTo(x.Rank())).Drop(-2)
}

// An ArrayCross holds the power spectra and the cross spectra of signals x and y in arrays of ... x Bins. See [Cross].
type ArrayCross struct {
	// X and Y are the power spectra of x and y, as [ArrayWelch.Power] returns them.
	X, Y nd.Array
	// XY is the cross spectrum, which is complex.
	XY nd.Array
}

// Coherence returns the magnitude-squared coherence |XY|^2 / (X Y) of every bin, as [Cross.Coherence] does. It is not
// defined where one of the signals has no power.
func (c ArrayCross) Coherence(q *nd.Queue) nd.Array {
	return q.Div(q.Abs2(c.XY), q.Mul(c.X, c.Y))
}

// Cross estimates the cross spectra of x and y, and the power spectra of each. x and y have the same number of samples,
// and their other axes combine as for [nd.Queue.Mul]. The average must be [Mean]. The end of the step returns an
// [nd.OpError] for signals of different lengths, and the errors of [ArraySTFT.Forward].
func (a *ArrayWelch) Cross(q *nd.Queue, x, y nd.Array) ArrayCross {
	err := a.w.checkCross(x.Dim(-1), y.Dim(-1))
	if errors.Is(err, wgfft.ErrSliceLength) {
		err = fmt.Errorf("%w: %w", nd.ErrShape, err)
	}
	if err != nil {
		wrong := q.Fail("Cross", err, x, y)
		return ArrayCross{wrong, wrong, wrong}
	}
	one, other := q.Pin(a.frames.spectra(q, "Cross", x)), q.Pin(a.frames.spectra(q, "Cross", y))
	return ArrayCross{
		X: a.average(q, q.Abs2(one)), Y: a.average(q, q.Abs2(other)),
		XY: a.average(q, q.Mul(q.Conj(one), other)),
	}
}

// Remove returns the rows of an array without their trend, along the last axis. Elements are real. The end of the
// step returns an [nd.OpError] for complex elements and for an array of rank 0.
func (d Detrend) Remove(q *nd.Queue, a nd.Array) nd.Array {
	switch {
	case a.Rank() == 0:
		return q.Fail("Remove", fmt.Errorf("%w: no axis of samples", nd.ErrShape), a)
	case a.DType().IsComplex():
		err := fmt.Errorf("%w: samples are %v, want real ones; use Real, Imag or Abs", nd.ErrType, a.DType())
		return q.Fail("Remove", err, a)
	}
	return d.remove(q, a, a.Dim(-1))
}

// remove subtracts the trend of the first n elements of each row from these. The method fit has the formula. The
// other elements of a are zero, and have any finite value in the result.
func (d Detrend) remove(q *nd.Queue, a nd.Array, n int) nd.Array {
	if d == None {
		return a
	}
	a = q.Pin(a)
	level := q.Scale(1/float64(n), q.Sum(a, -1))
	if d == Constant || n < 2 {
		return q.Sub(a, level)
	}
	precision := nd.Float32
	if a.DType() == nd.Float64 {
		precision = nd.Float64
	}
	j := nd.Iota(precision, a.Rank(), -1, a.Dim(-1))
	place := q.Mul(q.Sub(j, nd.Scalar(float64(n-1)/2)), q.Less(j, nd.Scalar(float64(n))))
	slope := q.Scale(1/sumOfSquares(n), q.Sum(q.Mul(place, q.Sub(a, level)), -1))
	return q.Sub(a, q.MulAdd(place, slope, level))
}
