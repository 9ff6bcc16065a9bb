package wgfft

import (
	"fmt"
	"slices"

	"wgfft/plan"
)

// arrays are transforms of the same kind of arrays of one shape, any number of them. They are comparable.
type arrays struct {
	kind     Kind               // C2R is R2C inverse
	shape    [plan.MaxAxes]int  // 0 behind the last axis
	axes     uint32             // bit by bit those transformed
	half     int                // the one with half a spectrum, where there is one
	kinds    [plan.MaxAxes]Kind // of sine and cosine transforms that of each axis
	inverse  bool
	norm     Norm
	together bool
}

// arraysOf are those of a problem that makes sense.
func arraysOf(p Problem, inverse bool) arrays {
	a := arrays{kind: p.Kind, inverse: inverse, norm: p.Norm, together: p.PackPairs}
	if a.kind == C2R {
		a.kind, a.inverse = R2C, !inverse
	}
	copy(a.shape[:], p.Shape)
	for i, axis := range p.TransformedAxes() {
		a.axes |= 1 << axis
		switch {
		case p.Kind.IsRealFFT():
			a.half = axis // the last of them
		case p.Kinds != nil:
			a.kinds[axis] = p.Kinds[i]
		case p.Kind.IsTrig():
			a.kinds[axis] = p.Kind
		}
	}
	if a.kind.IsTrig() {
		a.kind = DCT2 // kinds says which
	}
	return a
}

// rows says whether the arrays are rows, with one axis.
func (a arrays) rows() bool { return a.shape[1] == 0 && a.axes == 1 }

// dims is the shape.
func (a arrays) dims() []int {
	rank := 0
	for rank < len(a.shape) && a.shape[rank] > 0 {
		rank++
	}
	return a.shape[:rank]
}

// along lists the axes transformed, that with half a spectrum last.
func (a arrays) along() []int {
	axes := []int{}
	for axis := range a.dims() {
		if a.axes>>axis&1 == 1 && !(a.kind.IsRealFFT() && axis == a.half) {
			axes = append(axes, axis)
		}
	}
	if a.kind.IsRealFFT() {
		axes = append(axes, a.half)
	}
	return axes
}

// each lists the kinds of the axes transformed, of sine and cosine transforms.
func (a arrays) each() []Kind {
	var kinds []Kind
	for _, axis := range a.along() {
		if a.kind.IsTrig() {
			kinds = append(kinds, a.kinds[axis])
		}
	}
	return kinds
}

// folded are the same without the axes before the first that is transformed, and how many there are then of each: those axes only make
// more arrays, and these can travel in parts.
func (a arrays) folded() (arrays, int) {
	first, more := 0, 1
	for first < len(a.dims())-1 && a.axes>>first&1 == 0 {
		more *= a.shape[first]
		first++
	}
	f := a
	f.shape = [plan.MaxAxes]int{}
	copy(f.shape[:], a.shape[first:])
	f.axes >>= first
	f.half -= min(first, f.half)
	f.kinds = [plan.MaxAxes]Kind{}
	copy(f.kinds[:], a.kinds[first:])
	return f, more
}

// problem is a batch of the arrays.
func (a arrays) problem(count int) Problem {
	return Problem{Kind: a.kind, Kinds: a.each(), Shape: slices.Clone(a.dims()), Axes: a.along(), Batch: count, Inverse: a.inverse, Norm: a.norm,
		PackPairs: a.together}
}

// points is the point count of one array.
func (a arrays) points() int {
	n := 1
	for _, d := range a.shape {
		if d > 0 {
			n *= d
		}
	}
	return n
}

// scale is the factor of the norm.
func (a arrays) scale() float64 {
	n := 1
	for axis, points := range a.shape {
		switch {
		case a.axes>>axis&1 == 0:
		case a.kind.IsTrig():
			n *= a.kinds[axis].Period(points)
		default:
			n *= points
		}
	}
	return a.norm.Scale(n, a.inverse)
}

// String is the shape, and the axes if they are not all.
func (a arrays) String() string {
	s := plan.Dims(a.dims())
	switch {
	case a.kind.IsTrig():
		s = fmt.Sprintf("%v %s", a.each(), s)
	case a.kind.IsRealFFT():
		s = fmt.Sprintf("%v %s", a.kind, s)
	}
	if axes := a.along(); len(axes) < len(a.dims()) {
		s += fmt.Sprintf(" axes %v", axes)
	}
	return s
}

// fitted is a batch of the arrays cropped or padded to so many points along each of the axes transformed; its input layout is where
// the elements are found.
func (a arrays) fitted(lengths []int, count int) (Problem, error) {
	p := a.problem(count)
	if len(lengths) != len(p.Axes) {
		return p, fmt.Errorf("wgfft: lengths %v: there are %d axes to transform, which need as many", lengths, len(p.Axes))
	}
	in := Layout{Strides: make([]int, len(p.Shape)), Have: slices.Clone(p.Shape), Dist: a.points()}
	stride := 1
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		in.Strides[axis] = stride
		stride *= p.Shape[axis]
	}
	for i, axis := range p.Axes {
		if lengths[i] < 1 {
			return p, &LengthError{N: lengths[i], Reason: "a transform needs at least one point"}
		}
		in.Have[axis] = min(p.Shape[axis], lengths[i])
		p.Shape[axis] = lengths[i]
	}
	p.In = in
	return p, checkProblem(p)
}
