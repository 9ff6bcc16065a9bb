package cpu

import (
	"context"
	"sync"

	"wgfft/internal/cpu/rows"
)

// fourth is the DCT and the DST of type IV of an even number of points. It uses a complex transform
// of m = n/2 points. With r[j] = exp(-i pi (j + 1/8) / n),
//
//	z[j] = r[j] (x[2j] + i x[n-1-2j])
//	y[2k] = 2 Re r[k] Z[k], y[n-1-2k] = -2 Im r[k] Z[k]
type fourth[C rows.Complex] struct {
	n         int
	plan      forward[C]
	convolved bool
	r         []complex128 // m
	pool      sync.Pool    // *[]C of m points
}

// newFourth makes the plan of n points, in float64 if the accuracy contract needs it.
func newFourth(ctx context.Context, e *Engine, n int) (trigPlan, error) {
	single, convolved, err := newForward[complex64](ctx, e, n/2)
	if err != nil {
		return nil, err
	}
	if !realNeedsDouble(n, convolved) {
		return fourthOf(ctx, single, convolved)
	}
	double, _, err := newForward[complex128](ctx, e, n/2)
	if err != nil {
		return nil, err
	}
	return fourthOf(ctx, double, convolved)
}

func fourthOf[C rows.Complex](ctx context.Context, plan forward[C], convolved bool) (*fourth[C], error) {
	m := plan.Len()
	r, err := roots(ctx, m, 8, 1, 32*m)
	return &fourth[C]{n: 2 * m, plan: plan, convolved: convolved, r: r}, err
}

func (f *fourth[C]) bytes() int64 {
	return tableBytes(f.plan, f.convolved) + 16*int64(len(f.r))
}

func (f *fourth[C]) isWide() bool { return sizeOf[C]() == 16 }

func (f *fourth[C]) row(ctx context.Context, dst, src []float32, t Trig, _ bool, scale float64) (err error) {
	defer guard(&err, f.n)
	box, err := take[C](ctx, &f.pool, len(f.r))
	if err != nil {
		return err
	}
	defer f.pool.Put(box)
	z, n := *box, f.n
	first, step, odd := order(n, t.isSine())
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
	even, odd := 2*scale, -2*scale*odd
	return Pieces(ctx, len(f.r), func(from, to int) {
		for k := from; k < to; k++ {
			v := f.r[k] * complex128(z[k])
			dst[2*k] = float32(real(v) * even)
			dst[n-1-2*k] = float32(imag(v) * odd)
		}
	})
}
