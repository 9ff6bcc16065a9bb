package modular

import (
	"context"

	"wgfft/internal/parallel"
)

// Transform computes transforms of contiguous row-major arrays in place, along the axes of shape that isAxis selects.
// If the field is split, an element is a residue x, and with the root w = G^((P-1)/n) of the n points of an axis
//
//	y[k] = sum over j of x[j] w^(j k)                                                       (2)
//
// If it is not, an element is a pair, two words, and w = exp(-2 pi i/n) is Root(n, n-1). The inverse transform has
// 1/w for w, and the factor 1/N for the N points of all axes. The words are below P, and all axes have roots.
func (f Field) Transform(ctx context.Context, x []uint32, shape []int, isAxis func(axis int) bool, inverse bool) error {
	if f.IsSplit() {
		return newTransform(f, plain{newMontgomery(f.P)}, inverse).axes(ctx, x, shape, isAxis)
	}
	return newTransform(f, pairs{newMontgomery(f.P)}, inverse).axes(ctx, x, shape, isAxis)
}

// A montgomery computes products with factors that are stored times 2^32 (Montgomery 1985).
type montgomery struct{ p, inverse uint32 }

// newMontgomery returns the arithmetic modulo an odd p below 2^31.
func newMontgomery(p uint32) montgomery {
	return montgomery{p, Inverse32(p)}
}

// Inverse32 returns the inverse of an odd number modulo 2^32.
func Inverse32(p uint32) uint32 {
	inverse := uint32(1)
	for range 5 { // each step doubles the number of right bits
		inverse *= 2 - p*inverse
	}
	return inverse
}

// mul returns a b / 2^32.
func (m montgomery) mul(a, b uint32) uint32 {
	t := uint64(a) * uint64(b)
	q := uint32(t) * m.inverse
	d := uint32(t>>32) - uint32(uint64(q)*uint64(m.p)>>32)
	return min(d, d+m.p)
}

func (m montgomery) add(a, b uint32) uint32 {
	s := a + b
	return min(s, s-m.p)
}

func (m montgomery) sub(a, b uint32) uint32 {
	s := a - b
	return min(s, s+m.p)
}

// factor returns a times 2^32.
func (m montgomery) factor(a uint32) uint32 { return uint32(uint64(a) << 32 % uint64(m.p)) }

// An arithmetic computes with elements of type E. A factor of mul is stored times 2^32.
type arithmetic[E any] interface {
	add(a, b E) E
	sub(a, b E) E
	mul(a, factor E) E
	words() int
	load(x []uint32) E
	store(x []uint32, v E)
	root(f Field, n uint64, inverse bool) E // stored times 2^32
	factor(a uint32) E
}

// plain is the arithmetic of residues.
type plain struct{ m montgomery }

func (a plain) add(x, y uint32) uint32   { return a.m.add(x, y) }
func (a plain) sub(x, y uint32) uint32   { return a.m.sub(x, y) }
func (a plain) mul(x, y uint32) uint32   { return a.m.mul(x, y) }
func (plain) words() int                 { return 1 }
func (plain) load(x []uint32) uint32     { return x[0] }
func (plain) store(x []uint32, v uint32) { x[0] = v }
func (a plain) factor(x uint32) uint32   { return a.m.factor(x) }
func (a plain) root(f Field, n uint64, inverse bool) uint32 {
	w := f.Residue(n)
	if inverse {
		w = f.Inverse(w)
	}
	return a.m.factor(w)
}

// pairs is the arithmetic of pairs.
type pairs struct{ m montgomery }

func (a pairs) add(x, y Pair) Pair { return Pair{a.m.add(x.A, y.A), a.m.add(x.B, y.B)} }
func (a pairs) sub(x, y Pair) Pair { return Pair{a.m.sub(x.A, y.A), a.m.sub(x.B, y.B)} }
func (a pairs) mul(x, y Pair) Pair {
	return Pair{a.m.sub(a.m.mul(x.A, y.A), a.m.mul(x.B, y.B)), a.m.add(a.m.mul(x.A, y.B), a.m.mul(x.B, y.A))}
}
func (pairs) words() int               { return 2 }
func (pairs) load(x []uint32) Pair     { return Pair{x[0], x[1]} }
func (pairs) store(x []uint32, v Pair) { x[0], x[1] = v.A, v.B }
func (a pairs) factor(x uint32) Pair   { return Pair{A: a.m.factor(x)} }
func (a pairs) root(f Field, n uint64, inverse bool) Pair {
	e := n - 1
	if inverse {
		e = 1
	}
	w := f.Root(n, e)
	return Pair{a.m.factor(w.A), a.m.factor(w.B)}
}

// A transform computes transforms of one direction.
type transform[E any, A arithmetic[E]] struct {
	field   Field
	a       A
	inverse bool
}

func newTransform[E any, A arithmetic[E]](f Field, a A, inverse bool) transform[E, A] {
	return transform[E, A]{f, a, inverse}
}

