package realdct

import "wgfft/wgsl"

// DCT4Rotation converts between the numbers of a row and complex points in a DCT-IV of even N. A load uses (10), a
// store uses (11):
//
//	z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1)                                               (10)
//	X[2k] - i X[N-1-2k] = 2 w_2N^k Z[k]                                                    (11)
//
// The numbers of points n and h-1-n, h = N/2, lie side by side: 2n, 2n+1 and N-2-2n, N-1-2n. A thread
// that holds both points loads and stores the numbers as vectors. The DST-IV has x in reverse order and other
// signs: (15).
type DCT4Rotation struct {
	N    int // numbers of a row
	Sine bool
}

// Tag returns the fields: dct4rotation1024.sine.
func (o DCT4Rotation) Tag() string { return tag("dct4rotation", o.N, sineTag(o.Sine)) }

// Kinds returns numbers and points.
func (DCT4Rotation) Kinds() (memory, register wgsl.Kind) { return wgsl.Numbers, wgsl.Points }

// Tables returns the roots of order 8N.
func (o DCT4Rotation) Tables(wgsl.Site) []wgsl.Table {
	return []wgsl.Table{wgsl.RealRoots{Order: 8 * o.N}}
}

// Pull returns point n.
func (o DCT4Rotation) Pull(m wgsl.Machine, at wgsl.Place, from wgsl.Elements) wgsl.Value {
	n := at.At
	x := from.Read(m, wgsl.Place{At: n.Times(2)})
	y := from.Read(m, wgsl.Place{At: wgsl.Const(o.N - 1).Minus(n.Times(2))})
	if o.Sine {
		x, y = y, x
	}
	return m.Mul(m.Join(x, y), from.Root(m, 8*o.N, n.Times(4).Add(1)))
}

// Push stores the numbers of point n.
func (o DCT4Rotation) Push(m wgsl.Machine, at wgsl.Place, z wgsl.Value, to wgsl.Elements) {
	n := at.At
	x := m.Let("x", m.Mul(z, to.Root(m, 8*o.N, n.Times(4))))
	to.Write(m, wgsl.Place{At: n.Times(2)}, m.Re(x))
	to.Write(m, wgsl.Place{At: wgsl.Const(o.N - 1).Minus(n.Times(2))}, o.second(m, m.Im(x)))
}

// second returns the second number of a rotated point with imaginary part y.
func (o DCT4Rotation) second(m wgsl.Machine, y wgsl.Value) wgsl.Value {
	if o.Sine {
		return y
	}
	return m.Neg(y)
}

// PairCentre returns Half: the image of point n is point -1-n.
func (DCT4Rotation) PairCentre() wgsl.Centre { return wgsl.Half }

// RunLength returns 2: a vector has two numbers.
func (DCT4Rotation) RunLength() int { return 2 }

// PairRoots returns the roots of points n and h-1-n.
func (o DCT4Rotation) PairRoots(isStore bool) []wgsl.BaseRoot {
	offset := 1
	if isStore {
		offset = 0
	}
	return []wgsl.BaseRoot{
		{Name: "w", Order: 8 * o.N, Stride: 4, Offset: offset},
		{Name: "v", Order: 8 * o.N, Stride: -4, Offset: 2*o.N - 4 + offset},
	}
}

// roots returns the roots of both points.
func (o DCT4Rotation) roots(m wgsl.Machine, at wgsl.Pair, rows wgsl.Elements, isStore bool) (w, v wgsl.Value) {
	all := o.PairRoots(isStore)
	w, ok := at.Root(0)
	if !ok {
		return rows.Root(m, 8*o.N, all[0].Exponent(at.K)), rows.Root(m, 8*o.N, all[1].Exponent(at.K))
	}
	v, _ = at.Root(1)
	return w, v
}

// PullPair returns points n and h-1-n.
func (o DCT4Rotation) PullPair(m wgsl.Machine, at wgsl.Pair, from wgsl.Elements) (point, image wgsl.Value) {
	x := from.ReadRun(m, "x", 0, at.K, 2)
	y := from.ReadRun(m, "y", 0, wgsl.Const(o.N/2-1).Minus(at.K), 2)
	w, v := o.roots(m, at, from, false)
	if o.Sine {
		return m.Mul(m.Join(y[1], x[0]), w), m.Mul(m.Join(x[1], y[0]), v)
	}
	return m.Mul(m.Join(x[0], y[1]), w), m.Mul(m.Join(y[0], x[1]), v)
}

// PushPair stores the numbers of points n and h-1-n.
func (o DCT4Rotation) PushPair(m wgsl.Machine, at wgsl.Pair, p, c wgsl.Value, to wgsl.Elements) {
	w, v := o.roots(m, at, to, true)
	x, y := m.Let("x", m.Mul(p, w)), m.Let("y", m.Mul(c, v))
	to.WriteRun(m, 0, at.K, m.Re(x), o.second(m, m.Im(y)))
	m.If(distinct(at, o.N/2-1), func() {
		to.WriteRun(m, 0, wgsl.Const(o.N/2-1).Minus(at.K), m.Re(y), o.second(m, m.Im(x)))
	})
}

