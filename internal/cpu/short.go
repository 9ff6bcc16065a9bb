package cpu

import (
	"context"
	"sync"

	"wgfft/internal/cpu/rows"
)

// short transforms rows in float64, without algo-fft. In single precision these are rows of few points.
// In double precision exactMethod has the lengths. The prime factors are at most maxRadix. A row of up
// to 16 points is one butterfly, and longer ones take the passes of Stockham's algorithm. After the
// passes of some factors with the product l, the points q + j n/l of the row have the transform
//
//	a[q l + k], k < l
//
// With m = n/(lr), the pass of a factor r transforms the r points a[(q + t m) l + k] w_(lr)^(tk), t
// < r, into a'[q l r + k + l u], u < r.
type short struct {
	n      int
	passes []shortPass
	pool   sync.Pool // *shortScratch
}

// shortPass is the pass of radix r.
type shortPass struct {
	r, l  int
	w     []complex128 // w_(lr)^(tk): element k (r-1) + t-1
	prime *primeTable
}

// shortScratch holds the scratch arrays of one row: the points of a butterfly, and the points between
// passes.
type shortScratch struct {
	v    radixPoints
	a, b []complex128 // n each
}

const (
	// maxShort is the largest number of points of a short row.
	maxShort = 250

	// Smooth lengths of up to allShort points are all short.
	allShort = 22
)

// isShort reports whether rows of n points are short. Above allShort points, algo-fft is faster for
// multiples of 32, and uses its convolution in float64 for most prime factors above 7.
func isShort(n int) bool {
	if n <= allShort {
		return isSmooth(n)
	}
	return n <= maxShort && n%32 > 0 && without(n, 2, 3, 5, 7) == 1
}

// maxDirect is the largest number of points of a column that is transformed in place. The elements
// of longer columns can share the sets of a cache, so these are copied to rows.
const maxDirect = 8

// shortFactors returns the radices of the passes of n points: as few as possible, and with the
// least sum among those. It returns none if n has a prime factor above maxRadix.
func shortFactors(n int) []int {
	if n == 1 {
		return []int{1}
	}
	var best []int
	sum := 0
	for r := 2; r <= min(n, maxRadix); r++ {
		if n%r != 0 || r > 16 && without(r, 2, 3, 5, 7) != r {
			continue
		}
		factors := []int{r}
		if r < n {
			rest := shortFactors(n / r)
			if rest == nil || rest[0] > r { // the largest first
				continue
			}
			factors = append(factors, rest...)
		}
		total := 0
		for _, f := range factors {
			total += f
		}
		if best == nil || len(factors) < len(best) || len(factors) == len(best) && total < sum {
			best, sum = factors, total
		}
	}
	return best
}

func newShort(n int, root rootFunc) *short {
	s := &short{n: n}
	s.pool.New = func() any { return &shortScratch{a: make([]complex128, n), b: make([]complex128, n)} }
	l := 1
	for _, r := range shortFactors(n) {
		p := shortPass{r: r, l: l}
		for k := range l {
			for t := 1; t < r; t++ {
				p.w = append(p.w, root(l*r, t*k))
			}
		}
		if r > 7 && without(r, 2, 3, 5, 7) > 1 {
			p.prime = newPrimeTable(r, root)
		}
		s.passes = append(s.passes, p)
		l *= r
	}
	return s
}

// bytes returns the memory of the tables and a scratch array.
func (s *short) bytes() int64 {
	sum := 32 * int64(s.n)
	for _, p := range s.passes {
		sum += 16 * int64(len(p.w))
	}
	return sum
}

// Len returns n. Len and Forward make a short row a part of a longer transform in float64.
func (s *short) Len() int { return s.n }

func (s *short) Forward(_ context.Context, dst, src []complex128) error {
	transformShort(s, dst, src, shortRows{1, s.n, 1}, false, 1)
	return nil
}

// shortRows are rows in a slice. Row i begins at element i next, and its elements are stride apart.
type shortRows struct{ count, next, stride int }

// shortPlace is the place of a row: element j of the source is at from + j stride, element 0 of the result is at
// from, and element k > 0 at out + k step. The inverse is the forward transform read backwards.
type shortPlace struct{ from, stride, out, step int }

// transformShort transforms rows. The transform of row i has the place of row i in dst.
func transformShort[C rows.Complex](s *short, dst, src []C, at shortRows, inverse bool, scale float64) {
	r := s.pool.Get().(*shortScratch)
	defer s.pool.Put(r)
	for from := 0; from < at.count*at.next; from += at.next {
		place := shortPlace{from, at.stride, from, at.stride}
		if inverse {
			place.out, place.step = from+s.n*at.stride, -at.stride
		}
		if len(s.passes) == 1 {
			shortOnce(s, &r.v, dst, src, place, scale)
		} else {
			shortRow(s, r, dst, src, &place, scale)
		}
	}
}

