package cpu

import (
	"context"
	"math"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/transforms"
)

// fourthOdd is type IV of an odd number of points n. It uses a half spectrum of n points. The
// points of x, continued by the symmetry of the cosine, are taken in steps of four from the middle
// one on:
//
//	g[i] = x[(n-1)/2 + 4i], x[-1-j] = x[j], x[j+2n] = -x[j]
//
// Then with q = 2k+1 and G the spectrum of g,
//
//	y[k] = 2 (cos(pi q/4) Re G[q mod n] + sin(pi q/4) Im G[q mod n])
type fourthOdd[F rows.Float, C rows.Complex, R rows.Float] struct{ *half[F, C] }

func newFourthOdd[F rows.Float, C rows.Complex, R rows.Float](h *half[F, C]) fourthOdd[F, C, R] {
	return fourthOdd[F, C, R]{h}
}

func (f fourthOdd[F, C, R]) row(ctx context.Context, dst, src []R, t transforms.Kind, _ bool, scale float64) error {
	r, err := f.take(ctx)
	if err != nil {
		return err
	}
	defer f.give(r)
	o := newOrder(f.n, t.IsSine())
	err = Pieces(ctx, f.n, func(from, to int) { f.load(r.x, src, o, from, to) })
	if err != nil {
		return err
	}
	if err := f.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	return Pieces(ctx, f.n, func(from, to int) { f.store(dst, r.z, o.odd, scale*math.Sqrt2, from, to) })
}

// load makes g[i] for i between from and to; x[j] is element first + step j of src.
func (f fourthOdd[F, C, R]) load(g []F, src []R, o order, from, to int) {
	n, first, step := f.n, o.first, o.step
	for i := from; i < to; i++ {
		m := (n/2 + 4*i) % (4 * n)
		j, sign := m%(2*n), F(1-m/(2*n)*2)
		if j >= n {
			j, sign = 2*n-1-j, -sign
		}
		g[i] = F(src[first+step*j]) * sign
	}
}

// store makes y[k] from the bins for k between from and to. It multiplies all by scale, and the odd
// ones by odd.
func (f fourthOdd[F, C, R]) store(y []R, bins []C, odd, scale float64, from, to int) {
	n := f.n
	for k := from; k < to; k++ {
		q, conj := (2*k+1)%n, 1.0
		if 2*q > n {
			q, conj = n-q, -1
		}
		v := complex128(bins[q])
		c, s := real(v), imag(v)*conj
		if k%4 == 1 || k%4 == 2 {
			c = -c
		}
		if k%4 >= 2 {
			s = -s
		}
		sum := (c + s) * scale
		if k%2 == 1 {
			sum *= odd
		}
		y[k] = R(sum)
	}
}
