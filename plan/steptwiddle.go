package plan

import (
	"fmt"
	"strconv"
	"strings"

	"wgfft/internal/transforms"
	"wgfft/wgsl"
)

// MaxTwiddleOrder is the largest order of the roots of a step twiddle.
const MaxTwiddleOrder = 1 << 52

// checkTwiddle checks the twiddle of the problem.
func (p Problem) checkTwiddle() error {
	switch {
	case p.TwiddleOrder == 0:
		return nil
	case p.TwiddleOrder < 0 || p.TwiddleOrder > MaxTwiddleOrder:
		return fmt.Errorf("wgfft: a twiddle of %d points, want 1 to 2^52, or 0 for none", p.TwiddleOrder)
	case p.Kind != C2C || p.reals:
		return fmt.Errorf("wgfft: %v: a twiddle is for complex transforms: use kind c2c", p)
	case len(p.TransformedAxes()) != 1:
		return fmt.Errorf("wgfft: %v: a twiddle needs one transformed axis, and there are %d: name it in Axes",
			p, len(p.TransformedAxes()))
	}
	return nil
}

// A stepTwiddle is the twiddle of a problem for both engines.
type stepTwiddle struct{ transforms.StepTwiddle }

// stepTwiddle returns the twiddle of the problem.
func (p Problem) stepTwiddle() stepTwiddle {
	n := p.Shape[p.TransformedAxes()[0]]
	return stepTwiddle{transforms.NewStepTwiddle(p.TwiddleOrder, p.IsBackward(), n, p.Points()/n, p.Count())}
}

// At returns the op of kernels.
func (t stepTwiddle) At(p Place) wgsl.Op { return stepOp{t.Points, t.Point, t.Transform, p} }

// CallTable returns the table of the roots.
func (stepTwiddle) CallTable() wgsl.CallTable { return stepTable }

// stepTable is the table of the roots.
var stepTable = wgsl.CallTable{Name: "step_twiddles"}

// A stepOp is the twiddle of a problem in kernels for transforms of a number of points. The table has the roots of the
// problem, so kernels do not depend on the order.
type stepOp struct {
	Points                   int
	PointBits, TransformBits int
	Place                    Place
}

// Tag returns the fields: steptwiddle4096x6x6. A pass of several has its place, as in steptwiddle4096x6x6x64x3. A pass
// of interleaved rows has their number, as in steptwiddle4096x6x6x3.
func (t stepOp) Tag() string {
	tag := fmt.Sprintf("steptwiddle%dx%dx%d", t.Points, t.PointBits, t.TransformBits)
	switch p := t.Place; {
	case p.Inner > 0:
		tag += fmt.Sprintf("x%d", p.Inner)
	case p.Apart > 0:
		tag += fmt.Sprintf("x%dx%d", p.Apart, p.Interleave)
	}
	return tag
}

// stepParsers returns the parser of the op.
func stepParsers() wgsl.Parsers {
	return wgsl.Parsers{Ops: []wgsl.Parser[wgsl.Op]{{Prefix: "steptwiddle", Parse: parseStepOp}}}
}

// maxSplitBits is the largest number of bits of a split: kernels count with 32 bits.
const maxSplitBits = 31

// parseStepOp is the inverse of Tag without its prefix.
func parseStepOp(rest string) (wgsl.Op, error) {
	var t stepOp
	parts := strings.Split(rest, "x")
	fields := []*int{&t.Points, &t.PointBits, &t.TransformBits}
	switch len(parts) {
	case 3:
	case 4:
		fields = append(fields, &t.Place.Inner)
	case 5:
		fields = append(fields, &t.Place.Apart, &t.Place.Interleave)
	default:
		return t, fmt.Errorf("%q: want points x bits x bits, or these x inner, or these x apart x interleave", rest)
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil {
			return t, err
		}
		if isBits := i == 1 || i == 2; n < 0 || isBits && n > maxSplitBits || !isBits && n == 0 {
			return t, fmt.Errorf("%q: number %d is %d, want 1 or more, or 0 to %d bits", rest, i+1, n, maxSplitBits)
		}
		*fields[i] = n
	}
	return t, nil
}

// Remark describes the op.
func (stepOp) Remark() string { return "point k of transform i times w^((Row+k) (Column+i))" }

// Kinds returns points on both sides.
func (stepOp) Kinds() (memory, register wgsl.Kind) { return wgsl.Points, wgsl.Points }

// Tables returns the roots of the call.
func (stepOp) Tables(wgsl.Site) []wgsl.Table { return []wgsl.Table{stepTable} }

// rows returns the entries at which the rows of the table for i0 and for i1 begin.
func (t stepOp) rows(s wgsl.Site) (near, far *wgsl.Index) {
	split, width := 1<<t.TransformBits, transforms.StepWidth(t.Points, t.PointBits)
	i := t.Place.Transform(s)
	near, far = i.BitAnd(split-1).Times(width), i.ShiftRight(t.TransformBits).Add(split).Times(width)
	if !t.hasOneTransform(s) {
		return near, far
	}
	near = wgsl.Let("near_roots_"+s.End, near, "of the low bits of the transform")
	far = wgsl.Let("far_roots_"+s.End, far, "of its high bits")
	return near, far
}

// hasOneTransform reports whether the points of all slots of a unit belong to one transform.
func (t stepOp) hasOneTransform(s wgsl.Site) bool { return t.Place.Inner == 0 && s.Apart > 0 }

// root returns the product of the entries of a column in both rows.
func (t stepOp) root(m wgsl.Machine, s wgsl.Site, column *wgsl.Index) wgsl.Value {
	near, far := t.rows(s)
	return m.Mul(s.Read(m, stepTable, near.Plus(column)), s.Read(m, stepTable, far.Plus(column)))
}

// low returns the root of the low bits of a point.
func (t stepOp) low(m wgsl.Machine, s wgsl.Site, k *wgsl.Index) wgsl.Value {
	return t.root(m, s, k.BitAnd(1<<t.PointBits-1))
}

// hasOneLow reports whether the points of all slots of a unit have the same low bits.
func (t stepOp) hasOneLow(s wgsl.Site) bool {
	return t.hasOneTransform(s) && s.Apart*max(1, t.Place.Apart)%(1<<t.PointBits) == 0
}

// Begin returns the root of the low bits of all points of a unit.
func (t stepOp) Begin(m wgsl.Machine, s wgsl.Site) wgsl.Value {
	if t.hasOneTransform(s) {
		near, far := t.rows(s)
		m.Declare(near)
		m.Declare(far)
	}
	if !t.hasOneLow(s) {
		return wgsl.Value{}
	}
	first := s
	first.Point = s.First
	return m.Let(fmt.Sprintf("low_root_%s%d", s.End, s.Unit), t.low(m, s, t.Place.Point(first)))
}

// Apply returns the product with the twiddle.
func (t stepOp) Apply(m wgsl.Machine, s wgsl.Site, low, v wgsl.Value) wgsl.Value {
	k := t.Place.Point(s)
	if !t.hasOneLow(s) {
		low = t.low(m, s, k)
	}
	return m.Mul(v, m.Mul(low, t.root(m, s, k.ShiftRight(t.PointBits).Add(1<<t.PointBits))))
}
