package wgsl

import (
	"fmt"
	"unique"
)

// MaxDims is the largest number of dimensions of an array. Dimensions that continue one another
// count as one.
const MaxDims = 10

// A Dim is one dimension of a view.
type Dim struct {
	Extent int // number of elements; the outermost dimension may have more; 0 means no limit
	Stride int // distance between neighboring elements; may be negative
	Bound  int // elements that exist; 0 means all
}

// A RowLayout places the rows of an array for ops that number the elements of rows, such as the ops
// of real transforms. Inner rows lie side by side. Element n of row r of their group g is at
//
//	(g Length + n) Inner + r                                                            (2)
//
// The view then numbers points instead of elements: point j of transform q is number
//
//	(q mod Extent) Stride + sum of digits of j by Points                                (3)
//
// of row q div Extent, for the extent and the stride of the first dimension of Batch. The zero value
// is none.
type RowLayout struct {
	Length int // elements of a row
	Inner  int // rows side by side; 0 means 1
}

// inner returns Inner with its default.
func (r RowLayout) inner() int { return max(1, r.Inner) }

// A View places the points of transforms. Transform q has digits by the extents of Batch, and point
// j has digits by the extents of Points, the innermost first. The digits times their strides add up
// to the element
//
//	e = sum of digits of q by Batch + sum of digits of j by Points                      (1)
//
// Array is the memory layout of the array of these elements, if it has gaps. Elements at or above
// Bound read as zero and are not written.
type View struct {
	Batch    [2]Dim
	Points   [2]Dim
	Bound    int
	Rows     RowLayout
	Array    Strides
	Segments Segments
}

// Strides are the memory layout of an array that has gaps. Element e in row-major order has one
// digit d_i for each dimension, the innermost first. It lies at
//
//	Offset + sum over i of d_i Stride_i
//
// Elements with a digit at or above the bound of its dimension read as zero and are not written. The
// zero value is an array without gaps.
type Strides struct {
	Offset int
	dims   unique.Handle[[MaxDims]Dim] // a handle keeps kernels small; the zero handle has no dimensions
}

// Dims returns the dimensions, the innermost first; unused ones are zero.
func (s Strides) Dims() (all [MaxDims]Dim) {
	if s.dims != (unique.Handle[[MaxDims]Dim]{}) {
		all = s.dims.Value()
	}
	return all
}

// WithDims returns the strides with other dimensions.
func (s Strides) WithDims(all [MaxDims]Dim) Strides {
	s.dims = unique.Handle[[MaxDims]Dim]{}
	if all != ([MaxDims]Dim{}) {
		s.dims = unique.Make(all)
	}
	return s
}

// Segments divide an array into bindings of Size elements each; the last one may have fewer. The
// zero value is one binding.
type Segments struct {
	Count int // number of bindings; 0 means 1
	Size  int // elements of each binding but the last
}

// check returns an error if a dimension, a stride or the bound is not valid.
func (v *View) check(interleave int) error {
	if v.Bound < 0 {
		return fmt.Errorf("bound %d: want at least 0", v.Bound)
	}
	for _, d := range v.Points {
		if d.Stride%interleave != 0 {
			return fmt.Errorf("points are %d elements apart: want a multiple of the interleave %d",
				d.Stride, interleave)
		}
	}
	for i, d := range [...][2]Dim{v.Points, v.Batch} {
		name := [...]string{"points", "transforms"}[i]
		switch inner, outer := d[0], d[1]; {
		case inner.Bound != 0 || outer.Bound != 0:
			return fmt.Errorf("a dimension of %s has a bound: give it to the view or to its array", name)
		case inner.Extent < 0 || inner.Stride < 0 || outer.Stride < 0:
			return fmt.Errorf("dimensions of %s are %v: want extents and strides of at least 0", name, d)
		case outer.Extent != 0 || (inner.Extent == 0) != (outer.Stride == 0):
			return fmt.Errorf("dimensions of %s are %v: an inner one with an extent needs an outer one with "+
				"a stride only", name, d)
		}
	}
	return nil
}

// count returns Count with its default.
func (g Segments) count() int { return max(1, g.Count) }

// check returns an error unless there is one binding without a size, or several with a size.
func (g Segments) check() error {
	if g == (Segments{}) || g.Count > 1 && g.Size > 0 {
		return nil
	}
	return fmt.Errorf("segments: %d of %d elements: want at least 2 of at least 1", g.Count, g.Size)
}

