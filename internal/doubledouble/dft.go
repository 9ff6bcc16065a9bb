package doubledouble

import (
	"fmt"
	"math/bits"
	"sync"
)

const (
	// maxDirectPrime is the largest prime factor of a length that is transformed by butterflies alone.
	maxDirectPrime = 31

	// maxSerialPoints is the largest number of points that one goroutine transforms.
	maxSerialPoints = 1 << 13
)

// A DFT computes transforms of one length, by plain recursion over the prime factors p of the length
// (decimation in time):
//
//	X[k + q m] = sum over j < p of w_p^(jq) w_n^(jk) Y_j[k],   n = p m, k < m
//
// Y_j is the transform of the points x[j], x[j+p], x[j+2p], ... A length with a prime factor above
// maxDirectPrime becomes a convolution with the chirp c[j] = w_2n^(j^2) (Bluestein).
// A DFT keeps scratch, so one goroutine may use it at a time.
type DFT struct {
	n       int
	roots   []Complex // all powers of w_n
	scratch []Complex // n points

	inner    *DFT // of the convolution, or nil
	chirp    []Complex
	spectrum []Complex // the transform of conj(c), divided by the number of points
}

// New returns a transform of n points. It panics if n < 1.
func New(n int) *DFT {
	if n < 1 {
		panic(fmt.Sprintf("doubledouble: length %d: a transform needs at least one point", n))
	}
	d := &DFT{n: n}
	for rest := n; rest > 1; {
		p := smallestPrime(rest)
		if p > maxDirectPrime {
			d.startConvolution()
			return d
		}
		rest /= p
	}
	roots := NewRoots(n)
	d.scratch, d.roots = make([]Complex, n), make([]Complex, n)
	for e := range d.roots {
		d.roots[e] = roots.At(e)
	}
	return d
}

// startConvolution computes the chirp and its spectrum.
func (d *DFT) startConvolution() {
	m := 1 << bits.Len(uint(2*d.n-2)) // the power of two >= 2n-1
	d.inner, d.spectrum, d.scratch = New(m), make([]Complex, m), make([]Complex, m)
	roots, scale := NewRoots(2*d.n), Real{Hi: 1 / float64(m)}
	for j := range d.n {
		w := roots.At(j * j % (2 * d.n))
		d.chirp = append(d.chirp, w)
		w = w.Conj().Scale(scale)
		d.spectrum[j], d.spectrum[(m-j)%m] = w, w
	}
	d.inner.Forward(d.spectrum)
}

// Forward replaces the n points of x by their forward transform.
func (d *DFT) Forward(x []Complex) {
	if len(x) != d.n {
		panic(fmt.Sprintf("doubledouble: %d points: this transform has %d", len(x), d.n))
	}
	if d.inner != nil {
		d.convolve(x)
		return
	}
	copy(d.scratch, x)
	d.recurse(x, d.scratch, 1)
}

// Inverse replaces the n points of x by their inverse transform. It is the forward transform read
// backwards: x[j] = forward(X)[-j mod n].
func (d *DFT) Inverse(x []Complex) {
	d.Forward(x)
	for i, j := 1, d.n-1; i < j; i, j = i+1, j-1 {
		x[i], x[j] = x[j], x[i]
	}
}

// convolve computes X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j]).
func (d *DFT) convolve(x []Complex) {
	clear(d.scratch)
	for j, w := range d.chirp {
		d.scratch[j] = x[j].Mul(w)
	}
	d.inner.Forward(d.scratch)
	for k, w := range d.spectrum {
		d.scratch[k] = d.scratch[k].Mul(w)
	}
	d.inner.Inverse(d.scratch)
	for k, w := range d.chirp {
		x[k] = d.scratch[k].Mul(w)
	}
}

// recurse writes the transform of the points at a stride in src to dst.
func (d *DFT) recurse(dst, src []Complex, stride int) {
	n := len(dst)
	if n == 1 {
		dst[0] = src[0]
		return
	}
	p := smallestPrime(n)
	m := n / p
	part := func(j int) { d.recurse(dst[j*m:(j+1)*m], src[j*stride:], stride*p) }
	if n > maxSerialPoints {
		var wait sync.WaitGroup
		for j := range p {
			wait.Go(func() { part(j) })
		}
		wait.Wait()
	} else {
		for j := range p {
			part(j)
		}
	}
	if p == 2 {
		d.combinePairs(dst)
	} else {
		d.combine(dst, p)
	}
}

// combinePairs replaces the two transforms of the halves of x by the transform of all its points.
func (d *DFT) combinePairs(x []Complex) {
	m, step := len(x)/2, d.n/len(x)
	for k := range m {
		a, b := x[k], x[m+k].Mul(d.roots[k*step])
		x[k], x[m+k] = a.Add(b), a.Sub(b)
	}
}

// combine replaces the p transforms of the parts of x by the transform of all its points.
func (d *DFT) combine(x []Complex, p int) {
	m, step := len(x)/p, d.n/len(x) // w_n of len(x) points is the root to the power of step
	var t [maxDirectPrime]Complex
	for k := range m {
		t[0] = x[k]
		for j := 1; j < p; j++ {
			t[j] = x[j*m+k].Mul(d.roots[j*k*step])
		}
		for q := range p {
			sum := t[0]
			for j := 1; j < p; j++ {
				sum = sum.Add(t[j].Mul(d.roots[j*q%p*m*step]))
			}
			x[q*m+k] = sum
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
