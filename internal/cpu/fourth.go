package cpu

import (
	"context"
	"sync"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/transforms"
)

// fourth is the DCT and the DST of type IV of an even number of points. It uses a complex transform
// of m = n/2 points. With r[j] = exp(-i pi (j + 1/8) / n),
//
//	z[j] = r[j] (x[2j] + i x[n-1-2j])
//	y[2k] = 2 Re r[k] Z[k], y[n-1-2k] = -2 Im r[k] Z[k]
type fourth[C rows.Complex, R rows.Float] struct {
	n         int
	plan      forward[C]
	convolved bool
	r         []complex128 // m
	pool      sync.Pool    // *[]C of m points
}

// newFourth makes the plan of n points, in float64 if the accuracy contract needs it.
func newFourth[C rows.Complex, R rows.Float](ctx context.Context, e *Engine[C, R], n int) (trigPlan[R], error) {
	plan, convolved, err := newForward(ctx, e.maker(), n/2)
	if err != nil {
		return nil, err
	}
	if isDouble[C]() || !realNeedsDouble(n, convolved) {
		return fourthOf[C, R](ctx, plan, convolved)
	}
	double, _, err := newForward(ctx, e.wideMaker(), n/2)
	if err != nil {
		return nil, err
	}
	return fourthOf[complex128, R](ctx, double, convolved)
}

func fourthOf[C rows.Complex, R rows.Float](
	ctx context.Context, plan forward[C], convolved bool,
) (*fourth[C, R], error) {
	m := plan.Len()
	r, err := roots(ctx, rootOf[R](), m, 8, 1, 32*m)
	return &fourth[C, R]{n: 2 * m, plan: plan, convolved: convolved, r: r}, err
}

func (f *fourth[C, R]) bytes() int64 {
	return tableBytes(f.plan, f.convolved) + 16*int64(len(f.r))
}

func (f *fourth[C, R]) isWide() bool { return isDouble[C]() }

func (f *fourth[C, R]) row(ctx context.Context, dst, src []R, t transforms.Kind, _ bool, scale float64) (err error) {
	defer guard(&err, f.n)
	box, err := take[C](ctx, &f.pool, len(f.r))
	if err != nil {
		return err
	}
	defer f.pool.Put(box)
	z, n := *box, f.n
	o := newOrder(n, t.IsSine())
	first, step := o.first, o.step
	err = Pieces(ctx, len(f.r), func(from, to int) {
		for j := from; j < to; j++ {
			z[j] = C(f.r[j] * complex(float64(src[first+step*2*j]), float64(src[first+step*(n-1-2*j)])))
		}
	})
	if err != nil {
		return err
	}
	if err := f.plan.Forward(ctx, z, z); err != nil {
		return rowError(ctx, n/2, err)
	}
	even, odd := 2*scale, -2*scale*o.odd
	return Pieces(ctx, len(f.r), func(from, to int) {
		for k := from; k < to; k++ {
			v := f.r[k] * complex128(z[k])
			dst[2*k] = R(real(v) * even)
			dst[n-1-2*k] = R(imag(v) * odd)
		}
	})
}
