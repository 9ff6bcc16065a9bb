package cpu

import (
	"context"
	"fmt"
	"math"

	"wgfft/internal/cpu/rows"
)

// Trig is a kind of discrete cosine or sine transform, as scipy.fft numbers and defines them.
type Trig uint8

// The kinds of discrete cosine and sine transforms.
const (
	DCT1 Trig = iota
	DCT2
	DCT3
	DCT4
	DST1
	DST2
	DST3
	DST4
)

// String returns the kind's name: dct1 to dct4, dst1 to dst4.
func (t Trig) String() string {
	if t > DST4 {
		return fmt.Sprintf("trig(%d)", uint8(t))
	}
	return [...]string{"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}[t]
}

// isSine reports whether t is a sine transform.
func (t Trig) isSine() bool { return t >= DST1 }

// trigPlan transforms rows of one length by the kinds of one family.
type trigPlan[R rows.Float] interface {
	// row transforms one row: the sums times scale. dst may be src.
	row(ctx context.Context, dst, src []R, t Trig, ortho bool, scale float64) error
	// isWide reports whether the plan computes in float64.
	isWide() bool
	sized
}

// trigKey identifies a plan. Types II and III share one. The sine transforms of types II to IV
// share it with the cosine transforms.
type trigKey struct {
	kind Trig // DCT1, DCT2, DCT4 or DST1
	n    int
}

func newTrigKey(t Trig, n int) trigKey {
	switch t {
	case DCT1, DST1:
		return trigKey{t, n}
	case DCT4, DST4:
		return trigKey{DCT4, n}
	}
	return trigKey{DCT2, n}
}

// newTrigPlan makes the plan of n points. DCT1 needs at least two.
func newTrigPlan[C rows.Complex, R rows.Float](
	ctx context.Context, e *Engine[C, R], k trigKey,
) (trigPlan[R], error) {
	switch {
	case k.kind == DCT1:
		return newTypeOne(ctx, e, k.n-1)
	case k.kind == DST1:
		return newTypeOne(ctx, e, k.n+1)
	case k.kind == DCT4 && k.n%2 == 0:
		return newFourth(ctx, e, k.n)
	}
	p, err := newRealPlan(ctx, e, k.n)
	switch {
	case err != nil:
		return nil, err
	case k.kind == DCT4 && p.wide != nil:
		return newFourthOdd[float64, complex128, R](p.wide), nil
	case k.kind == DCT4:
		return newFourthOdd[R, C, R](p.plain), nil
	case p.wide != nil:
		return newQuarter[float64, complex128, R](ctx, p.wide)
	}
	return newQuarter[R, C, R](ctx, p.plain)
}

// order returns the changes that turn the DCT into the DST of the same type. One side is read
// backwards, and on the other side every odd element changes its sign. Element i of the first side
// is at first + step i, and odd is the sign.
func order(n int, sine bool) (first, step int, odd float64) {
	if sine {
		return n - 1, -1, -1
	}
	return 0, 1, 1
}

// one returns the factor that a transform of one point multiplies by.
func (t Trig) one(ortho bool) float64 {
	switch {
	case t == DCT4 || t == DST4:
		return math.Sqrt2
	case t == DST1:
		return 2
	case ortho:
		return math.Sqrt2
	case t == DCT3 || t == DST3:
		return 1
	}
	return 2
}
