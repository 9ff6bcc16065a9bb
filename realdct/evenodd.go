package realdct

import "wgfft/wgsl"

// EvenOdd is the permutation of the numbers of a row in the cosine transforms of types II and III
// (Makhoul 1980):
//
//	v[n] = x[2n] for 2n < N, x[2N-1-2n] otherwise                                           (6)
//
// The sine transforms change the sign of x at odd places: (13).
type EvenOdd struct {
	numbers
	N    int // numbers of a row
	Sine bool
}

// Tag returns the fields: evenodd1024.sine.
func (o EvenOdd) Tag() string { return tag("evenodd", o.N, sineTag(o.Sine)) }

// place returns the place of number n, and the condition that the place is odd.
func (o EvenOdd) place(m wgsl.Machine, n *wgsl.Index) (at, isOdd *wgsl.Index) {
	isOdd = wgsl.Let("is_odd", n.Times(2).AtLeast(wgsl.Const(o.N)), "")
	m.Declare(isOdd)
	return wgsl.Select(isOdd, wgsl.Const(2*o.N-1).Minus(n.Times(2)), n.Times(2)), isOdd
}

// Pull returns v[n].
func (o EvenOdd) Pull(m wgsl.Machine, at wgsl.Place, from wgsl.Elements) wgsl.Value {
	place, isOdd := o.place(m, at.At)
	x := m.Let("x", from.Read(m, wgsl.Place{At: place}))
	if o.Sine {
		return m.Choose(isOdd, m.Neg(x), x)
	}
	return x
}

// Push stores v[n].
func (o EvenOdd) Push(m wgsl.Machine, at wgsl.Place, v wgsl.Value, to wgsl.Elements) {
	place, isOdd := o.place(m, at.At)
	if o.Sine {
		v = m.Choose(isOdd, m.Neg(v), v)
	}
	to.Write(m, wgsl.Place{At: place}, v)
}

// EvenOddPairs combines EvenOdd and RealPoints, for threads that hold points n and h-1-n of h points:
//
//	packing    | numbers of points n and h-1-n
//	HalfLength | 4n ... 4n+3 of a row
//	TwoRows    | 2n and 2n+1 of either row
//
// The numbers of both points lie side by side, and are loaded and stored as vectors.
type EvenOddPairs struct {
	Packing Packing // HalfLength or TwoRows
	Sine    bool
}

// Tag returns the fields: evenoddpairs.tworows.sine.
func (o EvenOddPairs) Tag() string {
	return tag("evenoddpairs", 0, packingNames[o.Packing], sineTag(o.Sine))
}

// Kinds returns numbers and points.
func (EvenOddPairs) Kinds() (memory, register wgsl.Kind) { return wgsl.Numbers, wgsl.Points }

// Tables returns none.
func (EvenOddPairs) Tables(wgsl.Site) []wgsl.Table { return nil }

// HasTwoRows reports whether a transform has two rows.
func (o EvenOddPairs) HasTwoRows() bool { return o.Packing.HasTwoRows() }

// PairCentre returns Half: the image of point n is point -1-n.
func (EvenOddPairs) PairCentre() wgsl.Centre { return wgsl.Half }

// RunLength returns the number of numbers in a vector.
func (o EvenOddPairs) RunLength() int {
	if o.Packing == TwoRows {
		return 2
	}
	return 4
}

// negative returns -x for a sine transform, and x otherwise.
func (o EvenOddPairs) negative(m wgsl.Machine, x wgsl.Value) wgsl.Value {
	if o.Sine {
		return m.Neg(x)
	}
	return x
}

// PullPair returns points n and h-1-n.
func (o EvenOddPairs) PullPair(m wgsl.Machine, at wgsl.Pair, from wgsl.Elements) (point, image wgsl.Value) {
	x := from.ReadRun(m, "x", 0, at.K, o.RunLength())
	if o.Packing == TwoRows {
		y := from.ReadRun(m, "y", 1, at.K, 2)
		return m.Join(x[0], y[0]), m.Join(o.negative(m, x[1]), o.negative(m, y[1]))
	}
	return m.Join(x[0], x[2]), m.Join(o.negative(m, x[3]), o.negative(m, x[1]))
}

// PushPair stores points n and h-1-n.
func (o EvenOddPairs) PushPair(m wgsl.Machine, at wgsl.Pair, p, c wgsl.Value, to wgsl.Elements) {
	if o.Packing == TwoRows {
		to.WriteRun(m, 0, at.K, m.Re(p), o.negative(m, m.Re(c)))
		to.WriteRun(m, 1, at.K, m.Im(p), o.negative(m, m.Im(c)))
		return
	}
	to.WriteRun(m, 0, at.K, m.Re(p), o.negative(m, m.Im(c)), m.Im(p), o.negative(m, m.Re(c)))
}
