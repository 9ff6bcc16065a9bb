package plan

import (
	"wgfft/wgsl"
)

// cached is how many points a transform for tables does at once: 512 KB with their copy, which caches hold.
const maxCachedPoints = 16 << 10

// transform is the forward transform in float64, for tables. Long ones are two of about the square root's length, by the four-step
// method, so that each part stays in the caches, and all processors take part.
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
		d, column, spare := newDFT(n1), make([]complex128, n1), make([]complex128, n1)
		return func(j int) {
			for i := range column {
				column[i] = x[j+n2*i]
			}
			for k, v := range d.transform(column, spare) {
				rows[k*n2+j] = v * w.root(j*k)
			}
		}
	})
	parallel(n1, cacheRun, func() func(k int) {
		d, spare := newDFT(n2), make([]complex128, n2)
		return func(k int) {
			for k2, v := range d.transform(rows[k*n2:(k+1)*n2], spare) {
				y[k+n1*k2] = v
			}
		}
	})
	return y
}

// half returns the divisor of n nearest to its square root from below.
func balancedDivisor(n int) int {
	best := 1
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			best = d
		}
	}
	return best
}

// A rootTable gives roots of order n as products of two: of the low bits of the exponent, and of the others.
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

// root is w_n^e for 0 <= e < n.
func (t rootTable) root(e int) complex128 { return t.low[e&(1<<t.bits-1)] * t.high[e>>t.bits] }

// A dft does transforms of one length: Stockham stages of radix 4 and of prime radix.
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

// transform returns the transform of x in x or in spare, which it overwrites both.
func (d dft) transform(x, spare []complex128) []complex128 {
	n, p := len(x), 1
	most := 0
	for _, r := range d.radices {
		most = max(most, r)
	}
	in := make([]complex128, most)
	for _, r := range d.radices {
		m := n / r
		for first := 0; first < m; first += p {
			for low := range p {
				j := first + low
				out := first*r + low
				turn := low * (n / (p * r))
				if r == 4 {
					a, b, c, e := x[j], x[j+m]*d.w[turn], x[j+2*m]*d.w[2*turn], x[j+3*m]*d.w[3*turn]
					s, t, u, v := a+c, a-c, b+e, b-e
					v = complex(imag(v), -real(v)) // times -i
					spare[out], spare[out+p], spare[out+2*p], spare[out+3*p] = s+u, t+v, s-u, t-v
					continue
				}
				for i := range r {
					in[i] = x[j+i*m] * d.w[i*turn]
				}
				for k := range r {
					sum := in[0]
					for i := 1; i < r; i++ {
						sum += in[i] * d.w[i*k%r*m]
					}
					spare[out+k*p] = sum
				}
			}
		}
		x, spare = spare, x
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