// axes transforms x along axes.
func (t transform[E, A]) axes(ctx context.Context, x []uint32, shape []int, isAxis func(axis int) bool) error {
	inner, count := 1, uint64(1)
	for axis := len(shape) - 1; axis >= 0; axis-- {
		n := shape[axis]
		if isAxis(axis) && n > 1 {
			count = count * uint64(n) % uint64(t.field.P)
			if err := t.rows(ctx, x, n, inner); err != nil {
				return err
			}
		}
		inner *= n
	}
	if !t.inverse || count == 1 {
		return ctx.Err()
	}
	m, by := newMontgomery(t.field.P), newMontgomery(t.field.P).factor(t.field.Inverse(uint32(count)))
	const block = 1 << 14
	parallel.Each((len(x)+block-1)/block, 1, func(i int) {
		for j := i * block; j < min((i+1)*block, len(x)); j++ {
			x[j] = m.mul(x[j], by)
		}
	})
	return ctx.Err()
}

// columns is the number of neighboring rows that are moved together, so that whole cache lines travel.
const columns = 16

// rows transforms all rows of n points that lie inner elements apart.
func (t transform[E, A]) rows(ctx context.Context, x []uint32, n, inner int) error {
	s := newSteps(t, n)
	words, width := t.a.words(), min(inner, columns)
	blocks := (inner + width - 1) / width
	count := len(x) / (words * n * inner) * blocks
	parallel.Do(count, max(1, 4096/(n*width)), func() func(i int) {
		work := make([]E, n*(width+1))
		return func(i int) {
			if ctx.Err() != nil {
				return
			}
			first := i % blocks * width
			together := min(width, inner-first)
			at := x[words*(i/blocks*n*inner+first):]
			for j := range n {
				for c := range together {
					work[c*n+j] = t.a.load(at[words*(j*inner+c):])
				}
			}
			for c := range together {
				row := s.transform(work[c*n:][:n], work[width*n:])
				for k, v := range row {
					t.a.store(at[words*(k*inner+c):], v)
				}
			}
		}
	})
	return ctx.Err()
}

// steps are the stages of transforms of n points (Stockham: see Van Loan 1992, section 1.7).
type steps[E any, A arithmetic[E]] struct {
	a       A
	n       int
	radices []int
	roots   []E // powers of the root of order n
}

// newSteps returns the stages of n points: radices 4 first, then the prime factors of the rest.
func newSteps[E any, A arithmetic[E]](t transform[E, A], n int) steps[E, A] {
	s := steps[E, A]{a: t.a, n: n, roots: make([]E, n)}
	rest := n
	for ; rest%4 == 0; rest /= 4 {
		s.radices = append(s.radices, 4)
	}
	for _, q := range primes(uint64(rest)) {
		s.radices = append(s.radices, int(q))
	}
	w, power := t.a.root(t.field, uint64(n), t.inverse), t.a.factor(1)
	for e := range s.roots {
		s.roots[e] = power
		power = t.a.mul(power, w)
	}
	return s
}

// transform returns the transform of x. It uses both slices, and returns one of them.
func (s steps[E, A]) transform(x, y []E) []E {
	p := 1 // the product of the radices before the stage
	for _, r := range s.radices {
		switch r {
		case 2:
			s.radix2(y, x, p)
		case 4:
			s.radix4(y, x, p)
		default:
			s.radix(y, x, p, r)
		}
		x, y = y, x
		p *= r
	}
	return x
}

// radix2 does a stage of radix 2. Butterfly q p + k takes points q p + k + i n/2, i = 0, 1, with the twiddles
// w_(2p)^(i k). Its results are points 2 q p + k + i p.
func (s steps[E, A]) radix2(y, x []E, p int) {
	a, m := s.a, s.n/2
	step := m / p
	low, high := x[:m], x[m:][:m]
	for q := 0; q < m; q += p {
		out := y[2*q:][:2*p]
		for k := range p {
			u, v := low[q+k], high[q+k]
			if k > 0 {
				v = a.mul(v, s.roots[k*step])
			}
			out[k], out[k+p] = a.add(u, v), a.sub(u, v)
		}
	}
}

// radix4 does a stage of radix 4, as radix2 does one of radix 2.
func (s steps[E, A]) radix4(y, x []E, p int) {
	a, m := s.a, s.n/4
	step, quarter := m/p, s.roots[m]
	for k := range p {
		w1, w2, w3 := s.roots[k*step], s.roots[2*k*step], s.roots[3*k*step]
		for q := 0; q < m; q += p {
			t := q + k
			x0, x1, x2, x3 := x[t], x[t+m], x[t+2*m], x[t+3*m]
			if k > 0 {
				x1, x2, x3 = a.mul(x1, w1), a.mul(x2, w2), a.mul(x3, w3)
			}
			e, f := a.add(x0, x2), a.sub(x0, x2)
			g, h := a.add(x1, x3), a.mul(a.sub(x1, x3), quarter)
			out := y[4*q+k:][:3*p+1]
			out[0], out[p], out[2*p], out[3*p] = a.add(e, g), a.add(f, h), a.sub(e, g), a.sub(f, h)
		}
	}
}

// radix does a stage of any radix r, as radix2 does one of radix 2. It takes about r sums and products a point.
func (s steps[E, A]) radix(y, x []E, p, r int) {
	a, m := s.a, s.n/r
	step := m / p
	in := make([]E, r)
	for t := range m {
		k := t % p
		for i := range in {
			in[i] = x[t+i*m]
			if i*k > 0 {
				in[i] = a.mul(in[i], s.roots[i*k*step])
			}
		}
		at := (t-k)*r + k
		for j := range r {
			sum := in[0]
			for i := 1; i < r; i++ {
				sum = a.add(sum, a.mul(in[i], s.roots[i*j%r*m]))
			}
			y[at+j*p] = sum
		}
	}
}
