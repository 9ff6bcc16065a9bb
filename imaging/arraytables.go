package imaging

import (
	"context"

	"wgfft"
	"wgfft/nd"
)

// A loader makes arrays of tables.
type loader struct {
	c        *wgfft.Engine
	q        *nd.Queue
	isDouble bool
}

// end uploads the tables, and returns the filter.
func (l loader) end(ctx context.Context, f *ArrayFilter) (*ArrayFilter, error) {
	if err := l.q.Flush(ctx); err != nil {
		return nil, firstOf(err, f.Close())
	}
	return f, nil
}

// gains returns the gains of all pairs of frequencies.
func (l loader) gains(r Response, us, vs []float64) nd.Array {
	if l.isDouble {
		return gainTable[float64](l.q, r, us, vs)
	}
	return gainTable[float32](l.q, r, us, vs)
}

func gainTable[T float32 | float64](q *nd.Queue, r Response, us, vs []float64) nd.Array {
	table := make([]T, len(us)*len(vs))
	fillGains(r, table, us, vs)
	return nd.From(q, table, len(vs), len(us))
}

// reals returns an array of real numbers.
func (l loader) reals(x []float64, shape ...int) nd.Array {
	if l.isDouble {
		return nd.From(l.q, x, shape...)
	}
	return nd.From(l.q, mapped(x, func(v float64) float32 { return float32(v) }), shape...)
}

// complexes returns an array of complex numbers.
func (l loader) complexes(x []complex128, shape ...int) nd.Array {
	if l.isDouble {
		return nd.From(l.q, x, shape...)
	}
	return nd.From(l.q, mapped(x, func(v complex128) complex64 { return complex64(v) }), shape...)
}

// mapped returns f(x) for each element x.
func mapped[X, Y any](all []X, f func(x X) Y) []Y {
	y := make([]Y, len(all))
	for i, x := range all {
		y[i] = f(x)
	}
	return y
}

// shares returns the weights of the cross-fade beyond n samples of a row that is extended. It returns the zero Array
// for a row that is not.
func (l loader) shares(n, extended int) nd.Array {
	if n == extended {
		return nd.Array{}
	}
	shares := make([]float64, extended-n)
	for i, x := range crossFades(n, extended)[n:] {
		shares[i] = x.share
	}
	return l.reals(shares, len(shares))
}

// spectrum returns the half spectrum of a kernel in points of height x width.
func (l loader) spectrum(ctx context.Context, weights []float32, points []int) ([]complex128, error) {
	if l.isDouble {
		return halfSpectrum(ctx, l.c.Double(), weights, points)
	}
	return halfSpectrum(ctx, l.c.Transforms, weights, points)
}

func halfSpectrum[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, t *wgfft.Transforms[C, R], weights []float32, points []int,
) ([]complex128, error) {
	bins, err := t.RFFT2(ctx, nil, mapped(weights, func(v float32) R { return R(v) }), points)
	return mapped(bins, func(v C) complex128 { return complex128(v) }), err
}
