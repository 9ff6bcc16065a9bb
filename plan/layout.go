package plan

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// A Layout says where the elements of a problem's arrays lie. The zero value is row-major without gaps, one array after the other,
// real and imaginary parts side by side.
type Layout struct {
	Strides []int        // elements from one to the next along each axis, may be negative; nil: row-major without gaps, of Have if given
	Dist    int          // elements from one array of a batch to the next; 0: without gaps
	Offset  int          // elements before the first
	Have    []int        // elements there are along each axis: those of the shape beyond read as zero and are not written. nil: all
	Planar  bool         // real and imaginary parts are arrays of float32 of their own
	Samples wgsl.Samples // what real numbers are kept as: Float32, or whole numbers of 8 or 16 bits, which kernels convert as they load and store them; those of a batch lie in one binding and are not divided
}

// places are those of the arrays of a problem, and how many elements they reach over.
type resolvedLayout struct {
	wgsl.StridedView
	planar  bool
	samples wgsl.Samples
	extent  int
	size    int64    // of an element in bytes
	rows    realRows // of half transforms in place
}

// special says whether the arrays are other than row-major without gaps.
func (p resolvedLayout) isCustom() bool {
	return p.StridedView != wgsl.StridedView{} || p.planar || p.samples != wgsl.Float32
}

// reach is how many bytes of a binding the elements reach over, in whole words.
func (p resolvedLayout) spannedBytes() int64 { return (int64(p.extent)*p.elementBytes() + 3) &^ 3 }

// bytes is the size of an element in one binding.
func (p resolvedLayout) elementBytes() int64 {
	switch {
	case p.planar:
		return p.size / 2
	case p.samples != wgsl.Float32:
		return p.samples.Bytes()
	}
	return p.size
}

// A layoutError says what is wrong with the layout of a problem's input or output.
func layoutError(p Problem, what, format string, args ...any) error {
	return fmt.Errorf("wgfft: %v: %s layout: %s", p, what, fmt.Sprintf(format, args...))
}

// check says what is wrong with a layout of elements of a size, but for how far they reach; what is its name in errors.
func (l Layout) check(p Problem, rank int, size int64, what string) error {
	fail := func(format string, args ...any) error { return layoutError(p, what, format, args...) }
	switch {
	case l.Planar && p.isInPlaceReal():
		return fail("in place real and imaginary parts lie side by side; use two buffers")
	case l.Planar && size < ElementBytes:
		return fail("real numbers have no imaginary parts to lie apart")
	case !l.Samples.IsValid():
		return fail("%v: use Float32, Uint8, Int8, Uint16, Int16 or Uint16Big", l.Samples)
	case l.Samples != wgsl.Float32 && size == ElementBytes:
		return fail("samples of type %v: complex points are float32; of real transforms the numbers may be of others", l.Samples)
	case l.Samples != wgsl.Float32 && p.InPlace:
		return fail("samples of type %v: the result does not take their place; use two buffers", l.Samples)
	case l.Offset < 0 || int64(l.Offset) >= 1<<32:
		return fail("an offset of %d elements: it is from 0 to 2^32-1", l.Offset)
	case l.Strides != nil && len(l.Strides) != rank || l.Have != nil && len(l.Have) != rank:
		return fail("%d strides and %d lengths: an array of %d axes needs as many, or none", len(l.Strides), len(l.Have), rank)
	case l.Strides != nil && l.Dist == 0 && p.Count() > 1:
		return fail("strides and a batch of %d: say the distance between the arrays", p.Count())
	}
	return nil
}

// A stretch is from the first element to the last of those that dimensions reach over.
type elementRange struct{ lo, hi int64 }

// over adds a dimension; it reports false where elements lie beyond what kernels count to.
func (s *elementRange) extend(count, stride int) bool {
	if int64(stride) > 1<<32 || int64(stride) < -1<<32 || stride != 0 && int64(count-1) > 1<<33/max(int64(stride), -int64(stride)) {
		return false
	}
	if d := int64(count-1) * int64(stride); d < 0 {
		s.lo += d
	} else {
		s.hi += d
	}
	return s.hi < 1<<32
}

