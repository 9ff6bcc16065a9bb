package realdct

import (
	"fmt"

	"wgfft/wgsl"
)

// bins has the methods of an op between bins and points.
type bins struct{}

func (bins) Kinds() (memory, register wgsl.Kind) { return wgsl.Bins, wgsl.Points }

// PairCentre returns Zero: the image of point k is point -k.
func (bins) PairCentre() wgsl.Centre { return wgsl.Zero }

// ElementName returns "bin".
func (bins) ElementName() string { return "bin" }

// HermitianSplit computes bins of real rows from points k and -k of the complex transform Z (Cooley, Lewis
// and Welch 1970). For rows of N = 2h numbers, it stores bins k and h-k, times 2:
//
//	2 V[k] = Z[k] + Z*[h-k] - i w_N^k (Z[k] - Z*[h-k])                                      (2)
//
// For two rows of N numbers in a transform of N points, it stores bin k of both, times 2:
//
//	2 V_a[k] = Z[k] + Z*[N-k]     2 V_b[k] = (Z[k] - Z*[N-k]) / i                           (5)
type HermitianSplit struct {
	bins
	N       int     // numbers of a row
	Packing Packing // HalfLength or TwoRows
}

// Tag returns the fields: split1024.
func (o HermitianSplit) Tag() string { return tag("split", o.N, packingNames[o.Packing]) }

// Remark describes the op.
func (o HermitianSplit) Remark() string {
	if o.Packing == TwoRows {
		return "points k and -k make twice bin k of two rows (Hermitian split)"
	}
	return fmt.Sprintf(
		"real row r, x[j] = r[2j] + i r[2j+1]: X[k] and X[-k] make twice its bins k and %d-k of %d, of w_%d",
		o.N/2, Bins(o.N), o.N)
}

// Tables returns the roots.
func (o HermitianSplit) Tables(wgsl.Site) []wgsl.Table { return rootsFor(o.N, o.Packing) }

// rootsFor returns the roots that a split or merge reads.
func rootsFor(n int, p Packing) []wgsl.Table {
	if p != HalfLength {
		return nil
	}
	return []wgsl.Table{wgsl.RealRoots{Order: n}}
}

// HasTwoRows reports whether a transform has two rows.
func (o HermitianSplit) HasTwoRows() bool { return o.Packing.HasTwoRows() }

// PairPoints returns the number of points of the complex transform.
func (o HermitianSplit) PairPoints() int { return o.Packing.points(o.N) }

// PairRoots returns w_N^k.
func (o HermitianSplit) PairRoots(bool) []wgsl.BaseRoot { return hermitianRoots(o.N, o.Packing) }

// hermitianRoots returns the root of a split or merge.
func hermitianRoots(n int, p Packing) []wgsl.BaseRoot {
	if p != HalfLength {
		return nil
	}
	return []wgsl.BaseRoot{{Name: "w", Order: n, Stride: 1}}
}

// PushPair stores the bins of points k and -k.
func (o HermitianSplit) PushPair(m wgsl.Machine, at wgsl.Pair, p, c wgsl.Value, to wgsl.Elements) {
	k, half := at.K, o.N/2
	even := m.Let("even", m.Join(m.Add(m.Re(p), m.Re(c)), m.Sub(m.Im(p), m.Im(c))))
	odd := m.Join(m.Add(m.Im(p), m.Im(c)), m.Sub(m.Re(c), m.Re(p)))
	if o.Packing == TwoRows {
		to.Write(m, wgsl.Place{At: k}, even)
		to.Write(m, wgsl.Place{At: k, Row: 1}, odd)
		return
	}
	w, ok := at.Root(0)
	if !ok {
		w = to.Root(m, o.N, k)
	}
	odd = m.Let("odd", m.Mul(odd, w))
	to.Write(m, wgsl.Place{At: k}, m.Add(even, odd))
	m.If(distinct(at, half), func() {
		other := m.Join(m.Sub(m.Re(even), m.Re(odd)), m.Sub(m.Im(odd), m.Im(even)))
		to.Write(m, wgsl.Place{At: wgsl.Const(half).Minus(k), Row: at.Image}, other)
	})
}

// distinct returns the condition that points k and h-k of a pair differ. It returns nil, which stands for true, if the
// pair does not come with both: see Pair.IsTwice.
func distinct(at wgsl.Pair, h int) *wgsl.Index {
	if !at.IsTwice || h%2 == 1 {
		return nil
	}
	return at.K.Times(2).NotEqual(wgsl.Const(h))
}

// HermitianMerge computes points of the complex transform from bins of real rows. It is the inverse of
// HermitianSplit, without its factor. For rows of N = 2h numbers,
//
//	Z[k] = V[k] + V*[h-k] + i w_N^-k (V[k] - V*[h-k])                                       (3)
//
// and for two rows in a transform of N points, where bin N-k is V*[k],
//
//	Z[k] = V_a[k] + i V_b[k]                                                                (4)
//
// A thread that has points k and -k reads each bin once.
type HermitianMerge struct {
	bins
	N       int // numbers of a row
	Packing Packing
}

