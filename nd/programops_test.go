package nd_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"wgfft"
	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/transforms"
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
		p.add(fmt.Sprintf("Iota(%d) * %s", axis, name), p.q.Mul(nd.Iota(p.number, 2, axis, n), a.array),
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
	by := func(by int) *dense { return &dense{d.shape, rolled(d.elements, d.shape, by, axis), d.isReal} }
	switch p.rand.IntN(4) {
	case 0:
		p.add(fmt.Sprintf("Roll %s, %d, %d", name, shift, axis), p.q.Roll(a.array, shift, axis), by(shift))
	case 1:
		p.add(fmt.Sprintf("FFTShift %s, %d", name, axis), p.q.FFTShift(a.array, axis), by(n/2))
	case 2:
		before, after, shape := make([]int, 2), make([]int, 2), slices.Clone(d.shape)
		before[axis], after[axis] = p.rand.IntN(3), 1
		shape[axis] += before[axis] + after[axis]
		p.add(fmt.Sprintf("Pad %s, %v, %v", name, before, after), p.q.Pad(a.array, before, after),
			newDense(shape, d.isReal, func(at []int) complex128 {
				from := slices.Clone(at)
				if from[axis] -= before[axis]; from[axis] < 0 || from[axis] >= n {
					return 0
				}
				return d.get(from)
			}))
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
		return &dense{shape, folded(d.elements, d.shape, []int{axis}, join), d.isReal}
	}
	text := fmt.Sprintf(" %s, %d", name, axis)
	switch kind := p.rand.IntN(3); {
	case kind == 0 || !d.isReal:
		p.add("Sum"+text, p.q.Sum(a.array, axis), fold(add))
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

// fft returns the orthonormal transform along axes.
func (d *dense) fft(inverse bool, axes []int) *dense {
	scale := doubledouble.Real{Hi: 1 / math.Sqrt(d.points(axes))}
	out := &dense{shape: d.shape}
	for _, z := range ref.AxesDD(d.elements, d.shape, axes, inverse, scale) {
		out.elements = append(out.elements, z.Complex128())
	}
	return out
}

// dct returns the orthonormal cosine transform of type 2 along axes.
func (d *dense) dct(axes []int) *dense {
	x := make([]float64, len(d.elements))
	for i, z := range d.elements {
		x[i] = real(z)
	}
	kinds := slices.Repeat([]transforms.Kind{transforms.DCT2}, len(axes))
	scale := doubledouble.Real{Hi: 1 / math.Sqrt(math.Exp2(float64(len(axes)))*d.points(axes))}
	out := &dense{shape: d.shape, isReal: true}
	for _, y := range ref.TrigAxesDD(x, d.shape, axes, kinds, true, scale) {
		out.elements = append(out.elements, re(y.Hi))
	}
	return out
}

// points returns the number of points of a transform along axes.
func (d *dense) points(axes []int) float64 {
	n := 1
	for _, axis := range axes {
		n *= d.shape[axis]
	}
	return float64(n)
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
		shape := slices.Clone(d.shape)
		shape[last] = n/2 + 1
		p.add("RFFT"+text, p.q.Transform(a.array, t), newDense(shape, false, d.fft(false, axes).get))
	case kind == 1 && d.isReal:
		t.Kind = wgfft.DCT2
		p.add("DCT"+text, p.q.Transform(a.array, t), d.dct(axes))
	case kind == 2 && d.isReal:
		// RFFT, a product with 1 / (1 + k) for bin k, and IRFFT
		t.Kind = wgfft.R2C
		k := nd.Iota(p.number, 2, last, n/2+1)
		bins := p.q.Div(p.q.Transform(a.array, t), p.q.Add(nd.Scalar(1), k))
		t.Kind, t.N = wgfft.C2R, n
		whole := d.fft(false, axes)
		product := newDense(d.shape, false, func(at []int) complex128 {
			return whole.get(at) / re(float64(1+min(at[last], n-at[last])))
		})
		p.add("filter"+text, p.q.Transform(bins, t), product.fft(true, axes).each(true, func(x complex128) complex128 {
			return re(real(x))
		}))
	case kind == 3:
		t.Inverse = true
		p.add("IFFT"+text, p.q.Transform(a.array, t), d.fft(true, axes))
	default:
		p.add("FFT"+text, p.q.Transform(a.array, t), d.fft(false, axes))
	}
}
