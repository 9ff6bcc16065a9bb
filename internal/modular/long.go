package modular

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"wgfft/internal/parallel"
)

// longOrder is the binary logarithm of the order of the roots of unity of a Long.
const longOrder = 40

// A Long is a prime P below 2^62 that is 1 modulo 2^40. It convolves long arrays of residues.
//
// Its transform takes the remainders of a polynomial along a tree of moduli x^m - c. Node 0 of a level has c = 1.
// Node j splits by the factor s(j), the square root of c:
//
//	x^(2m) - s(j)^2 = (x^m - s(j)) (x^m + s(j)), nodes 2j and 2j+1 of the next level              (1)
//	s(0) = 1,  s(2^l + j) = s(j) w(l) for j < 2^l,  w(l) = exp(2 pi i/2^(l+2))                    (2)
//
// so all levels share one table of factors, and so do all lengths. The leaves have m = 2. Their products are those of
// polynomials modulo x^2 - c.
//
// Residues between the steps are not reduced: they are below 4P on the way down, and below 2P on the way up (Harvey,
// Faster arithmetic for number-theoretic transforms, 2014).
type Long struct {
	P       uint64
	root    uint64 // of order 2^longOrder
	inverse uint64 // 1/P modulo 2^64
	growing sync.Mutex
	table   atomic.Pointer[[]factor] // s(0), s(1), ...
}

// Longs are the two largest primes of type Long.
var Longs = [2]*Long{
	newLong(4194240<<longOrder+1, 611971507056309289), newLong(4194238<<longOrder+1, 291604889638457747),
}

func newLong(p, root uint64) *Long {
	l := &Long{P: p, root: root, inverse: p}
	for range 6 { // each step of Newton's method doubles the number of right bits
		l.inverse *= 2 - p*l.inverse
	}
	l.table.Store(&[]factor{l.factor(1)})
	return l
}

// A factor is a residue w with q = floor(2^64 w/P).
type factor struct{ w, q uint64 }

// factor returns the factor of a residue below P.
func (l *Long) factor(w uint64) factor {
	q, _ := bits.Div64(w, 0, l.P)
	return factor{w, q}
}

// times returns x f modulo p, below 2p, for any x (Shoup's method).
func times(x uint64, f factor, p uint64) uint64 {
	high, _ := bits.Mul64(x, f.q)
	return x*f.w - high*p
}

// below returns x, or x - limit if x is at least limit.
func below(x, limit uint64) uint64 { return min(x, x-limit) }

// Times returns x y modulo P, for any x and a y below P.
func (l *Long) Times(x, y uint64) uint64 { return below(times(x, l.factor(y), l.P), l.P) }

// power returns x^e.
func (l *Long) power(x, e uint64) uint64 {
	r := uint64(1)
	for ; e > 0; e >>= 1 {
		f := l.factor(x)
		if e&1 == 1 {
			r = below(times(r, f, l.P), l.P)
		}
		x = below(times(x, f, l.P), l.P)
	}
	return r
}

// Inverse returns 1/x.
func (l *Long) Inverse(x uint64) uint64 { return l.power(x, l.P-2) }

// factors returns the table of at least n factors, a whole number of levels.
func (l *Long) factors(n int) []factor {
	if t := *l.table.Load(); len(t) >= n {
		return t
	}
	l.growing.Lock()
	defer l.growing.Unlock()
	old := *l.table.Load()
	if len(old) >= n {
		return old
	}
	size := 1 << bits.Len(uint(n-1))
	t := make([]factor, size)
	copy(t, old)
	for half := len(old); half < size; half *= 2 {
		w := l.factor(l.power(l.root, 1<<(longOrder-1-bits.Len(uint(half)))))
		for j, f := range t[:half] {
			// 2^64 f.w - f.q P is below P, and f.q P modulo 2^64 is its negative.
			rest := below(times(-f.q*l.P, w, l.P), l.P)
			t[half+j] = factor{below(times(f.w, w, l.P), l.P), -rest * l.inverse}
		}
	}
	l.table.Store(&t)
	return t
}

