package dft

import (
	"fmt"
	"math/bits"
)

// maxDirectPrime is the largest prime factor that is a radix. Larger ones take (2), which costs about
// three transforms of two to four times the length.
const maxDirectPrime = 64

// A DFT computes transforms of one length. It keeps scratch, so one goroutine may use it at a time.
type DFT struct {
	n       int
	radices []int        // of the stages; nil if chirp is not nil
	roots   []complex128 // of order n
	scratch []complex128 // n points
	inner   *convolution // for (2), or nil
}

// A convolution computes (2) with transforms of a power of two of points.
type convolution struct {
	*DFT
	chirp    []complex128 // c[j], j = 0 ... n-1
	spectrum []complex128 // the DFT of conj(c), divided by the number of points
	x        []complex128
}

// New returns a transform of n points. It panics if n < 1.
func New(n int) *DFT {
	if n < 1 {
		panic(fmt.Sprintf("dft: length %d: a transform needs at least one point", n))
	}
	d := &DFT{n: n}
	for rest := n; rest > 1; {
		r := 4
		if rest%4 != 0 {
			r = smallestPrime(rest)
		}
		if r > maxDirectPrime {
			d.radices, d.inner = nil, newConvolution(n)
			return d
		}
		d.radices = append(d.radices, r)
		rest /= r
	}
	d.scratch, d.roots = make([]complex128, n), make([]complex128, n)
	for e := range d.roots {
		d.roots[e] = Root(n, e)
	}
	return d
}

// newConvolution returns the convolution (2) for n points.
func newConvolution(n int) *convolution {
	m := 1 << bits.Len(uint(2*n-2)) // the power of two >= 2n-1
	c := &convolution{DFT: New(m), chirp: make([]complex128, n), x: make([]complex128, m)}
	conj := make([]complex128, m)
	for j := range c.chirp {
		w := ProductRoot(2*n, j, j)
		c.chirp[j] = w
		w = complex(real(w)/float64(m), -imag(w)/float64(m))
		conj[j], conj[(m-j)%m] = w, w
	}
	c.spectrum = c.Forward(conj, conj)
	return c
}

// smallestPrime returns the smallest prime factor of n > 1.
func smallestPrime(n int) int {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return d
		}
	}
	return n
}

// Forward writes the unscaled forward transform of src to dst, both of n points, and returns dst; a
// nil dst is allocated. dst may be src.
func (d *DFT) Forward(dst, src []complex128) []complex128 {
	if dst == nil {
		dst = make([]complex128, d.n)
	}
	if len(dst) != d.n || len(src) != d.n {
		panic(fmt.Sprintf("dft: %d points to %d: this transform has %d", len(src), len(dst), d.n))
	}
	if d.inner != nil {
		d.inner.run(dst, src)
		return dst
	}
	copy(dst, src)
	if result := d.stages(dst); len(result) > 0 && &result[0] != &dst[0] {
		copy(dst, result)
	}
	return dst
}

// Inverse writes the unscaled inverse transform of src to dst, with the rules of Forward. It is the
// forward transform read backwards: x[j] = forward(X)[-j mod N].
func (d *DFT) Inverse(dst, src []complex128) []complex128 {
	dst = d.Forward(dst, src)
	for i, j := 1, d.n-1; i < j; i, j = i+1, j-1 {
		dst[i], dst[j] = dst[j], dst[i]
	}
	return dst
}

// run computes (2).
func (c *convolution) run(dst, src []complex128) {
	for j, w := range c.chirp {
		c.x[j] = src[j] * w
	}
	clear(c.x[len(c.chirp):])
	c.Forward(c.x, c.x)
	for k, w := range c.spectrum {
		c.x[k] *= w
	}
	c.Inverse(c.x, c.x)
	for k, w := range c.chirp {
		dst[k] = c.x[k] * w
	}
}

// stages returns the DFT of x, in x or in the scratch. It overwrites both.
func (d *DFT) stages(x []complex128) []complex128 {
	scratch := d.scratch
	p := 1
	var in [maxDirectPrime]complex128
	for _, r := range d.radices {
		m := d.n / r
		for first := 0; first < m; first += p {
			for low := range p {
				j, out, step := first+low, first*r+low, low*(d.n/(p*r))
				if r == 4 {
					a, b, c, e := x[j], x[j+m]*d.roots[step], x[j+2*m]*d.roots[2*step], x[j+3*m]*d.roots[3*step]
					s, t, u, v := a+c, a-c, b+e, b-e
					v = complex(imag(v), -real(v)) // times -i
					scratch[out], scratch[out+p], scratch[out+2*p], scratch[out+3*p] = s+u, t+v, s-u, t-v
					continue
				}
				for i := range r {
					in[i] = x[j+i*m] * d.roots[i*step]
				}
				for k := range r {
					sum, at := in[0], 0
					for i := 1; i < r; i++ {
						if at += k; at >= r {
							at -= r
						}
						sum += in[i] * d.roots[at*m]
					}
					scratch[out+k*p] = sum
				}
			}
		}
		x, scratch = scratch, x
		p *= r
	}
	return x
}
