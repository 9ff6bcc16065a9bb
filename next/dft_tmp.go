package wgsl

import (
	"fmt"
	"math"
)

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func xfactors(r int) (a, b int) {
	if r == 4 {
		return 1, 4
	}
	best, coprime := 1, false
	for d := 2; d*d <= r; d++ {
		if r%d == 0 {
			if c := gcd(d, r/d) == 1; c || !coprime {
				best, coprime = d, c || coprime
			}
		}
	}
	return best, r / best
}

func (d DFT) function(r int, fma bool) *Func { return dft(r) }
func Root(n, e int) complex128 {
	s, c := math.Sincos(-2 * math.Pi * float64(e) / float64(n))
	return complex(c, s)
}

// dft is the butterfly of a radix as a function: arithmetic for any Machine.
func dft(r int) *Func {
	f := &Func{Name: fmt.Sprintf("dft%d", r), Results: r, Comment: fmt.Sprintf("y[k] = sum over j of x[j] w_%d^(jk)", r)}
	for i := range r {
		f.Params = append(f.Params, fmt.Sprintf("x%d", i))
	}
	a, b := xfactors(r)
	f.Body = func(m Machine, _ []*Index, x []Value) []Value {
		switch {
		case r == 2:
			return []Value{m.Add(x[0], x[1]), m.Sub(x[0], x[1])}
		case r == 4:
			a := m.Let("a", m.Add(x[0], x[2]))
			b := m.Let("b", m.Sub(x[0], x[2]))
			c := m.Let("c", m.Add(x[1], x[3]))
			d := m.Let("d", m.Join(m.Sub(m.Im(x[1]), m.Im(x[3])), m.Sub(m.Re(x[3]), m.Re(x[1]))))
			return []Value{m.Add(a, c), m.Add(b, d), m.Sub(a, c), m.Sub(b, d)}
		case a == 1:
			return oddPrime(m, r, x)
		}
		// By a and b: coprime without twiddles (Good and Thomas), else with constant ones (Cooley and Tukey).
		u, y, prime := make([][]Value, b), make([]Value, r), gcd(a, b) == 1
		for j2 := range b {
			in := make([]Value, a)
			for j1 := range a {
				in[j1] = x[b*j1+j2]
				if prime {
					in[j1] = x[(b*j1+a*j2)%r]
				}
			}
			u[j2] = m.Call(dft(a), fmt.Sprintf("u%d", j2), nil, in)
		}
		for k1 := range a {
			in := make([]Value, b)
			for j2 := range b {
				in[j2] = u[j2][k1]
				if !prime {
					in[j2] = rotate(m, in[j2], r, j2*k1)
				}
			}
			v := m.Call(dft(b), fmt.Sprintf("v%d", k1), nil, in)
			for k := range r {
				if prime && k%a == k1 {
					y[k] = v[k%b]
				} else if !prime && k%a == k1 {
					y[k] = v[k/a]
				}
			}
		}
		return y
	}
	return f
}

// oddPrime combines x[j] and x[r-j].
func oddPrime(m Machine, r int, x []Value) []Value {
	h := (r - 1) / 2
	s, d, y := make([]Value, h+1), make([]Value, h+1), make([]Value, r)
	y[0] = x[0]
	for j := 1; j <= h; j++ {
		s[j] = m.Let(fmt.Sprintf("s%d", j), m.Add(x[j], x[r-j]))
		d[j] = m.Let(fmt.Sprintf("d%d", j), m.Sub(x[j], x[r-j]))
		y[0] = m.Add(y[0], s[j])
	}
	for k := 1; k <= h; k++ {
		e, o := x[0], Value{}
		for j := 1; j <= h; j++ {
			w := Root(r, j*k)
			e = m.Add(e, m.Scale(real(w), s[j]))
			if t := m.Scale(-imag(w), d[j]); j == 1 {
				o = t
			} else {
				o = m.Add(o, t)
			}
		}
		e, o = m.Let(fmt.Sprintf("e%d", k), e), m.Let(fmt.Sprintf("o%d", k), o)
		y[k] = m.Join(m.Add(m.Re(e), m.Im(o)), m.Sub(m.Im(e), m.Re(o)))
		y[r-k] = m.Join(m.Sub(m.Re(e), m.Im(o)), m.Add(m.Im(e), m.Re(o)))
	}
	return y
}

// rotate is v * w_n^e for constants.
func rotate(m Machine, v Value, n, e int) Value {
	re, im := m.Re(v), m.Im(v)
	switch e %= n; {
	case e == 0:
		return v
	case 4*e == n:
		return m.Join(im, m.Neg(re))
	case 2*e == n:
		return m.Neg(v)
	case 4*e == 3*n:
		return m.Join(m.Neg(im), re)
	case 8*e == n:
		return m.Scale(math.Sqrt2/2, m.Join(m.Add(re, im), m.Sub(im, re)))
	case 8*e == 3*n:
		return m.Scale(math.Sqrt2/2, m.Join(m.Sub(im, re), m.Sub(m.Neg(re), im)))
	}
	return m.Mul(v, m.Constant(Root(n, e), false))
}

// Generator returns the smallest generator of the residues modulo a prime p.
func Generator(p int) int {
	for g := 1; ; g++ {
		x, order := g, 1
		for ; x != 1; order++ {
			x = x * g % p
		}
		if order == p-1 {
			return g
		}
	}
}

// GeneratorPowers returns g^0 ... g^(p-1) modulo a prime p. The first and the last are 1.
func GeneratorPowers(p int) []uint32 {
	table := make([]uint32, p)
	x, g := 1, Generator(p)
	for e := range table {
		table[e] = uint32(x)
		x = x * g % p
	}
	return table
}

func isPrime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}
