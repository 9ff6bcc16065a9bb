package nd_test

import (
	"fmt"
	"math"
	"slices"

	"wgfft/nd"
)

// times returns a b, and notes whether a product rounds. Drivers take 0 x for 0, so that product of an infinity or NaN
// is not compared.
func (e *exactRun) times(a, b complex128) complex128 {
	if a == 0 && !isFinite(b) || b == 0 && !isFinite(a) {
		e.isRounded = true
	}
	if imag(a) == 0 && imag(b) == 0 {
		return re(e.exactly(real(a) * real(b))) // an infinity times an imaginary part of 0 would be NaN
	}
	return complex(e.exactly(real(a)*real(b))-e.exactly(imag(a)*imag(b)),
		e.exactly(real(a)*imag(b))+e.exactly(imag(a)*real(b)))
}

// plus returns a + b. Drivers take x - x for 0, so a sum that may be one of an infinity or NaN is not compared.
func (e *exactRun) plus(a, b complex128) complex128 {
	if x, y := real(a), real(b); !isFinite(a) && !isFinite(b) && (x == -y || x != x && y != y) {
		e.isRounded = true
	}
	return sumOf(a, b)
}

// sumOf returns a + b. The imaginary parts of real numbers are 0.
func sumOf(a, b complex128) complex128 { return complex(real(a)+real(b), imag(a)+imag(b)) }

// exactArithmetic records an arithmetic operation.
func (p *program) exactArithmetic() {
	q, e := p.q, p.exact
	kind := p.rand.IntN(10)
	count := map[int]int{0: 2, 1: 2, 2: 2, 3: 3, 9: 2}[kind]
	v, names, ok := p.operands(max(count, 1), false, func(v pair) bool { return kind != 9 || v.want.isReal })
	if !ok {
		return
	}
	w, areReal := wants(v), true
	for _, d := range w {
		areReal = areReal && d.isReal
	}
	a := v[0].array
	switch kind {
	case 0:
		p.add("Add "+names, q.Add(a, v[1].array), combine(areReal, func(x []complex128) complex128 {
			return e.plus(x[0], x[1])
		}, w...))
	case 1:
		p.add("Sub "+names, q.Sub(a, v[1].array), combine(areReal, func(x []complex128) complex128 {
			return e.plus(x[0], complex(-real(x[1]), -imag(x[1])))
		}, w...))
	case 2:
		p.add("Mul "+names, q.Mul(a, v[1].array), combine(areReal, func(x []complex128) complex128 {
			return e.times(x[0], x[1])
		}, w...))
	case 3:
		r := q.MulAdd(a, v[1].array, v[2].array)
		p.add("MulAdd "+names, r, combine(areReal, func(x []complex128) complex128 {
			return e.plus(e.times(x[0], x[1]), x[2])
		}, w...))
	case 4:
		s := []float64{2, 0.5, -1, 3}[p.rand.IntN(4)]
		p.add(fmt.Sprintf("Scale %g, %s", s, names), q.Scale(s, a), w[0].each(areReal, func(z complex128) complex128 {
			return complex(s*real(z), s*imag(z))
		}))
	case 5:
		p.add("Conj "+names, q.Conj(a), w[0].each(areReal, func(z complex128) complex128 {
			return complex(real(z), -imag(z))
		}))
	case 6:
		p.add("Imag "+names, q.Imag(a), w[0].each(true, func(z complex128) complex128 { return re(imag(z)) }))
	case 7:
		p.add("Abs2 "+names, q.Abs2(a), w[0].each(true, func(z complex128) complex128 {
			return re(e.exactly(real(z)*real(z)) + e.exactly(imag(z)*imag(z)))
		}))
	case 9:
		p.add("Complex "+names, q.Complex(a, v[1].array), combine(false, func(x []complex128) complex128 {
			return complex(real(x[0]), real(x[1]))
		}, w...))
	default:
		if areReal {
			p.add("Abs "+names, q.Abs(a), w[0].each(true, func(z complex128) complex128 {
				return re(math.Abs(real(z)))
			}))
		}
	}
}

