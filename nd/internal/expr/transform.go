package expr

import (
	"slices"

	"wgfft"
)

// Folded returns the problem of a transform. The axes before the first transformed axis become the
// batch.
func (t *Transform) Folded() wgfft.Problem {
	p := t.Problem()
	first := slices.Min(p.Axes)
	p.Batch = 1
	for _, n := range p.Shape[:first] {
		p.Batch *= n
	}
	p.Shape = p.Shape[first:]
	for i := range p.Axes {
		p.Axes[i] -= first
	}
	return p
}

// CanReplace reports whether the transform may store its result in its source.
func (t *Transform) CanReplace() bool { return t.Kind == wgfft.C2C || IsTrig(t.Kind) }

// AppendKey appends a transform.
func (t *Transform) AppendKey(b []byte) []byte {
	b = append(b, byte(t.Kind), byte(Bit(t.Inverse)), byte(t.Norm), byte(t.Count))
	for i, x := range t.Axes[:t.Count] {
		b = append(b, byte(x), byte(t.Kinds[i]))
	}
	return t.Points.AppendKey(b)
}

// A Transform is a checked Transform.
type Transform struct {
	Kind    wgfft.Kind
	Kinds   [MaxRank]wgfft.Kind // from Transform.Kinds; zero if that is nil
	Inverse bool
	Axes    [MaxRank]int8 // the axes in the order of Transform.Axes
	Count   int           // the number of axes
	Norm    wgfft.Norm
	Points  Extent // the shape of the complex points, or of the real elements
}

// Source returns the type of the elements that a transform with results of type d reads.
func (t *Transform) Source(d DType) DType {
	if t.Kind == wgfft.R2C || IsTrig(t.Kind) {
		return d.Real()
	}
	return d.Complex()
}

// Problem returns the problem of the transform's plan. C2R has the problem of R2C.
func (t *Transform) Problem() wgfft.Problem {
	p := wgfft.Problem{Kind: t.Kind, Norm: t.Norm}
	if p.Kind == wgfft.C2R {
		p.Kind = wgfft.R2C
	}
	p.Shape = slices.Clone(t.Points.Shape[:t.Points.Rank])
	for _, x := range t.Axes[:t.Count] {
		p.Axes = append(p.Axes, int(x))
	}
	if t.Kinds != [MaxRank]wgfft.Kind{} {
		p.Kinds = slices.Clone(t.Kinds[:t.Count])
	}
	return p
}

// Key returns the key of the plan of a transform with results of type d. Transforms with the same
// plan have equal keys.
func (t *Transform) Key(d DType) PlanKey {
	k := PlanKey{Transform: *t, IsDouble: d.IsDouble()}
	k.Inverse = false
	if t.Kind == wgfft.C2R {
		k.Kind = wgfft.R2C
	}
	return k
}

// A PlanKey identifies the plan of a transform.
type PlanKey struct {
	Transform
	IsDouble bool
}

// IsTrig reports whether a kind is a sine or cosine transform.
func IsTrig(k wgfft.Kind) bool { return k >= wgfft.DCT1 && k <= wgfft.DST4 }
