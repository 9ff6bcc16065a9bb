package ref

// Terms returns the factor of point j in the sum for coefficient k of n points, as in TrigAxes. It
// serves to compute single coefficients of transforms that are too long for TrigAxes.
func (t Trig) Terms(k, n int, ortho bool) func(j int) float64 {
	a, b := t.offsets()
	// (j + a/2)(k + b/2) / L = (2j+a)(2k+b) / 4L
	roots := NewRoots(2*k+b, 4*TrigLength(t, n), 2*n+a)
	factor := t.factor(k, n, ortho)
	return func(j int) float64 {
		w := roots.At(2*j + a)
		v := real(w)
		if t.Sine() {
			v = -imag(w)
		}
		return v * t.weight(j, n, ortho) * factor
	}
}
