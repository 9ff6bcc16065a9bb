package nd_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"wgfft"
	reference "wgfft/internal/dft"
	"wgfft/nd"
)

// arithmetic records an operation of two or three operands.
func (p *program) arithmetic() {
	a, na, _ := p.pick(nil)
	b, nb, okB := p.pick(a.want.fits)
	if !okB {
		return
	}
	ab := &dense{shape: combined(a.want.shape, b.want.shape)}
	c, nc, okC := p.pick(ab.fits)
	both := a.want.isReal && b.want.isReal
	names := na + ", " + nb
	s := p.rand.Float64() - 0.5
	switch p.rand.IntN(6) {
	case 0:
		p.add("Add "+names, p.q.Add(a.array, b.array),
			combine(both, func(x []complex128) complex128 { return x[0] + x[1] }, a.want, b.want))
	case 1:
		p.add("Sub "+names, p.q.Sub(p.q.Scale(s, a.array), b.array),
			combine(both, func(x []complex128) complex128 { return complex(s, 0)*x[0] - x[1] }, a.want, b.want))
	case 2:
		p.add("Mul "+names, p.q.Mul(a.array, b.array),
			combine(both, func(x []complex128) complex128 { return x[0] * x[1] }, a.want, b.want))
	case 3:
		if okC {
			p.add("MulAdd "+names+", "+nc, p.q.MulAdd(a.array, b.array, c.array), combine(both && c.want.isReal,
				func(x []complex128) complex128 { return x[0]*x[1] + x[2] }, a.want, b.want, c.want))
		}
	case 4:
		p.add("Div "+names, p.q.Div(a.array, p.q.Add(nd.Scalar(1), p.q.Abs2(b.array))),
			combine(a.want.isReal, func(x []complex128) complex128 { return x[0] / (1 + x[1]*cmplx.Conj(x[1])) },
				a.want, b.want))
	default:
		p.add("Mul Conj "+names, p.q.Mul(p.q.Conj(a.array), b.array),
			combine(both, func(x []complex128) complex128 { return cmplx.Conj(x[0]) * x[1] }, a.want, b.want))
	}
}

var bend = nd.Func{
	WGSL: `fn bend(a: C, s: R) -> C { return cmul(a, cis(s)) + conj(a); }`,
	Go:   func(a complex128, s float64) complex128 { return a*cmplx.Rect(1, s) + cmplx.Conj(a) },
}

// function records a function of one operand.
func (p *program) function() {
	a, name, _ := p.pick(nil)
	d := a.want
	switch p.rand.IntN(7) {
	case 0:
		p.add("Abs "+name, p.q.Abs(a.array), d.each(true, func(x complex128) complex128 { return re(cmplx.Abs(x)) }))
	case 1:
		p.add("Imag "+name, p.q.Imag(a.array), d.each(true, func(x complex128) complex128 { return re(imag(x)) }))
	case 2:
		p.add("Exp "+name, p.q.Exp(p.q.Real(a.array)), d.each(true, func(x complex128) complex128 {
			return re(math.Exp(real(x)))
		}))
	case 3:
		p.add("Sqrt "+name, p.q.Sqrt(p.q.Add(p.q.Abs2(a.array), nd.Scalar(0.5))),
			d.each(true, func(x complex128) complex128 { return cmplx.Sqrt(x*cmplx.Conj(x) + 0.5) }))
	case 4:
		p.add("Pin "+name, p.q.Pin(a.array), d)
	case 5:
		s := p.rand.Float64()
		p.add("bend "+name, p.q.Apply(&bend, a.array, nd.Scalar(s)), d.each(false, func(x complex128) complex128 {
			return x*cmplx.Rect(1, s) + cmplx.Conj(x)
		}))
	default:
		axis := p.rand.IntN(2)
		n := d.shape[axis]
		number := nd.Float32
		if t := a.array.DType(); t == nd.Float64 || t == nd.Complex128 {
			number = nd.Float64
		}
		p.add(fmt.Sprintf("Iota(%d) * %s", axis, name), p.q.Mul(nd.Iota(number, 2, axis, n), a.array),
			newDense(d.shape, d.isReal, func(at []int) complex128 { return re(float64(at[axis])) * d.get(at) }))
	}
}

