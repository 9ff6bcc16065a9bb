package wgsl

import "fmt"

// A Rader butterfly computes the DFT of a prime radix r in registers, as a cyclic convolution of r
// - 1 points (Rader 1968): a butterfly of radix r - 1, a product with constants, and the same
// butterfly again. The permutations are known when the function is written and cost nothing. If r
// - 1 has no large prime factor, this takes fewer operations than the (r-1)^2 of the direct form.

// isRader reports whether the butterfly of radix r is a convolution: r is prime, and an eighth of
// the operations is saved.
func isRader(r int) bool {
	a, _ := split(r)
	return a == 1 && r > 4 && 8*raderOps(r) < 7*directOps(r)
}

// hasRaderButterfly reports whether the butterfly of radix r is a convolution, or consists of
// butterflies with one.
func hasRaderButterfly(r int) bool {
	a, b := split(r)
	return isRader(r) || a > 1 && (hasRaderButterfly(a) || hasRaderButterfly(b))
}

// raderOps returns the instructions of a Rader butterfly of prime radix r; see butterflyOps.
func raderOps(r int) float64 { return 2*butterflyOps(r-1) + 4*float64(r-1) }

// raderButterfly writes the butterfly of prime radix r as a convolution: with u_a = x[g^-a],
// y[g^b] = x0 + sum over a of u_a w^(g^(b-a)). It returns the outputs.
func (w *writer) raderButterfly(r int, x []string) []string {
	l, powers := r-1, GeneratorPowers(r)
	in := make([]string, l)
	for a := range l {
		in[a] = x[powers[(l-a)%l]]
	}
	w.line("let u = dft%d(%s);", l, join(in))
	product := make([]string, l)
	for k := range l {
		c := raderSpectrum(r, powers, k)
		product[k] = fmt.Sprintf("p%d", k)
		if k == 0 {
			w.line("let p0 = %s;", plusTimes("x0", real(c), "u.y0"))
			continue
		}
		w.line("let p%d = %s;", k, timesComplex(fmt.Sprintf("u.y%d", k), c))
	}
	w.line("let v = dft%d(%s);", l, join(product))
	y := make([]string, r)
	y[0] = "x0 + u.y0"
	for b := range l {
		y[powers[b]] = fmt.Sprintf("v.y%d", (l-b)%l) // the transform back is the one there, with points from the end
	}
	return y
}

// raderSpectrum returns bin k of the DFT of w^(g^b), divided by the number of points.
func raderSpectrum(r int, powers []uint32, k int) complex128 {
	l := r - 1
	var sum complex128
	for b := range l {
		sum += Root(r, int(powers[b])) * Root(l, b*k%l)
	}
	sum /= complex(float64(l), 0)
	if 2*k == l { // each term meets its conjugate, or minus its conjugate: one part is rounding error
		if r%4 == 1 {
			return complex(real(sum), 0)
		}
		return complex(0, imag(sum))
	}
	return sum
}

// timesComplex returns x times a constant, in WGSL.
func timesComplex(x string, c complex128) string {
	switch {
	case imag(c) == 0:
		return fmt.Sprintf("%s * %s", float(real(c)), x)
	case real(c) == 0:
		return fmt.Sprintf("%s * vec2<f32>(-%s.y, %s.x)", float(imag(c)), x, x)
	}
	return fmt.Sprintf("cmul(%s, vec2<f32>(%s, %s))", x, float(real(c)), float(imag(c)))
}
