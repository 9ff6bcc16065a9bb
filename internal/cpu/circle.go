package cpu

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/dft"
	"wgfft/internal/parallel"
)

// circle transforms n points by Bluestein's circular convolution of m points: with c[j] = exp(-pi i
// j^2/n),
//
//	X[k] = c[k] sum over j of c[j] x[j] conj c[k-j]
//
// The inverse transform of m points is a forward one, read backwards.
type circle[C rows.Complex] struct {
	team     *team
	n        int
	c        []C     // n
	spectrum []C     // of conj c, times 2^-shift
	left     float64 // the rest of the factor 1/m: 2^shift / m
	plan     forward[C]
	pool     sync.Pool // *[]C of m points
}

func newCircle[C rows.Complex](ctx context.Context, made maker[C], n int) (*circle[C], error) {
	m := circular(2*n - 1)
	plan, err := made.part(ctx, m)
	if err != nil {
		return nil, err
	}
	c := &circle[C]{team: made.team, n: n, plan: plan}
	if c.c, err = Make[C](ctx, n); err != nil {
		return nil, err
	}
	if c.spectrum, err = Make[C](ctx, m); err != nil {
		return nil, err
	}
	err = made.blocks(ctx, n, func(first, end int) {
		for j := first; j < end; j++ {
			w := chirp(j, n, made.root())
			c.c[j] = C(w)
			b := C(complex(real(w), -imag(w)))
			c.spectrum[j], c.spectrum[(m-j)%m] = b, b
		}
	})
	if err != nil {
		return nil, err
	}
	if exact, ok := any(c.spectrum).([]complex128); ok && made.isExact {
		// Package dft has half the error of algo-fft. Every result has the error of the spectrum.
		copy(exact, dft.Transform(exact, parallel.Threads(made.processors)))
	} else if err := plan.Forward(ctx, c.spectrum, c.spectrum); err != nil {
		return nil, err
	}
	// The spectrum is about as large as the root of m. Divided by m^(3/4), values grow and shrink
	// by at most m^(1/4) on the way. Small values keep their bits, and large values do not
	// overflow.
	shift := bits.Len(uint(m)) * 3 / 4
	c.left = math.Ldexp(1/float64(m), shift)
	return c, made.blocks(ctx, m, func(first, end int) {
		for k := first; k < end; k++ {
			c.spectrum[k] = times(c.spectrum[k], math.Ldexp(1, -shift))
		}
	})
}

// chirp returns exp(-pi i j^2/n). It reduces j^2 mod 2n in integers.
func chirp(j, n int, root rootFunc) complex128 {
	high, low := bits.Mul64(uint64(j), uint64(j))
	return root(2*n, int(bits.Rem64(high, low, 2*uint64(n))))
}

// circular returns the length of a convolution of at least n points: a power of two, or a small odd
// multiple of one.
func circular(n int) int {
	best := 1
	for best < n {
		best *= 2
	}
	for _, odd := range []int{3, 5, 9, 15} {
		m := 256 * odd
		for m < n {
			m *= 2
		}
		best = min(best, m)
	}
	return best
}

func (c *circle[C]) Len() int { return c.n }

// bytes counts the tables, one scratch array, and a part that is in no cache.
func (c *circle[C]) bytes() int64 {
	return int64(c.n+2*len(c.spectrum))*sizeOf[C]() + ownBytes(c.plan)
}

func (c *circle[C]) Forward(ctx context.Context, dst, src []C) error {
	return c.transform(ctx, dst, src, false, 1)
}

func (c *circle[C]) transform(ctx context.Context, dst, src []C, inverse bool, scale float64) error {
	m := len(c.spectrum)
	box, err := take[C](ctx, &c.pool, m)
	if err != nil {
		return err
	}
	defer c.pool.Put(box)
	scratch := *box
	if m <= blockPoints { // without the allocation of closures
		c.load(scratch, src, 0, m)
	} else if err := c.team.blocks(ctx, m, func(first, end int) { c.load(scratch, src, first, end) }); err != nil {
		return err
	}
	if err := c.plan.Forward(ctx, scratch, scratch); err != nil {
		return err
	}
	if m <= blockPoints {
		c.multiply(scratch, 0, m)
	} else if err := c.team.blocks(ctx, m, func(first, end int) { c.multiply(scratch, first, end) }); err != nil {
		return err
	}
	if err := c.plan.Forward(ctx, scratch, scratch); err != nil {
		return err
	}
	scale *= c.left
	dst[0] = times(scratch[0]*c.c[0], scale)
	if m <= blockPoints {
		c.store(dst, scratch, 1, c.n, inverse, scale)
		return ContextErr(ctx)
	}
	return c.team.blocks(ctx, c.n-1, func(first, end int) {
		c.store(dst, scratch, first+1, end+1, inverse, scale)
	})
}

// load writes the points of the convolution from first to end, padded with zeros, to scratch.
func (c *circle[C]) load(scratch, src []C, first, end int) {
	for j := first; j < min(end, c.n); j++ {
		scratch[j] = src[j] * c.c[j]
	}
	clear(scratch[min(end, max(first, c.n)):end])
}

// multiply multiplies the bins from first to end by the spectrum.
func (c *circle[C]) multiply(scratch []C, first, end int) {
	for k, w := range c.spectrum[first:end] {
		scratch[first+k] *= w
	}
}

// store writes the results from first > 0 to end to dst. scratch holds the convolution backwards.
func (c *circle[C]) store(dst, scratch []C, first, end int, inverse bool, scale float64) {
	m := len(scratch)
	for k := first; k < end; k++ {
		to := k
		if inverse {
			to = c.n - k
		}
		dst[to] = times(scratch[m-k]*c.c[k], scale)
	}
}
