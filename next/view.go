package wgsl

// MaxDims is the largest number of dimensions of an array. Dimensions that continue one another
// count as one.
const MaxDims = 10

// A Dim is one dimension of a view.
type Dim struct {
	Extent int // elements; the outermost dimension may have more, and 0 has no end
	Stride int // distance between neighboring elements; may be negative
	Bound  int // elements that exist; 0 means all
}

// A RowLayout places the rows of an array whose ops number the elements of rows, such as those of
// real transforms. Inner rows lie side by side. Element n of row r of their group g is at
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

// A View places the points of transforms. The digits of transform q by the extents of Batch, and
// those of point j by Points, the innermost first, times their strides add up to the element
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
	Dims   [MaxDims]Dim
	Offset int
}

// Segments divide an array into bindings of Size elements each; the last one may have fewer. The
// zero value is one binding.
type Segments struct {
	Count int // number of bindings; 0 means 1
	Size  int // elements of each binding but the last
}

// Rows returns the view of transforms of n points, dist elements apart.
func Rows(n, dist int) View {
	return View{Batch: [2]Dim{{Stride: dist}}, Points: [2]Dim{{Stride: 1}}}
}

// Columns returns the view of transforms of n points that are the columns of matrices: columns of
// them lie side by side.
func Columns(columns, n int) View {
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
