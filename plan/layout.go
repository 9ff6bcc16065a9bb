package plan

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// Layout describes where the elements of the arrays of a problem lie. The zero value is row-major
// and contiguous, one array after the other, with real and imaginary parts interleaved. An element
// is a complex point or a real number, as the kind demands.
type Layout struct {
	// Strides is the distance between neighbors along each axis, in elements; strides may be negative.
	// Nil means row-major and contiguous (of Have elements along each axis if Have is given).
	Strides []int

	// Dist is the distance between the first elements of consecutive arrays, in elements. Zero means
	// contiguous; with Strides and a batch, Dist must be given.
	Dist int

	// Offset is the number of elements before the first one.
	Offset int

	// Have is the number of elements stored along each axis, counted from its start. Elements from Have
	// on are taken as zero and are not written. Nil means all.
	Have []int

	// Planar stores real and imaginary parts in two separate arrays of real numbers.
	Planar bool

	// Element is the type of numbers in memory, such as integers of 8 or 16 bits for real numbers, or
	// [wgsl.Halves]. Kernels convert when they load and store; nil is the problem's Number. All arrays of a
	// batch of such elements must fit into one binding.
	Element wgsl.Element
}

// A resolvedLayout is a layout with all defaults filled in. A zero view means row-major and
// contiguous.
type resolvedLayout struct {
	wgsl.Strides
	planar  bool
	element wgsl.Element
	extent  int      // elements from the start of the buffer to the last element of the last array
	size    int64    // bytes of an element
	isReal  bool     // the elements are real numbers
	rows    realRows // for R2C and C2R in place
}

// isCustom reports whether the arrays are other than row-major, contiguous, interleaved and
// float32.
func (p resolvedLayout) isCustom() bool {
	return p.Strides != wgsl.Strides{} || p.planar || p.element != nil
}

// spannedBytes returns the bytes of one binding that the arrays extend over, rounded up to whole
// words.
func (p resolvedLayout) spannedBytes() int64 { return (int64(p.extent)*p.elementBytes() + 3) &^ 3 }

// elementBytes returns the size of an element in one binding.
func (p resolvedLayout) elementBytes() int64 {
	switch {
	case p.planar:
		return p.size / 2
	case p.element != nil:
		return int64(p.element.Bytes())
	}
	return p.size
}

// layoutError returns an error about the layout of the input or output of a problem; name is
// "input" or "output".
func layoutError(p Problem, name, format string, args ...any) error {
	return fmt.Errorf("wgfft: %v: %s layout: %s", p, name, fmt.Sprintf(format, args...))
}

// check checks a layout of arrays of rank axes of real or complex elements, except for how far they
// extend.
func (l Layout) check(p Problem, rank int, isReal bool, name string) error {
	fail := func(format string, args ...any) error { return layoutError(p, name, format, args...) }
	switch {
	case l.Planar && p.isInPlaceReal():
		return fail("planar is not possible for R2C and C2R in place; use two buffers")
	case l.Planar && isReal:
		return fail("planar is for complex arrays, but these hold real numbers; leave it out")
	case l.elementError() != nil:
		return fail("%v, want Float32, Uint8, Int8, Uint16, Int16, Uint16Big, Float16 or Bfloat16",
			l.elementError())
	case l.Element != nil && elementOf(l.Element, isReal).IsReal() != isReal:
		return fail("complex points of type %v, want float32, float16 or bfloat16", l.Element)
	case l.Element != nil && l.Planar:
		return fail("planar arrays of type %v, want float32", l.Element)
	case l.Element != nil && p.InPlace && (isReal || p.Kind != C2C):
		return fail("elements of type %v in place, want float32; use two buffers", l.Element)
	case l.Offset < 0 || int64(l.Offset) >= 1<<32:
		return fail("the offset is %d elements, want 0 to 2^32-1", l.Offset)
	case l.Strides != nil && len(l.Strides) != rank || l.Have != nil && len(l.Have) != rank:
		return fail("%d strides and %d lengths, want %d of each for %d axes, or none",
			len(l.Strides), len(l.Have), rank, rank)
	case l.Strides != nil && l.Dist == 0 && p.Count() > 1:
		return fail("strides with a batch of %d need Dist, the distance between the arrays", p.Count())
	}
	return nil
}

// withoutComputed returns the problem with arrays in the place of computed elements.
func (p Problem) withoutComputed() Problem {
	for _, l := range []*Layout{&p.In, &p.Out} {
		if _, ok := l.Element.(wgsl.Computed); ok {
			l.Element = nil
		}
	}
	return p
}

// elementOf returns the type for real or complex numbers.
func elementOf(e wgsl.Element, isReal bool) wgsl.Element {
	if d, ok := e.(wgsl.Dual); ok {
		return d.For(isReal)
	}
	return e
}

// elementError returns an error if the type of the elements does not exist.
func (l Layout) elementError() error {
	if c, ok := l.Element.(interface{ Check() error }); ok {
		return c.Check()
	}
	return nil
}

// An elementRange is a range of element indices, both ends included.
type elementRange struct{ lo, hi int64 }

