package nd

import (
	"fmt"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// describeKinds is describe for a Transform with Kinds.
func (n *node) describeKinds(a *node, t Transform) error {
	switch {
	case t.Kind != wgfft.C2C:
		return fmt.Errorf("%w: both kind %v and kinds for each axis: leave one of them out", ErrType, t.Kind)
	case len(t.Kinds) != n.transform.Count:
		return fmt.Errorf("%w: %d kinds for %d axes", ErrShape, len(t.Kinds), n.transform.Count)
	}
	n.transform.Kind = t.Kinds[0]
	copy(n.transform.Kinds[:], t.Kinds)
	return n.describeTrig(a)
}

// describeTrig checks a sine or cosine transform of a, and sets its type.
func (n *node) describeTrig(a *node) error {
	for i, x := range n.transform.Axes[:n.transform.Count] {
		kind := n.transform.Kind
		if n.transform.Kinds != [MaxRank]wgfft.Kind{} {
			kind = n.transform.Kinds[i]
		}
		switch {
		case !expr.IsTrig(kind):
			return fmt.Errorf("%w: no transform of kind %v", ErrType, kind)
		case a.dtype.IsComplex():
			return fmt.Errorf("%w: kind %v takes real elements; use Real and Imag", ErrType, kind)
		case kind == wgfft.DCT1 && n.Shape[x] < 2:
			return fmt.Errorf("%w: dct1 along axis %d of length 1, want 2 or more", ErrShape, x)
		}
	}
	n.dtype = n.dtype.Real()
	return nil
}

// DCT returns the cosine transform of a kind, DCT1 to DCT4, of real elements along the last axis. See
// [wgfft.Kind] for the definitions, and [Queue.Transform] for other axes.
func (q *Queue) DCT(a Array, kind wgfft.Kind) Array { return q.trig("DCT", a, kind, wgfft.DCT1, false) }

// IDCT returns the inverse of [Queue.DCT] of the same kind, with the factor of [wgfft.NormBackward].
func (q *Queue) IDCT(a Array, kind wgfft.Kind) Array {
	return q.trig("IDCT", a, kind, wgfft.DCT1, true)
}

// DST returns the sine transform of a kind, DST1 to DST4, of real elements along the last axis. See
// [Queue.DCT].
func (q *Queue) DST(a Array, kind wgfft.Kind) Array { return q.trig("DST", a, kind, wgfft.DST1, false) }

// IDST returns the inverse of [Queue.DST] of the same kind, with the factor of [wgfft.NormBackward].
func (q *Queue) IDST(a Array, kind wgfft.Kind) Array {
	return q.trig("IDST", a, kind, wgfft.DST1, true)
}

// trig records a sine or cosine transform of the four kinds from first on, along the last axis.
func (q *Queue) trig(op string, a Array, kind, first wgfft.Kind, isInverse bool) Array {
	if kind < first || kind > first+3 {
		return q.fail(op, fmt.Errorf("%w: kind %v, want %v to %v", ErrType, kind, first, first+3), a)
	}
	return q.transform(op, a, Transform{Kind: kind, Inverse: isInverse, Axes: lastAxis})
}