// LongPoints returns the least length of arrays of a Long that is at least n: 2^k, or 2^k + 2^(k-j) with j = 1, 2 or 3.
// It is at least 64.
func LongPoints(n int) int {
	whole := 1 << bits.Len(uint(max(n, 64)-1))
	for j := 3; j > 0 && whole > 64; j-- {
		if points := whole/2 + whole/2>>j; points >= n {
			return points
		}
	}
	return whole
}

// divided returns the parts of an array: a power of two, and the rest.
func divided(a []uint64) (first, rest []uint64) {
	whole := 1 << (bits.Len(uint(len(a))) - 1)
	return a[:whole], a[whole:]
}

// restNode returns the node whose modulus x^len(rest) - c has the remainders of the rest: the first node of its level
// below x^len(first) + 1.
func restNode(first, rest []uint64) int { return len(first) / len(rest) }

// columnRun is the number of columns that a goroutine takes at a time.
const columnRun = 1 << 12

// shareColumns calls do for all columns of a step, several at a time.
func shareColumns(n int, t parallel.Threads, do func(from, to int)) {
	if n <= columnRun || t == 1 {
		do(0, n)
		return
	}
	t.Each((n+columnRun-1)/columnRun, 1, func(i int) { do(i*columnRun, min((i+1)*columnRun, n)) })
}

// Forward transforms an array with a length of LongPoints, of residues below P.
func (l *Long) Forward(a []uint64, t parallel.Threads) {
	table := l.factors(len(a) / 4)
	first, rest := divided(a)
	if m := len(rest); m > 0 {
		node := restNode(first, rest)
		c := table[node/2]
		shareColumns(m, t, func(from, to int) {
			for i := from; i < to; i++ {
				high := rest[i]
				v := high
				for at := len(first) - m + i; at >= 0; at -= m {
					v = times(v, c, l.P) + first[at]
				}
				first[i], rest[i] = first[i]+high, v
			}
		})
		l.forward(rest, node, table, t)
	}
	l.forward(first, 0, table, t)
}

// Multiply writes the products of two transforms to a. They have the factor 2^-64, which Backward removes.
func (l *Long) Multiply(a, b []uint64, t parallel.Threads) {
	table := l.factors(len(a) / 4)
	first, rest := divided(a)
	product := func(a, b []uint64, node int) {
		base := node * len(a) / 4
		shareColumns(len(a)/4, t, func(from, to int) {
			l.multiply(a[4*from:4*to], b[4*from:4*to], table[base+from:][:to-from])
		})
	}
	product(first, b[:len(first)], 0)
	if len(rest) > 0 {
		product(rest, b[len(first):], restNode(first, rest))
	}
}

// Backward is the inverse of Forward after Multiply. Its residues are below P.
func (l *Long) Backward(a []uint64, t parallel.Threads) {
	table := l.factors(len(a) / 4)
	first, rest := divided(a)
	l.backward(first, 0, table, t)
	scale := func(n int) factor { // 2^64/n
		return l.factor(l.Times(l.Inverse(uint64(n)), -l.P%l.P))
	}
	p, s := l.P, scale(len(first)/2)
	m := len(rest)
	if m == 0 {
		shareColumns(len(first), t, func(from, to int) {
			for i, v := range first[from:to] {
				first[from+i] = below(times(v, s, p), p)
			}
		})
		return
	}
	// The result is first + (x^len(first) - 1) g. The modulus of rest divides x^len(first) + 1, so rest = first - 2g.
	node := restNode(first, rest)
	l.backward(rest, node, table, t)
	c, ofRest, half := table[node/2], scale(m/2), l.factor((p+1)/2)
	shareColumns(m, t, func(from, to int) {
		for i := from; i < to; i++ {
			v := uint64(0)
			for at := len(first) - m + i; at >= 0; at -= m {
				x := times(first[at], s, p)
				first[at] = below(x, p)
				v = times(v, c, p) + x
			}
			g := below(times(below(v, 2*p)+2*p-times(rest[i], ofRest, p), half, p), p)
			first[i], rest[i] = below(first[i]+p-g, p), g
		}
	})
}

// longBlock is the number of residues that stay in the first cache for all steps.
const longBlock = 1 << 12

// shared is the least number of residues of a node that several goroutines share.
const shared = 1 << 16

