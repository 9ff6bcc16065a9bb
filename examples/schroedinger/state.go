package main

import (
	"math"
	"math/cmplx"

	"wgfft"
)

// positions returns the coordinates of the points along an axis. The middle point is at 0.
func positions() []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i-n/2) * spacing
	}
	return x
}

// waveNumbers returns the wave numbers of a spectrum along an axis, in radians per unit of length.
func waveNumbers() []float64 {
	k := wgfft.FFTFreq(n, spacing)
	for i := range k {
		k[i] *= 2 * math.Pi
	}
	return k
}

// coherent returns the exact state at a time. It is a Gaussian. Its centre q and momentum p move as the
// place and the momentum of a classical particle.
//
//	psi(r, t) = exp(-|r-q|^2/2 + i p.(r-q/2) - i t) / sqrt(pi)
//
// The formula holds for q.p = 0 at time 0. Here the real and the imaginary parts of r, q and p are
// the components along x and y.
func coherent[C wgfft.Complex](t float64) []C {
	q0, p0 := complex(4, 0), complex(0, 2)
	sin, cos := math.Sincos(t)
	q, p := q0*complex(cos, 0)+p0*complex(sin, 0), p0*complex(cos, 0)-q0*complex(sin, 0)
	psi := make([]C, 0, n*n)
	for _, y := range positions() {
		for _, x := range positions() {
			d, m := complex(x, y)-q, complex(x, y)-q/2
			phase := real(p)*real(m) + imag(p)*imag(m) - t
			psi = append(psi, C(cmplx.Rect(math.Exp(-square(d)/2)/math.SqrtPi, phase)))
		}
	}
	return psi
}

// multiply sets psi to the product of psi and f, point by point.
func multiply[C wgfft.Complex](psi, f []C) {
	for i := range psi {
		psi[i] *= f[i]
	}
}

// square returns |z|^2.
func square[C wgfft.Complex](z C) float64 {
	v := complex128(z)
	return real(v)*real(v) + imag(v)*imag(v)
}

// norm returns the Euclidean norm of a state.
func norm[C wgfft.Complex](psi []C) float64 {
	var sum float64
	for _, v := range psi {
		sum += square(v)
	}
	return math.Sqrt(sum)
}

// drift returns the relative change of the norm from the first state to the last.
func drift[C wgfft.Complex](states [][]C) float64 {
	return norm(states[len(states)-1])/norm(states[0]) - 1
}

// distance returns |a - b| / |b| in the Euclidean norm.
func distance[A, B wgfft.Complex](a []A, b []B) float64 {
	difference := make([]complex128, len(a))
	for i := range a {
		difference[i] = complex128(a[i]) - complex128(b[i])
	}
	return norm(difference) / norm(b)
}

// centre returns the mean position of a state, x + iy.
func centre[C wgfft.Complex](psi []C) complex128 {
	var sum complex128
	axis := positions()
	for i, v := range psi {
		weight := square(v)
		sum += complex(weight*axis[i%n], weight*axis[i/n])
	}
	total := norm(psi)
	return sum / complex(total*total, 0)
}
