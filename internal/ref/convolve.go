package ref

import (
	"fmt"
	"math"
	"math/bits"
	"math/cmplx"
	"slices"

	"wgfft/internal/doubledouble"
)

// A Convolution describes the convolution, or correlation, of arrays of a shape with a kernel of
// the same number of axes. Mode is full, same, valid or circular.
type Convolution struct {
	Shape, Kernel []int
	Mode          string
	Correlate     bool
}

// Convolved is a convolution in float64 or double-double: the part that the mode keeps, its shape,
// and the Euclidean norm of the whole. The whole of a circular convolution is the result. G is the
// type of the results under test.
type Convolved[G Complex, W complex128 | doubledouble.Complex] struct {
	Want  []W
	Shape []int
	Norm  float64
}

// Error returns |got - Want| over the norm of the whole. ToleranceConvolution bounds it. A NaN or
// an infinity gives +Inf.
func (c Convolved[G, W]) Error(got []G) float64 {
	e := RelL2(got, c.Want)
	if e == 0 {
		return 0
	}
	if e *= norm(c.Want) / c.Norm; math.IsNaN(e) {
		return math.Inf(1)
	}
	return e
}

// Tolerance returns the bound of Error in single precision.
func (c Convolution) Tolerance() float64 { return c.ToleranceIn(Single) }

// ToleranceIn returns the bound of Error in a precision.
func (c Convolution) ToleranceIn(p Precision) float64 {
	var whole []int
	for axis, n := range c.Shape {
		switch k := c.Kernel[axis]; {
		case k == 1:
		case c.Mode == "circular":
			whole = append(whole, n)
		default:
			whole = append(whole, n+k-1)
		}
	}
	return p.ToleranceConvolution(whole...)
}

// Apply convolves an array with a kernel: along each axis, with k elements of the kernel,
//
//	convolution: y[m] = sum over i of h[i] x[m-i]              0 <= m < n+k-1
//	correlation: y[m] = sum over i of conj(h[i]) x[m-(k-1)+i]
//
// It uses transforms in float64. Their lengths are powers of two, long enough that nothing wraps
// around. The circular result is the whole, wrapped. A circular correlation has lag 0 at y[0].
func (c Convolution) Apply(x, h []complex64) Convolved[complex64, complex128] {
	dims, axes := c.transformed()
	kernel := Widen(h)
	if c.Correlate {
		reverse(kernel, cmplx.Conj)
	}
	a, b := spread(Widen(x), c.Shape, dims), spread(kernel, c.Kernel, dims)
	alongAxes(a, dims, axes, false)
	alongAxes(b, dims, axes, false)
	for i, v := range b {
		a[i] *= v / complex(float64(len(a)), 0)
	}
	alongAxes(a, dims, axes, true)
	return part[complex64](c, a, dims)
}

// ApplyDD is Apply in double-double arithmetic.
func (c Convolution) ApplyDD(x, h []complex128) Convolved[complex128, doubledouble.Complex] {
	dims, axes := c.transformed()
	kernel := WidenDD(h)
	if c.Correlate {
		reverse(kernel, doubledouble.Complex.Conj)
	}
	a, b := spread(WidenDD(x), c.Shape, dims), spread(kernel, c.Kernel, dims)
	alongAxesDD(a, dims, axes, false)
	alongAxesDD(b, dims, axes, false)
	scale := doubledouble.Real{Hi: 1 / float64(len(a))}
	for i, v := range b {
		a[i] = a[i].Mul(v.Scale(scale))
	}
	alongAxesDD(a, dims, axes, true)
	return part[complex128](c, a, dims)
}

// transformed returns the shape of the transforms, with powers of two, and a list of all axes.
func (c Convolution) transformed() (dims, axes []int) {
	for axis, n := range c.Shape {
		axes = append(axes, axis)
		dims = append(dims, 1<<bits.Len(uint(n+c.Kernel[axis]-2)))
	}
	return dims, axes
}

// reverse reverses the elements and conjugates them.
func reverse[T any](kernel []T, conj func(v T) T) {
	slices.Reverse(kernel)
	for i, v := range kernel {
		kernel[i] = conj(v)
	}
}

