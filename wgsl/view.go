package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxDims is the most dimensions of an array that is not contiguous, those that follow from others not counted.
const MaxDims = 10

// Places say where the elements of an array lie that is not contiguous. An element's number in row-major order has one digit for each
// dimension, the innermost first; it lies at Offset and, for each dimension, the digit times the stride. Elements with a digit beyond
// what there is of a dimension read as zero and are not written. The zero value is an array without gaps.
type StridedView struct {
	Dims   [MaxDims]Dim
	Offset int
}

// A Dim is one dimension of an array.
type Dim struct {
	Extent int // elements; of the outermost as many as there are
	Stride int // from one to the next; may be negative
	Bound  int // elements that exist; 0 means Count, or all
}

// MakePlaces returns the places of an array of the given dimensions, the innermost first. Dimensions that continue the one before are
// made one with it.
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
			return StridedView{}, fmt.Errorf("wgsl: places: more than %d dimensions that don't continue one another", MaxDims)
		}
		p.Dims[n] = d
		n++
	}
	if n == 0 || n == 1 && p.Dims[0].Stride == 1 && p.Dims[0].Bound == 0 {
		p.Dims = [MaxDims]Dim{}
	}
	return p, nil
}

// dims are the dimensions in use.
func (p StridedView) dims() []Dim {
	n := 0
	for n < MaxDims && p.Dims[n].Extent != 0 {
		n++
	}
	return p.Dims[:n]
}

// At is where element e lies, and whether it exists.
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

// fine says whether the places make sense.
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

// String is the places' part of a kernel's name: 64x1.32x100+7.
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

// parse reads what String prints.
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

// place writes the lines that turn element number e into its place i, and before them the given one under the condition that the element
// does not exist. Negative strides are what they are modulo 2^32.
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
