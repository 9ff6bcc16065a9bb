package cpu

import (
	"context"
	"math"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/transforms"
)

// runningSum is the DCT and the DST of type I. Their period holds the two end points once. Both use the
// half spectrum V of n points. For the DCT of N points n = N-1. For the DST n = N+1, with the zeros
// x[0] and x[n] around it. With s[j] = sin(pi j/n),
//
//	DCT: v[j] = x[j] + x[n-j] - 2 s[j] (x[j] - x[n-j])
//	     y[2k] = Re V[k], y[2k+1] = y[2k-1] - Im V[k]
//	DST: v[j] = 2 s[j] (x[j] + x[n-j]) + x[j] - x[n-j]
//	     y[2k] = -Im V[k], y[2k+1] = y[2k-1] + Re V[k]
//
// y[1] comes from its definition: Re V[0] / 2 for the DST. The running sum adds up the errors of up
// to n/2 bins. Everything is in float64, where that error stays far below one rounding of float32.
type runningSum[R rows.Float] struct {
	*half[float64, complex128]
	w []complex128 // w_2n^j, n/2+1 of them: cos and -sin of pi j/n
}

func newRunningSum[R rows.Float](ctx context.Context, m maker[complex128], n int) (*runningSum[R], error) {
	h, err := newHalf[float64](ctx, m, n)
	if err != nil {
		return nil, err
	}
	w, err := roots(ctx, plainRoot, n/2+1, 1, 0, 2*n)
	return &runningSum[R]{half: h, w: w}, err
}

func (e *runningSum[R]) bytes() int64 { return e.half.bytes() + 16*int64(len(e.w)) }

func (e *runningSum[R]) row(ctx context.Context, dst, src []R, t transforms.Kind, ortho bool, scale float64) error {
	r, err := e.take(ctx)
	if err != nil {
		return err
	}
	defer e.give(r)
	if t.IsSine() {
		return e.sine(ctx, dst, src, r, scale)
	}
	return e.cosine(ctx, dst, src, r, ortho, scale)
}

func (e *runningSum[R]) cosine(
	ctx context.Context, dst, src []R, r *scratch[float64, complex128], ortho bool, scale float64,
) error {
	n, end := e.n, scale
	from, to := float64(src[0]), float64(src[n])
	if ortho {
		from, to, end = from*math.Sqrt2, to*math.Sqrt2, end*(math.Sqrt2/2)
	}
	r.x[0] = from + to
	y := from - to
	err := Pieces(ctx, n/2, func(from, to int) {
		for j := from + 1; j <= to; j++ {
			a, b := float64(src[j]), float64(src[n-j])
			sum, diff := a+b, 2*(a-b)
			r.x[j], r.x[n-j] = sum+imag(e.w[j])*diff, sum-imag(e.w[j])*diff
			y += real(e.w[j]) * diff
		}
	})
	if err != nil {
		return err
	}
	if err := e.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	err = Pieces(ctx, len(r.z), func(from, to int) {
		for k := from; k < to; k++ {
			v := r.z[k]
			if k > 0 {
				dst[2*k] = R(real(v) * scale)
				y -= imag(v)
			}
			if 2*k < n {
				dst[2*k+1] = R(y * scale)
			}
		}
	})
	dst[0] = R(real(r.z[0]) * end)
	if n%2 == 0 {
		y = real(r.z[n/2])
	}
	dst[n] = R(y * end)
	return err
}

func (e *runningSum[R]) sine(ctx context.Context, dst, src []R, r *scratch[float64, complex128], scale float64) error {
	n := e.n
	r.x[0] = 0
	err := Pieces(ctx, n/2, func(from, to int) { sineLoad(r.x, src, e.w, from+1, to+1) })
	if err != nil {
		return err
	}
	if err := e.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	y := real(r.z[0]) / 2
	dst[0] = R(y * scale)
	return Pieces(ctx, (n-1)/2, func(from, to int) {
		for k := from + 1; k <= to; k++ { // bin k: y[2k] and y[2k+1], which dst holds one earlier
			v := r.z[k]
			dst[2*k-1] = R(-imag(v) * scale)
			if y += real(v); 2*k < len(dst) {
				dst[2*k] = R(y * scale)
			}
		}
	})
}

// sineLoad makes v[j] and v[n-j] of the DST for j from first to end; x[j] is src[j-1].
func sineLoad[R rows.Float](v []float64, src []R, w []complex128, first, end int) {
	n := len(v)
	for j := first; j < end; j++ {
		a, b := float64(src[j-1]), float64(src[n-j-1])
		sum, diff := -2*imag(w[j])*(a+b), a-b
		v[j], v[n-j] = sum+diff, sum-diff
	}
}