// spread copies an array of a shape to the beginning of a larger one.
func spread[T any](x []T, shape, dims []int) []T {
	size := 1
	for _, d := range dims {
		size *= d
	}
	out := make([]T, size)
	for i, v := range x {
		at, side := 0, 1
		for axis := len(shape) - 1; axis >= 0; axis-- {
			at += i % shape[axis] * side
			i, side = i/shape[axis], side*dims[axis]
		}
		out[at] = v
	}
	return out
}

// part returns the part of the whole that the mode keeps. The whole begins an array of dims.
func part[G Complex, W complex128 | doubledouble.Complex](c Convolution, whole []W, dims []int) Convolved[G, W] {
	first, shape := c.kept()
	p := Convolved[G, W]{Shape: shape, Want: make([]W, product(shape))}
	for i, v := range whole {
		at, side, rest, wanted := 0, 1, i, true
		for axis := len(dims) - 1; axis >= 0; axis-- {
			m := rest%dims[axis] - first[axis]
			if c.Mode == "circular" {
				m = (m + 2*c.Shape[axis]) % c.Shape[axis]
			}
			wanted = wanted && m >= 0 && m < p.Shape[axis]
			at += m * side
			side, rest = side*p.Shape[axis], rest/dims[axis]
		}
		if wanted {
			addTo(&p.Want[at], v)
		}
	}
	p.Norm = norm(whole)
	if c.Mode == "circular" {
		p.Norm = norm(p.Want)
	}
	return p
}

// kept returns the first element of the whole that the mode keeps, and the shape of the result.
func (c Convolution) kept() (first, shape []int) {
	first = make([]int, len(c.Shape))
	for axis, n := range c.Shape {
		k, out := c.Kernel[axis], n
		switch c.Mode {
		case "full":
			out = n + k - 1
		case "valid":
			first[axis], out = min(n, k)-1, max(n, k)-min(n, k)+1
		case "same":
			first[axis] = (k - 1) / 2
		case "circular":
			if c.Correlate {
				first[axis] = k - 1
			}
		default:
			panic(fmt.Sprintf("ref: mode %q", c.Mode))
		}
		shape = append(shape, out)
	}
	return first, shape
}

// PointsDD returns chosen elements of the result by the definition, in double-double arithmetic:
// O(len(h)) for each.
func (c Convolution) PointsDD(x, h []complex128, elements []int) []doubledouble.Complex {
	first, shape := c.kept()
	out := make([]doubledouble.Complex, len(elements))
	for i, e := range elements {
		var sum sumDD
		for at, v := range h {
			if c.Correlate {
				v = cmplx.Conj(v)
			}
			if j := c.partner(e, at, first, shape); j >= 0 {
				sum.add(doubledouble.FromComplex(v).Mul(doubledouble.FromComplex(x[j])))
			}
		}
		out[i] = sum.value()
	}
	return out
}

// partner returns the element of the array that the sum for an element of the result multiplies with
// an element of the kernel; -1 if there is none.
func (c Convolution) partner(element, kernel int, first, shape []int) int {
	at, side := 0, 1
	for axis := len(shape) - 1; axis >= 0; axis-- {
		n, k := c.Shape[axis], c.Kernel[axis]
		i, j := kernel%k, element%shape[axis]+first[axis]
		if c.Correlate {
			j += i - (k - 1)
		} else {
			j -= i
		}
		if c.Mode == "circular" {
			j = (j + n) % n
		}
		if j < 0 || j >= n {
			return -1
		}
		at, side = at+j*side, side*n
		element, kernel = element/shape[axis], kernel/k
	}
	return at
}

// addTo adds v to a sum.
func addTo[W complex128 | doubledouble.Complex](sum *W, v W) {
	switch sum := any(sum).(type) {
	case *complex128:
		*sum += any(v).(complex128)
	case *doubledouble.Complex:
		*sum = sum.Add(any(v).(doubledouble.Complex))
	}
}

// norm returns the Euclidean norm.
func norm[W complex128 | doubledouble.Complex](points []W) float64 {
	sum := 0.0
	add := func(v complex128) { sum += real(v)*real(v) + imag(v)*imag(v) }
	switch points := any(points).(type) {
	case []complex128:
		for _, v := range points {
			add(v)
		}
	case []doubledouble.Complex:
		for _, v := range points {
			add(v.Complex128())
		}
	}
	return math.Sqrt(sum)
}
