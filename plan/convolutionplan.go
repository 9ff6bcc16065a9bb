package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// A ConvolutionPlan is a convolution with the passes that compute it on a device of the given
// limits. The values of the kernel are an argument of Schedule.
type ConvolutionPlan struct {
	Plan
	Convolution Convolution

	steps    []axisStep
	padded   []int
	split    []int // factors of the points along turnAxis if they take several passes
	turnAxis int   // the axis that is transformed forward and back in one step
	halfAxis int   // the axis with half spectra, or -1
}

// MakeConvolution plans a convolution with the kernels that a chooser returns. An error names the
// refused value, the allowed values, and the way out.
func MakeConvolution(c Convolution, l wgsl.Limits, by Chooser) (ConvolutionPlan, error) {
	if err := c.Check(); err != nil {
		return ConvolutionPlan{}, err
	}
	choice, err := by.ChooseConvolution(c, l)
	if err != nil {
		return ConvolutionPlan{}, err
	}
	return ConvolutionFrom(c, l, by, choice)
}

// ConvolutionFrom plans a convolution with a choice made for a convolution of the same
// ConvolutionTuningKey.
func ConvolutionFrom(
	c Convolution, l wgsl.Limits, m CostModel, choice ConvolutionChoice,
) (ConvolutionPlan, error) {
	if err := c.Check(); err != nil {
		return ConvolutionPlan{}, err
	}
	if !choice.isFor(c) {
		return ConvolutionPlan{}, fmt.Errorf("plan: %v: the choice of kernels is for another convolution", c)
	}
	for _, last := range []Array{c.Source().Arrays()[0], c.Target().Arrays()[1]} {
		if err := CheckBytes(c, last.Bytes(), c.Count()); err != nil {
			return ConvolutionPlan{}, err
		}
	}
	p := ConvolutionPlan{
		Convolution: c, steps: c.AxisSteps(choice.Padded, choice.TurnAxis, choice.HalfAxis),
		padded: choice.Padded, turnAxis: choice.TurnAxis, halfAxis: choice.HalfAxis,
	}
	p.Plan = Plan{
		Problem: Problem{
			Shape: c.Shape, Batch: c.Batch, InPlace: c.InPlace, In: c.In, Elements: Elements{Number: c.Number},
		},
		Limits: l, maxSeconds: LongestSubmission,
	}
	p.arrays = [2]Array{c.Source().Arrays()[0], c.Target().Arrays()[1]}
	p.response = Product(halvedShape(choice.Padded, choice.HalfAxis))
	var err error
	if p.in, p.out, err = c.layouts(); err != nil {
		return ConvolutionPlan{}, err
	}
	err = p.build(m, choice.Steps)
	return p, err
}

// build fills in the passes of the plan.
func (p *ConvolutionPlan) build(m CostModel, choices []AxisChoice) error {
	var inPlaceCapable []bool
	var sizes []int // elements of an array before each pass
	placed := make([][]wgsl.Kernel, len(p.steps))
	for i, step := range p.steps {
		p.Axes = append(p.Axes, step.Axis)
		kernels := choices[i].Kernels
		if step.IsTurnaround && len(kernels) > 1 {
			for _, k := range kernels[:len(kernels)/2+1] {
				p.split = append(p.split, k.N())
			}
		}
		for s, k := range kernels {
			first, last := s == 0, s == len(kernels)-1
			k = p.withSpectra(step, step.Place(k, first, last))
			p.setDirection(&k, i, first, last)
			placed[i] = append(placed[i], k)
			inPlaceCapable = append(inPlaceCapable, k.CanRunInPlace())
			if first {
				sizes = append(sizes, step.elementsBefore())
			} else {
				sizes = append(sizes, step.width())
			}
		}
	}
	b := builder{Plan: &p.Plan, model: m, passCount: len(inPlaceCapable)}
	preferOutOfPlace := canPreferOutOfPlace(int64(slices.Max(sizes))*p.Problem.PointBytes(), p.Convolution.Count())
	chain := routeThroughScratch(inPlaceCapable, p.Convolution.InPlace, preferOutOfPlace)
	for i, a := range chain[:len(inPlaceCapable)] {
		if a.Role != Scratch {
			continue
		}
		if a.Index >= len(p.scratch) {
			p.scratch = append(p.scratch, make([]int, a.Index+1-len(p.scratch))...)
		}
		p.scratch[a.Index] = max(p.scratch[a.Index], sizes[i])
	}
	if err := p.splitBatch(); err != nil {
		return err
	}
	for i, step := range p.steps {
		for s, k := range placed[i] {
			f, _ := k.Stages.Filter.(wgsl.Spectra)
			if f.Count > 1 && p.SegmentSize > 0 && p.response > p.SegmentSize {
				f.View.Segments = wgsl.Segments{Count: (p.response + p.SegmentSize - 1) / p.SegmentSize,
					Size: p.SegmentSize}
				k.Stages.Filter = f
			}
			work := step.work(k, s == 0, s == len(placed[i])-1, p.Problem.PointBytes())
			if err := b.addPass(i, k, work, chain[0], chain[1]); err != nil {
				return err
			}
			chain = chain[1:]
		}
	}
	return nil
}

