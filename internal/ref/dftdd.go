package ref

import (
	"fmt"
	"math/bits"
)

// A dftDD computes transforms of one length in double-double arithmetic, by plain recursion over the
// prime factors p of the length (decimation in time):
//
//	X[k + q m] = sum over j < p of w_p^(jq) w_n^(jk) Y_j[k],   n = p m, k < m
//
// Y_j is the transform of the points x[j], x[j+p], x[j+2p], ... A length with a prime factor above
// SmoothPrime becomes a convolution with the chirp c[j] = w_2n^(j^2) (Bluestein).
type dftDD struct {
	n       int
	roots   []ComplexDD // all powers of w_n
	scratch []ComplexDD // n points

	inner    *dftDD // of the convolution, or nil
	chirp    []ComplexDD
	spectrum []ComplexDD // the transform of conj(c), divided by the number of points
}

// newDFTDD returns a transform of n points.
func newDFTDD(n int) *dftDD {
	if n < 1 {
		panic(fmt.Sprintf("ref: length %d: a transform needs at least one point", n))
	}
	d := &dftDD{n: n}
	if LargestPrime(n) > SmoothPrime {
		d.startConvolution()
		return d
	}
	roots := NewRootsDD(n)
	d.scratch, d.roots = make([]ComplexDD, n), make([]ComplexDD, n)
	for e := range d.roots {
		d.roots[e] = roots.At(e)
	}
	return d
}

// startConvolution computes the chirp and its spectrum.
func (d *dftDD) startConvolution() {
	m := 1 << bits.Len(uint(2*d.n-2)) // the power of two >= 2n-1
	d.inner, d.spectrum, d.scratch = newDFTDD(m), make([]ComplexDD, m), make([]ComplexDD, m)
	roots, scale := NewRootsDD(2*d.n), DD{Hi: 1 / float64(m)}
	for j := range d.n {
		w := roots.At(j * j % (2 * d.n))
		d.chirp = append(d.chirp, w)
		w = w.Conj().Scale(scale)
		d.spectrum[j], d.spectrum[(m-j)%m] = w, w
	}
	d.inner.transform(d.spectrum, false)
}

// transform transforms x in place. The inverse is the forward transform read backwards:
// x[j] = forward(X)[-j mod n].
func (d *dftDD) transform(x []ComplexDD, inverse bool) {
	if d.inner != nil {
		d.convolve(x)
	} else {
		copy(d.scratch, x)
		d.recurse(x, d.scratch, 1)
	}
	if inverse {
		for i, j := 1, d.n-1; i < j; i, j = i+1, j-1 {
			x[i], x[j] = x[j], x[i]
		}
	}
}

// convolve computes X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j]).
func (d *dftDD) convolve(x []ComplexDD) {
	clear(d.scratch)
	for j, w := range d.chirp {
		d.scratch[j] = x[j].Mul(w)
	}
	d.inner.transform(d.scratch, false)
	for k, w := range d.spectrum {
		d.scratch[k] = d.scratch[k].Mul(w)
	}
	d.inner.transform(d.scratch, true)
	for k, w := range d.chirp {
		x[k] = d.scratch[k].Mul(w)
	}
}

// recurse writes the transform of the points at a stride in src to dst.
func (d *dftDD) recurse(dst, src []ComplexDD, stride int) {
	n := len(dst)
	if n == 1 {
		dst[0] = src[0]
		return
	}
	p := smallestPrime(n)
	m, step := n/p, d.n/n // w_n is the root to the power of step
	for j := range p {
		d.recurse(dst[j*m:(j+1)*m], src[j*stride:], stride*p)
	}
	var t [SmoothPrime]ComplexDD
	for k := range m {
		t[0] = dst[k]
		for j := 1; j < p; j++ {
			t[j] = dst[j*m+k].Mul(d.roots[j*k*step])
		}
		if p == 2 {
			dst[k], dst[m+k] = t[0].Add(t[1]), t[0].Sub(t[1])
			continue
		}
		for q := range p {
			sum := t[0]
			for j := 1; j < p; j++ {
				sum = sum.Add(t[j].Mul(d.roots[j*q%p*m*step]))
			}
			dst[q*m+k] = sum
		}
	}
}

// smallestPrime returns the smallest prime factor of n > 1.
func smallestPrime(n int) int {
	for p := 2; p*p <= n; p++ {
		if n%p == 0 {
			return p
		}
	}
	return n
}
