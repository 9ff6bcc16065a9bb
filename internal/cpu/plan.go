package cpu

import (
	"fmt"
	"sync"

	algofft "github.com/cwbudde/algo-fft"
)

// plan transforms rows of n points. It holds one of algo-fft's plans, which are
// safe for concurrent use, in the precision that the accuracy contract needs.
type plan struct {
	n      int
	single *algofft.Plan[complex64]
	double *algofft.Plan[complex128] // set where single is not accurate enough
	rooms  sync.Pool                 // *[]complex128 of n points, for double
}

// convolution tells whether algo-fft takes this plan through a convolution.
func convolution(algorithm string) bool { return algorithm == "bluestein" || algorithm == "rader" }

// shortMixed is the length up to which algo-fft's mixed-radix transform in
// float32 is too close to the contract: the error of the worst of 300 random rows
// reaches 0.99 of the tolerance for the lengths up to it, 0.77 above it.
const shortMixed = 128

// shortPower is the same for powers of two: the worst of 10000 rows of 16 points reaches 1.04, of 32 points 0.8.
const shortPower = 16

// needsDouble tells whether algorithm in float32 would miss the contract at n
// points, or come within a few parts in a hundred of it.
func needsDouble(n int, algorithm string) bool {
	return smooth(n) && (convolution(algorithm) || n <= shortPower || n <= shortMixed && !powerOfTwo(n))
}

func powerOfTwo(n int) bool { return n&(n-1) == 0 }

// newPlan makes the plan of n points.
func newPlan(n int) (p *plan, err error) {
	defer guard(&err, n)
	p = &plan{n: n}
	if p.single, err = algofft.NewPlan32(n); err != nil {
		return nil, fmt.Errorf("cpu: plan of %d points: %w: choose another length", n, err)
	}
	if !needsDouble(n, p.single.Algorithm()) {
		return p, nil
	}
	p.single = nil
	if p.double, err = algofft.NewPlan64(n); err != nil {
		return nil, fmt.Errorf("cpu: plan of %d points in float64: %w: choose another length", n, err)
	}
	p.rooms.New = func() any {
		room := make([]complex128, n)
		return &room
	}
	return p, nil
}

// smooth tells whether the accuracy contract counts n among the lengths made of
// butterflies: no prime factor above 31.
func smooth(n int) bool {
	for _, p := range []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31} {
		for n%p == 0 {
			n /= p
		}
	}
	return n == 1
}

// bytes returns about how much memory the plan keeps, measured as bytes per
// point of algo-fft v0.8.0's plans (256 to 2^20 points, tables and scratch).
func (p *plan) bytes() int64 {
	switch {
	case p.double != nil:
		return 320 * int64(p.n)
	case convolution(p.single.Algorithm()):
		return 160 * int64(p.n)
	default:
		return 64 * int64(p.n)
	}
}

// rows transforms the rows of src, one every so many points, into those of dst. A
// panic of algo-fft, none of which is known, becomes an error.
func (p *plan) rows(dst, src []complex64, every int, inverse bool, scale float64) (err error) {
	defer guard(&err, p.n)
	if p.double != nil {
		return p.rowsDouble(dst, src, every, inverse, scale)
	}
	// algo-fft's inverse as it is, where its 1/n does not round.
	own := inverse && powerOfTwo(p.n) && scale == 1/float64(p.n)
	for at := 0; at < len(src); at += every {
		d, s := dst[at:at+p.n:at+p.n], src[at:at+p.n:at+p.n]
		if own {
			err = p.single.Inverse(d, s)
		} else {
			err = p.single.Forward(d, s)
		}
		if err != nil {
			return fmt.Errorf("cpu: %d points: %w", p.n, err)
		}
		switch {
		case own:
		case inverse:
			reverse(d, scale)
		case scale != 1:
			for i, v := range d {
				d[i] = times(v, scale)
			}
		}
	}
	return nil
}

// rowsDouble is rows through float64, rounded once.
func (p *plan) rowsDouble(dst, src []complex64, every int, inverse bool, scale float64) error {
	box := p.rooms.Get().(*[]complex128)
	defer p.rooms.Put(box)
	room := *box
	for at := 0; at < len(src); at += every {
		for i, v := range src[at : at+p.n] {
			room[i] = complex128(v)
		}
		factor := scale
		var err error
		if inverse {
			factor *= float64(p.n) // undoes algo-fft's 1/n
			err = p.double.Inverse(room, room)
		} else {
			err = p.double.Forward(room, room)
		}
		if err != nil {
			return fmt.Errorf("cpu: %d points in float64: %w", p.n, err)
		}
		d := dst[at : at+p.n]
		for i, v := range room[:len(d)] {
			d[i] = complex(float32(real(v)*factor), float32(imag(v)*factor))
		}
	}
	return nil
}

// reverse turns a forward transform into the inverse one, in place: element j
// changes places with element -j mod n, and all are multiplied by scale.
func reverse(d []complex64, scale float64) {
	d[0] = times(d[0], scale)
	for i, j := 1, len(d)-1; i <= j; i, j = i+1, j-1 {
		d[i], d[j] = times(d[j], scale), times(d[i], scale)
	}
}

// times returns v times scale, each part rounded once, and a NaN or infinity of
// one part kept out of the other.
func times(v complex64, scale float64) complex64 {
	return complex(float32(float64(real(v))*scale), float32(float64(imag(v))*scale))
}

// guard turns a panic into an error; to be deferred.
func guard(err *error, n int) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("cpu: %d points: algo-fft failed: %v: please report this length", n, r)
	}
}
