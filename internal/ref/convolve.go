package ref

import (
	"fmt"
	"math"
	"math/bits"
	"math/cmplx"
)

// A Convolution describes the convolution, or correlation, of arrays of a shape with a kernel of
// the same number of axes. Mode is full, same, valid or circular.
type Convolution struct {
	Shape, Kernel []int
	Mode          string
	Correlate     bool
}

// Convolved is a convolution in float64: the part that the mode keeps, its shape, and the Euclidean
// norm of the whole. The whole of a circular convolution is the result.
type Convolved struct {
	Want  []complex128
	Shape []int
	Norm  float64
}

// Error returns |got - Want| over the norm of the whole. ToleranceConvolution bounds it. A NaN or
// an infinity gives +Inf.
func (c Convolved) Error(got []complex64) float64 {
	e := RelL2(got, c.Want)
	if e == 0 {
		return 0
	}
	norm := 0.0
	for _, v := range c.Want {
		norm += real(v)*real(v) + imag(v)*imag(v)
	}
	if e *= math.Sqrt(norm) / c.Norm; math.IsNaN(e) {
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
// It uses transforms in float64 whose lengths are powers of two, long enough that nothing wraps
// around. The circular result is the whole, wrapped. A circular correlation has lag 0 at y[0].
func (c Convolution) Apply(x, h []complex64) Convolved {
	rank := len(c.Shape)
	dims, axes, kernel := make([]int, rank), make([]int, rank), Widen(h)
	for axis := range dims {
		axes[axis] = axis
		dims[axis] = 1 << bits.Len(uint(c.Shape[axis]+c.Kernel[axis]-2))
	}
	if c.Correlate {
		for i, j := 0, len(kernel)-1; i <= j; i, j = i+1, j-1 {
			kernel[i], kernel[j] = cmplx.Conj(kernel[j]), cmplx.Conj(kernel[i])
		}
	}
	a, b := spread(Widen(x), c.Shape, dims), spread(kernel, c.Kernel, dims)
	alongAxes(a, dims, axes, false)
	alongAxes(b, dims, axes, false)
	for i, v := range b {
		a[i] *= v / complex(float64(len(a)), 0)
	}
	alongAxes(a, dims, axes, true)
	return c.part(a, dims)
}

// spread copies an array of a shape to the beginning of a larger one.
func spread(x []complex128, shape, dims []int) []complex128 {
	size := 1
	for _, d := range dims {
		size *= d
	}
	out := make([]complex128, size)
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
func (c Convolution) part(whole []complex128, dims []int) Convolved {
	p := Convolved{}
	first, size := make([]int, len(dims)), 1
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
		p.Shape, size = append(p.Shape, out), size*out
	}
	p.Want = make([]complex128, size)
	norm := 0.0
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
		norm += real(v)*real(v) + imag(v)*imag(v)
		if wanted {
			p.Want[at] += v
		}
	}
	if c.Mode == "circular" {
		norm = 0
		for _, v := range p.Want {
			norm += real(v)*real(v) + imag(v)*imag(v)
		}
	}
	p.Norm = math.Sqrt(norm)
	return p
}
