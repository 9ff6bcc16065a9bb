package realdct

import (
	"fmt"
	"math"

	"wgfft/wgsl"
)

// DCT2Bins converts between the numbers of a row and the bins V. On store it computes the numbers X of a DCT-II by
// (7). On load it computes the bins of a DCT-III from the numbers x by (8), with x[N] = 0:
//
//	X[k] - i X[N-k] = 2 w_4N^k V[k]                                                         (7)
//	V[k] = (x[k] - i x[N-k]) w_4N^-k                                                        (8)
//
// The sine transforms have the numbers in reverse order: (13), (14).
type DCT2Bins struct {
	N       int // numbers of a row
	Sine    bool
	Ortho   bool // X[0] has the factor 1/sqrt 2, and x[0] has sqrt 2
	Rotated bool // bins are rotated: w_4N^k V[k] in the place of V[k], see DCT2Pairs
}

// Tag returns the fields: dct2bins1024.sine.
func (o DCT2Bins) Tag() string {
	rotated := ""
	if o.Rotated {
		rotated = "rotated"
	}
	return tag("dct2bins", o.N, sineTag(o.Sine), orthoTag(o.Ortho), rotated)
}

// Kinds returns numbers and bins.
func (DCT2Bins) Kinds() (memory, register wgsl.Kind) { return wgsl.Numbers, wgsl.Bins }

// Tables returns the roots of order 4N.
func (o DCT2Bins) Tables(wgsl.Site) []wgsl.Table { return []wgsl.Table{wgsl.RealRoots{Order: 4 * o.N}} }

// places returns the places of the two numbers of bin k.
func (o DCT2Bins) places(k *wgsl.Index) (first, second *wgsl.Index) {
	if o.Sine {
		return wgsl.Const(o.N - 1).Minus(k), k.Add(-1)
	}
	return k, wgsl.Const(o.N).Minus(k)
}

// end returns x times a factor where isEnd holds, and x otherwise.
func end(m wgsl.Machine, x wgsl.Value, isEnd *wgsl.Index, factor float64) wgsl.Value {
	return m.Times(x, m.Choose(isEnd, m.Constant(wgsl.Float(factor), true), m.Constant(wgsl.Float(1), true)))
}

// Pull returns bin k.
func (o DCT2Bins) Pull(m wgsl.Machine, at wgsl.Place, from wgsl.Elements) wgsl.Value {
	k, isZero := at.At, at.At.Equal(wgsl.Const(0))
	first, second := o.places(k)
	if at.Inner && o.Rotated {
		return m.Join(from.Read(m, wgsl.Place{At: first}), m.Neg(from.Read(m, wgsl.Place{At: second})))
	}
	var w wgsl.Value
	if !o.Rotated {
		w = m.Let("w", from.Root(m, 4*o.N, k))
	}
	x := from.Read(m, wgsl.Place{At: first})
	if o.Ortho {
		x = end(m, x, isZero, math.Sqrt2)
	}
	x = m.Let("x", x)
	y := from.Read(m, wgsl.Place{At: wgsl.Select(isZero, wgsl.Const(0), second)})
	y = m.Let("y", m.Choose(isZero, m.Constant(wgsl.Float(0), true), y))
	if o.Rotated {
		return m.Join(x, m.Neg(y))
	}
	return m.Join(m.Sub(m.Times(x, m.Re(w)), m.Times(y, m.Im(w))),
		m.Sub(m.Neg(m.Times(x, m.Im(w))), m.Times(y, m.Re(w))))
}

// Push stores the numbers of twice a bin.
func (o DCT2Bins) Push(m wgsl.Machine, at wgsl.Place, x wgsl.Value, to wgsl.Elements) {
	k := at.At
	first, second := o.places(k)
	hasSecond := k.Greater(wgsl.Const(0))
	if o.N%2 == 0 {
		hasSecond = wgsl.Both(hasSecond, k.Times(2).NotEqual(wgsl.Const(o.N)))
	}
	if !o.Rotated {
		x = m.Let("x", m.Mul(x, to.Root(m, 4*o.N, k)))
	}
	re := m.Re(x)
	if at.Inner {
		hasSecond = nil
	} else if o.Ortho {
		re = end(m, re, k.Equal(wgsl.Const(0)), 1/math.Sqrt2)
	}
	to.Write(m, wgsl.Place{At: first}, re)
	m.If(hasSecond, func() { to.Write(m, wgsl.Place{At: second}, m.Neg(m.Im(x))) })
}

// DCT2Pairs takes the place of HermitianSplit in a DCT-II, and of HermitianMerge in a DCT-III, if threads hold
// points k and -k. With w of order 4N, equation (7) multiplies bins k and h-k by w^k and w^(h-k), and the Hermitian
// split has the factor w^(4k). Because
//
//	w^(h-k) = w_8 conj(w^k)   and   w^k w^(4k) = w^(5k),
//
// two roots suffice instead of three. The split computes rotated bins by
//
//	s = w^k (Z[k] + Z*[h-k])    d = -i w^(5k) (Z[k] - Z*[h-k])
//	2 w^k V[k] = s + d          2 w^(h-k) V[h-k] = w_8 conj(s - d)
//
// and the merge is the reverse.
type DCT2Pairs struct {
	bins
	N int // numbers of a row
}

