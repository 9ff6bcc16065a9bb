package signals

import (
	"context"
	"errors"

	"wgfft"
	"wgfft/nd"
)

// An ArrayWelch estimates power spectra of arrays of package nd by Welch's method. The average is [Mean]. An
// ArrayWelch belongs to an engine, and is safe for concurrent use.
type ArrayWelch struct {
	w       *Welch
	frames  *ArraySTFT
	factors nd.Array // 1 x Bins
}

// NewArrayWelch returns an estimator of power spectra of arrays on engine c. It has the errors of [NewWelch], and
// ctx's error. The average must be Mean.
func NewArrayWelch(ctx context.Context, c *wgfft.Engine, f WelchConfig) (*ArrayWelch, error) {
	f.Block = 1
	w, err := NewWelch(c, f)
	if err != nil {
		return nil, err
	}
	if f.Average != Mean {
		return nil, errors.New("signals: arrays have no median: use Average Mean, or the type Welch")
	}
	a := &ArrayWelch{w: w}
	if a.frames, err = w.s.onArrays(ctx); err != nil {
		return nil, err
	}
	factors := make([]float32, w.s.bins)
	for k := range factors {
		factors[k] = float32(w.factor(k))
	}
	q := nd.NewQueue(c)
	defer q.Close()
	a.factors = nd.From(q, factors, 1, len(factors))
	if err := q.Flush(ctx); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// Config returns the configuration with its defaults filled in.
func (a *ArrayWelch) Config() WelchConfig { return a.w.f }

// Freq returns the frequencies of the bins in Hz, from 0 to half the rate, in a new slice.
func (a *ArrayWelch) Freq() []float64 { return a.w.freq() }

// Close frees the window and the factors. Steps that were flushed before complete. Close is idempotent.
func (a *ArrayWelch) Close() error { return errors.Join(a.frames.Close(), a.factors.Close()) }

// Power returns the power spectrum of a signal, an array of Points/2 + 1 bins with the unit of [PSD]. The signal is
// that of [ArraySTFT.Forward], which has the errors.
func (a *ArrayWelch) Power(q *nd.Queue, signal nd.Array) nd.Array {
	spectra := a.frames.Forward(q, signal)
	return q.Mul(q.Mean(q.Abs2(spectra), 0), a.factors).Drop(0)
}

// Remove returns the rows of an array without their trend, along the last axis. Elements are real. The end of the
// step returns an [nd.OpError] for complex elements and for an array of rank 0.
func (d Detrend) Remove(q *nd.Queue, a nd.Array) nd.Array {
	if a.Rank() == 0 || a.DType().IsComplex() {
		return q.Fail("Remove", nd.ErrShape, a)
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
