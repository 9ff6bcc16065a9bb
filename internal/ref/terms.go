package ref

import "wgfft/internal/transforms"

// Terms returns the factor of point j in the sum for coefficient k of n points, as in TrigAxes. It
// serves to compute single coefficients of transforms that are too long for TrigAxes.
func Terms(t transforms.Kind, k, n int, ortho bool) func(j int) float64 {
	a, b := offsets(t)
	// (j + a/2)(k + b/2) / L = (2j+a)(2k+b) / 4L
	roots := NewRoots(2*k+b, 4*t.Period(n), 2*n+a)
	factor := factor(t, k, n, ortho)
	return func(j int) float64 {
		w := roots.At(2*j + a)
		v := real(w)
		if t.IsSine() {
			v = -imag(w)
		}
		return v * weight(t, j, n, ortho) * factor
	}
}
