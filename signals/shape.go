package signals

import "math"

// shape is a family of windows.
type shape int

const (
	hann shape = iota
	hamming
	blackman
	blackmanHarris
	flatTop
	rect
	kaiser
	tukey
	gaussian
	custom // last: the families before it can be parsed
)

// String returns the family's name.
func (s shape) String() string {
	return [...]string{
		"hann", "hamming", "blackman", "blackmanharris", "flattop",
		"rect", "kaiser", "tukey", "gaussian", "custom",
	}[s]
}

// parameter returns the name of the family's parameter, or "" if it has none.
func (s shape) parameter() string {
	switch s {
	case kaiser:
		return "BETA"
	case tukey:
		return "ALPHA"
	case gaussian:
		return "SIGMA"
	}
	return ""
}

// cosines returns the coefficients a_m of the window a_0 - a_1 cos 2 pi u + a_2 cos 4 pi u - ...
func (s shape) cosines() []float64 {
	switch s {
	case hann:
		return []float64{0.5, 0.5}
	case hamming:
		return []float64{0.54, 0.46}
	case blackman:
		return []float64{0.42, 0.5, 0.08}
	case blackmanHarris:
		return []float64{0.35875, 0.48829, 0.14128, 0.01168}
	case flatTop:
		return []float64{0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368}
	}
	return []float64{1}
}

// formula returns the weight as a function of k, the distance in samples to the nearer end of a
// window whose period has period samples.
func (w Window) formula(period int) func(k int) float64 {
	n := float64(period)
	switch w.shape {
	case kaiser:
		middle := bessel0(w.param)
		return func(k int) float64 {
			u := float64(k) / n
			return bessel0(2*w.param*math.Sqrt(u*(1-u))) / middle // 1 - (2u-1)^2 = 4u(1-u)
		}
	case tukey:
		return func(k int) float64 {
			if u := float64(k) / n; 2*u < w.param {
				return 0.5 - 0.5*math.Cos(2*math.Pi*u/w.param)
			}
			return 1
		}
	case gaussian:
		return func(k int) float64 {
			d := (float64(k) - n/2) / w.param
			return math.Exp(-d * d / 2)
		}
	}
	a := w.shape.cosines()
	return func(k int) float64 {
		sum, sign := 0.0, 1.0
		for m, c := range a {
			sum += sign * c * math.Cos(2*math.Pi*float64(m*k)/n)
			sign = -sign
		}
		return sum
	}
}

// maxBeta keeps I_0(beta) within float64: I_0(700) = 1.5e302.
const maxBeta = 700

// bessel0 returns the modified Bessel function of order zero,
//
//	I_0(x) = sum over m of ((x/2)^m / m!)^2
//
// The series has positive terms only, so it has no cancellation.
func bessel0(x float64) float64 {
	sum, term := 1.0, 1.0
	for m := 1.0; term > sum*0x1p-54; m++ {
		term *= (x / 2 / m) * (x / 2 / m)
		sum += term
	}
	return sum
}
