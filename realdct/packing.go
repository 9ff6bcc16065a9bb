package realdct

import "wgfft/wgsl"

// A Packing is the map from the numbers of real rows to the points of a complex transform.
type Packing uint8

// The packings.
const (
	HalfLength Packing = iota // point j is numbers 2j and 2j+1 of a row of even length: (1)
	TwoRows                   // real and imaginary parts are two rows: (4)
	ZeroImag                  // a row is the real parts, and imaginary parts are zero
)

// packingNames are the packings in tags.
var packingNames = []string{"", "tworows", "zeroimag"}

// HasTwoRows reports whether a transform has two rows.
func (p Packing) HasTwoRows() bool { return p == TwoRows }

// points returns the number of points of the complex transform of rows of n numbers.
func (p Packing) points(n int) int {
	if p == HalfLength {
		return n / 2
	}
	return n
}

// RealPoints converts the numbers of rows to complex points on load, and points to numbers on store.
type RealPoints struct{ Packing Packing }

// Tag returns the packing: realpoints.tworows.
func (o RealPoints) Tag() string { return tag("realpoints", 0, packingNames[o.Packing]) }

// Remark describes the op.
func (o RealPoints) Remark() string {
	return [...]string{
		"point n is numbers 2n and 2n+1", "point n is number n of two rows", "point n is number n",
	}[o.Packing]
}

// Kinds returns numbers and points.
func (RealPoints) Kinds() (memory, register wgsl.Kind) { return wgsl.Numbers, wgsl.Points }

// Tables returns none.
func (RealPoints) Tables(wgsl.Site) []wgsl.Table { return nil }

// ElementName returns "number".
func (RealPoints) ElementName() string { return "number" }

// HasTwoRows reports whether a transform has two rows.
func (o RealPoints) HasTwoRows() bool { return o.Packing.HasTwoRows() }

// Pull returns a point.
func (o RealPoints) Pull(m wgsl.Machine, at wgsl.Place, from wgsl.Elements) wgsl.Value {
	number := func(n *wgsl.Index, row int) wgsl.Value { return from.Read(m, wgsl.Place{At: n, Row: row}) }
	n := at.At
	switch o.Packing {
	case ZeroImag:
		return m.Join(number(n, 0), m.Constant(wgsl.Float(0), true))
	case TwoRows:
		return m.Join(number(n, 0), number(n, 1))
	}
	return m.Join(number(n.Times(2), 0), number(n.Times(2).Add(1), 0))
}

// Push stores the numbers of a point.
func (o RealPoints) Push(m wgsl.Machine, at wgsl.Place, z wgsl.Value, to wgsl.Elements) {
	n := at.At
	switch o.Packing {
	case ZeroImag:
		to.Write(m, wgsl.Place{At: n}, m.Re(z))
	case TwoRows:
		to.Write(m, wgsl.Place{At: n}, m.Re(z))
		to.Write(m, wgsl.Place{At: n, Row: 1}, m.Im(z))
	default:
		to.WriteRun(m, 0, n, m.Re(z), m.Im(z))
	}
}

// numbers has the methods of an op that has numbers on both sides and reads no table.
type numbers struct{}

func (numbers) Kinds() (memory, register wgsl.Kind) { return wgsl.Numbers, wgsl.Numbers }
func (numbers) Tables(wgsl.Site) []wgsl.Table       { return nil }

// RowBound is the bound of the numbers of a row. Numbers from number Count on read as zero, and are not stored.
type RowBound struct {
	numbers
	Count int
}

// Tag returns the count: rowbound100.
func (o RowBound) Tag() string { return tag("rowbound", o.Count) }

// Pull returns a number.
func (o RowBound) Pull(m wgsl.Machine, at wgsl.Place, from wgsl.Elements) wgsl.Value {
	x := m.Var("x", true)
	m.If(at.At.Less(wgsl.Const(o.Count)), func() { m.Set(x, from.Read(m, at)) })
	return *x
}

// Push stores a number.
func (o RowBound) Push(m wgsl.Machine, at wgsl.Place, v wgsl.Value, to wgsl.Elements) {
	m.If(at.At.Less(wgsl.Const(o.Count)), func() { to.Write(m, at, v) })
}