// forward computes the leaves below a node from its remainder.
func (l *Long) forward(a []uint64, node int, table []factor, t parallel.Threads) {
	if bits.Len(uint(len(a)))%2 == 1 { // the other steps need 8, 32, 128, ...
		half := len(a) / 2
		shareColumns(half, t, func(from, to int) { l.halve(a[from:][:half+to-from], half, table[node]) })
		for k := range 2 {
			l.forward(a[k*half:][:half], 2*node+k, table, t)
		}
		return
	}
	if quarter := len(a) / 4; len(a) > longBlock {
		by := [3]factor{table[node], table[2*node], table[2*node+1]}
		shareColumns(quarter, t, func(from, to int) { l.split(a[from:][:3*quarter+to-from], quarter, by) })
		if len(a) < shared*4 && t != 1 {
			t.Each(4, 1, func(k int) { l.forward(a[k*quarter:][:quarter], 4*node+k, table, 1) })
			return
		}
		for k := range 4 {
			l.forward(a[k*quarter:][:quarter], 4*node+k, table, t)
		}
		return
	}
	for size := len(a); size > 8; size /= 4 {
		for at := 0; at < len(a); at += size {
			by := [3]factor{table[node], table[2*node], table[2*node+1]}
			l.split(a[at:][:size], size/4, by)
			node++
		}
		node = (node - len(a)/size) * 4
	}
	l.split8(a, node, table)
}

// halve is step (1), for columns of which a has the first half, and at a distance the second one.
func (l *Long) halve(a []uint64, distance int, by factor) {
	p := l.P
	x1 := a[distance:]
	x0 := a[:len(x1)]
	for i := range x0 {
		u, v := below(x0[i], 2*p), times(x1[i], by, p)
		x0[i], x1[i] = u+v, u-v+2*p
	}
}

// split is step (1) for two levels. The columns have four elements at a distance.
func (l *Long) split(a []uint64, distance int, by [3]factor) {
	p := l.P
	x3 := a[3*distance:]
	x2, x1, x0 := a[2*distance:][:len(x3)], a[distance:][:len(x3)], a[:len(x3)]
	for i := range x0 {
		u0, u1 := below(x0[i], 2*p), below(x1[i], 2*p)
		v0, v1 := times(x2[i], by[0], p), times(x3[i], by[0], p)
		y1, y3 := times(u1+v1, by[1], p), times(u1-v1+2*p, by[2], p)
		y0, y2 := below(u0+v0, 2*p), below(u0-v0+2*p, 2*p)
		x0[i], x1[i] = y0+y1, y0-y1+2*p
		x2[i], x3[i] = y2+y3, y2-y3+2*p
	}
}

// split8 is split for nodes of 8 residues one after the other.
func (l *Long) split8(a []uint64, node int, table []factor) {
	p := l.P
	f, g := table[node:][:len(a)/8], table[2*node:][:len(a)/4]
	for k := range f {
		x := (*[8]uint64)(a[8*k:])
		f0, f1, f2 := f[k], g[2*k], g[2*k+1]
		for i := range 2 {
			u0, u1 := below(x[i], 2*p), below(x[2+i], 2*p)
			v0, v1 := times(x[4+i], f0, p), times(x[6+i], f0, p)
			y1, y3 := times(u1+v1, f1, p), times(u1-v1+2*p, f2, p)
			y0, y2 := below(u0+v0, 2*p), below(u0-v0+2*p, 2*p)
			x[i], x[2+i] = y0+y1, y0-y1+2*p
			x[4+i], x[6+i] = y2+y3, y2-y3+2*p
		}
	}
}

// multiply multiplies leaves modulo x^2 - s and x^2 + s, for the factors s. The products are below 2P.
func (l *Long) multiply(a, b []uint64, by []factor) {
	p := l.P
	for k, f := range by {
		x, y := (*[4]uint64)(a[4*k:]), (*[4]uint64)(b[4*k:])
		for i := range 2 {
			x0, x1 := below(x[2*i], 2*p), below(x[2*i+1], 2*p)
			y0, y1 := below(y[2*i], 2*p), below(y[2*i+1], 2*p)
			high, low := bits.Mul64(x0, y1)
			high1, low1 := bits.Mul64(x1, y0)
			low, carry := bits.Add64(low, low1, 0)
			high, _ = bits.Add64(high, high1, carry)
			even, square := l.reduced(bits.Mul64(x0, y0)), times(l.reduced(bits.Mul64(x1, y1)), f, p)
			if i == 1 {
				square = 2*p - square
			}
			x[2*i] = below(even+square, 2*p)
			x[2*i+1] = below(l.reduced(high, low), 2*p)
		}
	}
}

