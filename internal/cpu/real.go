package cpu

import (
	"context"

	"wgfft/internal/cpu/rows"
)

// realPlan transforms rows of n real points to half spectra and back. One of its two halves is set:
// the one with the precision that the accuracy contract needs.
type realPlan struct {
	engine *Engine
	single *half[float32, complex64]
	double *half[float64, complex128]
}

// shortMixedReal and shortPowerReal are shortMixed and shortPower for rows of real points, which
// are rounded once more in the load and in the store.
const (
	shortMixedReal = 256
	shortPowerReal = 128
)

// realNeedsDouble is needsDouble for rows of n real points, which are transformed as n/2 or as n
// complex ones.
func realNeedsDouble(n int, convolved bool) bool {
	return isSmooth(n) && (convolved || n <= shortPowerReal || n <= shortMixedReal && !isPowerOfTwo(n))
}

// newRealPlan makes the plan of n points.
func newRealPlan(ctx context.Context, e *Engine, n int) (p *realPlan, err error) {
	p = &realPlan{engine: e}
	if p.single, err = newHalf[float32, complex64](ctx, e, n); err != nil {
		return nil, err
	}
	if realNeedsDouble(n, p.single.convolved) {
		p.single = nil
		p.double, err = newHalf[float64, complex128](ctx, e, n)
	}
	return p, err
}

func (p *realPlan) bytes() int64 {
	if p.double != nil {
		return p.double.bytes()
	}
	return p.single.bytes()
}

// forward writes the half spectrum of the row src, times scale, to dst.
func (p *realPlan) forward(ctx context.Context, dst []complex64, src []float32, scale float64) error {
	if p.double != nil {
		return spectrum(ctx, p.double, dst, src, scale)
	}
	if p.single.convolved || scale != 1 {
		level, err := p.engine.level(ctx, src)
		if err != nil {
			return err
		}
		if level != 1 {
			r, err := p.single.take(ctx)
			if err != nil {
				return err
			}
			defer p.single.give(r)
			if err := p.engine.scaleTo(ctx, r.x, src, level); err != nil {
				return err
			}
			src, scale = r.x, scale/level
		}
	}
	if err := p.single.forward(ctx, dst, src); err != nil { // no load and no store
		return err
	}
	if scale == 1 {
		return nil
	}
	return Pieces(ctx, len(dst), func(first, end int) { scaleAll(dst[first:end], scale) })
}

// inverse writes to dst the row that has the half spectrum src. The row is the unscaled sum times
// scale.
func (p *realPlan) inverse(ctx context.Context, dst []float32, src []complex64, scale float64) error {
	if p.double != nil {
		return points(ctx, p.double, dst, src, 1, scale)
	}
	level := 1.0
	if p.single.convolved || scale != 1 {
		var err error
		if level, err = p.engine.level(ctx, parts(src)); err != nil {
			return err
		}
	}
	return points(ctx, p.single, dst, src, level, scale/level)
}

// spectrum is forward with a load and a store that change the precision.
func spectrum[F rows.Float, C rows.Complex](
	ctx context.Context, h *half[F, C], dst []complex64, src []float32, scale float64,
) error {
	r, err := h.take(ctx)
	if err != nil {
		return err
	}
	defer h.give(r)
	err = Pieces(ctx, len(src), func(first, end int) {
		for j, v := range src[first:end] {
			r.x[first+j] = F(v)
		}
	})
	if err != nil {
		return err
	}
	if err := h.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	return Pieces(ctx, len(dst), func(first, end int) {
		for k, c := range r.z[first:end] {
			v := complex128(c)
			dst[first+k] = complex(float32(real(v)*scale), float32(imag(v)*scale))
		}
	})
}

// points is inverse as a Hartley transform. That needs only the forward transform, no table, and no
// factor 1/n to be undone. With the half spectrum H of
//
//	h[k] = Re X[k] - Im X[k], h[n-k] = Re X[k] + Im X[k]
//
// it is
//
//	x[j] = Re H[j] - Im H[j], x[n-j] = Re H[j] + Im H[j]
//
// Each element of src is multiplied first by level, a power of two.
func points[F rows.Float, C rows.Complex](
	ctx context.Context, h *half[F, C], dst []float32, src []complex64, level, scale float64,
) error {
	r, err := h.take(ctx)
	if err != nil {
		return err
	}
	defer h.give(r)
	n, pairs := h.n, (h.n-1)/2
	r.x[0] = F(float64(real(src[0])) * level)
	if n%2 == 0 {
		r.x[n/2] = F(float64(real(src[n/2])) * level)
	}
	err = Pieces(ctx, pairs, func(first, end int) { hartley(r.x, src, level, first+1, end+1) })
	if err != nil {
		return err
	}
	if err := h.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	dst[0] = float32(real(complex128(r.z[0])) * scale)
	if n%2 == 0 {
		dst[n/2] = float32(real(complex128(r.z[n/2])) * scale)
	}
	return Pieces(ctx, pairs, func(first, end int) { pointsOf(dst, r.z, scale, first+1, end+1) })
}

// hartley makes h[k] and h[n-k] for k from first to end.
func hartley[F rows.Float](h []F, src []complex64, level float64, first, end int) {
	for k := first; k < end; k++ {
		re, im := float64(real(src[k]))*level, float64(imag(src[k]))*level
		h[k], h[len(h)-k] = F(re-im), F(re+im)
	}
}

// pointsOf makes x[j] and x[n-j] for j from first to end.
func pointsOf[C rows.Complex](x []float32, z []C, scale float64, first, end int) {
	for j := first; j < end; j++ {
		v := complex128(z[j])
		x[j], x[len(x)-j] = float32((real(v)-imag(v))*scale), float32((real(v)+imag(v))*scale)
	}
}
