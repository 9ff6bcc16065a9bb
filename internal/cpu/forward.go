package cpu

import (
	"fmt"

	algofft "github.com/cwbudde/algo-fft"
)

// forward makes forward transforms, unscaled, of rows of Len points; dst may be src.
// It is safe for concurrent use. algo-fft's plans are such, and so is what longer rows
// go by here.
type forward[C algofft.Complex] interface {
	Forward(dst, src []C) error
	Len() int
}

// whole is a forward transform of a row so long that all goroutines of an engine work
// on it, and that comes out as an inverse one, and scaled, in its last store.
type whole[C algofft.Complex] interface {
	forward[C]
	transform(dst, src []C, inverse bool, scale float64) error
	bytes() int64
}

// algo-fft's plans are used up to these numbers of points, and beyond them for what
// has no better way here. One thread of a server (Zen 4), ns a point in float32:
//
//	                              algo-fft   here
//	2^16                                 4      6
//	2^17                                14      6
//	2^20                                26      9
//	2^22                                50     11
//	3 2^18                              11     11
//	3 2^19                              16     11
//	256 * 1009                         144     34
//	prime: 33013                        46     24
//	       65537                        60     37
//	       131071                      132     33
//	       1000003                     208     65
const (
	longestPower  = 1 << 16
	longestMixed  = 1 << 20
	longestCircle = 1 << 15 // of what goes by a convolution
)

// newForward makes the transform of n points, and tells whether it goes by a
// convolution.
func newForward[C algofft.Complex](e *Engine, n int) (f forward[C], convolved bool, err error) {
	defer guard(&err, n)
	switch {
	case longs(n):
		f, err = newFourStep[C](e, n)
		return f, false, err
	case circles(n):
		f, err = newCircle[C](e, n)
		return f, true, err
	}
	p, err := algofft.NewPlan[C](n)
	if err != nil {
		return nil, false, fmt.Errorf("cpu: plan of %d points: %w: choose another length", n, err)
	}
	return p, convolution(p.Algorithm()), nil
}

// longs tells whether n points go by the four-step method.
func longs(n int) bool {
	most := longestMixed
	switch {
	case powerOfTwo(n):
		most = longestPower
	case convolves(n):
		most = longestCircle
	}
	n1, _ := split(n)
	return n > most && n1 > 1
}

// circles tells whether n points go by the circular convolution that is made here.
func circles(n int) bool { return n > longestCircle && convolves(n) && !longs(n) }

// convolves tells whether algo-fft would take n points, of many, by a convolution.
func convolves(n int) bool {
	for _, p := range []int{2, 3, 5, 7, 11} {
		for n%p == 0 {
			n /= p
		}
	}
	return n > 1
}

// part is the transform of n points as a part of a longer one, in the precision that
// the accuracy contract needs.
func part[C algofft.Complex](e *Engine, n int) (forward[C], error) {
	if _, single := any(C(0)).(complex64); single {
		p, err := e.plans.get(n)
		f, _ := any(p).(forward[C])
		return f, err
	}
	f, _, err := newForward[C](e, n)
	return f, err
}
