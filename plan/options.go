package plan

import (
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
}

// bits returns the options as the bits of a number.
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

// An Op is an op for both engines: an op of kernels, and an op of rows on the CPU. It acts on complex points along each
// transformed axis.
type Op interface {
	wgsl.Op
	transforms.RowOp

	// At returns the op for a pass at another place. The tag of the op tells places apart.
	At(p Place) Op
}

// A Place is the place of a pass in the transforms along an axis. Point j of transform q of the pass is point
//
//	j Apart + (q div Interleave) mod Apart
//
// of a row along the axis. The zero value is a pass that transforms whole rows.
type Place struct{ Apart, Interleave int }

// Point returns the point of a row along the axis.
func (p Place) Point(s wgsl.Site) *wgsl.Index {
	if p.Apart == 0 {
		return s.Point
	}
	return s.Point.Times(p.Apart).Plus(s.Sequence.Div(p.Interleave).Mod(p.Apart))
}

// placeOf returns the place of a first or a last pass of an axis.
func (u AxisPlan) placeOf(k wgsl.Kernel) Place {
	if k.N() == u.longest() {
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
	return Ops{Scale: p.Scale(), IsOrthogonal: p.Kind.IsTrig() && p.Norm == Ortho}
}

// Rows returns the ops of rows, or nil if there are none.
func (o Ops) Rows() *transforms.RowOps {
	if len(o.Load)+len(o.Store) == 0 {
		return nil
	}
	rows := new(transforms.RowOps)
	for _, op := range o.Load {
		rows.Load = append(rows.Load, op)
	}
	for _, op := range o.Store {
		rows.Store = append(rows.Store, op)
	}
	return rows
}