// Tag returns the fields: merge1024.
func (o HermitianMerge) Tag() string { return tag("merge", o.N, packingNames[o.Packing]) }

// Remark describes the op.
func (o HermitianMerge) Remark() string {
	if o.Packing == TwoRows {
		return "bin k of two rows makes points k and -k (Hermitian merge)"
	}
	return fmt.Sprintf("real row r, X[j] = r[2j] + i r[2j+1]: its bins k and %d-k of %d, of w_%d, make x[k] and x[-k]",
		o.N/2, Bins(o.N), o.N)
}

// Tables returns the roots.
func (o HermitianMerge) Tables(wgsl.Site) []wgsl.Table { return rootsFor(o.N, o.Packing) }

// HasTwoRows reports whether a transform has two rows.
func (o HermitianMerge) HasTwoRows() bool { return o.Packing.HasTwoRows() }

// HasEndPairs reports whether bins 0 and N/2 need other instructions than other bins.
func (o HermitianMerge) HasEndPairs() bool { return o.Packing == HalfLength }

// PairRoots returns w_N^k.
func (o HermitianMerge) PairRoots(bool) []wgsl.BaseRoot { return hermitianRoots(o.N, o.Packing) }

// Pull returns point n.
func (o HermitianMerge) Pull(m wgsl.Machine, at wgsl.Place, from wgsl.Elements) wgsl.Value {
	n := at.At
	bin := func(k *wgsl.Index, row int) wgsl.Value { return from.Read(m, wgsl.Place{At: k, Row: row}) }
	folded := n.Min(wgsl.Const(o.N).Minus(n)) // bin N-k is the conjugate of bin k
	switch o.Packing {
	case ZeroImag:
		x := m.Let("x", bin(folded, 0))
		return m.Join(m.Re(x), m.Choose(n.Greater(wgsl.Const(o.N/2)), m.Neg(m.Im(x)), m.Im(x)))
	case TwoRows:
		k := wgsl.Let("k", folded, "bin N - k is the conjugate of bin k")
		m.Declare(k)
		s := m.Let("s", m.Choose(k.Less(n), m.Constant(wgsl.Float(-1), true), m.Constant(wgsl.Float(1), true)))
		p, c := m.Let("p", bin(k, 0)), m.Let("c", bin(k, 1))
		return m.Join(m.Sub(m.Re(p), m.Times(s, m.Im(c))), m.Add(m.Times(s, m.Im(p)), m.Re(c)))
	}
	p, c := m.Let("p", bin(n, 0)), m.Let("c", bin(wgsl.Const(o.N/2).Minus(n), 0))
	w := m.Let("w", from.Root(m, o.N, n))
	d := m.Let("d", m.Mul(m.Join(m.Sub(m.Re(p), m.Re(c)), m.Add(m.Im(p), m.Im(c))), conjugate(m, w)))
	return m.Join(m.Sub(m.Add(m.Re(p), m.Re(c)), m.Im(d)), m.Add(m.Sub(m.Im(p), m.Im(c)), m.Re(d)))
}

// conjugate returns the conjugate of v.
func conjugate(m wgsl.Machine, v wgsl.Value) wgsl.Value { return m.Join(m.Re(v), m.Neg(m.Im(v))) }

// PullPair returns points k and -k.
func (o HermitianMerge) PullPair(m wgsl.Machine, at wgsl.Pair, from wgsl.Elements) (point, image wgsl.Value) {
	k := at.K
	bin := func(k *wgsl.Index, row int) wgsl.Value {
		return from.Read(m, wgsl.Place{At: k, Row: row, Inner: at.Inner})
	}
	switch o.Packing {
	case ZeroImag:
		p := m.Let("p", bin(k, 0))
		return p, conjugate(m, p)
	case TwoRows:
		p, c := m.Let("p", bin(k, 0)), m.Let("c", bin(k, 1))
		return m.Join(m.Sub(m.Re(p), m.Im(c)), m.Add(m.Im(p), m.Re(c))),
			m.Join(m.Add(m.Re(p), m.Im(c)), m.Sub(m.Re(c), m.Im(p)))
	}
	w, ok := at.Root(0)
	if !ok {
		w = from.Root(m, o.N, k)
	}
	f := pairFunc("points k and -k of the complex transform, of the bins k and h - k", "p", "c", "w")
	f.Body = func(m wgsl.Machine, _ []*wgsl.Index, v []wgsl.Value) []wgsl.Value {
		p, c, w := v[0], v[1], v[2]
		s := m.Let("s", m.Join(m.Add(m.Re(p), m.Re(c)), m.Sub(m.Im(p), m.Im(c))))
		d := m.Let("d", m.Mul(m.Join(m.Sub(m.Re(p), m.Re(c)), m.Add(m.Im(p), m.Im(c))), conjugate(m, w)))
		return pairOf(m, s, d)
	}
	p, c := bin(k, 0), bin(wgsl.Const(o.N/2).Minus(k), at.Image)
	if at.Image > 0 && !at.Inner {
		p, c = m.Let("p0", p), m.Let("c0", c)
		ends := [2]*wgsl.Value{m.Var("p", false), m.Var("c", false)}
		m.Set(ends[0], p)
		m.Set(ends[1], c)
		m.If(k.Equal(wgsl.Const(0)), func() {
			m.Set(ends[0], symmetric(m, p, m.Let("p1", bin(k, 1))))
			m.Set(ends[1], symmetric(m, c, m.Let("c1", bin(wgsl.Const(o.N/2), 0))))
		})
		p, c = *ends[0], *ends[1]
	}
	pair := m.Call(f, "", nil, []wgsl.Value{p, c, w})
	return pair[0], pair[1]
}

