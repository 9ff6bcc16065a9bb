package cpu

import (
	"context"
	"fmt"
	"sync"

	"wgfft/internal/cpu/rows"
)

// plan transforms rows of n points, forward and inverse, in the precision that the accuracy
// contract needs. It is safe for concurrent use.
type plan[C rows.Complex, R rows.Float] struct {
	team      *team
	n         int
	short     *short              // for few points, instead of plain and wide
	plain     forward[C]          // in the precision of the engine
	wide      forward[complex128] // in float64, if single precision is not accurate enough
	pool      sync.Pool           // *[]complex128 of n points, for wide
	convolved bool
}

// isConvolution reports whether the algorithm, as algo-fft names it, is a convolution.
func isConvolution(algorithm string) bool { return algorithm == "bluestein" || algorithm == "rader" }

// shortMixed is the largest length for which the error of algo-fft's mixed-radix transform in
// float32 comes too close to the contract.
const shortMixed = 128

// shortPower is shortMixed for powers of two.
const shortPower = 16

// needsDouble reports whether a transform of n points in float32 would miss the accuracy contract,
// or come too close to it.
func needsDouble(n int, convolved bool) bool {
	return isSmooth(n) && (convolved || n <= shortPower || n <= shortMixed && !isPowerOfTwo(n))
}

func isPowerOfTwo(n int) bool { return n&(n-1) == 0 }

// newPlan makes the plan of n points.
func newPlan[C rows.Complex, R rows.Float](ctx context.Context, e *Engine[C, R], n int) (*plan[C, R], error) {
	p := &plan[C, R]{team: &e.team, n: n}
	if isDouble[C]() {
		return p, p.makeExact(ctx, e)
	}
	if isShort(n) {
		p.short = newShort(n, plainRoot)
		return p, nil
	}
	var err error
	if !needsDouble(n, isCircle(n)) { // known before anything is made
		if p.plain, p.convolved, err = newForward(ctx, e.maker(), n); err != nil {
			return nil, err
		}
		if !needsDouble(n, p.convolved) {
			return p, nil
		}
		p.plain = nil
	}
	p.wide, _, err = newForward(ctx, e.wideMaker(), n)
	return p, err
}

// isSmooth reports whether the accuracy contract counts n as smooth: no prime factor is above 31.
func isSmooth(n int) bool { return without(n, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31) == 1 }

// bytes returns about how much memory the plan keeps. The factors are the bytes per point of the
// tables and scratch arrays of algo-fft v0.8.0.
func (p *plan[C, R]) bytes() int64 {
	if own, ok := p.plain.(whole[C]); ok {
		return own.bytes()
	}
	if own, ok := p.wide.(whole[complex128]); ok {
		return own.bytes() + 16*int64(p.n) // and the scratch array
	}
	switch {
	case p.short != nil:
		return p.short.bytes()
	case p.wide != nil:
		return 320 * int64(p.n)
	case p.convolved:
		return 20 * sizeOf[C]() * int64(p.n)
	default:
		return 8 * sizeOf[C]() * int64(p.n)
	}
}

// countedElsewhere marks plans as members of a cache. See ownBytes.
func (p *plan[C, R]) countedElsewhere() {}

// Len returns n. It makes a plan a forward transform.
func (p *plan[C, R]) Len() int { return p.n }

// Forward transforms one row, unscaled.
func (p *plan[C, R]) Forward(ctx context.Context, dst, src []C) error {
	return p.rows(ctx, dst, src, p.n, false, 1)
}

// rows transforms the rows of src into the rows of dst. Rows begin every stride points. It turns a
// panic of algo-fft into an error.
func (p *plan[C, R]) rows(ctx context.Context, dst, src []C, every int, inverse bool, scale float64) (err error) {
	defer guard(&err, p.n)
	if p.short != nil {
		p.shortRows(dst, src, every, inverse, scale)
		return nil
	}
	if own, isAlgo := p.plain.(algo[C]); isAlgo && !p.convolved && !inverse && scale == 1 {
		return p.algoRows(ctx, own.Plan, dst, src, every)
	}
	var scratch []complex128
	if p.wide != nil {
		box, err := take[complex128](ctx, &p.pool, p.n)
		if err != nil {
			return err
		}
		defer p.pool.Put(box)
		scratch = *box
	}
	watch := pace{ctx: ctx}
	for at := 0; at < len(src); at += every {
		if err := p.row(ctx, dst[at:at+p.n:at+p.n], src[at:at+p.n:at+p.n], scratch, inverse, scale); err != nil {
			return rowError(ctx, p.n, err)
		}
		if err := watch.step(p.n); err != nil {
			return err
		}
	}
	return nil
}