// exactChoice records a choice between operands.
func (p *program) exactChoice() {
	q := p.q
	isRealPair := func(v pair) bool { return v.want.isReal }
	kind := p.rand.IntN(5)
	if kind == 4 {
		cond, name, ok := p.pick(nil)
		v, names, okV := p.operands(2, true, func(v pair) bool { return v.want.fits(cond.want) })
		isWrong := isDouble(cond.array.DType()) && !isFinite(re(cond.want.size()))
		if !ok || !okV || isWrong || !v[0].want.fits(v[1].want) {
			return
		}
		all := append(wants(v), cond.want)
		p.add("Where "+name+", "+names, q.Where(cond.array, v[0].array, v[1].array),
			combine(all[0].isReal && all[1].isReal, func(x []complex128) complex128 {
				if x[2] != 0 {
					return x[0]
				}
				return x[1]
			}, all...))
		return
	}
	v, names, ok := p.operands(2, true, isRealPair)
	if !ok {
		return
	}
	a, b := v[0].array, v[1].array
	record := func(name string, r nd.Array, f func(x, y float64) float64) {
		p.add(name+" "+names, r, combine(true, func(x []complex128) complex128 { return re(f(real(x[0]), real(x[1]))) },
			wants(v)...))
	}
	switch kind {
	case 0:
		record("Minimum", q.Minimum(a, b), func(x, y float64) float64 { return min(x, y) })
	case 1:
		record("Maximum", q.Maximum(a, b), func(x, y float64) float64 { return max(x, y) })
	case 2:
		record("Less", q.Less(a, b), func(x, y float64) float64 {
			if x < y {
				return 1
			}
			return 0
		})
	default:
		for _, z := range v[0].want.elements {
			p.exact.isRounded = p.exact.isRounded || !isFloat32(real(z))
		}
		r := q.Clamp(a, nd.Scalar(-2), nd.Scalar(3.5))
		p.add("Clamp "+names, r, v[0].want.each(true, func(z complex128) complex128 {
			return re(min(max(real(z), -2), 3.5))
		}))
	}
}

// exactCast records a Cast, or a copy.
func (p *program) exactCast() {
	v, name, _ := p.pick(nil)
	d := allTypes[p.rand.IntN(len(allTypes))]
	if p.rand.IntN(4) == 0 {
		p.add("Pin "+name, p.q.Pin(v.array), v.want)
	} else if !v.want.isReal && !d.IsComplex() {
		p.add("Real "+name, p.q.Real(v.array), v.want.each(true, func(z complex128) complex128 { return re(real(z)) }))
	} else if to, ok := p.cast(v, d); ok {
		p.add(fmt.Sprintf("Cast %v, %s", d, name), to.array, to.want)
	}
}

var (
	hinge = nd.Func{
		WGSL: `fn hinge(a: R, b: R) -> R { if (a < b) { return b - a; } return 2.0 * a; }`,
		Go: func(a, b float64) float64 {
			if a < b {
				return b - a
			}
			return 2 * a
		},
	}
	turn = nd.Func{
		WGSL: `fn turn(a: C) -> C { return C(-a.y, a.x); }`,
		Go:   func(a complex128) complex128 { return complex(-imag(a), real(a)) },
	}
)

// exactFunction records a function of the program, or a product with a source.
func (p *program) exactFunction() {
	switch p.rand.IntN(3) {
	case 0:
		v, names, ok := p.operands(2, false, func(v pair) bool { return v.want.isReal })
		if ok {
			f := hinge.Go.(func(a, b float64) float64)
			r := p.q.Apply(&hinge, v[0].array, v[1].array)
			p.add("hinge "+names, r, combine(true, func(x []complex128) complex128 {
				return re(f(real(x[0]), real(x[1])))
			}, wants(v)...))
		}
	case 1:
		v, names, ok := p.operands(1, false, nil)
		if ok && isFinite(re(v[0].want.size())) {
			f := turn.Go.(func(complex128) complex128)
			p.add("turn "+names, p.q.Apply(&turn, v[0].array), v[0].want.each(false, f))
		}
	default:
		v, names, ok := p.operands(1, false, nil)
		if !ok {
			return
		}
		axis, d, number := p.rand.IntN(2), v[0].want, nd.Float32
		if isDouble(v[0].array.DType()) {
			number = nd.Float64
		}
		k := nd.Iota(number, 2, axis, d.shape[axis])
		p.add(fmt.Sprintf("Add Iota(%d), %s", axis, names), p.q.Add(k, v[0].array),
			newDense(d.shape, d.isReal, func(at []int) complex128 { return sumOf(re(float64(at[axis])), d.get(at)) }))
	}
}