// MakeStrides returns the layout of an array with the given dimensions, the innermost first. It
// merges dimensions that continue one another. It fails if more than MaxDims remain.
func MakeStrides(dims []Dim, offset int) (Strides, error) {
	var used [MaxDims]Dim
	n := 0
	for _, d := range dims {
		switch {
		case d.Extent == 1:
			continue
		case n > 0 && used[n-1].Bound == 0 && used[n-1].Extent*used[n-1].Stride == d.Stride:
			used[n-1].Bound = used[n-1].Extent * d.Bound
			used[n-1].Extent *= d.Extent
			continue
		case n == MaxDims:
			return Strides{}, fmt.Errorf("wgsl: array has more than %d dimensions that are not contiguous", MaxDims)
		}
		used[n] = d
		n++
	}
	if n == 0 || n == 1 && used[0].Stride == 1 && used[0].Bound == 0 {
		used = [MaxDims]Dim{}
	}
	return Strides{Offset: offset}.WithDims(used), nil
}

// used returns the dimensions, and the number of dimensions in use.
func (s Strides) used() (all [MaxDims]Dim, n int) {
	all = s.Dims()
	for n < MaxDims && all[n].Extent != 0 {
		n++
	}
	return all, n
}

// check returns an error if extents, bounds or offset are negative, or a dimension is missing.
func (s *Strides) check() error {
	all, n := s.used()
	for i, d := range all {
		if d.Extent < 0 || d.Bound < 0 || i >= n && d != (Dim{}) {
			return fmt.Errorf("array: dimension %d has extent %d and bound %d: want at least 1 and 0",
				i, d.Extent, d.Bound)
		}
	}
	if s.Offset < 0 {
		return fmt.Errorf("array: offset %d: want at least 0", s.Offset)
	}
	return nil
}

// At returns the index of element e, and reports whether the element exists.
func (s *Strides) At(e int) (at int, exists bool) {
	dims, n := s.used()
	if n == 0 {
		return s.Offset + e, true
	}
	at, exists = s.Offset, true
	for i, d := range dims[:n] {
		digit := e
		if i < n-1 {
			digit, e = e%d.Extent, e/d.Extent
		}
		at += digit * d.Stride
		exists = exists && (d.Bound == 0 || digit < d.Bound)
	}
	return at, exists
}

// place returns the index at of element e, modulo 2^32. The index needs the names rest: for each dimension but the
// innermost, e without the digits of the dimensions below. isAbsent is the condition that the element does not
// exist, or nil if all elements exist.
func (s *Strides) place(e *Index) (rest []*Index, isAbsent, at *Index) {
	dims, n := s.used()
	if n == 0 {
		return nil, nil, &Index{op: opAdd, a: Const(s.Offset), b: e}
	}
	for i, d := range dims[:n] {
		digit := e
		if i < n-1 {
			digit = e.Mod(d.Extent)
			e = Let(numbered("e", i+1), e.Div(d.Extent), "")
			rest = append(rest, e)
		}
		if beyond := digit.AtLeast(Const(d.Bound)); d.Bound > 0 && isAbsent == nil {
			isAbsent = beyond
		} else if d.Bound > 0 {
			isAbsent = Either(isAbsent, beyond)
		}
		at = sumOf(at, digit.Times(int(uint32(d.Stride))))
	}
	if s.Offset > 0 {
		at = &Index{op: opAdd, a: Const(s.Offset), b: at}
	}
	return rest, isAbsent, at
}

// Rows returns the view of transforms of n points, dist elements apart.
func Rows(n, dist int) View {
	return View{Batch: [2]Dim{{Stride: dist}}, Points: [2]Dim{{Stride: 1}}}
}

// Columns returns the view of transforms of n points that are the columns of matrices. A matrix has the given
// number of columns. The view of a single column is Rows(n, n).
func Columns(columns, n int) View {
	if columns == 1 {
		return Rows(n, n)
	}
	return View{
		Batch:  [2]Dim{{Extent: columns, Stride: 1}, {Stride: columns * n}},
		Points: [2]Dim{{Stride: columns}},
	}
}

// digits returns the sum of the digits of x times their strides.
func digits(dims [2]Dim, x *Index) *Index {
	if d := dims[0]; d.Extent > 0 && dims[1].Stride > 0 {
		return x.Div(d.Extent).Times(dims[1].Stride).Plus(x.Mod(d.Extent).Times(d.Stride))
	}
	return x.Times(dims[0].Stride)
}

// At returns the element of point j of transform q.
func (v View) At(q, j int) int { return sum(v.Batch, q) + sum(v.Points, j) }

// sum returns the sum of the digits of x times their strides.
func sum(dims [2]Dim, x int) int {
	if d := dims[0]; d.Extent > 0 && dims[1].Stride > 0 {
		return x%d.Extent*d.Stride + x/d.Extent*dims[1].Stride
	}
	return x * dims[0].Stride
}