// extend extends the range by a dimension of count elements at a stride. It reports false if an
// index exceeds 2^32-1, which kernels cannot count.
func (s *elementRange) extend(count, stride int) bool {
	const maxStride = 1 << 32
	if int64(stride) > maxStride || int64(stride) < -maxStride {
		return false
	}
	if stride != 0 && int64(count-1) > 1<<33/max(int64(stride), -int64(stride)) {
		return false
	}
	if d := int64(count-1) * int64(stride); d < 0 {
		s.lo += d
	} else {
		s.hi += d
	}
	return s.hi < 1<<32
}

// resolve fills in the defaults of a layout for arrays of the given shape, with elements as in of.
// Errors call the layout by name.
func (l Layout) resolve(p Problem, shape []int, of Array, name string) (resolvedLayout, error) {
	fail := func(format string, args ...any) (resolvedLayout, error) {
		return resolvedLayout{}, layoutError(p, name, format, args...)
	}
	const tooFar = "an element has an index beyond 2^32-1; use shorter strides or a smaller batch"
	rank, overlaid := len(shape), p.isInPlaceReal()
	if err := l.check(p, rank, of.Real, name); err != nil {
		return resolvedLayout{}, err
	}
	dims := make([]wgsl.Dim, 0, rank+1) // the innermost first
	dense, all := 1, elementRange{int64(l.Offset), int64(l.Offset)}
	for axis := rank - 1; axis >= 0; axis-- {
		d, have := l.axisDim(axis, shape[axis], dense)
		if l.Have != nil && (have < 1 || have > d.Extent) {
			return fail("Have is %d along axis %d, want 1 to %d; crop with strides", have, axis, d.Extent)
		}
		if !all.extend(have, d.Stride) {
			return fail(tooFar)
		}
		if overlaid && axis == p.halvedAxis() && of.Real {
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
		return fail("an element has index %d; raise Offset by at least %d", all.lo, -all.lo)
	}
	at, err := wgsl.MakeStrides(append(dims, batch), l.Offset)
	if err != nil {
		return fail("%v", err)
	}
	found := resolvedLayout{Strides: at, planar: l.Planar, element: elementOf(l.Element, of.Real),
		extent: int(all.hi + 1), size: of.ElementBytes, isReal: of.Real}
	if overlaid {
		numbers := int(2 * of.ElementBytes / p.PointBytes()) // of an element
		found.rows = realRowsOf(append(dims, batch), rank-1-p.halvedAxis(), l.Offset, numbers)
	}
	return found, nil
}

// axisDim returns the dimension of an axis, and the number of its elements that the array has. dense is the stride
// of an array without gaps.
func (l Layout) axisDim(axis, extent, dense int) (d wgsl.Dim, have int) {
	d, have = wgsl.Dim{Extent: extent, Stride: dense}, extent
	if l.Have != nil {
		if have = l.Have[axis]; have < extent {
			d.Bound = have
		}
	}
	if l.Strides != nil {
		d.Stride = l.Strides[axis]
	}
	return d, have
}

// isInjective reports whether no two elements of a view share an address. It tests a sufficient
// condition: each stride exceeds the range of all shorter strides.
func isInjective(p wgsl.Strides) bool {
	all := p.Dims()
	dims := slices.DeleteFunc(all[:], func(d wgsl.Dim) bool { return d.Extent == 0 || d.Bound == 1 })
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
			return true // there is no longer stride
		}
		reach += (count - 1) * abs(d)
	}
	return true
}

// layouts returns the resolved layouts of the input and the output.
func (p Problem) layouts() (in, out resolvedLayout, err error) {
	ends, shapes := p.Arrays(), p.shapes()
	if in, err = p.In.resolve(p, shapes[0], ends[0], "input"); err != nil {
		return in, out, err
	}
	if out, err = p.Out.resolve(p, shapes[1], ends[1], "output"); err != nil {
		return in, out, err
	}
	switch {
	case p.InPlace && in != out && !p.isInPlaceReal():
		return in, out, fmt.Errorf("wgfft: %v: input and output layouts differ, want the same layout in place", p)
	case !isInjective(out.Strides):
		return in, out, fmt.Errorf("wgfft: %v: output layout: two elements share an address; use longer strides", p)
	}
	return in, out, nil
}

// Views returns where the elements of the input and of the output arrays lie. A zero view means row-major and
// contiguous.
func (p Problem) Views() (in, out wgsl.Strides, err error) {
	i, o, err := p.layouts()
	return i.Strides, o.Strides, err
}

// Extents returns the number of elements that the input and the output buffer must have at least.
// It returns the error of Check if the problem is invalid.
func (p Problem) Extents() (in, out int, err error) {
	if err := p.checkArrays(); err != nil {
		return 0, 0, err
	}
	i, o, err := p.layouts()
	return i.extent, o.extent, err
}

// Spans returns the bytes of the input and of the output buffer, in whole words; of planar arrays, the bytes of each of
// the two buffers. It returns the error of Check if the problem is invalid.
func (p Problem) Spans() (in, out int64, err error) {
	if err := p.checkArrays(); err != nil {
		return 0, 0, err
	}
	i, o, err := p.layouts()
	in, out = i.spannedBytes(), o.spannedBytes()
	if p.InPlace {
		in, out = max(in, out), max(in, out)
	}
	return in, out, err
}

// IsContiguous reports whether the input and the output have the default layout.
func (p Problem) IsContiguous() (in, out bool, err error) {
	i, o, err := p.layouts()
	return !i.isCustom(), !o.isCustom(), err
}
