package main

import (
	"math"
	"math/cmplx"

	"wgfft/nd"
)

// A result is the solution in one precision.
type result struct {
	states [][]complex64 // at the times 0, 1, ..., end
	drift  float64       // relative change of the norm
	off    float64       // distance of the last state from the exact one, relative to its norm
	centre complex128    // mean position of the last state, x + iy
}

// coherent is the exact state at the time t. It is a Gaussian. Its centre q and its momentum p = dq/dt move as the
// place and the momentum of a classical particle.
//
//	psi(r, t) = exp(-|r-q|^2/2 + i p.(r-q/2) - i t) / sqrt(pi), with q = (4 cos t, 2 sin t)
//
// The formula holds for q.p = 0 at time 0.
var coherent = nd.Func{
	WGSL: `fn coherent(x: R, y: R, t: R) -> C {
		let dx = x - 4.0 * cos(t);
		let dy = y - 2.0 * sin(t);
		let phase = -4.0 * sin(t) * (x - 2.0 * cos(t)) + 2.0 * cos(t) * (y - sin(t)) - t;
		return 0.5641895835477563 * exp(-0.5 * (dx * dx + dy * dy)) * cis(phase);
	}`,
	Go: func(x, y, t float64) complex128 {
		sin, cos := math.Sincos(t)
		dx, dy := x-4*cos, y-2*sin
		phase := -4*sin*(x-2*cos) + 2*cos*(y-sin) - t
		return cmplx.Rect(math.Exp(-(dx*dx+dy*dy)/2)/math.SqrtPi, phase)
	},
}
