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

// header returns the comment at the top of a kernel: name, formula, index maps and remarks of the ops.
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
	line("%s per workgroup, %s each", counted(k.Threads.Transforms, "transform"),
		counted(k.ThreadsPerTransform(), "thread"))
	return b.String()
}

// counted returns a number and a noun: 1 transform, 2 transforms.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// inFormulas replaces the operators of WGSL by the operators of formulas.
var inFormulas = strings.NewReplacer("u ", " ", " / ", " div ", " % ", " mod ")

// formula returns an index in the notation of comments: q div 64 * 4096 + j.
func formula(x *Index) string {
	return inFormulas.Replace(strings.TrimSuffix(x.String(), "u"))
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

// describe writes the places of the points, and the remarks of the element and the ops.
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
		line("%s of transform q: number %s of row %s; rows have %s", name, formula(point), formula(row),
			counted(g.Length, "element"))
		if g.inner() > 1 {
			line("%s: %d rows lie side by side", side, g.inner())
		}
	} else {
		line("%s of transform q: element %s", name, formula(digits(v.Batch, q).Plus(point)))
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
