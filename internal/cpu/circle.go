package cpu

import (
	"context"
	"math"
	"math/bits"
	"sync"

	algofft "github.com/cwbudde/algo-fft"
)

// circle transforms n points by Bluestein's circular convolution of m points: with
// c[j] = exp(-pi i j^2/n),
//
//	X[k] = c[k] sum over j of c[j] x[j] conj c[k-j]
//
// The inverse transform of m points is a forward one, read backwards.
type circle[C algofft.Complex] struct {
	engine   *Engine
	n        int
	c        []C // n
	spectrum []C // of conj c, over m
	plan     forward[C]
	rooms    sync.Pool // *[]C of m points
}

func newCircle[C algofft.Complex](e *Engine, n int) (*circle[C], error) {
	m := circular(2*n - 1)
	plan, err := part[C](e, m)
	if err != nil {
		return nil, err
	}
	c := &circle[C]{engine: e, n: n, c: make([]C, n), spectrum: make([]C, m), plan: plan}
	for j := range c.c {
		w := chirp(j, n)
		c.c[j] = C(w)
		b := C(complex(real(w), -imag(w)))
		c.spectrum[j], c.spectrum[(m-j)%m] = b, b
	}
	if err := plan.Forward(c.spectrum, c.spectrum); err != nil {
		return nil, err
	}
	for k, v := range c.spectrum {
		c.spectrum[k] = timesOf(v, 1/float64(m))
	}
	return c, nil
}

// chirp returns exp(-pi i j^2/n), of j^2 mod 2n.
func chirp(j, n int) complex128 {
	high, low := bits.Mul64(uint64(j), uint64(j))
	s, c := math.Sincos(math.Pi * float64(bits.Rem64(high, low, 2*uint64(n))) / float64(n))
	return complex(c, -s)
}

// circular returns the length from n on that a convolution of many points takes:
// a power of two, or a small odd multiple of one.
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

// bytes counts the tables and a room.
func (c *circle[C]) bytes() int64 { return 16 * int64(c.n+2*len(c.spectrum)) }

func (c *circle[C]) Forward(dst, src []C) error { return c.transform(dst, src, false, 1) }

func (c *circle[C]) transform(dst, src []C, inverse bool, scale float64) error {
	m := len(c.spectrum)
	box := take[C](&c.rooms, m)
	defer c.rooms.Put(box)
	room := *box
	err := c.each(m, func(first, end int) {
		for j := first; j < min(end, c.n); j++ {
			room[j] = src[j] * c.c[j]
		}
		clear(room[min(end, max(first, c.n)):end])
	})
	if err != nil {
		return err
	}
	if err := c.plan.Forward(room, room); err != nil {
		return err
	}
	err = c.each(m, func(first, end int) {
		for k, w := range c.spectrum[first:end] {
			room[first+k] *= w
		}
	})
	if err != nil {
		return err
	}
	if err := c.plan.Forward(room, room); err != nil {
		return err
	}
	return c.each(c.n, func(first, end int) {
		for k := first; k < end; k++ {
			v, to := room[(m-k)%m]*c.c[k], k
			if inverse {
				to = (c.n - k) % c.n
			}
			if scale != 1 {
				v = timesOf(v, scale)
			}
			dst[to] = v
		}
	})
}

// each shares count elements among the goroutines of the engine.
func (c *circle[C]) each(count int, do func(first, end int)) error {
	return c.engine.share(context.Background(), count, blockPoints, func(_ context.Context, at int) error {
		do(at, min(at+blockPoints, count))
		return nil
	})
}
