package imaging

import (
	"context"
	"math"

	"wgfft"
	"wgfft/nd"
)

// A loader makes arrays of tables.
type loader struct {
	c        *wgfft.Engine
	q        *nd.Queue
	isDouble bool
	isHost   bool // q is a queue on host memory
}

// table returns an array with the elements of x. On host memory it is x itself.
func table[T nd.Element](l loader, x []T, shape ...int) nd.Array {
	if l.isHost {
		return nd.Over(l.q, x, shape...)
	}
	return nd.From(l.q, x, shape...)
}

// gains returns the gains of all pairs of frequencies.
func (l loader) gains(r Response, us, vs []float64) nd.Array {
	if l.isDouble {
		return gainTable[float64](l, r, us, vs)
	}
	return gainTable[float32](l, r, us, vs)
}

func gainTable[T float32 | float64](l loader, r Response, us, vs []float64) nd.Array {
	gains := make([]T, len(us)*len(vs))
	fillGains(r, gains, us, vs)
	return table(l, gains, len(vs), len(us))
}

// reals returns an array of real numbers.
func (l loader) reals(x []float64, shape ...int) nd.Array {
	if l.isDouble {
		return table(l, x, shape...)
	}
	return table(l, mapped(x, func(v float64) float32 { return float32(v) }), shape...)
}

// complexes returns an array of complex numbers.
func (l loader) complexes(x []complex128, shape ...int) nd.Array {
	if l.isDouble {
		return table(l, x, shape...)
	}
	return table(l, mapped(x, func(v complex128) complex64 { return complex64(v) }), shape...)
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
	for i := range shares {
		shares[i] = 0.5 - 0.5*math.Cos(math.Pi*(float64(i)+0.5)/float64(len(shares)))
	}
	return l.reals(shares, len(shares))
}

// spectrum returns gains for the bins of the half spectrum of a kernel in points of height x width.
func spectrum[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, l loader, t *wgfft.Transforms[C, R], weights []float32, points [2]int,
	gain func(i int, bin complex128) complex128,
) (nd.Array, error) {
	real, ok := any(weights).([]R)
	if !ok {
		real = mapped(weights, func(v float32) R { return R(v) })
	}
	bins, err := t.RFFT2(ctx, nil, real, points[:])
	if err != nil {
		return nd.Array{}, err
	}
	parallel(len(bins), func(from, to int) {
		for i := from; i < to; i++ {
			bins[i] = C(gain(i, complex128(bins[i])))
		}
	})
	return table(l, bins, points[0], points[1]/2+1), nil
}