// choice records a choice between real operands.
func (p *program) choice() {
	a, na, ok := p.pick(isReal)
	if !ok {
		return
	}
	b, nb, ok := p.pick(func(d *dense) bool { return d.isReal && d.fits(a.want) })
	if !ok {
		return
	}
	names := na + ", " + nb
	switch p.rand.IntN(4) {
	case 0:
		p.add("Minimum "+names, p.q.Minimum(a.array, b.array), combine(true, func(x []complex128) complex128 {
			return re(min(real(x[0]), real(x[1])))
		}, a.want, b.want))
	case 1:
		high := p.q.Add(b.array, nd.Scalar(0.5))
		p.add("Clamp "+names, p.q.Clamp(a.array, b.array, high), combine(true, func(x []complex128) complex128 {
			return re(min(max(real(x[0]), real(x[1])), real(x[1])+0.5))
		}, a.want, b.want))
	case 2:
		p.add("Complex "+names, p.q.Complex(a.array, b.array), combine(false, func(x []complex128) complex128 {
			return complex(real(x[0]), real(x[1]))
		}, a.want, b.want))
	default:
		difference := combine(true, func(x []complex128) complex128 { return x[0] - x[1] }, a.want, b.want)
		isClose := func(x complex128) bool { return math.Abs(real(x)) < 1e-2 }
		c, nc, ok := p.pick(difference.fits)
		if !ok || slices.ContainsFunc(difference.elements, isClose) {
			return
		}
		p.add("Where Less "+names+", "+nc, p.q.Where(p.q.Less(a.array, b.array), c.array, nd.Scalar(0.25)),
			combine(c.want.isReal, func(x []complex128) complex128 {
				if real(x[0]) < real(x[1]) {
					return x[2]
				}
				return 0.25
			}, a.want, b.want, c.want))
	}
}

// move records an operation that moves elements.
func (p *program) move() {
	a, name, _ := p.pick(nil)
	d := a.want
	axis := p.rand.IntN(2)
	n := d.shape[axis]
	shift := p.rand.IntN(2*n) - n
	from := func(shape []int, by int) *dense {
		to := make([]int, 2)
		return newDense(shape, d.isReal, func(at []int) complex128 {
			copy(to, at)
			if to[axis] = at[axis] - by; len(shape) == 0 || shape[axis] == n {
				to[axis] = ((to[axis] % n) + n) % n
			}
			if to[axis] < 0 || to[axis] >= n {
				return 0
			}
			return d.get(to)
		})
	}
	switch p.rand.IntN(4) {
	case 0:
		p.add(fmt.Sprintf("Roll %s, %d, %d", name, shift, axis), p.q.Roll(a.array, shift, axis), from(d.shape, shift))
	case 1:
		p.add(fmt.Sprintf("FFTShift %s, %d", name, axis), p.q.FFTShift(a.array, axis), from(d.shape, n/2))
	case 2:
		if d.shape[axis] > 9000 {
			return
		}
		before, after, shape := make([]int, 2), make([]int, 2), slices.Clone(d.shape)
		before[axis], after[axis] = p.rand.IntN(3), 1
		shape[axis] += before[axis] + 1
		p.add(fmt.Sprintf("Pad %s, %v, %v", name, before, after), p.q.Pad(a.array, before, after),
			from(shape, before[axis]))
	default:
		p.add(fmt.Sprintf("Copy Reshape %s", name), p.q.Copy(a.array).Reshape(d.shape[1], d.shape[0]),
			&dense{[]int{d.shape[1], d.shape[0]}, d.elements, d.isReal})
	}
}

// reduction records a reduction along an axis.
func (p *program) reduction() {
	a, name, _ := p.pick(nil)
	d := a.want
	axis := p.rand.IntN(2)
	shape := slices.Clone(d.shape)
	shape[axis] = 1
	fold := func(join func(sum, x complex128) complex128) *dense {
		return newDense(shape, d.isReal, func(at []int) complex128 {
			i := slices.Clone(at)
			sum := d.get(i)
			for i[axis] = 1; i[axis] < d.shape[axis]; i[axis]++ {
				sum = join(sum, d.get(i))
			}
			return sum
		})
	}
	text := fmt.Sprintf(" %s, %d", name, axis)
	switch kind := p.rand.IntN(3); {
	case kind == 0 || !d.isReal:
		p.add("Sum"+text, p.q.Sum(a.array, axis), fold(func(sum, x complex128) complex128 { return sum + x }))
	case kind == 1:
		p.add("Max"+text, p.q.Max(a.array, axis), fold(func(sum, x complex128) complex128 {
			return re(max(real(sum), real(x)))
		}))
	default:
		p.add("Min"+text, p.q.Min(a.array, axis), fold(func(sum, x complex128) complex128 {
			return re(min(real(sum), real(x)))
		}))
	}
}

