package cpu

import (
	"context"

	"wgfft/internal/cpu/rows"
)

// realPlan transforms rows of n real points to half spectra and back. One of its two fields is set,
// with the precision that the accuracy contract needs.
type realPlan[C rows.Complex, R rows.Float] struct {
	team  *team
	plain *half[R, C]                // in the precision of the engine
	wide  *half[float64, complex128] // in float64, for an engine in single precision
}

// shortMixedReal and shortPowerReal are shortMixed and shortPower for rows of real points. These
// have further roundings in the load and in the store.
const (
	shortMixedReal = 256
	shortPowerReal = 128
)

// realNeedsDouble is needsDouble for rows of n real points, transformed as n/2 or n complex points.
func realNeedsDouble(n int, convolved bool) bool {
	return isSmooth(n) && (convolved || n <= shortPowerReal || n <= shortMixedReal && !isPowerOfTwo(n))
}

// newRealPlan makes the plan of n points.
func newRealPlan[C rows.Complex, R rows.Float](
	ctx context.Context, e *Engine[C, R], n int,
) (p *realPlan[C, R], err error) {
	p = &realPlan[C, R]{team: &e.team}
	if p.plain, err = newHalf[R](ctx, e.maker(), n); err != nil {
		return nil, err
	}
	if !isDouble[C]() && realNeedsDouble(n, p.plain.convolved) {
		p.plain = nil
		p.wide, err = newHalf[float64](ctx, e.wideMaker(), n)
	}
	return p, err
}

func (p *realPlan[C, R]) bytes() int64 {
	if p.wide != nil {
		return p.wide.bytes()
	}
	return p.plain.bytes()
}

// forward writes the half spectrum of the row src, times scale, to dst.
func (p *realPlan[C, R]) forward(ctx context.Context, dst []C, src []R, scale float64) error {
	if p.wide != nil {
		return spectrum(ctx, p.wide, dst, src, scale)
	}
	if p.plain.convolved || scale != 1 {
		level, err := levelOf(ctx, p.team, src)
		if err != nil {
			return err
		}
		if level != 1 {
			r, err := p.plain.take(ctx)
			if err != nil {
				return err
			}
			defer p.plain.give(r)
			if err := scaleTo(ctx, p.team, r.x, src, level); err != nil {
				return err
			}
			src, scale = r.x, scale/level
		}
	}
	if err := p.plain.forward(ctx, dst, src); err != nil { // no load and no store
		return err
	}
	if scale == 1 {
		return nil
	}
	return Pieces(ctx, len(dst), func(first, end int) { scaleAll(dst[first:end], scale) })
}

// inverse writes to dst the row that has the half spectrum src. The row is the unscaled sum times
// scale.
func (p *realPlan[C, R]) inverse(ctx context.Context, dst []R, src []C, scale float64) error {
	if p.wide != nil {
		return points(ctx, p.wide, dst, src, 1, scale)
	}
	level := 1.0
	if p.plain.convolved || scale != 1 {
		var err error
		if level, err = levelOf(ctx, p.team, parts[C, R](src)); err != nil {
			return err
		}
	}
	return points(ctx, p.plain, dst, src, level, scale/level)
}

// spectrum is forward with a load and a store that change the precision.
func spectrum[F, R rows.Float, C, W rows.Complex](
	ctx context.Context, h *half[F, W], dst []C, src []R, scale float64,
) error {
	r, err := h.take(ctx)
	if err != nil {
		return err
	}
	defer h.give(r)
	err = Pieces(ctx, len(src), func(first, end int) { convert(r.x[first:end], src[first:end]) })
	if err != nil {
		return err
	}
	if err := h.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	return Pieces(ctx, len(dst), func(first, end int) { convertTimes(dst[first:end], r.z[first:end], scale) })
}

// convert copies src to dst in another precision.
func convert[F, R rows.Float](dst []F, src []R) {
	dst = dst[:len(src)]
	for j, v := range src {
		dst[j] = F(v)
	}
}

// convertTimes writes src times scale to dst in another precision.
func convertTimes[C, W rows.Complex](dst []C, src []W, scale float64) {
	dst = dst[:len(src)]
	for k, c := range src {
		v := complex128(c)
		dst[k] = C(complex(real(v)*scale, imag(v)*scale))
	}
}

// points is inverse as a Hartley transform. It needs only the forward transform, no table, and no
// correction of a factor 1/n. With the half spectrum H of
//
//	h[k] = Re X[k] - Im X[k], h[n-k] = Re X[k] + Im X[k]
//
// it is
//
//	x[j] = Re H[j] - Im H[j], x[n-j] = Re H[j] + Im H[j]
//
// Each element of src is multiplied first by level, a power of two.
func points[F, R rows.Float, C, W rows.Complex](
	ctx context.Context, h *half[F, W], dst []R, src []C, level, scale float64,
) error {
	r, err := h.take(ctx)
	if err != nil {
		return err
	}
	defer h.give(r)
	n, pairs := h.n, (h.n-1)/2
	r.x[0] = F(real(complex128(src[0])) * level)
	if n%2 == 0 {
		r.x[n/2] = F(real(complex128(src[n/2])) * level)
	}
	err = Pieces(ctx, pairs, func(first, end int) { hartley(r.x, src, level, first+1, end+1) })
	if err != nil {
		return err
	}
	if err := h.forward(ctx, r.z, r.x); err != nil {
		return err
	}
	dst[0] = R(real(complex128(r.z[0])) * scale)
	if n%2 == 0 {
		dst[n/2] = R(real(complex128(r.z[n/2])) * scale)
	}
	return Pieces(ctx, pairs, func(first, end int) { pointsOf(dst, r.z, scale, first+1, end+1) })
}

// hartley makes h[k] and h[n-k] for k from first to end.
func hartley[F rows.Float, C rows.Complex](h []F, src []C, level float64, first, end int) {
	for k := first; k < end; k++ {
		v := complex128(src[k])
		re, im := real(v)*level, imag(v)*level
		h[k], h[len(h)-k] = F(re-im), F(re+im)
	}
}

// pointsOf makes x[j] and x[n-j] for j from first to end.
func pointsOf[R rows.Float, C rows.Complex](x []R, z []C, scale float64, first, end int) {
	for j := first; j < end; j++ {
		v := complex128(z[j])
		x[j], x[len(x)-j] = R((real(v)-imag(v))*scale), R((real(v)+imag(v))*scale)
	}
}
