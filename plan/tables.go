package plan

import (
	"fmt"
	"math/bits"

	"wgfft/wgsl"
)

// twiddles is the recipe of the twiddle table of a chain.
type twiddles struct{ chain wgsl.Chain }

func (t twiddles) Name() string     { return "twiddles " + t.chain.String() }
func (t twiddles) Words() []float32 { return wgsl.Twiddles(t.chain) }

// roots is the recipe of the table of a twiddle between passes.
type roots struct{ order int }

func (r roots) Name() string     { return fmt.Sprintf("roots %d", r.order) }
func (r roots) Words() []float32 { return wgsl.Roots(r.order) }

// chirp is the recipe of Bluestein's chirp c[j] = exp(-i pi j^2 / n), or its conjugate for the inverse.
type chirp struct {
	n       int
	inverse bool
}

func (c chirp) Name() string { return fmt.Sprintf("chirp %d inverse %v", c.n, c.inverse) }

// at is c[j]. The exponent j^2 is reduced modulo 2n in integers: as a float64 it would lose the digits that count once j is
// beyond 2^26, and its angle many more before that.
func (c chirp) at(j int) complex128 {
	hi, lo := bits.Mul64(uint64(j), uint64(j))
	w := wgsl.Root(2*c.n, int(bits.Rem64(hi, lo, uint64(2*c.n))))
	if c.inverse {
		return complex(real(w), -imag(w))
	}
	return w
}

func (c chirp) Words() []float32 {
	words := make([]float32, 0, 2*c.n)
	for j := range c.n {
		words = append(words, float32(real(c.at(j))), float32(imag(c.at(j))))
	}
	return words
}

// spectrum is the recipe of the spectrum Bluestein multiplies by: the transform, of m points and divided by m, of the
// conjugate chirp laid round both ends.
type spectrum struct {
	chirp
	m int
}

func (s spectrum) Name() string { return fmt.Sprintf("spectrum %d of %s", s.m, s.chirp.Name()) }

func (s spectrum) Words() []float32 {
	b := make([]complex128, s.m)
	for j := range s.n {
		w := s.at(j)
		w = complex(real(w), -imag(w)) / complex(float64(s.m), 0)
		b[j] = w
		if j > 0 {
			b[s.m-j] = w
		}
	}
	b = transform(b)
	words := make([]float32, 0, 2*s.m)
	for _, v := range b {
		words = append(words, float32(real(v)), float32(imag(v)))
	}
	return words
}

// transform is the forward transform in float64, for tables: Stockham stages with a radix for each prime factor.
func transform(x []complex128) []complex128 {
	n := len(x)
	w := make([]complex128, n)
	for e := range w {
		w[e] = wgsl.Root(n, e)
	}
	y := make([]complex128, n)
	for p, rest := 1, n; rest > 1; {
		r := smallestPrime(rest)
		st := wgsl.Stage{N: n, R: r, P: p}
		for j := range st.Butterflies() {
			var in [MaxPrime]complex128
			for i := range r {
				e, order := st.Twiddle(j, i)
				in[i] = x[st.In(j, i)] * w[e*(n/order)]
			}
			for m := range r {
				sum := in[0]
				for i := 1; i < r; i++ {
					sum += in[i] * w[i*m%r*(n/r)]
				}
				y[st.Out(j, m)] = sum
			}
		}
		x, y = y, x
		p, rest = p*r, rest/r
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
