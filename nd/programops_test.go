package nd_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"wgfft"
	"wgfft/nd"
)

// arithmetic records an operation of two or three operands.
func (p *program) arithmetic() {
	a, na, _ := p.pick(nil)
	b, nb, okB := p.pick(a.want.fits)
	if !okB {
		return
	}
	ab := combine(true, func([]complex128) complex128 { return 0 }, a.want, b.want)
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
		if d.shape[axis] > 10 {
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

// transform records a transform along one axis.
func (p *program) transform() {
	a, name, _ := p.pick(nil)
	d := a.want
	axis := p.rand.IntN(2)
	n := d.shape[axis]
	along := func(length int, isReal bool, weight func(k, j int) complex128) *dense {
		shape := slices.Clone(d.shape)
		shape[axis] = length
		return newDense(shape, isReal, func(at []int) (sum complex128) {
			i := slices.Clone(at)
			for j := range n {
				i[axis] = j
				sum += weight(at[axis], j) * d.get(i)
			}
			return sum
		})
	}
	root := func(k, j int) complex128 {
		return cmplx.Rect(1/math.Sqrt(float64(n)), -2*math.Pi*float64(k*j%n)/float64(n))
	}
	text := fmt.Sprintf(" %s, %d", name, axis)
	t := nd.Transform{Axes: []int{axis}, Norm: wgfft.NormOrtho}
	switch kind := p.rand.IntN(4); {
	case kind == 0 && d.isReal:
		t.Kind = wgfft.R2C
		p.add("RFFT"+text, p.q.Transform(a.array, t), along(n/2+1, false, root))
	case kind == 1 && d.isReal:
		t.Kind = wgfft.DCT2
		p.add("DCT"+text, p.q.Transform(a.array, t), along(n, true, func(k, j int) complex128 {
			s := math.Sqrt(2 / float64(n))
			if k == 0 {
				s = math.Sqrt(1 / float64(n))
			}
			return re(s * math.Cos(math.Pi*float64(k)*(float64(j)+0.5)/float64(n)))
		}))
	case kind == 2:
		t.Inverse = true
		p.add("IFFT"+text, p.q.Transform(a.array, t), along(n, false, func(k, j int) complex128 {
			return cmplx.Conj(root(k, j))
		}))
	default:
		p.add("FFT"+text, p.q.Transform(a.array, t), along(n, false, root))
	}
}