// places works out where the elements of a layout lie; what is its name in errors.
func (l Layout) resolve(p Problem, shape []int, size int64, what string) (resolvedLayout, error) {
	fail := func(format string, args ...any) (resolvedLayout, error) {
		return resolvedLayout{}, layoutError(p, what, format, args...)
	}
	const tooFar = "elements lie beyond 2^32, which kernels can't count to"
	rank, overlaid := len(shape), p.isInPlaceReal()
	if err := l.check(p, rank, size, what); err != nil {
		return resolvedLayout{}, err
	}
	dims := make([]wgsl.Dim, 0, rank+1) // the innermost first
	dense, all := 1, elementRange{int64(l.Offset), int64(l.Offset)}
	for axis := rank - 1; axis >= 0; axis-- {
		d := wgsl.Dim{Extent: shape[axis], Stride: dense}
		have := d.Extent
		if l.Have != nil {
			have = l.Have[axis]
			if have < 1 || have > d.Extent {
				return fail("%d elements along axis %d: there are from 1 to %d; crop by strides", have, axis, d.Extent)
			}
			if have < d.Extent {
				d.Bound = have
			}
		}
		if l.Strides != nil {
			d.Stride = l.Strides[axis]
		}
		if !all.extend(have, d.Stride) {
			return fail(tooFar)
		}
		if overlaid && axis == p.halvedAxis() && size < ElementBytes {
			have = 2 * realdct.Bins(p.Shape[axis])
		}
		dense *= have
		dims = append(dims, d)
	}
	batch := wgsl.Dim{Extent: p.Count(), Stride: l.Dist}
	if l.Dist == 0 {
		batch.Stride = dense
	}
	if overlaid || l.Strides != nil || l.Dist != 0 || l.Have != nil || l.Offset != 0 {
		if !all.extend(batch.Extent, batch.Stride) {
			return fail(tooFar)
		}
	} else {
		all.hi = int64(dense)*int64(p.Count()) - 1
	}
	if all.lo < 0 {
		return fail("an element lies %d before the first: raise the offset", -all.lo)
	}
	at, err := wgsl.MakeStridedView(append(dims, batch), l.Offset)
	if err != nil {
		return fail("%v", err)
	}
	found := resolvedLayout{StridedView: at, planar: l.Planar, samples: l.Samples, extent: int(all.hi + 1), size: size}
	if overlaid {
		found.rows = realRowsOf(append(dims, batch), rank-1-p.halvedAxis(), l.Offset, int(size/numberBytes))
	}
	return found, nil
}

// apart says whether no two elements of the layout share a place: where every stride is longer than what the shorter ones reach over.
func isInjective(p wgsl.StridedView) bool {
	dims := slices.Clone(p.Dims[:])
	dims = slices.DeleteFunc(dims, func(d wgsl.Dim) bool { return d.Extent == 0 || d.Bound == 1 })
	abs := func(d wgsl.Dim) int { return max(d.Stride, -d.Stride) }
	slices.SortFunc(dims, func(a, b wgsl.Dim) int { return cmp.Compare(abs(a), abs(b)) })
	reach := 0
	for _, d := range dims {
		count := d.Extent
		if d.Bound > 0 {
			count = d.Bound
		}
		if abs(d) <= reach {
			return false
		}
		if reach > math.MaxInt32 {
			return true // no stride is as long
		}
		reach += (count - 1) * abs(d)
	}
	return true
}

