package main

import (
	"math"

	"wgfft/nd"
)

// taylorGreen is the vorticity at the time 0.
var taylorGreen = nd.Func{
	WGSL: `fn taylor_green(x: R, y: R) -> R { return -2.0 * cos(x) * cos(y); }`,
	Go:   func(x, y float64) float64 { return -2 * math.Cos(x) * math.Cos(y) },
}

// advance returns the spectrum of the vorticity after a time step. a is the spectrum of the nonlinear
// term, and old is its spectrum in the step before.
var advance = nd.Func{
	WGSL: `fn advance(w: C, a: C, old: C, k2: R, nu: R, dt: R) -> C {
		let h = 0.5 * dt * nu * k2;
		return ((1.0 - h) * w - dt * (1.5 * a - 0.5 * old)) / (1.0 + h);
	}`,
	Go: func(x nd.Args) complex128 {
		w, a, old, k2, nu, dt := x.C(0), x.C(1), x.C(2), x.R(3), x.R(4), x.R(5)
		h := complex(dt*nu*k2/2, 0)
		return ((1-h)*w - complex(dt, 0)*(1.5*a-0.5*old)) / (1 + h)
	},
}
