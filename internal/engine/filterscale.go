package engine

import "math"

// maxExponent bounds the exponent of a kernel, so that 2^exponent and 2^-exponent are normal numbers.
const maxExponent = 1021

// exponentOf returns the binary exponent of the largest magnitude of a kernel, and 0 if that is not finite.
func exponentOf(kernel []complex128) int {
	most := 0.0
	for _, v := range kernel {
		most = max(most, math.Abs(real(v)), math.Abs(imag(v)))
	}
	if math.IsInf(most, 0) || math.IsNaN(most) {
		return 0
	}
	_, exponent := math.Frexp(most)
	return min(max(exponent, -maxExponent), maxExponent)
}

// divided returns the kernel divided by 2^exponent, so that no spectrum leaves the range of the numbers.
// The largest magnitude is then between 1/2 and 1, and close to that at the ends of the range of float64.
func (f *filter) divided() []complex128 {
	if f.exponent == 0 {
		return f.kernel
	}
	down := math.Ldexp(1, -f.exponent)
	scaled := make([]complex128, len(f.kernel))
	for i, v := range f.kernel {
		scaled[i] = complex(real(v)*down, imag(v)*down)
	}
	return scaled
}
