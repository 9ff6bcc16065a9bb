package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// String returns the tree of the plan, for example
//
//	(stockham 1024 4.16.16 batch 64)
//	(four-step 65536 (column 256 16.16) (column 256 16.16) batch 1)
//	(bluestein 1009 (stockham 2048 8.16.16) batch 1)
//	(dct2 1024 (stockham 512 8.8.8) batch 1)
//	(axes 512x512 (stockham 512 8.8.8) (stockham 512 16.32) batch 1)
//
// The words inverse and quick, and the name of a norm other than Backward, follow the batch.
func (p Plan) String() string {
	var b strings.Builder
	if len(p.Axes) == 1 {
		b.WriteString(strings.TrimSuffix(p.Tree(0), ")"))
	} else {
		fmt.Fprintf(&b, "(axes %s", Dims(p.Problem.Shape))
		for axis := range p.Axes {
			b.WriteString(" " + p.Tree(axis))
		}
	}
	fmt.Fprintf(&b, " batch %d", p.Problem.Count())
	if p.Problem.Inverse {
		b.WriteString(" inverse")
	}
	if p.Problem.Norm != Backward {
		b.WriteString(" " + p.Problem.Norm.String())
	}
	if p.Problem.Quick {
		b.WriteString(" quick")
	}
	b.WriteString(")")
	return b.String()
}

// Tree returns the tree of one of Axes. For a real transform it has the kind, the number of real
// points, the complex transform, and the Hermitian split if it is a separate pass.
func (p Plan) Tree(axis int) string {
	l := p.Axes[axis]
	var passes []wgsl.Kernel
	for i, k := range p.Passes {
		if p.details[i].axis == axis {
			passes = append(passes, k)
		}
	}
	if l.Kind == C2C {
		return complexTree(l, passes)
	}
	s := fmt.Sprintf("(%v %d", l.Kind, l.Scheme.Store.N)
	if l.Scheme.IsTwoForOne() {
		s += " two rows"
	}
	if last := passes[len(passes)-1]; last.N() == 1 && l.IsSplit() && len(passes) > 1 {
		return fmt.Sprintf("%s %s (split %d))", s, complexTree(l, passes[:len(passes)-1]), l.N)
	}
	return fmt.Sprintf("%s %s)", s, complexTree(l, passes))
}

// complexTree returns the tree of the complex transforms of an axis.
func complexTree(l Axis, passes []wgsl.Kernel) string {
	parts := func(names ...string) string {
		s := ""
		for i, k := range passes {
			s += fmt.Sprintf(" (%s %d %s)", names[min(i, len(names)-1)], k.N(), k.Describe())
		}
		return s
	}
	switch {
	case l.Factors != nil:
		names := make([]string, len(passes))
		for i := range names {
			names[i] = "column"
		}
		names[len(names)/2] = "row"
		return fmt.Sprintf("(bluestein %d (four-step %d%s))", l.N, l.Convolution, parts(names...))
	case l.Convolution > 0:
		return fmt.Sprintf("(bluestein %d%s)", l.N, parts("stockham"))
	case FusedRow(passes[0]) > 0:
		run := FusedRow(passes[0])
		shape := []int{l.N / run, run}
		if !passes[1].IsOneAxis() {
			beyond := passes[1].Stages.Outer[0].N()
			shape = []int{beyond, l.N / run / beyond, run}
		}
		return fmt.Sprintf("(fused %s%s)", Dims(shape), parts("rows", "column"))
	case len(passes) == 1:
		return fmt.Sprintf("(%v %d %s)", onePassBy(passes[0].Stages.DFT), l.N, passes[0].Describe())
	}
	hasOneStage := func(k wgsl.Kernel) bool { return len(k.Stages.Radices.List()) <= 1 && k.Stages.Rader.Prime == 0 }
	name := FourStep
	switch {
	case HasTwiddle(passes[0].Store):
		name = Transposed
	case !slices.ContainsFunc(passes, func(k wgsl.Kernel) bool { return !hasOneStage(k) }):
		name = Global
	}
	return fmt.Sprintf("(%v %d%s)", name, l.N, parts("column"))
}