// along returns the array with a function of each line along an axis. The function may change the length.
func (d *dense) along(axis int, isReal bool, f func(line []complex128) []complex128) *dense {
	shape := slices.Clone(d.shape)
	shape[axis] = 1
	var lines [][]complex128
	starts := newDense(shape, true, func(at []int) complex128 {
		i := slices.Clone(at)
		line := make([]complex128, d.shape[axis])
		for k := range line {
			i[axis] = k
			line[k] = d.get(i)
		}
		lines = append(lines, f(line))
		return re(float64(len(lines) - 1))
	})
	shape[axis] = len(lines[0])
	return newDense(shape, isReal, func(at []int) complex128 { return lines[int(real(starts.get(at)))][at[axis]] })
}

// fft returns the orthonormal transform along axes.
func (d *dense) fft(inverse bool, axes []int) *dense {
	for _, axis := range axes {
		plan := reference.New(d.shape[axis])
		d = d.along(axis, false, func(line []complex128) []complex128 {
			y := plan.Forward(nil, line)
			if inverse {
				y = plan.Inverse(nil, line)
			}
			for i := range y {
				y[i] /= re(math.Sqrt(float64(len(line))))
			}
			return y
		})
	}
	return d
}

// half returns the first n/2+1 elements along an axis.
func (d *dense) half(axis int) *dense {
	return d.along(axis, false, func(line []complex128) []complex128 { return line[:len(line)/2+1] })
}

// transform records a transform along one or both axes.
func (p *program) transform() {
	a, name, _ := p.pick(nil)
	d := a.want
	axes := [][]int{{0}, {1}, {0, 1}, {1, 0}}[p.rand.IntN(4)]
	last := axes[len(axes)-1]
	n := d.shape[last]
	text := fmt.Sprintf(" %s, %v", name, axes)
	t := nd.Transform{Axes: axes, Norm: wgfft.NormOrtho}
	switch kind := p.rand.IntN(5); {
	case kind == 0 && d.isReal:
		t.Kind = wgfft.R2C
		p.add("RFFT"+text, p.q.Transform(a.array, t), d.fft(false, axes).half(last))
	case kind == 1 && d.isReal:
		t.Kind = wgfft.DCT2
		p.add("DCT"+text, p.q.Transform(a.array, t), d.dct(axes))
	case kind == 2 && d.isReal:
		// RFFT, a product with 1 / (1 + k) for bin k, and IRFFT
		t.Kind = wgfft.R2C
		k := nd.Iota(a.array.DType(), 2, last, n/2+1)
		bins := p.q.Div(p.q.Transform(a.array, t), p.q.Add(nd.Scalar(1), k))
		t.Kind, t.N = wgfft.C2R, n
		whole := d.fft(false, axes).along(last, false, func(line []complex128) []complex128 {
			for i := range line {
				line[i] /= re(float64(1 + min(i, n-i)))
			}
			return line
		})
		p.add("filter"+text, p.q.Transform(bins, t), whole.fft(true, axes).each(true, func(x complex128) complex128 {
			return re(real(x))
		}))
	case kind == 3:
		t.Inverse = true
		p.add("IFFT"+text, p.q.Transform(a.array, t), d.fft(true, axes))
	default:
		p.add("FFT"+text, p.q.Transform(a.array, t), d.fft(false, axes))
	}
}

// dct returns the orthonormal cosine transform of type 2 along axes: bins of the transform of the line and its mirror
// image.
func (d *dense) dct(axes []int) *dense {
	for _, axis := range axes {
		n := d.shape[axis]
		plan := reference.New(2 * n)
		d = d.along(axis, true, func(line []complex128) []complex128 {
			both := slices.Clone(line)
			for i := range line {
				both = append(both, line[n-1-i])
			}
			y := plan.Forward(nil, both)[:n]
			for k := range y {
				y[k] = re(real(y[k] * cmplx.Rect(1/math.Sqrt(float64(2*n)), -math.Pi*float64(k)/float64(2*n))))
			}
			y[0] *= re(math.Sqrt(0.5))
			return y
		})
	}
	return d
}
