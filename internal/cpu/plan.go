package cpu

import (
	"context"
	"fmt"
	"sync"

	algofft "github.com/cwbudde/algo-fft"
)

// plan transforms rows of n points, forward and inverse, in the precision that the
// accuracy contract needs. It is safe for concurrent use.
type plan struct {
	engine    *Engine
	n         int
	short     *short // for few points, instead of single and double
	single    forward[complex64]
	double    forward[complex128] // set where single is not accurate enough
	rooms     sync.Pool           // *[]complex128 of n points, for double
	convolved bool
}

// convolution tells whether algo-fft takes this plan through a convolution.
func convolution(algorithm string) bool { return algorithm == "bluestein" || algorithm == "rader" }

// shortMixed is the length up to which algo-fft's mixed-radix transform in
// float32 is too close to the contract: the error of the worst of 300 random rows
// reaches 0.99 of the tolerance for the lengths up to it, 0.77 above it.
const shortMixed = 128

// shortPower is the same for powers of two: the worst of 10000 rows of 16 points reaches 1.04, of 32 points 0.8.
const shortPower = 16

// needsDouble tells whether a transform of n points in float32, convolved or not, would
// miss the contract, or come within a few parts in a hundred of it.
func needsDouble(n int, convolved bool) bool {
	return smooth(n) && (convolved || n <= shortPower || n <= shortMixed && !powerOfTwo(n))
}

func powerOfTwo(n int) bool { return n&(n-1) == 0 }

// newPlan makes the plan of n points.
func newPlan(ctx context.Context, e *Engine, n int) (*plan, error) {
	p := &plan{engine: e, n: n}
	if isShort(n) {
		p.short = newShort(n)
		return p, nil
	}
	var err error
	if !needsDouble(n, byCircle(n)) { // which is known before anything is made
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

// smooth tells whether the accuracy contract counts n among the lengths made of
// butterflies: no prime factor above 31.
func smooth(n int) bool { return without(n, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31) == 1 }

// bytes returns about how much memory the plan keeps, measured as bytes per
// point of algo-fft v0.8.0's plans (256 to 2^20 points, tables and scratch).
func (p *plan) bytes() int64 {
	if own, ok := p.single.(whole[complex64]); ok {
		return own.bytes()
	}
	if own, ok := p.double.(whole[complex128]); ok {
		return own.bytes() + 16*int64(p.n) // and the room
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

// Len and Forward make a plan a part of a longer one.
func (p *plan) Len() int { return p.n }

// Forward transforms one row, unscaled.
func (p *plan) Forward(ctx context.Context, dst, src []complex64) error {
	return p.rows(ctx, dst, src, p.n, false, 1)
}

// rows transforms the rows of src, one every so many points, into those of dst. A
// panic of algo-fft, none of which is known, becomes an error.
func (p *plan) rows(ctx context.Context, dst, src []complex64, every int, inverse bool, scale float64) (err error) {
	defer guard(&err, p.n)
	if p.short != nil {
		transformShort(p.short, dst, src, len(src)/every, every, 1, inverse, scale)
		return nil
	}
	var room []complex128
	if p.double != nil {
		box, err := take[complex128](ctx, &p.rooms, p.n)
		if err != nil {
			return err
		}
		defer p.rooms.Put(box)
		room = *box
	}
	watch := pace{ctx: ctx}
	for at := 0; at < len(src); at += every {
		if err := p.row(ctx, dst[at:at+p.n:at+p.n], src[at:at+p.n:at+p.n], room, inverse, scale); err != nil {
			return rowError(ctx, p.n, err)
		}
		if err := watch.step(p.n); err != nil {
			return err
		}
	}
	return nil
}

// rowError names the length where a transform failed, unless ctx ended it.
func rowError(ctx context.Context, n int, err error) error {
	if ended := ContextErr(ctx); ended != nil {
		return ended
	}
	return fmt.Errorf("cpu: %d points: %w", n, err)
}

// row transforms one row, in float64 by way of room if it has to.
func (p *plan) row(ctx context.Context, dst, src []complex64, room []complex128, inverse bool, scale float64) error {
	if p.double != nil {
		return p.rowDouble(ctx, dst, src, room, inverse, scale)
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
	case algo[complex64]: // its inverse as it is, where its 1/n does not round
		if inverse && powerOfTwo(p.n) && scale == 1/float64(p.n) {
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

// rowDouble transforms one row in float64, in room, and rounds once.
func (p *plan) rowDouble(
	ctx context.Context, dst, src []complex64, room []complex128, inverse bool, scale float64,
) error {
	err := Pieces(ctx, p.n, func(first, end int) {
		for i := first; i < end; i++ {
			room[i] = complex128(src[i])
		}
	})
	if err != nil {
		return err
	}
	if err := p.double.Forward(ctx, room, room); err != nil {
		return err
	}
	dst[0] = complex64(times(room[0], scale))
	return Pieces(ctx, p.n-1, func(first, end int) {
		for i := first + 1; i <= end; i++ {
			from := i
			if inverse { // read backwards
				from = p.n - i
			}
			dst[i] = complex64(times(room[from], scale))
		}
	})
}

// reverse turns a forward transform into the inverse one, in place: element j
// changes places with element -j mod n, and all are multiplied by scale.
func reverse(d []complex64, scale float64) {
	d[0] = times(d[0], scale)
	for i, j := 1, len(d)-1; i <= j; i, j = i+1, j-1 {
		d[i], d[j] = times(d[j], scale), times(d[i], scale)
	}
}

// times returns v times scale, each part rounded once, and a NaN or infinity of
// one part kept out of the other.
func times[C algofft.Complex](v C, scale float64) C {
	w := complex128(v)
	return C(complex(real(w)*scale, imag(w)*scale))
}

// scaleAll multiplies all of d by scale.
func scaleAll(d []complex64, scale float64) {
	for i, v := range d {
		d[i] = times(v, scale)
	}
}

// guard turns a panic into an error; to be deferred.
func guard(err *error, n int) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("cpu: %d points: algo-fft failed: %v: please report this length", n, r)
	}
}