// reduced returns (2^64 high + low)/2^64 modulo P, at most high + P (Montgomery, Modular multiplication without trial
// division, 1985).
func (l *Long) reduced(high, low uint64) uint64 {
	back, _ := bits.Mul64(low*l.inverse, l.P)
	return high - back + l.P
}

// backFactor returns -1/s(node). The inverses of the factors of a level are their negatives in reverse.
func (l *Long) backFactor(node int, table []factor) factor {
	if node == 0 {
		return l.factor(l.P - 1)
	}
	return table[3<<(bits.Len(uint(node))-1)-1-node]
}

// backFactors returns the factors of join.
func (l *Long) backFactors(node int, table []factor) [3]factor {
	return [3]factor{l.backFactor(node, table), l.backFactor(2*node, table), l.backFactor(2*node+1, table)}
}

// backward computes the remainder of a node from the leaves below it, times the number of leaves.
func (l *Long) backward(a []uint64, node int, table []factor, t parallel.Threads) {
	if bits.Len(uint(len(a)))%2 == 1 {
		half := len(a) / 2
		for k := range 2 {
			l.backward(a[k*half:][:half], 2*node+k, table, t)
		}
		by := l.backFactor(node, table)
		shareColumns(half, t, func(from, to int) { l.double(a[from:][:half+to-from], half, by) })
		return
	}
	if quarter := len(a) / 4; len(a) > longBlock {
		if len(a) < shared*4 && t != 1 {
			t.Each(4, 1, func(k int) { l.backward(a[k*quarter:][:quarter], 4*node+k, table, 1) })
		} else {
			for k := range 4 {
				l.backward(a[k*quarter:][:quarter], 4*node+k, table, t)
			}
		}
		by := l.backFactors(node, table)
		shareColumns(quarter, t, func(from, to int) { l.join(a[from:][:3*quarter+to-from], quarter, by) })
		return
	}
	for size := 8; size <= len(a); size *= 4 {
		first := node * (len(a) / size)
		for k := range len(a) / size {
			l.join(a[k*size:][:size], size/4, l.backFactors(first+k, table))
		}
	}
}

// double is the inverse of halve, times 2.
func (l *Long) double(a []uint64, distance int, by factor) {
	p := l.P
	x1 := a[distance:]
	x0 := a[:len(x1)]
	for i := range x0 {
		u, v := x0[i], x1[i]
		x0[i], x1[i] = below(u+v, 2*p), times(v-u+2*p, by, p)
	}
}

// join is the inverse of split, times 4.
func (l *Long) join(a []uint64, distance int, by [3]factor) {
	p := l.P
	x3 := a[3*distance:]
	x2, x1, x0 := a[2*distance:][:len(x3)], a[distance:][:len(x3)], a[:len(x3)]
	for i := range x0 {
		u0, u1, u2, u3 := x0[i], x1[i], x2[i], x3[i]
		v0, v1 := below(u0+u1, 2*p), times(u1-u0+2*p, by[1], p)
		v2, v3 := below(u2+u3, 2*p), times(u3-u2+2*p, by[2], p)
		x0[i], x2[i] = below(v0+v2, 2*p), times(v2-v0+2*p, by[0], p)
		x1[i], x3[i] = below(v1+v3, 2*p), times(v3-v1+2*p, by[0], p)
	}
}

// A Garner joins residues modulo two primes p > q of type Long, with p < 2q.
type Garner struct {
	p, q    uint64
	inverse factor // 1/p modulo q
}

// NewGarner returns the Garner of two primes.
func NewGarner(p, q *Long) Garner { return Garner{p.P, q.P, q.factor(q.Inverse(p.P - q.P))} }

// Join returns the number 2^64 high + low below p q with the residues a modulo p and b modulo q (Garner, The residue
// number system, 1959).
func (g Garner) Join(a, b uint64) (high, low uint64) {
	t := below(times(b+2*g.q-a, g.inverse, g.q), g.q)
	high, low = bits.Mul64(t, g.p)
	low, carry := bits.Add64(low, a, 0)
	return high + carry, low
}