// shortOnce transforms a row by one butterfly.
func shortOnce[C rows.Complex](s *short, v *radixPoints, dst, src []C, at shortPlace, scale float64) {
	n, from, stride, out, step := s.n, at.from, at.stride, at.out, at.step
	begin := from
	for j := range n {
		v[j&maxRadix] = complex128(src[from])
		from += stride
	}
	butterfly(n, v, s.passes[0].prime)
	dst[begin] = C(timesReal(v[0], scale))
	for k := 1; k < n; k++ {
		out += step
		dst[out] = C(timesReal(v[k&maxRadix], scale))
	}
}

// shortRow transforms a row by several passes.
func shortRow[C rows.Complex](s *short, scratch *shortScratch, dst, src []C, at *shortPlace, scale float64) {
	begin, stride, out, step := at.from, at.stride, at.out, at.step
	v, a, b := &scratch.v, scratch.a, scratch.b
	first, last := &s.passes[0], &s.passes[len(s.passes)-1]
	m := s.n / first.r
	for q := range m {
		from := begin + q*stride
		for t := range first.r {
			v[t&maxRadix] = complex128(src[from])
			from += m * stride
		}
		butterfly(first.r, v, first.prime)
		copy(a[q*first.r:(q+1)*first.r], v[:])
	}
	for i := 1; i < len(s.passes)-1; i++ {
		p := &s.passes[i]
		m /= p.r
		for q := range m {
			for k := range p.l {
				p.load(v, a[q*p.l+k:], k, m*p.l)
				butterfly(p.r, v, p.prime)
				to := q*p.l*p.r + k
				for u := range p.r {
					b[to] = v[u&maxRadix]
					to += p.l
				}
			}
		}
		a, b = b, a
	}
	for k := range last.l {
		last.load(v, a[k:], k, last.l)
		butterfly(last.r, v, last.prime)
		to := out + k*step
		if k == 0 {
			to = begin
		}
		for u := range last.r {
			dst[to] = C(timesReal(v[u&maxRadix], scale))
			to = out + (k+(u+1)*last.l)*step
		}
	}
}

// load copies the points of a butterfly from a, one every stride elements, and multiplies them by
// the k-th set of twiddles.
func (p *shortPass) load(v *radixPoints, a []complex128, k, every int) {
	v[0] = a[0]
	from := every
	if k == 0 {
		for t := 1; t < p.r; t++ {
			v[t&maxRadix] = a[from]
			from += every
		}
		return
	}
	for t, w := range p.w[k*(p.r-1) : (k+1)*(p.r-1)] {
		v[(t+1)&maxRadix] = a[from] * w
		from += every
	}
}

// shortReal transforms rows of a few real points to half spectra. An odd number n of points becomes
// n complex points, and an even number becomes n/2, as in realLong.
type shortReal struct {
	n    int
	plan *short
	w    []complex128 // w_n^k / 2i, up to k = n/4
	pool sync.Pool    // *[]complex128 of n points, for odd n
}

func newShortReal(n int) *shortReal {
	s := &shortReal{n: n, plan: newShort(complexPoints(n), plainRoot)}
	s.pool.New = func() any {
		scratch := make([]complex128, n)
		return &scratch
	}
	s.w, _ = mergeRoots(context.Background(), n, plainRoot)
	return s
}

// Forward makes the bins z of the points x.
func (s *shortReal) Forward(z []complex128, x []float64) error {
	m := s.n / 2
	if s.n%2 == 1 {
		box := s.pool.Get().(*[]complex128)
		defer s.pool.Put(box)
		scratch := *box
		for j, v := range x {
			scratch[j] = complex(v, 0)
		}
		transformShort(s.plan, scratch, scratch, shortRows{1, s.n, 1}, false, 1)
		copy(z, scratch[:m+1])
		return nil
	}
	for j := range m {
		z[j] = complex(x[2*j], x[2*j+1])
	}
	transformShort(s.plan, z[:m], z[:m], shortRows{1, m, 1}, false, 1)
	v := z[0]
	z[0], z[m] = complex(real(v)+imag(v), 0), complex(real(v)-imag(v), 0)
	for k := 1; 2*k <= m; k++ {
		z[k], z[m-k] = mergeHalves(z[k], z[m-k], s.w[k])
	}
	return nil
}
