package cpu

import (
	"context"
	"fmt"
	"sync"

	"wgfft/internal/cpu/rows"
)

// plan transforms rows of n points, forward and inverse, in the precision that the accuracy
// contract needs. It is safe for concurrent use.
type plan struct {
	engine    *Engine
	n         int
	short     *short // for few points, instead of single and double
	single    forward[complex64]
	double    forward[complex128] // set if single is not accurate enough
	pool      sync.Pool           // *[]complex128 of n points, for double
	convolved bool
}

// isConvolution reports whether the algorithm, as algo-fft names it, is a convolution.
func isConvolution(algorithm string) bool { return algorithm == "bluestein" || algorithm == "rader" }

// shortMixed is the length up to which the error of algo-fft's mixed-radix transform in float32
// comes too close to the contract.
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
func newPlan(ctx context.Context, e *Engine, n int) (*plan, error) {
	p := &plan{engine: e, n: n}
	if isShort(n) {
		p.short = newShort(n)
		return p, nil
	}
	var err error
	if !needsDouble(n, isCircle(n)) { // known before anything is made
		if p.single, p.convolved, err = newForward[complex64](ctx, e, n); err != nil {
			return nil, err
		}
		if !needsDouble(n, p.convolved) {
			return p, nil
		}
		p.single = nil
	}
	p.double, _, err = newForward[complex128](ctx, e, n)
	return p, err
}

// isSmooth reports whether the accuracy contract counts n as smooth: no prime factor is above 31.
func isSmooth(n int) bool { return without(n, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31) == 1 }

// bytes returns about how much memory the plan keeps. The factors are the bytes per point of the
// tables and scratch arrays of algo-fft v0.8.0.
func (p *plan) bytes() int64 {
	if own, ok := p.single.(whole[complex64]); ok {
		return own.bytes()
	}
	if own, ok := p.double.(whole[complex128]); ok {
		return own.bytes() + 16*int64(p.n) // and the scratch array
	}
	switch {
	case p.short != nil:
		return p.short.bytes()
	case p.double != nil:
		return 320 * int64(p.n)
	case p.convolved:
		return 160 * int64(p.n)
	default:
		return 64 * int64(p.n)
	}
}

// Len returns n. It makes a plan a forward transform.
func (p *plan) Len() int { return p.n }

// Forward transforms one row, unscaled.
func (p *plan) Forward(ctx context.Context, dst, src []complex64) error {
	return p.rows(ctx, dst, src, p.n, false, 1)
}

// rows transforms the rows of src, one every stride points, into those of dst. It turns a panic of
// algo-fft into an error.
func (p *plan) rows(ctx context.Context, dst, src []complex64, every int, inverse bool, scale float64) (err error) {
	defer guard(&err, p.n)
	if p.short != nil {
		transformShort(p.short, dst, src, len(src)/every, every, 1, inverse, scale)
		return nil
	}
	var scratch []complex128
	if p.double != nil {
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

// rowError adds the length to the error of a failed transform, unless ctx ended it.
func rowError(ctx context.Context, n int, err error) error {
	if ended := ContextErr(ctx); ended != nil {
		return ended
	}
	return fmt.Errorf("cpu: %d points: %w", n, err)
}

// row transforms one row. If the plan is in float64, scratch is its scratch array.
func (p *plan) row(ctx context.Context, dst, src []complex64, scratch []complex128, inverse bool, scale float64) error {
	if p.double != nil {
		return p.rowDouble(ctx, dst, src, scratch, inverse, scale)
	}
	if p.convolved || scale != 1 {
		level, err := p.engine.level(ctx, parts(src))
		if err != nil {
			return err
		}
		if level != 1 {
			if err := p.engine.scaleTo(ctx, parts(dst), parts(src), level); err != nil {
				return err
			}
			src, scale = dst, scale/level
		}
	}
	return p.rowSingle(ctx, dst, src, inverse, scale)
}

// rowSingle transforms one row in float32.
func (p *plan) rowSingle(ctx context.Context, dst, src []complex64, inverse bool, scale float64) error {
	switch own := p.single.(type) {
	case whole[complex64]:
		return own.transform(ctx, dst, src, inverse, scale)
	case algo[complex64]: // its inverse is used only if its factor 1/n does not round
		if inverse && isPowerOfTwo(p.n) && scale == 1/float64(p.n) {
			return own.Inverse(dst, src)
		}
	}
	if err := p.single.Forward(ctx, dst, src); err != nil {
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

// rowDouble transforms one row in float64, in scratch, and rounds once.
func (p *plan) rowDouble(
	ctx context.Context, dst, src []complex64, scratch []complex128, inverse bool, scale float64,
) error {
	err := Pieces(ctx, p.n, func(first, end int) {
		for i := first; i < end; i++ {
			scratch[i] = complex128(src[i])
		}
	})
	if err != nil {
		return err
	}
	if err := p.double.Forward(ctx, scratch, scratch); err != nil {
		return err
	}
	dst[0] = complex64(times(scratch[0], scale))
	return Pieces(ctx, p.n-1, func(first, end int) {
		for i := first + 1; i <= end; i++ {
			from := i
			if inverse { // read backwards
				from = p.n - i
			}
			dst[i] = complex64(times(scratch[from], scale))
		}
	})
}

// reverse turns a forward transform into the inverse one, in place: elements j and -j mod n are
// exchanged, and all are multiplied by scale.
func reverse(d []complex64, scale float64) {
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
func scaleAll(d []complex64, scale float64) {
	for i, v := range d {
		d[i] = times(v, scale)
	}
}

// guard turns a panic into an error. It is to be deferred.
func guard(err *error, n int) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("cpu: %d points: algo-fft failed: %v: please report this length", n, r)
	}
}
