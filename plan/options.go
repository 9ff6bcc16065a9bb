package plan

import (
	"slices"

	"wgfft/internal/transforms"
	"wgfft/wgsl"
)

// Options are the choices of a caller beyond kind, shape, norm and layout. Both engines take them from here. An
// option that acts on load or store has its ops in Ops.
type Options struct {
	// PackPairs lets two real rows share one complex transform (two-for-one) if their length is odd or
	// very short. This halves the arithmetic. A quiet row then has the rounding errors of a loud row, and
	// a NaN in one row appears in both results.
	PackPairs bool

	// Quick asks for the kernels that compile fastest, by prediction. Measurements don't change the choice.
	Quick bool

	// TwiddleOrder is the order of the roots of the twiddle between the steps of a four-step transform, up to
	// MaxTwiddleOrder: see [transforms.StepTwiddle]. It is for C2C along one axis. 0 means no twiddle.
	TwiddleOrder int64
}

// bits returns the options of type bool as the bits of a number.
func (o Options) bits() int { return bits(o.PackPairs, o.Quick) }

// bits returns a number with bit i set for each true argument i.
func bits(flags ...bool) (number int) {
	for i, isSet := range flags {
		if isSet {
			number |= 1 << i
		}
	}
	return number
}

// An Op is an op for both engines. It acts on complex points along each transformed axis.
type Op interface {
	// At returns the op of kernels for a pass at a place. The tag of the op tells places apart.
	At(p Place) wgsl.Op

	// Rows returns the op of rows on the CPU for a call.
	Rows(c Call) transforms.RowOp
}

// A Call has the parameters of ops that change from call to call.
type Call = transforms.Call

// A CallOp is an op with kernels that read a table with entries that change from call to call.
type CallOp interface {
	Op
	CallTable() wgsl.CallTable
	Len() int // entries of the table
	Entries(c Call) []complex128
}

// A Place is the place of a pass in the transforms along an axis. Point j of transform q of the pass is point
//
//	j Apart + (q div Interleave) mod Apart
//
// of a row along the axis. The zero value is a pass that transforms whole rows. With Inner > 0 a transform of the pass
// is Inner interleaved rows: its point j is point j div Inner of row q Inner + j mod Inner.
type Place struct{ Apart, Interleave, Inner int }

// Point returns the point of a row along the axis.
func (p Place) Point(s wgsl.Site) *wgsl.Index {
	switch {
	case p.Inner > 0:
		return s.Point.Div(p.Inner)
	case p.Apart == 0:
		return s.Point
	}
	return s.Point.Times(p.Apart).Plus(s.Sequence.Div(p.Interleave).Mod(p.Apart))
}

// Transform returns the number of the transform along the axis, in row-major order of all arrays.
func (p Place) Transform(s wgsl.Site) *wgsl.Index {
	switch {
	case p.Inner > 0:
		return s.Sequence.Times(p.Inner).Plus(s.Point.Mod(p.Inner))
	case p.Apart == 0:
		return s.Sequence
	}
	return s.Sequence.Div(p.Apart * p.Interleave).Times(p.Interleave).Plus(s.Sequence.Mod(p.Interleave))
}

// placeOf returns the place of a first or a last pass of an axis.
func (u AxisPlan) placeOf(k wgsl.Kernel) Place {
	switch {
	case k.Stages.InnerExtent > 1:
		return Place{Inner: k.Stages.InnerExtent}
	case k.N() == u.longest():
		return Place{}
	}
	return Place{Apart: u.longest() / k.N(), Interleave: u.InnerExtent}
}

// Ops are what a problem does on load and on store, apart from its transforms and its layouts. Both engines work from
// this list. A kernel has further ops, with which it computes its part of the transform.
type Ops struct {
	// Load and Store are the ops of complex transforms along each transformed axis, before and after the transform,
	// in the order in which they act. Each axis then needs kernels of its own.
	Load, Store []Op

	// Scale is the factor of all results. The store along the axis that is computed last applies it.
	Scale float64

	// IsOrthogonal gives the first and the last elements of the sine and cosine transforms of types I to III the
	// factors that make the transforms orthogonal.
	IsOrthogonal bool
}

// Ops returns what the problem does on load and on store.
func (p Problem) Ops() Ops {
	ops := Ops{Scale: p.Scale(), IsOrthogonal: p.Kind.IsTrig() && p.Norm == Ortho}
	if p.TwiddleOrder > 0 {
		ops.Store = []Op{p.stepTwiddle()}
	}
	return ops
}

// callOp returns the op that has a table.
func (o Ops) callOp(t wgsl.Table) CallOp {
	for _, op := range slices.Concat(o.Load, o.Store) {
		if c, ok := op.(CallOp); ok && c.CallTable() == t {
			return c
		}
	}
	return nil
}

// Rows returns the ops of rows for a call, or nil if there are none.
func (o Ops) Rows(c Call) *transforms.RowOps {
	if len(o.Load)+len(o.Store) == 0 {
		return nil
	}
	rows := new(transforms.RowOps)
	for _, op := range o.Load {
		rows.Load = append(rows.Load, op.Rows(c))
	}
	for _, op := range o.Store {
		rows.Store = append(rows.Store, op.Rows(c))
	}
	return rows
}
