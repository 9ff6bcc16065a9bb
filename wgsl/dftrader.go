package wgsl

import "slices"

// isRader reports whether the DFT of radix r is a convolution. It is a convolution for the primes
// from 37 to MaxRadix for which this saves more than an eighth of the operations of a matrix
// product. For these r-1 has no large prime factor.
func isRader(r int) bool { return slices.Contains([]int{37, 41, 43, 53, 61}, r) }

// raderDFT is the DFT of a prime number r of points as a cyclic convolution of r-1 points (Rader
// 1968). With a generator g of the residues modulo r and u_a = x[g^-a],
//
//	y[g^b] = x[0] + sum over a of u_a w_r^(g^(b-a))                                        (8)
//	y[0]   = x[0] + sum over a of u_a
//
// The convolution is a DFT, a product with constants, and the same DFT again. The second DFT is an inverse one,
// because its outputs are read in reverse order. The permutations are known when the function is written, so they
// cost nothing. Adding x[0] to point 0 of the product adds x[0] to every output.
func raderDFT(r int, fma bool) dftBody {
	l, powers, dft := r-1, GeneratorPowers(r), usualDFT(r-1, fma)
	spectrum := make([]complex128, l)
	for k := range spectrum {
		spectrum[k] = raderSpectrum(r, powers, k)
	}
	return func(m Machine, x []Value) []Value {
		in, product := make([]Value, l), make([]Value, l)
		for a := range l {
			in[a] = x[powers[(l-a)%l]]
		}
		u := m.Call(dft, "u", nil, in)
		for k := range l {
			p := timesConstant(m, u[k], spectrum[k])
			if k == 0 {
				p = m.Add(x[0], p)
			}
			product[k] = m.Let(numbered("p", k), p)
		}
		v := m.Call(dft, "v", nil, product)
		y := make([]Value, r)
		y[0] = m.Add(x[0], u[0])
		for b := range l {
			y[powers[b]] = v[(l-b)%l]
		}
		return y
	}
}

// raderSpectrum returns bin k of the DFT of w_r^(g^b), divided by the number of points r-1.
func raderSpectrum(r int, powers []uint32, k int) complex128 {
	l := r - 1
	var sum complex128
	for b := range l {
		sum += Root(r, int(powers[b])).Z * Root(l, b*k%l).Z
	}
	sum /= complex(float64(l), 0)
	// Bins 0 and l/2 are sums of pairs z + conj(z) or z - conj(z). One part of each is zero, except for rounding
	// errors.
	switch {
	case k == 0, 2*k == l && r%4 == 1:
		return complex(real(sum), 0)
	case 2*k == l:
		return complex(0, imag(sum))
	}
	return sum
}

// timesConstant returns v times a constant. A real or an imaginary constant is one real factor.
func timesConstant(m Machine, v Value, c complex128) Value {
	switch {
	case imag(c) == 0:
		return m.Scale(Float(real(c)), v)
	case real(c) == 0:
		return m.Scale(Float(imag(c)), timesI(m, v))
	}
	return m.Mul(v, m.Constant(Constant{Z: c}, false))
}
