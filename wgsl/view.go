package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxDims is the largest number of dimensions of a view. Dimensions that continue one another count
// as one.
const MaxDims = 10

// A StridedView is the memory layout of an array that has gaps. Element e in row-major order has one
// digit d_i for each dimension, the innermost first. It lies at
//
//	Offset + sum over i of d_i Stride_i
//
// Elements with a digit at or above the bound of its dimension read as zero and are not written. The
// zero value is an array without gaps.
type StridedView struct {
	Dims   [MaxDims]Dim
	Offset int
}

// A Dim is one dimension of an array.
type Dim struct {
	Extent int // elements; the outermost dimension may have more
	Stride int // distance between neighboring elements; may be negative
	Bound  int // elements that exist; 0 means all
}

// MakeStridedView returns the view of an array with the given dimensions, the innermost first. It
// merges dimensions that continue one another. It fails if more than MaxDims remain.
func MakeStridedView(dims []Dim, offset int) (StridedView, error) {
	p := StridedView{Offset: offset}
	n := 0
	for _, d := range dims {
		switch {
		case d.Extent == 1:
			continue
		case n > 0 && p.Dims[n-1].Bound == 0 && p.Dims[n-1].Extent*p.Dims[n-1].Stride == d.Stride:
			p.Dims[n-1].Bound = p.Dims[n-1].Extent * d.Bound
			p.Dims[n-1].Extent *= d.Extent
			continue
		case n == MaxDims:
			return StridedView{}, fmt.Errorf("wgsl: view has more than %d dimensions that are not contiguous", MaxDims)
		}
		p.Dims[n] = d
		n++
	}
	if n == 0 || n == 1 && p.Dims[0].Stride == 1 && p.Dims[0].Bound == 0 {
		p.Dims = [MaxDims]Dim{}
	}
	return p, nil
}

// dims returns the dimensions in use.
func (p StridedView) dims() []Dim {
	n := 0
	for n < MaxDims && p.Dims[n].Extent != 0 {
		n++
	}
	return p.Dims[:n]
}

// At returns where element e lies, and reports whether it exists.
func (p StridedView) At(e int) (at int, exists bool) {
	dims := p.dims()
	if len(dims) == 0 {
		return p.Offset + e, true
	}
	at, exists = p.Offset, true
	for i, d := range dims {
		digit := e
		if i < len(dims)-1 {
			digit, e = e%d.Extent, e/d.Extent
		}
		at += digit * d.Stride
		exists = exists && (d.Bound == 0 || digit < d.Bound)
	}
	return at, exists
}

// isValid reports whether extents, bounds and offset are not negative, and no dimension is missing.
func (p StridedView) isValid() bool {
	dims := p.dims()
	for _, d := range p.Dims {
		if d.Extent < 0 || d.Bound < 0 || d.Extent == 0 && d != (Dim{}) {
			return false
		}
	}
	for _, d := range p.Dims[len(dims):] {
		if d != (Dim{}) {
			return false
		}
	}
	return p.Offset >= 0
}

// String returns the tag in a kernel's name, extent x stride and the offset: 64x1.32x100+7.
func (p StridedView) String() string {
	dims := p.dims()
	parts := make([]string, len(dims))
	for i, d := range dims {
		parts[i] = fmt.Sprintf("%dx%d", d.Extent, d.Stride)
		if d.Bound > 0 {
			parts[i] += fmt.Sprintf("x%d", d.Bound)
		}
	}
	return strings.Join(parts, ".") + fmt.Sprintf("+%d", p.Offset)
}

// parse is the inverse of String.
func (p *StridedView) parse(s string) error {
	dims, offset, _ := strings.Cut(s, "+")
	var err error
	if p.Offset, err = strconv.Atoi(offset); err != nil {
		return err
	}
	for i, d := range strings.Split(dims, ".") {
		if dims == "" {
			break
		}
		if i == MaxDims {
			return fmt.Errorf("more than %d dimensions", MaxDims)
		}
		to, format := []any{&p.Dims[i].Extent, &p.Dims[i].Stride}, "%dx%d"
		if strings.Count(d, "x") == 2 {
			to, format = append(to, &p.Dims[i].Bound), format+"x%d"
		}
		if _, err := fmt.Sscanf(d, format, to...); err != nil {
			return err
		}
	}
	return nil
}

// viewIndex writes the lines that compute index i of element e. If an element may not exist, the
// statement missing comes first, under that condition. Strides are written modulo 2^32.
func (e *emitter) viewIndex(p StridedView, missing string) {
	sum := ""
	if p.Offset > 0 {
		sum = fmt.Sprintf("%du + ", p.Offset)
	}
	dims := p.dims()
	if len(dims) == 0 {
		e.line("let i = %se;", sum)
		return
	}
	number, digits, absent := "e", make([]string, len(dims)), []string{}
	for d, dim := range dims {
		digits[d] = number
		if d < len(dims)-1 {
			digits[d] = fmt.Sprintf("%s %% %du", number, dim.Extent)
			e.line("let e%d = %s / %du;", d+1, number, dim.Extent)
			number = fmt.Sprintf("e%d", d+1)
		}
		if dim.Bound > 0 {
			absent = append(absent, fmt.Sprintf("%s >= %du", digits[d], dim.Bound))
		}
	}
	if len(absent) > 0 {
		e.line("if (%s) {", strings.Join(absent, " || "))
		e.line("%s", missing)
		e.line("}")
	}
	for d, dim := range dims {
		digits[d] = times(digits[d], uint32(dim.Stride))
	}
	e.line("let i = %s%s;", sum, strings.Join(digits, " + "))
}
