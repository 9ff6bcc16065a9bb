package cpu

import (
	"context"
	"math"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/transforms"
)

// quarter is the DCT and the DST of types II and III. It uses a half spectrum of the same number of
// points (Makhoul 1980). Let v be the even points of x in order, followed by the odd ones
// backwards, V the spectrum of v, and w = w_4n:
//
//	DCT-II:  y[k] = 2 Re w^k V[k], y[n-k] = -2 Im w^k V[k]
//
// The DCT-III is the inverse. With x[n] = 0,
//
//	DCT-III: V[k] = w^-k (x[k] - i x[n-k]), y[2j] = v[j], y[2j-1] = v[n-j]
type quarter[F rows.Float, C rows.Complex, R rows.Float] struct {
	*half[F, C]
	w []complex128 // w_4n^k, n/2+1 of them
}

func newQuarter[F rows.Float, C rows.Complex, R rows.Float](
	ctx context.Context, h *half[F, C],
) (*quarter[F, C, R], error) {
	w, err := roots(ctx, rootOf[R](), h.n/2+1, 1, 0, 4*h.n)
	return &quarter[F, C, R]{half: h, w: w}, err
}

func (q *quarter[F, C, R]) bytes() int64 { return q.half.bytes() + 16*int64(len(q.w)) }

func (q *quarter[F, C, R]) row(ctx context.Context, dst, src []R, t transforms.Kind, ortho bool, scale float64) error {
	r, err := q.take(ctx)
	if err != nil {
		return err
	}
	defer q.give(r)
	o := newOrder(q.n, t.IsSine())
	if t == transforms.DCT2 || t == transforms.DST2 {
		err = Pieces(ctx, (q.n+1)/2, func(from, to int) { q.evenFirst(r.x, src, o.odd, from, to) })
	} else {
		err = q.untwist(ctx, r.x, src, o, ortho)
	}
	if err != nil {
		return err
	}
	if err := q.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	if t == transforms.DCT2 || t == transforms.DST2 {
		return q.twist(ctx, dst, r.z, o, ortho, 2*scale)
	}
	dst[0] = R(real(complex128(r.z[0])) * scale)
	return Pieces(ctx, q.n/2, func(from, to int) { q.inOrder(dst, r.z, scale, scale*o.odd, from+1, to+1) })
}

// evenFirst makes v[j] and v[n-1-j] from the points x for j between from and to. It multiplies the
// odd points by odd.
func (q *quarter[F, C, R]) evenFirst(v []F, x []R, odd float64, from, to int) {
	for j := from; j < to; j++ {
		v[j] = F(x[2*j])
		if 2*j+1 < q.n {
			v[q.n-1-j] = F(x[2*j+1]) * F(odd)
		}
	}
}

// twist makes the coefficients y from V. Coefficient k is element first + step k of an order.
func (q *quarter[F, C, R]) twist(ctx context.Context, y []R, v []C, o order, ortho bool, scale float64) error {
	n, mean, first, step := q.n, scale, o.first, o.step
	if ortho {
		mean *= math.Sqrt2 / 2
	}
	y[first] = R(real(complex128(v[0])) * mean)
	if n%2 == 0 {
		y[first+step*(n/2)] = R(real(q.w[n/2]*complex128(v[n/2])) * scale)
	}
	return Pieces(ctx, (n-1)/2, func(from, to int) {
		for k := from + 1; k <= to; k++ {
			c := q.w[k] * complex128(v[k])
			y[first+step*k] = R(real(c) * scale)
			y[first+step*(n-k)] = R(-imag(c) * scale)
		}
	})
}

// untwist makes V from the coefficients x, in the form of the argument of points: h[k] = Re V[k] -
// Im V[k], h[n-k] = Re V[k] + Im V[k].
func (q *quarter[F, C, R]) untwist(ctx context.Context, h []F, x []R, o order, ortho bool) error {
	n, first, step := q.n, o.first, o.step
	mean := float64(x[first])
	if ortho {
		mean *= math.Sqrt2
	}
	h[0] = F(mean)
	if n%2 == 0 {
		h[n/2] = F(math.Sqrt2 * float64(x[first+step*(n/2)]))
	}
	return Pieces(ctx, (n-1)/2, func(from, to int) {
		for k := from + 1; k <= to; k++ {
			a, b := float64(x[first+step*k]), float64(x[first+step*(n-k)])
			c, s := real(q.w[k]), -imag(q.w[k])
			re, im := c*a+s*b, s*a-c*b // of (c + i s)(a - i b)
			h[k], h[n-k] = F(re-im), F(re+im)
		}
	})
}

// inOrder makes the points y[2j-1] and y[2j] from the bins H of h for j between from and to. It
// multiplies the even ones by even and the odd ones by odd.
func (q *quarter[F, C, R]) inOrder(y []R, bins []C, even, odd float64, from, to int) {
	for j := from; j < to; j++ {
		h := complex128(bins[j])
		y[2*j-1] = R((real(h) + imag(h)) * odd)
		if 2*j < q.n {
			y[2*j] = R((real(h) - imag(h)) * even)
		}
	}
}