// Tag returns the length: dct2pairs1024.
func (o DCT2Pairs) Tag() string { return tag("dct2pairs", o.N) }

// Tables returns the roots of order 4N.
func (o DCT2Pairs) Tables(wgsl.Site) []wgsl.Table {
	return []wgsl.Table{wgsl.RealRoots{Order: 4 * o.N}}
}

// HasEndPairs returns true, because bin 0 has one number and other bins have two.
func (DCT2Pairs) HasEndPairs() bool { return true }

// PairRoots returns w^k and w^(5k).
func (o DCT2Pairs) PairRoots(bool) []wgsl.BaseRoot {
	return []wgsl.BaseRoot{{Name: "w", Order: 4 * o.N, Stride: 1}, {Name: "w5", Order: 4 * o.N, Stride: 5}}
}

// roots returns both roots of a pair.
func (o DCT2Pairs) roots(m wgsl.Machine, at wgsl.Pair, rows wgsl.Elements) (all []wgsl.Value) {
	for i, g := range o.PairRoots(false) {
		w, ok := at.Root(i)
		if !ok {
			w = rows.Root(m, g.Order, at.K.Times(g.Stride))
		}
		all = append(all, w)
	}
	return all
}

// conjugateEighth returns w_8 conj(v).
func conjugateEighth(m wgsl.Machine, v wgsl.Value) wgsl.Value {
	return m.Scale(wgsl.SqrtHalf(), m.Join(m.Sub(m.Re(v), m.Im(v)), m.Sub(m.Neg(m.Re(v)), m.Im(v))))
}

// PullPair returns points k and -k.
func (o DCT2Pairs) PullPair(m wgsl.Machine, at wgsl.Pair, from wgsl.Elements) (point, image wgsl.Value) {
	f := pairFunc("points k and -k of the complex transform, of the rotated bins k and h - k", "p", "v", "w", "w5")
	f.Body = func(m wgsl.Machine, _ []*wgsl.Index, v []wgsl.Value) []wgsl.Value {
		p, c := v[0], m.Let("c", conjugateEighth(m, v[1]))
		s := m.Let("s", m.Mul(m.Add(p, c), conjugate(m, v[2])))
		d := m.Let("d", m.Mul(m.Sub(p, c), conjugate(m, v[3])))
		return pairOf(m, s, d)
	}
	p := from.Read(m, wgsl.Place{At: at.K, Inner: at.Inner})
	c := from.Read(m, wgsl.Place{At: wgsl.Const(o.N / 2).Minus(at.K), Inner: at.Inner})
	pair := m.Call(f, "", nil, append([]wgsl.Value{p, c}, o.roots(m, at, from)...))
	return pair[0], pair[1]
}

// PushPair stores the rotated bins of points k and -k.
func (o DCT2Pairs) PushPair(m wgsl.Machine, at wgsl.Pair, p, c wgsl.Value, to wgsl.Elements) {
	f := &wgsl.Func{
		Name: "bins_of", Comment: "twice the rotated bins k and h - k of points k and -k of the complex transform",
		Params: []string{"p", "c", "w", "w5"}, Results: 2, Fields: []string{"x", "y"},
	}
	f.Body = func(m wgsl.Machine, _ []*wgsl.Index, v []wgsl.Value) []wgsl.Value {
		p, c := v[0], v[1]
		s := m.Let("s", m.Mul(m.Join(m.Add(m.Re(p), m.Re(c)), m.Sub(m.Im(p), m.Im(c))), v[2]))
		d := m.Let("d", m.Mul(m.Join(m.Add(m.Im(p), m.Im(c)), m.Sub(m.Re(c), m.Re(p))), v[3]))
		u := m.Let("u", m.Sub(s, d))
		return []wgsl.Value{m.Add(s, d), conjugateEighth(m, u)}
	}
	bins := m.Call(f, "bins", nil, append([]wgsl.Value{p, c}, o.roots(m, at, to)...))
	to.Write(m, wgsl.Place{At: at.K, Inner: at.Inner}, bins[0])
	m.If(distinct(at, o.N/2), func() {
		to.Write(m, wgsl.Place{At: wgsl.Const(o.N / 2).Minus(at.K), Inner: at.Inner}, bins[1])
	})
}

// CheckMirror returns an error unless the op takes the pairs of mirror columns or rows.
func (o DCT2Pairs) CheckMirror(m wgsl.Mirror) error {
	if m.Columns == 0 {
		return fmt.Errorf("mirror: %s takes no mirror rows", o.Tag())
	}
	return nil
}
