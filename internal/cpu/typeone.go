package cpu

import (
	"context"
	"math"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/transforms"
)

// newTypeOne makes the plan of the DCT of n+1 points and of the DST of n-1 points, of type I.
func newTypeOne[C rows.Complex, R rows.Float](ctx context.Context, e *Engine[C, R], n int) (trigPlan[R], error) {
	if isDouble[C]() {
		return newPeriod(ctx, e, n)
	}
	return newRunningSum[R](ctx, e.wideMaker(), n)
}

// period is the DCT and the DST of type I in double precision. It transforms the whole period of 2n real
// points, and has twice the work of runningSum. It has no running sum, because the error of such a sum would
// grow with n.
//
//	DCT: v[j] = v[2n-j] = x[j], y[k] = Re V[k], with n+1 points x
//	DST: v[j] = -v[2n-j] = x[j-1], v[0] = v[n] = 0, y[k-1] = -Im V[k], with n-1 points x
type period[C rows.Complex, R rows.Float] struct{ *half[R, C] }

func newPeriod[C rows.Complex, R rows.Float](ctx context.Context, e *Engine[C, R], n int) (period[C, R], error) {
	h, err := newHalf[R](ctx, e.maker(), 2*n)
	return period[C, R]{h}, err
}

func (p period[C, R]) row(ctx context.Context, dst, src []R, t transforms.Kind, ortho bool, scale float64) error {
	r, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer p.give(r)
	n, first, sign := p.n/2, 0, R(1) // x[0] is point first of v
	end := 1.0
	if t.IsSine() {
		first, sign = 1, -1
		r.x[0], r.x[n] = 0, 0
	}
	err = Pieces(ctx, len(src), func(from, to int) {
		for i := from; i < to; i++ {
			j := first + i
			r.x[j] = src[i]
			if j > 0 {
				r.x[p.n-j] = sign * src[i]
			}
		}
	})
	if err != nil {
		return err
	}
	if ortho && !t.IsSine() {
		r.x[0], r.x[n] = src[0]*math.Sqrt2, src[n]*math.Sqrt2
		end = math.Sqrt2 / 2
	}
	if err := p.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	err = Pieces(ctx, len(dst), func(from, to int) {
		for i := from; i < to; i++ {
			v := complex128(r.z[first+i])
			if t.IsSine() {
				dst[i] = R(-imag(v) * scale)
			} else {
				dst[i] = R(real(v) * scale)
			}
		}
	})
	if !t.IsSine() {
		dst[0], dst[n] = R(real(complex128(r.z[0]))*scale*end), R(real(complex128(r.z[n]))*scale*end)
	}
	return err
}
