package wgsl

import (
	"fmt"
	"strings"
)

// A Described op or element has a remark for the header of a kernel. Others are described by their
// tags.
type Described interface{ Remark() string }

// remark returns the remark of an op or an element.
func remark(x interface{ Tag() string }) string {
	if d, ok := x.(Described); ok {
		return d.Remark()
	}
	return x.Tag()
}

// header returns the comment at the top of a kernel: name, formula, index maps and what its parts do
// beside.
func (k *Kernel) header() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "// "+format+"\n", args...) }
	s := &k.Stages
	line("%s", k.Name())
	if n := k.N(); s.isOneAxis() {
		line("X[k] = sum over j of x[j] w_%d^(jk), w_%d = exp(-2 pi i / %d)", n, n, n)
	} else {
		line("the transform of %s, w_n = exp(-2 pi i / n)", s.shape())
	}
	for _, end := range []*End{&k.Load, &k.Store} {
		end.describe(k, line)
	}
	if i := k.Threads.interleave(); i > 1 {
		line("transforms of %d arrays are interleaved; for twiddles, q is q div %d", i, i)
	}
	if p := s.Rader.Prime; p > 0 {
		line("the first %d points by Rader: X[g^b] = x[0] + sum over a of x[g^-a] w_%d^(g^(b-a)), g = %d",
			p, p, Generator(p))
	}
	if s.isConvolution() {
		line("middle: %s, parts swapped, and the transform again", remark(s.Filter))
	}
	line("%d transforms per workgroup, %d threads each", k.Threads.Transforms, k.ThreadsPerTransform())
	return b.String()
}

// shape returns the extents of the axes: 24 x 24 points.
func (s *Stages) shape() string {
	text := ""
	for i, c := range [...]Radices{s.Outer[1], s.Outer[0], s.Radices} {
		if c != (Radices{}) || i == 2 || text != "" {
			text += fmt.Sprintf("%d x ", c.N())
		}
	}
	text = strings.TrimSuffix(text, " x ") + " points"
	if s.innerExtent() > 1 {
		text += fmt.Sprintf(", inner extent %d", s.InnerExtent)
	}
	return text
}

// describe writes where the points lie, and what happens to them on their way.
func (e *End) describe(k *Kernel, line func(format string, args ...any)) {
	name, side, v := "x[j]", "load", &e.View
	if e == &k.Store {
		name, side = "X[j]", "store"
	}
	q, point := Var("q"), digits(v.Points, Var("j"))
	if g := v.Rows; g.Length > 0 {
		row := q
		if b := v.Batch; b[1].Stride > 0 {
			row, point = q.Div(b[0].Extent), q.Mod(b[0].Extent).Times(b[0].Stride).Plus(point)
		}
		line("%s of transform q: number %v of row %v; rows have %d elements, and %d lie side by side",
			name, point, row, g.Length, g.inner())
	} else {
		line("%s of transform q: element %v", name, digits(v.Batch, q).Plus(point))
	}
	if v.Bound > 0 {
		line("%s: elements from number %d on do not exist", side, v.Bound)
	}
	if v.Array != (Strides{}) {
		line("%s: array of extent x stride of each dimension, the innermost first, + offset: %s", side, v.Array.tag())
	}
	if g := v.Segments; g.Count > 0 {
		line("%s: %d segments of %d elements", side, g.Count, g.Size)
	}
	if e.Element != nil {
		line("%s: elements are %s", side, remark(e.Element))
	}
	for _, o := range e.Ops {
		if o != nil {
			line("%s: %s", side, remark(o))
		}
	}
}
