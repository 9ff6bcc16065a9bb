package cpu

import (
	"context"
	"math"
	"math/bits"

	"wgfft/internal/cpu/rows"
)

// turned transforms n points, a power of two, by algo-fft in float64, and takes back the mean of algo-fft's error.
//
// algo-fft computes a twiddle of the angle a = 2 pi e/n with the float64 number nearest to pi. That number is
// pi (1 - d) with d = 3.9e-17, so each twiddle is turned by d a. A result is turned by d times the sum of the
// angles of the twiddles that it is multiplied by. The mean of the sum is
//
//	2 pi (3/16 s + 1/8 t)
//
// where s is the number of radix-4 stages with twiddles, and t is 1 if a stage of radix 2 follows. The
// first stage has no twiddles. The mean angle of a radix-4 stage with the twiddles w^0, w^j, w^2j and w^3j is 3/16 of
// a turn, because w^j is up to a quarter of a turn.
type turned struct {
	plan *rows.Plan[complex128]
	turn float64 // d times the mean
}

// newPower makes the transform of n points, a power of two up to maxExactPower.
func newPower(n int) (forward[complex128], error) {
	f, _, err := newAlgo[complex128](n)
	if err != nil {
		return nil, err
	}
	if own := f.(algo[complex128]); !rows.IsExact(own.Plan) {
		return newTurned(own.Plan), nil
	}
	return f, nil
}

// newTurned returns the transform of p with its mean error taken back.
func newTurned(p *rows.Plan[complex128]) *turned {
	const d = 1.2246467991473532e-16 / math.Pi
	stages := bits.Len(uint(p.Len())) - 1 // of radix 2
	mean := 3.0 / 16 * float64(stages/2-1)
	if stages%2 == 1 {
		mean += 1.0 / 8
	}
	return &turned{p, d * 2 * math.Pi * mean}
}

// Len returns the number of points.
func (t *turned) Len() int { return t.plan.Len() }

// Forward transforms one row, unscaled.
func (t *turned) Forward(_ context.Context, dst, src []complex128) error {
	if err := t.plan.Forward(dst, src); err != nil {
		return err
	}
	turnBack(dst[:t.Len()], t.turn)
	return nil
}

// Inverse is the inverse transform, divided by the number of points.
func (t *turned) Inverse(dst, src []complex128) error {
	if err := t.plan.Inverse(dst, src); err != nil {
		return err
	}
	turnBack(dst[:t.Len()], -t.turn)
	return nil
}

// turnBack multiplies points by 1 - i turn. It leaves four points as they are if one of them is infinite or NaN, so
// that neither reaches another part. The number of points is a multiple of four.
func turnBack(x []complex128, turn float64) {
	for i := 0; i+4 <= len(x); i += 4 {
		v := (*[4]complex128)(x[i:])
		a := complex(real(v[0])+imag(v[0])*turn, imag(v[0])-real(v[0])*turn)
		b := complex(real(v[1])+imag(v[1])*turn, imag(v[1])-real(v[1])*turn)
		c := complex(real(v[2])+imag(v[2])*turn, imag(v[2])-real(v[2])*turn)
		d := complex(real(v[3])+imag(v[3])*turn, imag(v[3])-real(v[3])*turn)
		if z := a + b + c + d; (real(z)+imag(z))*0 == 0 {
			v[0], v[1], v[2], v[3] = a, b, c, d
		}
	}
}
