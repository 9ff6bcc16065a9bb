package ref

import (
	"math"
	"math/cmplx"

	"wgfft/internal/dft"
	"wgfft/internal/doubledouble"
)

// UniformReal returns n values uniform in [-1, 1). The same seed gives the same
// values on every machine.
func UniformReal(seed uint64, n int) []float32 {
	out := make([]float32, 0, n+1)
	for _, v := range Uniform(seed, (n+1)/2) {
		out = append(out, real(v), imag(v))
	}
	return out[:n]
}

// HalfShape returns the shape of the half spectra of real arrays of the given
// shape: n/2+1 bins on the last of the axes.
func HalfShape(shape, axes []int) []int {
	half := append([]int(nil), shape...)
	last := axes[len(axes)-1]
	half[last] = half[last]/2 + 1
	return half
}

// RealAxes transforms the real row-major arrays of the given shape in src along the given axes, in
// float64. It multiplies the unscaled result by scale and keeps the half spectrum, of shape
// HalfShape.
func RealAxes(src []float32, shape, axes []int, scale float64) []complex128 {
	wide := make([]complex64, len(src))
	for i, v := range src {
		wide[i] = complex(v, 0)
	}
	return halfOf(Axes(wide, shape, axes, false, scale), shape, axes)
}

// halfOf returns the half spectra of full ones.
func halfOf[T any](full []T, shape, axes []int) []T {
	last := axes[len(axes)-1]
	n, side := shape[last], product(shape[last+1:])
	out := make([]T, 0, len(full)/n*(n/2+1))
	for at := 0; at < len(full); at += n * side {
		out = append(out, full[at:at+(n/2+1)*side]...)
	}
	return out
}

// RealInverseAxes is the unscaled inverse of RealAxes times scale. The shape describes the
// real arrays. The last of the axes comes after the others. Along it, the imaginary parts of bin 0 and,
// for an even length n, of bin n/2 are ignored.
func RealInverseAxes(src []complex64, shape, axes []int, scale float64) []float64 {
	last := axes[len(axes)-1]
	half := Axes(src, HalfShape(shape, axes), axes[:len(axes)-1], true, scale)
	full := fullOf(half, shape, last, func(v complex128) complex128 { return complex(real(v), 0) }, cmplx.Conj)
	d := dft.New(shape[last])
	along(full, shape, last, func(line []complex128) { d.Inverse(line, line) })
	out := make([]float64, len(full))
	for i, v := range full {
		out[i] = real(v)
	}
	return out
}

// fullOf returns the full spectra of half ones along an axis. Bins that are their own mirror image
// become real.
func fullOf[T any](half []T, shape []int, axis int, real, conj func(v T) T) []T {
	n, side := shape[axis], product(shape[axis+1:])
	bins := n/2 + 1
	full := make([]T, len(half)/bins*n)
	for i, v := range half {
		line, k, column := i/side/bins, i/side%bins, i%side
		at := func(k int) int { return (line*n+k)*side + column }
		if k == 0 || 2*k == n {
			full[at(k)] = real(v)
			continue
		}
		full[at(k)], full[at(n-k)] = v, conj(v)
	}
	return full
}

// RelL2Real is RelL2 for real values.
func RelL2Real[G Real, W float64 | doubledouble.Real](got []G, want []W) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	var e deviation
	switch want := any(want).(type) {
	case []float64:
		for i, w := range want {
			e.add(float64(got[i]), w)
		}
	case []doubledouble.Real:
		for i, w := range want {
			e.addDD(float64(got[i]), w)
		}
	}
	return e.relative()
}

// WorstReal is Worst for rows of n real values.
func WorstReal[G Real, W float64 | doubledouble.Real](got []G, want []W, n int) (err float64, row int) {
	if n < 1 || len(got) != len(want) || len(got)%n != 0 {
		return math.Inf(1), 0
	}
	for i := 0; i < len(got); i += n {
		if e := RelL2Real(got[i:i+n], want[i:i+n]); e > err {
			err, row = e, i/n
		}
	}
	return err, row
}

// product returns the number of elements of a shape.
func product(shape []int) int {
	p := 1
	for _, n := range shape {
		p *= n
	}
	return p
}

// along calls f with every line along one axis of the row-major arrays of the given shape, and
// copies the line back afterwards.
func along[T any](arrays []T, shape []int, axis int, f func(line []T)) {
	n, side := shape[axis], product(shape[axis+1:])
	line := make([]T, n)
	for i := 0; i < len(arrays); i += n * side {
		if side == 1 {
			f(arrays[i : i+n])
			continue
		}
		for first := i; first < i+side; first++ {
			for j := range line {
				line[j] = arrays[first+j*side]
			}
			f(line)
			for j, v := range line {
				arrays[first+j*side] = v
			}
		}
	}
}