// algoRows is rows for unscaled forward transforms by algo-fft, without a choice in each row.
func (p *plan[C, R]) algoRows(ctx context.Context, own *rows.Plan[C], dst, src []C, every int) error {
	n, watch := p.n, pace{ctx: ctx}
	for at := 0; at < len(src); at += every {
		if err := own.Forward(dst[at:at+n:at+n], src[at:at+n:at+n]); err != nil {
			return rowError(ctx, n, err)
		}
		if err := watch.step(n); err != nil {
			return err
		}
	}
	return nil
}

// shortRows is rows for a short plan. In double precision a sum may overflow before it is scaled, so rows
// of extreme magnitude are multiplied by their level first.
func (p *plan[C, R]) shortRows(dst, src []C, every int, inverse bool, scale float64) {
	level := func(at int) float64 { return exponentsOf(parts[C, R](src[at : at+p.n])).level(levelStep[R]()) }
	isLevel := true
	if isDouble[C]() && scale != 1 {
		for at := 0; at < len(src) && isLevel; at += every {
			isLevel = level(at) == 1
		}
	}
	if isLevel {
		transformShort(p.short, dst, src, shortRows{len(src) / every, every, 1}, inverse, scale)
		return
	}
	for at := 0; at < len(src); at += every {
		to, l := dst[at:at+p.n], level(at)
		scaleReals(parts[C, R](to), parts[C, R](src[at:at+p.n]), l)
		transformShort(p.short, to, to, shortRows{1, p.n, 1}, inverse, scale/l)
	}
}

// rowError adds the length to the error of a failed transform, unless ctx ended it.
func rowError(ctx context.Context, n int, err error) error {
	if ended := ContextErr(ctx); ended != nil {
		return ended
	}
	return fmt.Errorf("cpu: %d points: %w", n, err)
}

// row transforms one row. If the plan is wide, scratch is its scratch array.
func (p *plan[C, R]) row(ctx context.Context, dst, src []C, scratch []complex128, inverse bool, scale float64) error {
	if p.wide != nil {
		return p.rowWide(ctx, dst, src, scratch, inverse, scale)
	}
	if p.convolved || scale != 1 {
		level, err := levelOf(ctx, p.team, parts[C, R](src))
		if err != nil {
			return err
		}
		if level != 1 {
			if err := scaleTo(ctx, p.team, parts[C, R](dst), parts[C, R](src), level); err != nil {
				return err
			}
			src, scale = dst, scale/level
		}
	}
	return p.rowPlain(ctx, dst, src, inverse, scale)
}

// rowPlain transforms one row in the precision of the engine.
func (p *plan[C, R]) rowPlain(ctx context.Context, dst, src []C, inverse bool, scale float64) error {
	switch own := p.plain.(type) {
	case whole[C]:
		return own.transform(ctx, dst, src, inverse, scale)
	case inverter[C]: // the inverse is used only if its factor 1/n does not round
		if inverse && isPowerOfTwo(p.n) && scale == 1/float64(p.n) {
			return own.Inverse(dst, src)
		}
	}
	if err := p.plain.Forward(ctx, dst, src); err != nil {
		return err
	}
	switch {
	case inverse:
		reverse(dst, scale)
	case scale != 1:
		scaleAll(dst, scale)
	}
	return nil
}

// rowWide transforms one row in float64, in scratch, and rounds once.
func (p *plan[C, R]) rowWide(
	ctx context.Context, dst, src []C, scratch []complex128, inverse bool, scale float64,
) error {
	err := Pieces(ctx, p.n, func(first, end int) {
		for i := first; i < end; i++ {
			scratch[i] = complex128(src[i])
		}
	})
	if err != nil {
		return err
	}
	if err := p.wide.Forward(ctx, scratch, scratch); err != nil {
		return err
	}
	dst[0] = C(times(scratch[0], scale))
	return Pieces(ctx, p.n-1, func(first, end int) {
		for i := first + 1; i <= end; i++ {
			from := i
			if inverse { // read backwards
				from = p.n - i
			}
			dst[i] = C(times(scratch[from], scale))
		}
	})
}

// reverse turns a forward transform into the inverse transform, in place. It exchanges elements j
// and -j mod n, and multiplies all elements by scale.
func reverse[C rows.Complex](d []C, scale float64) {
	d[0] = times(d[0], scale)
	for i, j := 1, len(d)-1; i <= j; i, j = i+1, j-1 {
		d[i], d[j] = times(d[j], scale), times(d[i], scale)
	}
}

// times returns v times scale. Each part is rounded once, and a NaN or infinity of one part does
// not reach the other.
func times[C rows.Complex](v C, scale float64) C {
	w := complex128(v)
	return C(complex(real(w)*scale, imag(w)*scale))
}

// scaleAll multiplies all of d by scale.
func scaleAll[C rows.Complex](d []C, scale float64) {
	for i, v := range d {
		d[i] = times(v, scale)
	}
}

// guard turns a panic into an error. Callers defer it.
func guard(err *error, n int) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("cpu: %d points: algo-fft failed: %v: please report this length", n, r)
	}
}
