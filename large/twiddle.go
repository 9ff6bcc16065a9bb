package large

import (
	"math"

	"wgfft"
	"wgfft/internal/dft"
	"wgfft/internal/parallel"
)

// twiddle multiplies a slab of the first step by w_N^(p c), the factors of equation (2). The rows of the slab are
// (a, p), its columns (c, j).
func twiddle[C wgfft.Complex](l layout, roots dft.Roots, slab []C, b *slab) {
	parallel.Each(l.steps[0].in.x, 1, func(x int) {
		p := x % l.rows
		row := slab[x*b.n:][:b.n]
		for _, u := range b.spans {
			rotate(row[:u.n], roots, l, p, u.lo)
			row = row[u.n:]
		}
	})
}

// together is the number of factors that are products of one root and a table of powers.
const together = 64

// rotate multiplies the columns of a row from column lo on.
func rotate[C wgfft.Complex](row []C, roots dft.Roots, l layout, p, lo int) {
	at := func(e int) complex128 {
		w := roots.At(e % l.split)
		if l.inverse {
			return complex(real(w), -imag(w))
		}
		return w
	}
	if l.post > 1 {
		for i := 0; i < len(row); {
			c := (lo + i) / l.post
			end := min(len(row), (c+1)*l.post-lo)
			w := at(p * c)
			for ; i < end; i++ {
				row[i] = times(row[i], w)
			}
		}
		return
	}
	var powers [together]complex128
	for i := range min(together, len(row)) {
		powers[i] = at(p * i)
	}
	for from := 0; from < len(row); from += together {
		w := at(p * (lo + from))
		part := row[from:min(from+together, len(row))]
		for i, v := range part {
			part[i] = times(v, w*powers[i])
		}
	}
}

// times returns v w.
func times[C wgfft.Complex](v C, w complex128) C { return C(complex128(v) * w) }

// conj returns the conjugate of a number.
func conj(z complex128) complex128 { return complex(real(z), -imag(z)) }

// factor returns the factor of a norm for N = 2M real samples divided by the factor for M points.
func (l *layout) factor(n wgfft.Norm) float64 {
	f := 1.0
	switch n {
	case wgfft.NormOrtho:
		f = math.Sqrt2
	case wgfft.NormForward:
		f = 2
	}
	if l.inverse {
		return f
	}
	return 1 / f
}

// split makes bins of real data from points of the packed transform, by equation (3). A slab of the second step has
// rows p and R-p. Point (p, q) is number k = p + R q. Bin M goes to b.extra.
func split[C wgfft.Complex](l layout, roots dft.Roots, n wgfft.Norm, slab []C, b *slab) {
	f := complex(l.factor(n)/2, 0)
	pair := func(i, j *C, k int) { // k <= M/2 is the number of i, and M-k of j
		z, m := complex128(*i), conj(complex128(*j))
		even, odd := (z+m)*f, (z-m)*f*roots.At(k)*-1i
		*i = C(even + odd)
		*j = C(conj(even - odd))
	}
	low, rows := b.spans[0], l.steps[1].cut()
	parallel.Each(low.n, 1, func(x int) {
		row, p := slab[x*l.cols:][:l.cols], low.lo+x
		switch {
		case p == 0:
			z := complex128(row[0])
			b.extra = make([]byte, l.complexBytes)
			view[C](b.extra)[0] = C(complex((real(z)-imag(z))*2*real(f), 0))
			row[0] = C(complex((real(z)+imag(z))*2*real(f), 0))
			for q := 1; 2*q <= l.cols; q++ {
				pairOf(&row[q], &row[l.cols-q], l.rows*q, pair)
			}
		case 2*p == rows:
			for q := 0; 2*q <= l.cols-1; q++ {
				pairOf(&row[q], &row[l.cols-1-q], p+l.rows*q, pair)
			}
		default:
			other := slab[(low.n+rows-p-b.spans[1].lo)*l.cols:][:l.cols]
			for q := range l.cols {
				pair(&row[q], &other[l.cols-1-q], p+l.rows*q)
			}
		}
	})
}

// pairOf calls pair. A point that is its own mirror has a copy as its partner.
func pairOf[C wgfft.Complex](i, j *C, k int, pair func(i, j *C, k int)) {
	if i == j {
		same := *j
		j = &same
	}
	pair(i, j, k)
}

// merge makes points of the packed transform from bins of real data: the inverse of split. A slab of the first step has
// columns c and C-c. Bin (r, c) is number k = C r + c, and bin M is b.extra.
func merge[C wgfft.Complex](l layout, roots dft.Roots, n wgfft.Norm, slab []C, b *slab) {
	f := complex(l.factor(n)/2, 0)
	pair := func(i, j *C, k int) {
		x, m := complex128(*i), conj(complex128(*j))
		even, odd := (x+m)*f, (x-m)*f*conj(roots.At(k))*1i
		*i = C(even + odd)
		*j = C(conj(even - odd))
	}
	point := func(r, at int) *C { return &slab[r*b.n+at] }
	low, columns := b.spans[0], l.steps[0].cut()
	own := func(at int) bool { c := low.lo + at; return c == 0 || 2*c == columns }
	parallel.Each(l.rows, 1, func(r int) {
		for at := range low.n {
			if c := low.lo + at; !own(at) {
				mirror := low.n + columns - c - b.spans[1].lo
				pair(point(r, at), point(l.rows-1-r, mirror), c+l.cols*r)
			}
		}
	})
	for at := range low.n {
		switch c := low.lo + at; {
		case c == 0:
			first, last := real(complex128(*point(0, at))), real(complex128(view[C](b.extra)[0]))
			*point(0, at) = C(complex(first+last, first-last) * f)
			for r := 1; 2*r <= l.rows; r++ {
				pairOf(point(r, at), point(l.rows-r, at), l.cols*r, pair)
			}
		case own(at):
			for r := 0; 2*r <= l.rows-1; r++ {
				pairOf(point(r, at), point(l.rows-1-r, at), c+l.cols*r, pair)
			}
		}
	}
}
