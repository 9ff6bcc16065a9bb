package cpu

import (
	"context"
	"fmt"
	"sync"
	"unsafe"

	"wgfft/internal/cpu/rows"
)

// half transforms n real points to the n/2+1 bins of their half spectrum, in the precision of F. It
// uses a plan of algo-fft, or complex points where that is faster. All real, cosine and sine
// transforms and their inverses are a half between a load and a store, except type IV of an even
// length. Its methods are safe for concurrent use.
type half[F rows.Float, C rows.Complex] struct {
	n         int
	plan      realForward[F, C] // nil for one point, because the spectrum is the point
	long      *realLong[F, C]   // instead of plan, or nil
	convolved bool
	pool      sync.Pool // *scratch[F, C]
}

// realForward transforms real points to their half spectrum: a plan of algo-fft, or shortReal.
type realForward[F rows.Float, C rows.Complex] interface {
	Forward(z []C, x []F) error
}

// scratch holds the scratch arrays of one row: the points and their bins.
type scratch[F rows.Float, C rows.Complex] struct {
	x []F // n
	z []C // n/2+1
}

func newHalf[F rows.Float, C rows.Complex](ctx context.Context, made maker[C], n int) (h *half[F, C], err error) {
	defer guard(&err, n)
	h = &half[F, C]{n: n}
	if n == 1 {
		return h, nil
	}
	if m := complexPoints(n); made.isExact || isFourStep(m) || isCircle(m) {
		h.long, err = newRealLong[F](ctx, made, n) // in the precision that is needed
		return h, err
	}
	if isShort(complexPoints(n)) && h.isWide() {
		h.plan, _ = any(newShortReal(n)).(realForward[F, C])
		return h, nil
	}
	plan, err := rows.NewRealPlan[F, C](n)
	if err != nil {
		return nil, fmt.Errorf("cpu: plan of %d real points: %w: choose another length", n, err)
	}
	h.plan, h.convolved = plan, isConvolution(plan.Algorithm())
	return h, nil
}

// complexPoints returns the number of complex points of the transform of n real points.
func complexPoints(n int) int {
	if n%2 == 0 {
		return n / 2
	}
	return n
}

// take returns scratch arrays with undefined contents; give returns it to the pool.
func (h *half[F, C]) take(ctx context.Context) (r *scratch[F, C], err error) {
	if r, ok := h.pool.Get().(*scratch[F, C]); ok {
		return r, nil
	}
	r = new(scratch[F, C])
	if r.x, err = Make[F](ctx, h.n); err == nil {
		r.z, err = Make[C](ctx, h.n/2+1)
	}
	return r, err
}

func (h *half[F, C]) give(r *scratch[F, C]) { h.pool.Put(r) }

// forward makes the bins z of the points x.
func (h *half[F, C]) forward(ctx context.Context, z []C, x []F) (err error) {
	defer guard(&err, h.n)
	if h.n == 1 {
		z[0] = C(complex(float64(x[0]), 0))
		return nil
	}
	if h.long != nil {
		return h.long.forward(ctx, z, x)
	}
	if err := h.plan.Forward(z, x); err != nil {
		return fmt.Errorf("cpu: %d real points: %w", h.n, err)
	}
	if h.n%2 == 1 { // the complex transform leaves rounding errors in the imaginary part
		z[0] = C(complex(real(complex128(z[0])), 0))
	}
	return nil
}

// bytes returns about how much memory the plan and a scratch keep.
func (h *half[F, C]) bytes() int64 {
	if h.long == nil {
		return algoBytes[C](complexPoints(h.n), h.convolved)
	}
	scratch := int64(h.n) * sizeOf[C]()
	if own, ok := h.long.plan.(whole[C]); ok { // other plans are in a cache of their own
		scratch += own.bytes()
	}
	return scratch
}

// tableBytes returns the bytes that a transform and the struct that holds it keep.
func tableBytes[C rows.Complex](f forward[C], convolved bool) int64 {
	if own, ok := f.(whole[C]); ok {
		return own.bytes() + sizeOf[C]()*int64(f.Len())
	}
	return algoBytes[C](f.Len(), convolved)
}

// ownBytes is tableBytes for a part of a longer transform: 0 if a cache counts the part already.
func ownBytes[C rows.Complex](f forward[C]) int64 {
	if _, isCached := f.(interface{ countedElsewhere() }); isCached {
		return 0
	}
	return tableBytes(f, false)
}

// algoBytes returns the bytes that algo-fft keeps for n complex points, by the figures of
// plan.bytes.
func algoBytes[C rows.Complex](n int, convolved bool) int64 {
	points := int64(n) * sizeOf[C]()
	if convolved {
		return 20 * points
	}
	return 10 * points
}

func (h *half[F, C]) isWide() bool { return isDouble[C]() }

// sizeOf returns the size of a complex number in bytes.
func sizeOf[C rows.Complex]() int64 { return int64(unsafe.Sizeof(C(0))) }