// symmetric returns the conjugate symmetric part of bin v, given the bin of the opposite frequency. The spectrum
// of a real array has no other part.
func symmetric(m wgsl.Machine, v, mirror wgsl.Value) wgsl.Value {
	return m.Scale(wgsl.Float(0.5), m.Add(v, conjugate(m, mirror)))
}

// CheckMirror returns an error unless the op takes the pairs of mirror columns or rows.
func (o HermitianMerge) CheckMirror(m wgsl.Mirror) error {
	if o.Packing != HalfLength {
		return fmt.Errorf("mirror: %s takes no mirror columns or rows", o.Tag())
	}
	return nil
}

// CheckMirror returns an error unless the op takes the pairs of mirror columns or rows.
func (o HermitianSplit) CheckMirror(m wgsl.Mirror) error {
	if o.Packing != HalfLength && m.Columns == 0 {
		return fmt.Errorf("mirror: %s takes no mirror rows", o.Tag())
	}
	return nil
}

// pairFunc returns the function pair_of without its body.
func pairFunc(comment string, params ...string) *wgsl.Func {
	return &wgsl.Func{Name: "pair_of", Comment: comment, Params: params, Results: 2, Fields: []string{"p", "c"}}
}

// pairOf returns s + i d and the conjugate of s - i d.
func pairOf(m wgsl.Machine, s, d wgsl.Value) []wgsl.Value {
	return []wgsl.Value{
		m.Join(m.Sub(m.Re(s), m.Im(d)), m.Add(m.Im(s), m.Re(d))),
		m.Join(m.Add(m.Re(s), m.Im(d)), m.Sub(m.Re(d), m.Im(s))),
	}
}

// HermitianHalf stores bins 0 ... N/2 of the complex transform of a real row of N numbers. The others
// are their conjugates.
type HermitianHalf struct {
	bins
	N        int
	RealEnds bool // the imaginary parts of bins 0 and N/2 are stored as zero, not as rounding errors
}

// Tag returns the fields: half1024.realends.
func (o HermitianHalf) Tag() string {
	ends := ""
	if o.RealEnds {
		ends = "realends"
	}
	return tag("half", o.N, ends)
}

// Tables returns none.
func (HermitianHalf) Tables(wgsl.Site) []wgsl.Table { return nil }

// Push stores bin n.
func (o HermitianHalf) Push(m wgsl.Machine, at wgsl.Place, z wgsl.Value, to wgsl.Elements) {
	m.If(at.At.AtMost(wgsl.Const(o.N/2)), func() {
		if o.RealEnds {
			z = realEnds(m, o.N, at.At, z)
		}
		to.Write(m, at, z)
	})
}

// realEnds returns bin k of a row of n numbers without the imaginary part of bins 0 and n/2.
func realEnds(m wgsl.Machine, n int, k *wgsl.Index, z wgsl.Value) wgsl.Value {
	isEnd := k.Equal(wgsl.Const(0))
	if n%2 == 0 && n > 1 {
		isEnd = wgsl.Either(isEnd, k.Equal(wgsl.Const(n/2)))
	}
	return m.Join(m.Re(z), m.Choose(isEnd, m.Constant(wgsl.Float(0), true), m.Im(z)))
}

// HalfSpectrum is the array of bins 0 ... N/2 of real rows of N numbers, as a load reads it:
// imaginary parts of bins 0 and N/2 are ignored.
type HalfSpectrum struct{ N int }

// Tag returns the length: spectrum1024.
func (o HalfSpectrum) Tag() string { return tag("halfspectrum", o.N) }

// Kinds returns bins on both sides.
func (HalfSpectrum) Kinds() (memory, register wgsl.Kind) { return wgsl.Bins, wgsl.Bins }

// Tables returns none.
func (HalfSpectrum) Tables(wgsl.Site) []wgsl.Table { return nil }

// Pull returns bin k.
func (o HalfSpectrum) Pull(m wgsl.Machine, at wgsl.Place, from wgsl.Elements) wgsl.Value {
	x := from.Read(m, at)
	if at.Inner {
		return x
	}
	return realEnds(m, o.N, at.At, m.Let("x", x))
}
