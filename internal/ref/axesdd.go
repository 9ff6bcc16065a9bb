package ref

import (
	"fmt"
	"math"
	"math/bits"

	"wgfft/internal/doubledouble"
	"wgfft/internal/transforms"
)

// AxesDD is Axes in double-double arithmetic. The scale is usually not a float64: see
// [doubledouble.Real.Quo] and [doubledouble.InverseSqrt].
func AxesDD(src []complex128, shape, axes []int, inverse bool, scale doubledouble.Real) []doubledouble.Complex {
	out := WidenDD(src)
	alongAxesDD(out, shape, axes, inverse)
	scaleDD(out, scale)
	return out
}

// RealAxesDD is RealAxes in double-double arithmetic.
func RealAxesDD(src []float64, shape, axes []int, scale doubledouble.Real) []doubledouble.Complex {
	full := WidenDD(src)
	alongAxesDD(full, shape, axes, false)
	scaleDD(full, scale)
	return halfOf(full, shape, axes)
}

// RealInverseAxesDD is RealInverseAxes in double-double arithmetic.
func RealInverseAxesDD(src []complex128, shape, axes []int, scale doubledouble.Real) []doubledouble.Real {
	last := len(axes) - 1
	half := WidenDD(src)
	alongAxesDD(half, HalfShape(shape, axes), axes[:last], true)
	full := fullOf(half, shape, axes[last], realPart, doubledouble.Complex.Conj)
	alongAxesDD(full, shape, axes[last:], true)
	out := make([]doubledouble.Real, len(full))
	for i, z := range full {
		out[i] = z.Re.Mul(scale)
	}
	return out
}

// realPart returns z without its imaginary part.
func realPart(z doubledouble.Complex) doubledouble.Complex { return doubledouble.Complex{Re: z.Re} }

// TrigAxesDD is TrigAxes in double-double arithmetic.
func TrigAxesDD(
	src []float64, shape, axes []int, kinds []transforms.Kind, ortho bool, scale doubledouble.Real,
) []doubledouble.Real {
	out := make([]doubledouble.Real, len(src))
	for i, v := range src {
		out[i].Hi = v
	}
	for i, axis := range axes {
		along(out, shape, axis, trigLineDD(kinds[i], shape[axis], ortho))
	}
	for i, v := range out {
		out[i] = v.Mul(scale)
	}
	return out
}

// trigLineDD returns a function that transforms lines of n points, as trigLine does.
func trigLineDD(kind transforms.Kind, n int, ortho bool) func(line []doubledouble.Real) {
	length := kind.Period(n)
	if n < 1 || length < 1 {
		panic(fmt.Sprintf("ref: %v of %d points: there is none", kind, n))
	}
	d, room := doubledouble.New(length), make([]doubledouble.Complex, length)
	pre, post := make([]doubledouble.Complex, n), make([]doubledouble.Complex, n)
	roots := doubledouble.NewRoots(4 * length)
	a, b := offsets(kind)
	for j := range n {
		pre[j] = roots.At(2 * j * b % (4 * length)).Scale(weightDD(weight(kind, j, n, ortho)))
		post[j] = roots.At((2*j*a + a*b) % (4 * length)).Scale(weightDD(factor(kind, j, n, ortho)))
	}
	return func(line []doubledouble.Real) {
		clear(room)
		for j, x := range line {
			room[j] = pre[j].Scale(x)
		}
		d.Forward(room)
		for k := range line {
			z := room[k].Mul(post[k])
			line[k] = z.Re
			if kind.IsSine() {
				line[k] = z.Im.Neg()
			}
		}
	}
}

// weightDD returns a weight or factor of a cosine or sine transform in double-double.
func weightDD(v float64) doubledouble.Real {
	switch v {
	case math.Sqrt2:
		return doubledouble.Sqrt2()
	case math.Sqrt2 / 2:
		return doubledouble.Sqrt2().Quo(2)
	}
	return doubledouble.Real{Hi: v}
}

// BinsDD is Bins in double-double arithmetic: O(len(src)) for each bin.
func BinsDD(src []complex128, bins []int, inverse bool) []doubledouble.Complex {
	n := len(src)
	out, roots := make([]doubledouble.Complex, len(bins)), doubledouble.NewRoots(n)
	for i, k := range bins {
		if k < 0 || k >= n {
			panic(fmt.Sprintf("ref: bin %d: the transform has %d", k, n))
		}
		var sum sumDD
		for j, x := range src {
			w := roots.At(mulMod(j, k, n))
			if inverse {
				w = w.Conj()
			}
			sum.add(w.Mul(doubledouble.FromComplex(x)))
		}
		out[i] = sum.value()
	}
	return out
}

// TrigBinsDD returns chosen coefficients of one line of TrigAxesDD, unscaled, by the definition:
// O(len(src)) for each.
func TrigBinsDD(src []float64, kind transforms.Kind, bins []int, ortho bool) []doubledouble.Real {
	n := len(src)
	order := 4 * kind.Period(n)
	out, roots := make([]doubledouble.Real, len(bins)), doubledouble.NewRoots(order)
	a, b := offsets(kind)
	for i, k := range bins {
		if k < 0 || k >= n {
			panic(fmt.Sprintf("ref: bin %d: the transform has %d", k, n))
		}
		var sum sumDD
		for j, x := range src {
			w := roots.At(mulMod(2*j+a, 2*k+b, order))
			v := w.Re
			if kind.IsSine() {
				v = w.Im.Neg()
			}
			sum.add(doubledouble.Complex{Re: v.Mul(weightDD(weight(kind, j, n, ortho))).Mul(doubledouble.Real{Hi: x})})
		}
		out[i] = sum.value().Re.Mul(weightDD(factor(kind, k, n, ortho)))
	}
	return out
}

// sumDD adds points in blocks, because the rounding errors of a sum grow with the number of terms.
type sumDD struct {
	blocks, block doubledouble.Complex
	count         int
}

func (s *sumDD) add(z doubledouble.Complex) {
	s.block = s.block.Add(z)
	if s.count++; s.count%1024 == 0 {
		s.blocks, s.block = s.value(), doubledouble.Complex{}
	}
}

func (s *sumDD) value() doubledouble.Complex { return s.blocks.Add(s.block) }

// alongAxesDD is alongAxes in double-double arithmetic.
func alongAxesDD(out []doubledouble.Complex, shape, axes []int, inverse bool) {
	for _, axis := range axes {
		d := doubledouble.New(shape[axis])
		if inverse {
			along(out, shape, axis, d.Inverse)
		} else {
			along(out, shape, axis, d.Forward)
		}
	}
}

// scaleDD multiplies points by a factor.
func scaleDD(points []doubledouble.Complex, by doubledouble.Real) {
	for i, z := range points {
		points[i] = z.Scale(by)
	}
}

// WidenDD returns real or complex numbers as points in double-double.
func WidenDD[T Element](src []T) []doubledouble.Complex {
	out := make([]doubledouble.Complex, len(src))
	switch src := any(src).(type) {
	case []float32:
		for i, v := range src {
			out[i].Re.Hi = float64(v)
		}
	case []float64:
		for i, v := range src {
			out[i].Re.Hi = v
		}
	case []complex64:
		for i, v := range src {
			out[i] = doubledouble.FromComplex(complex128(v))
		}
	case []complex128:
		for i, v := range src {
			out[i] = doubledouble.FromComplex(v)
		}
	}
	return out
}

// mulMod returns a b mod n for a, b >= 0. The product has 128 bits.
func mulMod(a, b, n int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int(bits.Rem64(hi%uint64(n), lo, uint64(n)))
}