// exactReduction records a reduction along an axis.
func (p *program) exactReduction() {
	q, e := p.q, p.exact
	v, name, _ := p.pick(nil)
	axis, d := p.rand.IntN(2), v.want
	shape := slices.Clone(d.shape)
	n := shape[axis]
	shape[axis] = 1
	text := fmt.Sprintf(" %s, %d", name, axis)
	rows := func(f func(x []float64) float64) *dense {
		x := make([]float64, n)
		return newDense(shape, true, func(at []int) complex128 {
			from := slices.Clone(at)
			for from[axis] = range n {
				x[from[axis]] = real(d.get(from))
			}
			return re(f(x))
		})
	}
	if !d.isReal || p.rand.IntN(4) == 0 {
		size := 0.0
		for _, z := range d.elements {
			for _, x := range []float64{real(z), imag(z)} {
				if x-x == 0 {
					size += math.Abs(x)
					e.isRounded = e.isRounded || x*0x1p6 != math.Trunc(x*0x1p6)
				}
			}
		}
		e.isRounded = e.isRounded || size >= 0x1p17
		sums := folded(d.elements, d.shape, []int{axis}, sumOf)
		p.add("Sum"+text, q.Sum(v.array, axis), &dense{shape, sums, d.isReal})
		return
	}
	compare := func(better func(x, y float64) bool) func(x []float64) float64 {
		return func(x []float64) float64 {
			best := 0
			for i := range x {
				if isBest := x[best] != x[best]; !isBest && (x[i] != x[i] || better(x[i], x[best])) {
					best = i
				}
			}
			return float64(best)
		}
	}
	kind := p.rand.IntN(6)
	if isSpare(q) && kind > 3 {
		kind = 0
	}
	switch kind {
	case 0:
		p.add("Max"+text, q.Max(v.array, axis), rows(func(x []float64) float64 { return slices.Max(x) }))
	case 1:
		p.add("Min"+text, q.Min(v.array, axis), rows(func(x []float64) float64 { return slices.Min(x) }))
	case 2:
		p.add("ArgMax"+text, q.ArgMax(v.array, axis), rows(compare(func(x, y float64) bool { return x > y })))
	case 3:
		p.add("ArgMin"+text, q.ArgMin(v.array, axis), rows(compare(func(x, y float64) bool { return x < y })))
	case 4:
		k := p.rand.IntN(n)
		r := q.OrderStatistic(k, v.array, axis)
		p.add(fmt.Sprintf("OrderStatistic %d,%s", k, text), r, rows(func(x []float64) float64 { return ordered(x)[k] }))
	default:
		p.add("Median"+text, q.Median(v.array, axis), rows(func(x []float64) float64 {
			s := ordered(x)
			low, high := s[(n-1)/2], s[n/2]
			switch {
			case s[n-1] != s[n-1]:
				return math.NaN()
			case low == high:
				return low
			}
			return e.exactly(low/2) + e.exactly(high/2)
		}))
	}
}

// ordered returns numbers in increasing order, NaN last.
func ordered(x []float64) []float64 {
	s := slices.Clone(x)
	slices.SortFunc(s, func(a, b float64) int {
		switch {
		case a < b || a == a && b != b:
			return -1
		case a > b || a != a && b == b:
			return 1
		}
		return 0
	})
	return s
}

// exactSet stores a value in a view of an array. Some values are views of the same array, and overlap the destination.
func (p *program) exactSet() {
	i := p.rand.IntN(len(p.owned))
	to := &p.owned[i]
	d := to.array.DType()
	k := -1.0
	places := to.want.each(true, func(complex128) complex128 { k++; return re(k) })
	dst, label := pair{to.array, places}, fmt.Sprint("x", i)
	for range p.rand.IntN(3) {
		dst, label = p.view(dst, label)
	}
	shape := dst.want
	accepts := func(v pair) bool {
		all := dense{shape: combined(v.want.shape, shape.shape)}
		return (v.want.isReal || !to.want.isReal) && slices.Equal(all.shape, shape.shape) && v.want.fits(&all)
	}
	v, name, ok := p.pickPair(accepts)
	if p.rand.IntN(3) == 0 {
		for range 10 {
			own, text := *to, fmt.Sprint("x", i)
			for range 1 + p.rand.IntN(2) {
				own, text = p.view(own, text)
			}
			if accepts(own) {
				v, name, ok = own, text, true
				break
			}
		}
	}
	if !ok {
		return
	}
	if have := v.array.DType(); isDouble(have) && isSingle(d) {
		single := map[bool]nd.DType{false: nd.Float32, true: nd.Complex64}[have.IsComplex()]
		if v, ok = p.cast(v, single); !ok {
			return
		}
		name = fmt.Sprintf("Cast(%v, %s)", single, name)
	}
	after := &dense{to.want.shape, slices.Clone(to.want.elements), to.want.isReal}
	newDense(shape.shape, true, func(at []int) complex128 {
		after.elements[int(real(dst.want.get(at)))] = p.exact.stored(d, v.want.get(at))
		return 0
	})
	if !p.exact.accepts(d, after) {
		return
	}
	p.q.Set(dst.array, v.array)
	p.text = append(p.text, fmt.Sprintf("Set(%s, %s)", label, name))
	to.want = after
}
