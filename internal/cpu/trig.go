package cpu

import (
	"context"
	"math"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/transforms"
)

// trigPlan transforms rows of one length by the kinds of one family.
type trigPlan[R rows.Float] interface {
	// row transforms one row: the sums times scale. dst may be src.
	row(ctx context.Context, dst, src []R, t transforms.Kind, ortho bool, scale float64) error
	// isWide reports whether the plan computes in float64.
	isWide() bool
	sized
}

// trigKey identifies a plan. Types II and III share one. The sine transforms of types II to IV
// share it with the cosine transforms.
type trigKey struct {
	kind transforms.Kind // DCT1, DCT2, DCT4 or DST1
	n    int
}

func newTrigKey(t transforms.Kind, n int) trigKey {
	switch t {
	case transforms.DCT1, transforms.DST1:
		return trigKey{t, n}
	case transforms.DCT4, transforms.DST4:
		return trigKey{transforms.DCT4, n}
	}
	return trigKey{transforms.DCT2, n}
}

// newTrigPlan makes the plan of n points. DCT1 needs at least two.
func newTrigPlan[C rows.Complex, R rows.Float](
	ctx context.Context, e *Engine[C, R], k trigKey,
) (trigPlan[R], error) {
	switch {
	case k.kind == transforms.DCT1:
		return newTypeOne(ctx, e, k.n-1)
	case k.kind == transforms.DST1:
		return newTypeOne(ctx, e, k.n+1)
	case k.kind == transforms.DCT4 && k.n%2 == 0:
		return newFourth(ctx, e, k.n)
	}
	p, err := newRealPlan(ctx, e, k.n)
	switch {
	case err != nil:
		return nil, err
	case k.kind == transforms.DCT4 && p.wide != nil:
		return newFourthOdd[float64, complex128, R](p.wide), nil
	case k.kind == transforms.DCT4:
		return newFourthOdd[R, C, R](p.plain), nil
	case p.wide != nil:
		return newQuarter[float64, complex128, R](ctx, p.wide)
	}
	return newQuarter[R, C, R](ctx, p.plain)
}

// order has the changes that turn the DCT into the DST of the same type. One side is read backwards, and
// on the other side every odd element changes its sign. Element i of the first side is at first + step i,
// and odd is the sign.
type order struct {
	first, step int
	odd         float64
}

// newOrder returns the order of n elements of a sine transform or of a cosine transform.
func newOrder(n int, sine bool) order {
	if sine {
		return order{n - 1, -1, -1}
	}
	return order{0, 1, 1}
}

// onePoint returns the factor that a transform of one point multiplies by.
func onePoint(t transforms.Kind, ortho bool) float64 {
	switch {
	case t == transforms.DCT4 || t == transforms.DST4:
		return math.Sqrt2
	case t == transforms.DST1:
		return 2
	case ortho:
		return math.Sqrt2
	case t == transforms.DCT3 || t == transforms.DST3:
		return 1
	}
	return 2
}
