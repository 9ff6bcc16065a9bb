package realdct

import (
	"math"

	"wgfft/wgsl"
)

// halfPeriod returns half the period of the symmetric extension of a row of n numbers.
func halfPeriod(n int, isSine bool) int {
	if isSine {
		return n + 1
	}
	return n - 1
}

// SymmetricExtension extends a row x of N numbers of a DCT-I to 2M numbers, M = N-1. They are x, and then x in
// reverse order without its ends. The odd extension of a DST-I has M = N+1, with a zero at both ends of x. Its
// reversed half has the other sign.
type SymmetricExtension struct {
	numbers
	N     int // numbers of a row
	Sine  bool
	Ortho bool // the ends of x have the factor sqrt 2
}

// Tag returns the fields: symmetric65.sine.
func (o SymmetricExtension) Tag() string {
	return tag("symmetric", o.N, sineTag(o.Sine), orthoTag(o.Ortho))
}

// Pull returns number n of the extension.
func (o SymmetricExtension) Pull(m wgsl.Machine, p wgsl.Place, from wgsl.Elements) wgsl.Value {
	half := halfPeriod(o.N, o.Sine)
	n, last := p.At, wgsl.Const(half)
	at := wgsl.Let("at", wgsl.Select(n.Greater(last), wgsl.Const(2*half).Minus(n), n), "")
	m.Declare(at)
	if o.Sine {
		v := m.Var("v", true)
		m.If(wgsl.Both(at.Greater(wgsl.Const(0)), at.Less(last)), func() {
			x := m.Let("x", from.Read(m, wgsl.Place{At: at.Add(-1)}))
			m.Set(v, m.Choose(n.Greater(last), m.Neg(x), x))
		})
		return *v
	}
	x := m.Let("x", from.Read(m, wgsl.Place{At: at}))
	if o.Ortho {
		isEnd := wgsl.Either(at.Equal(wgsl.Const(0)), at.Equal(last))
		return m.Choose(isEnd, m.Times(x, m.Constant(wgsl.Float(math.Sqrt2), true)), x)
	}
	return x
}

// SymmetricBins computes the numbers of a row from the bins of its symmetric extension. The bins are real, or
// imaginary for an odd extension:
//
//	DCT-I  X[k] = V[k]          k = 0 ... M                                                 (9)
//	DST-I  X[k-1] = -Im V[k]    k = 1 ... N                                                (16)
type SymmetricBins struct {
	N     int // numbers of a row
	Sine  bool
	Ortho bool // the ends of X have the factor 1/sqrt 2
}

// Tag returns the fields: symmetricbins65.sine.
func (o SymmetricBins) Tag() string {
	return tag("symmetricbins", o.N, sineTag(o.Sine), orthoTag(o.Ortho))
}

// Kinds returns numbers and bins.
func (SymmetricBins) Kinds() (memory, register wgsl.Kind) { return wgsl.Numbers, wgsl.Bins }

// Tables returns none.
func (SymmetricBins) Tables(wgsl.Site) []wgsl.Table { return nil }

// Push stores the number of bin k.
func (o SymmetricBins) Push(m wgsl.Machine, at wgsl.Place, v wgsl.Value, to wgsl.Elements) {
	k, last := at.At, wgsl.Const(halfPeriod(o.N, o.Sine))
	if o.Sine {
		m.If(wgsl.Both(k.Greater(wgsl.Const(0)), k.Less(last)), func() {
			to.Write(m, wgsl.Place{At: k.Add(-1)}, m.Neg(m.Im(v)))
		})
		return
	}
	x := m.Re(v)
	if o.Ortho {
		x = end(m, x, wgsl.Either(k.Equal(wgsl.Const(0)), k.Equal(last)), 1/math.Sqrt2)
	}
	to.Write(m, at, x)
}