// layouts are the places of a problem's source and destination.
func (p Problem) layouts() (in, out resolvedLayout, err error) {
	ends, shapes := p.Arrays(), p.shapes()
	if in, err = p.In.resolve(p, shapes[0], ends[0].ElementBytes, "input"); err != nil {
		return in, out, err
	}
	if out, err = p.Out.resolve(p, shapes[1], ends[1].ElementBytes, "output"); err != nil {
		return in, out, err
	}
	switch {
	case p.InPlace && in != out && !p.isInPlaceReal():
		return in, out, fmt.Errorf("wgfft: %v: in place the input and the output have the same layout", p)
	case !isInjective(out.StridedView):
		return in, out, fmt.Errorf("wgfft: %v: output layout: two elements share a place; use longer strides", p)
	}
	return in, out, nil
}

// Gather copies the arrays of a problem from where its input layout has them to row-major arrays without gaps: elements that don't exist
// become zero. dst has as many elements as Ends says times Count, and src reaches as far as Extents says.
func Gather[T complex64 | float32](p Problem, dst, src []T) error {
	return GatherContext(context.Background(), p, dst, src)
}

// GatherContext is Gather until ctx ends, whose error it then returns.
func GatherContext[T complex64 | float32](ctx context.Context, p Problem, dst, src []T) error {
	in, _, err := p.layouts()
	if err != nil {
		return err
	}
	return forEachRun(ctx, in.StridedView, len(dst), func(e, at, n, stride int) {
		for i := range n {
			dst[e+i] = src[at+i*stride]
		}
	}, func(e, n int) { clear(dst[e : e+n]) })
}

// Scatter copies row-major arrays without gaps to where the output layout of a problem has them.
func Scatter[T complex64 | float32](p Problem, dst, src []T) error {
	return ScatterContext(context.Background(), p, dst, src)
}

// ScatterContext is Scatter until ctx ends, whose error it then returns.
func ScatterContext[T complex64 | float32](ctx context.Context, p Problem, dst, src []T) error {
	_, out, err := p.layouts()
	if err != nil {
		return err
	}
	return forEachRun(ctx, out.StridedView, len(src), func(e, at, n, stride int) {
		for i := range n {
			dst[at+i*stride] = src[e+i]
		}
	}, func(int, int) {})
}

// Extents are how many elements the input and the output of a problem reach over, or what Check says is wrong with it.
func (p Problem) Extents() (in, out int, err error) {
	if err := p.checkArrays(); err != nil {
		return 0, 0, err
	}
	i, o, err := p.layouts()
	return i.extent, o.extent, err
}

// Usual says whether a layout is the one of a problem that says nothing.
func (p Problem) IsContiguous() (in, out bool, err error) {
	i, o, err := p.layouts()
	return !i.isCustom(), !o.isCustom(), err
}

// each calls run for runs of elements that lie at one stride, and missing for runs of elements that
// don't exist. No run has more than mostRun elements, and ctx is looked at after as many.
func forEachRun(
	ctx context.Context, p wgsl.StridedView, elements int, run func(e, at, n, stride int), missing func(e, n int),
) error {
	inner := wgsl.Dim{Extent: elements, Stride: 1}
	if p.Dims[0].Extent > 0 {
		inner = p.Dims[0]
		if p.Dims[1].Extent == 0 { // the only dimension
			inner.Extent = elements
		}
	}
	have := inner.Extent
	if inner.Bound > 0 {
		have = inner.Bound
	}
	done := 0
	for e := 0; e < elements; e += inner.Extent {
		at, exists := p.At(e)
		have := have
		if !exists {
			have = 0
		}
		n := min(inner.Extent, elements-e)
		for i := 0; i < n; {
			m := min(n-i, maxRun)
			if i < have {
				m = min(m, have-i)
				run(e+i, at+i*inner.Stride, m, inner.Stride)
			} else {
				missing(e+i, m)
			}
			i += m
			if done += m; done >= maxRun {
				if err := ctx.Err(); err != nil {
					return err
				}
				done = 0
			}
		}
	}
	return nil
}

// mostRun is how many elements are copied between two looks at a context.
const maxRun = 1 << 16
