package plan

import (
	"wgfft/wgsl"
)

// maxCachedPoints is the largest number of points of a transform that is computed in one piece. It
// fits into a processor's cache together with its copy.
const maxCachedPoints = 16 << 10

// transform returns the DFT of x in float64, for tables. Long transforms use the four-step method
// with factors near the square root, so that each part fits into a cache, on all processors.
func transform(x []complex128) []complex128 {
	n := len(x)
	n1 := 1
	if n > maxCachedPoints {
		n1 = balancedDivisor(n)
	}
	if n1 == 1 {
		d := newDFT(n)
		return d.transform(x, make([]complex128, n))
	}
	n2 := n / n1
	rows, y := make([]complex128, n), make([]complex128, n)
	w := newRootTable(n)
	// X[k1 + n1 k2] = sum over j of w_n2^(j k2) w_n^(j k1) sum over i of x[j + n2 i] w_n1^(i k1)
	parallel(n2, cacheRun, func() func(j int) {
		d, column, scratch := newDFT(n1), make([]complex128, n1), make([]complex128, n1)
		return func(j int) {
			for i := range column {
				column[i] = x[j+n2*i]
			}
			for k, v := range d.transform(column, scratch) {
				rows[k*n2+j] = v * w.root(j*k)
			}
		}
	})
	parallel(n1, cacheRun, func() func(k int) {
		d, scratch := newDFT(n2), make([]complex128, n2)
		return func(k int) {
			for k2, v := range d.transform(rows[k*n2:(k+1)*n2], scratch) {
				y[k+n1*k2] = v
			}
		}
	})
	return y
}

// balancedDivisor returns the largest divisor of n that is at most its square root.
func balancedDivisor(n int) int {
	best := 1
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			best = d
		}
	}
	return best
}

// A rootTable computes roots of order n as products of two: one for the low bits of the exponent,
// one for the high bits.
type rootTable struct {
	bits      int
	low, high []complex128
}

func newRootTable(n int) rootTable {
	t := rootTable{}
	for 1<<(2*t.bits) < n {
		t.bits++
	}
	for e := range 1 << t.bits {
		t.low = append(t.low, wgsl.Root(n, e))
	}
	for e := 0; e < n; e += 1 << t.bits {
		t.high = append(t.high, wgsl.Root(n, e))
	}
	return t
}

// root returns w_n^e for 0 <= e < n.
func (t rootTable) root(e int) complex128 { return t.low[e&(1<<t.bits-1)] * t.high[e>>t.bits] }

// A dft computes transforms of one length with Stockham stages of radix 4 and of prime radices.
type dft struct {
	radices []int
	w       []complex128 // roots of the length
}

func newDFT(n int) dft {
	d := dft{w: make([]complex128, n)}
	for e := range d.w {
		d.w[e] = wgsl.Root(n, e)
	}
	for rest := n; rest > 1; {
		r := 4
		if rest%4 != 0 {
			r = smallestPrime(rest)
		}
		d.radices = append(d.radices, r)
		rest /= r
	}
	return d
}

// transform returns the DFT of x, in x or in scratch. It overwrites both.
func (d dft) transform(x, scratch []complex128) []complex128 {
	n, p := len(x), 1
	maxRadix := 0
	for _, r := range d.radices {
		maxRadix = max(maxRadix, r)
	}
	in := make([]complex128, maxRadix)
	for _, r := range d.radices {
		m := n / r
		for first := 0; first < m; first += p {
			for low := range p {
				j := first + low
				out := first*r + low
				step := low * (n / (p * r))
				if r == 4 {
					a, b, c, e := x[j], x[j+m]*d.w[step], x[j+2*m]*d.w[2*step], x[j+3*m]*d.w[3*step]
					s, t, u, v := a+c, a-c, b+e, b-e
					v = complex(imag(v), -real(v)) // times -i
					scratch[out], scratch[out+p], scratch[out+2*p], scratch[out+3*p] = s+u, t+v, s-u, t-v
					continue
				}
				for i := range r {
					in[i] = x[j+i*m] * d.w[i*step]
				}
				for k := range r {
					sum := in[0]
					for i := 1; i < r; i++ {
						sum += in[i] * d.w[i*k%r*m]
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

// smallestPrime returns the smallest prime factor of n > 1.
func smallestPrime(n int) int {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return d
		}
	}
	return n
}
