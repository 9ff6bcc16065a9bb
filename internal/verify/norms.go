package verify

import (
	"math"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
)

// differing returns how many arrays of n elements differ in a bit.
func differing[T ref.Element](a, b []T, n int) int {
	count := 0
	for at := 0; at < len(a); at += n {
		v, w := ref.Words(a[at:at+n]), ref.Words(b[at:at+n])
		for i := range v {
			if v[i] != w[i] {
				count++
				break
			}
		}
	}
	return count
}

// norm returns the Euclidean norm in float64.
func norm(v []doubledouble.Complex) float64 {
	sum := 0.0
	for _, z := range v {
		sum += z.Re.Hi*z.Re.Hi + z.Im.Hi*z.Im.Hi
	}
	return math.Sqrt(sum)
}

// squares returns the square of the norm in double-double. It multiplies the square of element i of each
// array by weights[i], or by 1 if weights is nil.
func squares(v []doubledouble.Complex, weights []float64) doubledouble.Real {
	sum := doubledouble.Real{}
	for i, z := range v {
		square := z.Re.Mul(z.Re).Add(z.Im.Mul(z.Im))
		if weights != nil {
			square = square.Mul(doubledouble.Real{Hi: weights[i%len(weights)]})
		}
		sum = sum.Add(square)
	}
	return sum
}

// ratioOfNorms returns |a - b| / b for norms a and b, from their squares:
//
//	(a - b) / b = d / (1 + sqrt(1 + d)), d = (a^2 - b^2) / b^2
func ratioOfNorms(a2, b2 doubledouble.Real) float64 {
	d := a2.Sub(b2).Hi / b2.Hi
	return math.Abs(d / (1 + math.Sqrt(1+d)))
}

// distance returns the norm of a - b.
func distance(a, b []doubledouble.Complex) float64 {
	d := make([]doubledouble.Complex, len(a))
	for i := range d {
		d[i] = a[i].Sub(b[i])
	}
	return norm(d)
}

// greater returns the maximum. A NaN counts as infinite.
func greater(a, b float64) float64 {
	if math.IsNaN(b) {
		return math.Inf(1)
	}
	return max(a, b)
}