// setDirection makes a pass of a step a forward or an inverse one. An inverse transform is a
// forward transform with real and imaginary parts swapped before and after.
//
// The turnaround step swaps in its middle and at its end, so between it and the last step the parts
// may stay swapped. With half spectra each step after the turnaround swaps at both ends.
func (p *ConvolutionPlan) setDirection(k *wgsl.Kernel, step int, first, last bool) {
	middle, lastStep := len(p.steps)/2, len(p.steps)-1
	if p.halfAxis >= 0 {
		setSwaps(k, first && step > middle, last && step >= middle)
	} else {
		setSwaps(k, false, last && step == lastStep)
	}
	scale := 1.0
	if p.steps[step].Kind == R2C {
		scale = p.steps[step].Scheme.Factor
	}
	setScale(k, scale)
}

// withSpectra returns a kernel of the turnaround step with the view of the spectra of the
// convolution kernel. The spectra are laid out as the transformed axes of an array; axes that are
// not transformed have no extent in them.
func (p *ConvolutionPlan) withSpectra(l axisStep, k wgsl.Kernel) wgsl.Kernel {
	if k.Stages.Filter == nil {
		return k
	}
	shape := halvedShape(p.padded, p.halfAxis)
	before, after := Product(shape[:l.axis]), Product(shape[l.axis+1:])
	f := wgsl.Spectra{Count: before * after * l.N / k.N()}
	if interleave := l.InnerExtent / after; interleave > 1 && f.Count > 1 {
		f.Interleave = interleave
	}
	switch {
	case f.Count == 1:
	case after == f.Count:
		f.View = wgsl.View{Batch: [2]wgsl.Dim{{Stride: 1}}, Points: [2]wgsl.Dim{{Stride: after}}}
	default:
		f.View = wgsl.Columns(after, k.N())
	}
	k.Stages.Filter = f
	return k
}

// Schedule returns the passes of the plan for a kernel of the given elements, row-major.
func (p ConvolutionPlan) Schedule(kernel []complex128) (Schedule, error) {
	if err := p.Convolution.checkKernel(kernel); err != nil {
		return Schedule{}, err
	}
	f := p.Convolution.filter(p.padded, slices.Clone(kernel))
	f.TurnAxis, f.Split, f.HalfAxis = p.turnAxis, p.split, p.halfAxis
	return p.schedule(tables.Response(f)), nil
}

// ScratchBytes returns the memory that the convolution needs beyond source, destination and tables.
func (p ConvolutionPlan) ScratchBytes() int64 {
	sum := int64(0)
	for i := range p.scratch {
		sum += p.memory(Arg{Role: Scratch, Index: i}, p.ArraysPerBinding).Bytes
	}
	return sum
}

// String returns the tree of the plan, for example
//
//	(convolution 1024 by 31 same (there-and-back 1080 4.15.18) batch 1)
func (p ConvolutionPlan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "(convolution %v", p.Convolution)
	for i, step := range p.steps {
		if !step.IsTurnaround {
			b.WriteString(" " + p.Tree(i))
			continue
		}
		fmt.Fprintf(&b, " (there-and-back %d", step.N)
		var kernels []wgsl.Kernel
		for pass, k := range p.Passes {
			if p.details[pass].axis == i {
				kernels = append(kernels, k)
			}
		}
		for s, k := range kernels {
			switch {
			case len(kernels) == 1:
				fmt.Fprintf(&b, " %s", k.Describe())
			case s == len(kernels)/2:
				fmt.Fprintf(&b, " (row %d %s)", k.N(), k.Describe())
			default:
				fmt.Fprintf(&b, " (column %d %s)", k.N(), k.Describe())
			}
		}
		b.WriteString(")")
	}
	fmt.Fprintf(&b, " batch %d", p.Convolution.Count())
	if p.Convolution.Quick {
		b.WriteString(" quick")
	}
	b.WriteString(")")
	return b.String()
}

// A ConvolutionChoice is a way to compute a convolution: lengths, order of the axes, and kernels.
type ConvolutionChoice struct {
	Padded   []int        // points of the transforms along each axis; 1 if it is not transformed
	TurnAxis int          // the axis that is transformed forward and back in one step
	HalfAxis int          // the axis with half spectra, or -1
	Steps    []AxisChoice // the kernels of each step; FirstAxis is the index of the step
}

// isFor reports whether the choice computes a convolution.
func (choice ConvolutionChoice) isFor(c Convolution) bool {
	if len(choice.Padded) != len(c.Shape) {
		return false
	}
	for axis, r := range c.supports() {
		if m := choice.Padded[axis]; !r.isExact(m) && m < r.MinPoints() && (m > 1 || r.k > 1) {
			return false
		}
	}
	steps := c.AxisSteps(choice.Padded, choice.TurnAxis, choice.HalfAxis)
	return (choice.HalfAxis < 0 || c.Real) && len(steps) == len(choice.Steps)
}
