package wgsl

import "fmt"

// A butterfly of a long prime r is written as the cyclic convolution of r - 1 points that a Rader stage is, see rader.go, of points in registers: two butterflies of
// radix r - 1 with a product by constants between. What is permuted costs nothing there, for the places are known when the function is written. It takes
// fewer operations than the direct form, (r-1)^2 of them, where r - 1 has no large prime factor: at 61 some 2200 for 3700.

// isRader says whether the butterfly of radix r is a convolution: r is prime and a fifth of its operations are saved.
func isRader(r int) bool {
	a, _ := split(r)
	return a == 1 && r > 4 && 5*(2*operations(r-1)+4*(r-1)) < 4*operations(r)
}

// operations is how many instructions a butterfly takes, roughly, the direct form for odd primes.
func operations(r int) int {
	switch a, b := split(r); {
	case r == 2:
		return 4
	case r == 4:
		return 16
	case a == 1:
		return (r-1)*(r-1) + 4*(r-1)
	case gcd(a, b) == 1:
		return b*operations(a) + a*operations(b)
	default:
		return b*operations(a) + a*operations(b) + 4*(a-1)*(b-1)
	}
}

// rader writes a butterfly of prime radix r as a convolution: with u_a = x[g^-a], y[g^b] = x0 + sum over a of u_a w^(g^(b-a)).
func (w *writer) rader(r int, x []string) []string {
	l, powers := r-1, Powers(r)
	in := make([]string, l)
	for a := range l {
		in[a] = x[powers[(l-a)%l]]
	}
	w.line("let u = dft%d(%s);", l, join(in))
	product := make([]string, l)
	for k := range l {
		c := convolver(r, powers, k)
		product[k] = fmt.Sprintf("p%d", k)
		if k == 0 {
			w.line("let p0 = %s;", plusTimes("x0", real(c), "u.y0"))
			continue
		}
		w.line("let p%d = turn(u.y%d, vec2<f32>(%s, %s));", k, k, float(real(c)), float(imag(c)))
	}
	w.line("let v = dft%d(%s);", l, join(product))
	y := make([]string, r)
	y[0] = "x0 + u.y0"
	for b := range l {
		y[powers[b]] = fmt.Sprintf("v.y%d", (l-b)%l) // the transform back is the one there, with points from the end
	}
	return y
}

// convolver is point k of the transform of w^(g^b), over the number of points.
func convolver(r int, powers []uint32, k int) complex128 {
	l := r - 1
	var sum complex128
	for b := range l {
		sum += Root(r, int(powers[b])) * Root(l, b*k%l)
	}
	return sum / complex(float64(l), 0)
}
