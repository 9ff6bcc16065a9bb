package transforms

import (
	"fmt"
	"math"
)

// Norm selects the direction that carries the factor 1/N. scipy.fft uses the same names.
type Norm uint8

// The norms. The zero value is Backward.
const (
	Backward Norm = iota // forward 1, inverse 1/N
	Ortho                // both 1/sqrt(N)
	ForwardN             // forward 1/N, inverse 1
	Norms                // the number of norms
)

// normNames are the names of the norms.
var normNames = [Norms]string{"backward", "ortho", "forward"}

// String returns the name of the norm: backward, ortho or forward.
func (n Norm) String() string {
	if n < Norms {
		return normNames[n]
	}
	return fmt.Sprintf("norm(%d)", uint8(n))
}

// ParseNorm returns the norm of the given name.
func ParseNorm(s string) (Norm, error) {
	for n, name := range normNames {
		if s == name {
			return Norm(n), nil
		}
	}
	return 0, fmt.Errorf("norm %q is not known, want backward, ortho or forward", s)
}

// Scale returns the factor of a transform with a period of the given number of points.
func (n Norm) Scale(period int, inverse bool) float64 {
	switch {
	case n == Ortho:
		return 1 / math.Sqrt(float64(period))
	case n == Backward && inverse, n == ForwardN && !inverse:
		return 1 / float64(period)
	}
	return 1
}