// DCT4Odd computes the sequence of a DCT-IV of odd N (Chan and Ho 1992). Number x[j] is the value of a function
// x(u) at the angle u = 2j+1, with 8N angles in a turn. The function is even, and changes its sign after half a
// turn. The sequence is v[c] = x(8c+N).
type DCT4Odd struct {
	numbers
	N    int // numbers of a row
	Sine bool
}

// Tag returns the fields: dct4odd15.sine.
func (o DCT4Odd) Tag() string { return tag("dct4odd", o.N, sineTag(o.Sine)) }

// Check returns an error if the length is even.
func (o DCT4Odd) Check(wgsl.Site) error { return checkOdd(o.N) }

// reducedAngle returns the place in x of the number at angle 8c+N, and the condition that the number has the other
// sign. It reduces the angle to 0 ... 2N, a quarter of a turn. The names of its lets end in suffix.
func reducedAngle(m wgsl.Machine, suffix string, n int, c *wgsl.Index) (at, isNegative *wgsl.Index) {
	let := func(name string, x *wgsl.Index) *wgsl.Index {
		x = wgsl.Let(name+suffix, x, "")
		m.Declare(x)
		return x
	}
	angle := let("angle", c.Times(8).Add(n).Mod(8*n))
	half := let("half_angle", angle.Min(wgsl.Const(8*n).Minus(angle)))
	isNegative = let("negative", half.Greater(wgsl.Const(2*n)))
	quarter := let("quarter_angle", wgsl.Select(isNegative, wgsl.Const(4*n).Minus(half), half))
	return let("at", quarter.Add(-1).Div(2)), isNegative
}

// Pull returns v[n].
func (o DCT4Odd) Pull(m wgsl.Machine, p wgsl.Place, from wgsl.Elements) wgsl.Value {
	at, isNegative := reducedAngle(m, "", o.N, p.At)
	if o.Sine {
		at = wgsl.Const(o.N - 1).Minus(at)
	}
	x := m.Let("x", from.Read(m, wgsl.Place{At: at}))
	return m.Choose(isNegative, m.Neg(x), x)
}

// DCT4OddBins computes the numbers of a row from the bins of the sequence of DCT4Odd:
//
//	X(8d+N) = Re 2 w_8^N V[8d mod N]                                                       (12)
//
// It stores bin V[k] at the angle 8d + N with 8d = k modulo N, and its conjugate at the angle with
// 8d = -k modulo N. Both are multiplied by the square root of 2.
type DCT4OddBins struct {
	N    int // numbers of a row
	Sine bool
}

// Tag returns the fields: dct4oddbins15.sine.
func (o DCT4OddBins) Tag() string { return tag("dct4oddbins", o.N, sineTag(o.Sine)) }

// Kinds returns numbers and bins.
func (DCT4OddBins) Kinds() (memory, register wgsl.Kind) { return wgsl.Numbers, wgsl.Bins }

// Tables returns none.
func (DCT4OddBins) Tables(wgsl.Site) []wgsl.Table { return nil }

// Check returns an error if the length is even.
func (o DCT4OddBins) Check(wgsl.Site) error { return checkOdd(o.N) }

// Push stores the numbers of bin k.
func (o DCT4OddBins) Push(m wgsl.Machine, p wgsl.Place, v wgsl.Value, to wgsl.Elements) {
	d := p.At // k / 8 modulo N, in three halvings
	for _, name := range []string{"half_k", "quarter_k", "d"} {
		odd := d.Mod(2).Equal(wgsl.Const(1))
		d = wgsl.Let(name, wgsl.Select(odd, d.Add(o.N), d).Div(2), "")
		m.Declare(d)
	}
	// sqrt 2 w_8^N is 1-i, -1-i, -1+i, 1+i for N = 1, 3, 5, 7 modulo 8.
	x, y := m.Re(v), m.Im(v)
	same, conjugate := m.Add(x, y), m.Sub(x, y)
	switch o.N % 8 {
	case 3:
		same, conjugate = m.Sub(y, x), m.Sub(m.Neg(x), y)
	case 5:
		same, conjugate = m.Sub(m.Neg(x), y), m.Sub(y, x)
	case 7:
		same, conjugate = m.Sub(x, y), m.Add(x, y)
	}
	o.put(m, "", d, same, to)
	m.If(p.At.Greater(wgsl.Const(0)), func() { o.put(m, "_conjugate", wgsl.Const(o.N).Minus(d), conjugate, to) })
}

// put stores X at the angle 8d + N.
func (o DCT4OddBins) put(m wgsl.Machine, suffix string, d *wgsl.Index, x wgsl.Value, to wgsl.Elements) {
	at, isNegative := reducedAngle(m, suffix, o.N, d)
	if o.Sine {
		isNegative = isNegative.NotEqual(at.Mod(2).Equal(wgsl.Const(1)))
	}
	to.Write(m, wgsl.Place{At: at}, m.Choose(isNegative, m.Neg(x), x))
}
