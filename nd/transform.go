package nd

import (
	"fmt"
	"slices"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// A Transform describes an FFT, or a sine or cosine transform, for [Queue.Transform].
type Transform struct {
	Kind    wgfft.Kind // also sine and cosine transforms, of real elements
	Inverse bool       // false for R2C, which is forward; C2R is always inverse
	Axes    []int      // the transformed axes; nil means all. R2C and C2R halve the last one of the list.
	// Kinds has a kind of sine or cosine transform for each of Axes. nil means Kind along all of them.
	// If Kinds is set, Kind must be C2C, its zero value.
	Kinds []wgfft.Kind
	N     int // for C2R: the number of real elements along the halved axis
	Norm  wgfft.Norm
}

// Transform returns the transform of a that t describes. The element type of a decides the
// precision. Kind C2C takes real arrays, too.
func (q *Queue) Transform(a Array, t Transform) Array { return q.transform("Transform", a, t) }

// transform records a transform.
func (q *Queue) transform(op string, a Array, t Transform) Array {
	n, r := q.begin(op, kindTransform, a)
	if n == nil {
		return r
	}
	if err := n.describe(a.n, t); err != nil {
		return q.fail(op, err, a)
	}
	return r
}

// describe sets the extent, the type and the transform of a node from its operand a and from t.
func (n *node) describe(a *node, t Transform) error {
	if a.Rank == 0 {
		return fmt.Errorf("%w: a scalar has no transform", ErrShape)
	}
	n.Extent, n.dtype = a.Extent, a.dtype.Number()
	n.transform = expr.Transform{Kind: t.Kind, Inverse: t.Inverse || t.Kind == wgfft.C2R, Norm: t.Norm}
	if err := n.chooseAxes(t.Axes); err != nil {
		return err
	}
	last := int(n.transform.Axes[n.transform.Count-1])
	n.transform.Points = n.Extent
	if t.Kinds != nil {
		return n.describeKinds(a, t)
	}
	switch t.Kind {
	case wgfft.C2C:
		n.dtype = a.dtype.Complex()
	case wgfft.R2C:
		if a.dtype.IsComplex() || t.Inverse {
			return fmt.Errorf("%w: kind r2c takes real elements forward; FFT takes complex ones", ErrType)
		}
		n.dtype = a.dtype.Complex()
		n.Shape[last] = n.Shape[last]/2 + 1
	case wgfft.C2R:
		if t.N < 1 || t.N/2+1 != n.Shape[last] {
			return fmt.Errorf("%w: %d bins are not the half spectrum of %d real elements", ErrShape, n.Shape[last], t.N)
		}
		n.dtype = a.dtype.Real()
		n.Shape[last] = t.N
		n.transform.Points = n.Extent
	default:
		return n.describeTrig(a)
	}
	return nil
}

// chooseAxes sets the axes of a transform.
func (n *node) chooseAxes(axes []int) error {
	var seen [MaxRank]bool
	if axes == nil {
		for i := range n.Rank {
			n.transform.Axes[i] = int8(i)
		}
		n.transform.Count = n.Rank
		return nil
	}
	if len(axes) == 0 {
		return fmt.Errorf("%w: no axes", ErrShape)
	}
	for i, x := range axes {
		k, err := n.axis(x)
		if err != nil {
			return err
		}
		if seen[k] {
			return fmt.Errorf("%w: axis %d twice in %v", ErrShape, x, slices.Clone(axes))
		}
		seen[k] = true
		n.transform.Axes[i] = int8(k)
	}
	n.transform.Count = len(axes)
	return nil
}

// lastAxis and lastTwo are the axes of FFT and FFT2.
var lastAxis, lastTwo = []int{-1}, []int{-2, -1}

// FFT returns the forward transform along the last axis. [Queue.Transform] has other axes and norms.
func (q *Queue) FFT(a Array) Array { return q.transform("FFT", a, Transform{Axes: lastAxis}) }

// IFFT returns the inverse transform along the last axis, with the factor 1/n.
func (q *Queue) IFFT(a Array) Array {
	return q.transform("IFFT", a, Transform{Inverse: true, Axes: lastAxis})
}

// FFT2 returns the forward transform along the last two axes.
func (q *Queue) FFT2(a Array) Array { return q.transform("FFT2", a, Transform{Axes: lastTwo}) }

// IFFT2 returns the inverse transform along the last two axes.
func (q *Queue) IFFT2(a Array) Array {
	return q.transform("IFFT2", a, Transform{Inverse: true, Axes: lastTwo})
}

// FFTN returns the forward transform along all axes.
func (q *Queue) FFTN(a Array) Array { return q.transform("FFTN", a, Transform{}) }

// IFFTN returns the inverse transform along all axes.
func (q *Queue) IFFTN(a Array) Array { return q.transform("IFFTN", a, Transform{Inverse: true}) }

// RFFT returns the half spectrum of real elements along the last axis: n/2+1 bins.
func (q *Queue) RFFT(a Array) Array {
	return q.transform("RFFT", a, Transform{Kind: wgfft.R2C, Axes: lastAxis})
}

// IRFFT returns the n real elements of a half spectrum along the last axis.
func (q *Queue) IRFFT(a Array, n int) Array {
	return q.transform("IRFFT", a, Transform{Kind: wgfft.C2R, N: n, Axes: lastAxis})
}

// RFFT2 returns the half spectrum of real elements along the last two axes: n/2+1 bins along the last.
func (q *Queue) RFFT2(a Array) Array {
	return q.transform("RFFT2", a, Transform{Kind: wgfft.R2C, Axes: lastTwo})
}

// IRFFT2 returns the real elements of a half spectrum along the last two axes, with n elements
// along the last one. n is needed because 2m-2 and 2m-1 real elements both have m bins.
func (q *Queue) IRFFT2(a Array, n int) Array {
	return q.transform("IRFFT2", a, Transform{Kind: wgfft.C2R, N: n, Axes: lastTwo})
}

// RFFTN returns the half spectrum of real elements along all axes: n/2+1 bins along the last.
func (q *Queue) RFFTN(a Array) Array { return q.transform("RFFTN", a, Transform{Kind: wgfft.R2C}) }

// IRFFTN returns the real elements of a half spectrum along all axes, n along the last one.
func (q *Queue) IRFFTN(a Array, n int) Array {
	return q.transform("IRFFTN", a, Transform{Kind: wgfft.C2R, N: n})
}
