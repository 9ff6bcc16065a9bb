package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A ConvolutionPlan is a convolution together with the way it will be done on a device of the given limits. The values of the kernel come in
// with its Schedule.
type ConvolutionPlan struct {
	Plan
	Convolution Convolution

	steps    []axisStep
	padded   []int
	split    []int // factors of the points along the axis where the transforms turn round, if it takes several passes
	turnAxis int
	halfAxis int // axis of which there is half a spectrum, or -1
}

// MakeConvolution plans a convolution. It refuses what can't be run, with the reason and the way out.
func MakeConvolution(c Convolution, l wgsl.Limits) (ConvolutionPlan, error) {
	choice, err := ChooseConvolution(c, l)
	if err != nil {
		return ConvolutionPlan{}, err
	}
	return ConvolutionFrom(c, l, choice)
}

// WithConvolution plans a convolution with a choice made before for one of the same ConvolutionKey.
func ConvolutionFrom(c Convolution, l wgsl.Limits, choice ConvolutionChoice) (ConvolutionPlan, error) {
	if err := c.Check(); err != nil {
		return ConvolutionPlan{}, err
	}
	if !choice.isFor(c) {
		return ConvolutionPlan{}, fmt.Errorf("plan: %v: the choice is that of another convolution", c)
	}
	for _, end := range []Array{c.Source().Arrays()[0], c.Target().Arrays()[1]} {
		if err := CheckBytes(c, end.Bytes(), c.Count()); err != nil {
			return ConvolutionPlan{}, err
		}
	}
	p := ConvolutionPlan{Convolution: c, steps: c.axisSteps(choice.padded, choice.turnAxis, choice.halfAxis), padded: choice.padded, turnAxis: choice.turnAxis, halfAxis: choice.halfAxis}
	p.Plan = Plan{Problem: Problem{Shape: c.Shape, Batch: c.Batch, InPlace: c.InPlace, In: c.In}, Limits: l, maxSeconds: LongestSubmission}
	p.arrays = [2]Array{c.Source().Arrays()[0], c.Target().Arrays()[1]}
	p.response = product(halvedShape(choice.padded, choice.halfAxis))
	var err error
	if p.in, p.out, err = c.layouts(); err != nil {
		return ConvolutionPlan{}, err
	}
	err = p.build(choice.kernels)
	return p, err
}

// build makes the passes.
func (p *ConvolutionPlan) build(kernels [][]wgsl.Kernel) error {
	var fixed []bool
	var sizes []int // of an array before each pass
	placed := make([][]wgsl.Kernel, len(p.steps))
	for i, leg := range p.steps {
		p.Axes = append(p.Axes, leg.Axis)
		if leg.isTurnaround && len(kernels[i]) > 1 {
			for _, k := range kernels[i][:len(kernels[i])/2+1] {
				p.split = append(p.split, k.N())
			}
		}
		for s, k := range kernels[i] {
			first, last := s == 0, s == len(kernels[i])-1
			k = p.withSpectra(leg, leg.place(k, first, last))
			p.setDirection(&k, i, first, last)
			placed[i] = append(placed[i], k)
			fixed = append(fixed, k.CanRunInPlace())
			if first {
				sizes = append(sizes, leg.elementsBefore())
			} else {
				sizes = append(sizes, leg.width())
			}
		}
	}
	p.passCount = len(fixed)
	places := routeThroughScratch(fixed, p.Convolution.InPlace, canPreferOutOfPlace(slices.Max(sizes), p.Convolution.Count()))
	for i, a := range places[:len(fixed)] {
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
	for i, leg := range p.steps {
		for s, k := range placed[i] {
			if k.ConvolutionSpectra > 1 && p.Page > 0 && p.response > p.Page {
				k.Spectra.Segments = wgsl.Segments{Count: (p.response + p.Page - 1) / p.Page, Size: p.Page}
			}
			if err := p.addPass(i, k, leg.work(k, s == 0, s == len(placed[i])-1), places[0], places[1]); err != nil {
				return err
			}
			places = places[1:]
		}
	}
	return nil
}

// turnRound makes a pass of a leg one on the way there or back. Back transforms are inverse ones: parts change places before and after. The
// fused leg does so in its middle, so they change again where it ends; what lies between may also be kept with parts exchanged, unless half
// a spectrum must be known from its conjugate.
func (p *ConvolutionPlan) setDirection(k *wgsl.Kernel, leg int, first, last bool) {
	middle, end := len(p.steps)/2, len(p.steps)-1
	k.Load.SwapReIm, k.Store.SwapReIm, k.Store.Scale = false, last && leg == end, 0
	if p.halfAxis >= 0 {
		k.Load.SwapReIm, k.Store.SwapReIm = first && leg > middle, last && leg >= middle
	}
	if p.steps[leg].Kind == R2C {
		k.Store.Scale = factor(p.steps[leg].Scheme.Factor)
	}
}

// multiplying is a kernel of the leg that goes there and back, with the spectra where they lie: element by element as the arrays do whose
// axes are all transformed, but for axes before and behind those, which have none.
func (p *ConvolutionPlan) withSpectra(l axisStep, k wgsl.Kernel) wgsl.Kernel {
	if k.ConvolutionSpectra == 0 {
		return k
	}
	shape := halvedShape(p.padded, p.halfAxis)
	before, behind := product(shape[:l.axis]), product(shape[l.axis+1:])
	k.ConvolutionSpectra, k.Spectra = before*behind*l.N/k.N(), wgsl.Spectra{}
	if k.ConvolutionSpectra == 1 {
		return k
	}
	if lanes := l.InnerExtent / behind; lanes > 1 {
		k.Spectra.Interleave = lanes
	}
	switch {
	case behind == k.ConvolutionSpectra:
		k.Spectra.Map = wgsl.Map{Stride: behind, Dist: 1}
	case behind == 1:
		k.Spectra.Map = wgsl.Contiguous(k.N())
	default:
		k.Spectra.Map = wgsl.Map{Stride: behind, Dist: k.N() * behind, Inner: behind}
	}
	return k
}

// Schedule flattens the plan to passes, with a kernel of the given elements, row-major.
func (p ConvolutionPlan) Schedule(kernel []complex64) (Schedule, error) {
	if err := p.Convolution.checkKernel(kernel); err != nil {
		return Schedule{}, err
	}
	return p.schedule(newResponse(p, kernel)), nil
}

// ScratchBytes is the memory the convolution needs beside source, destination and tables.
func (p ConvolutionPlan) ScratchBytes() int64 {
	sum := int64(0)
	for i := range p.scratch {
		sum += p.memory(Arg{Role: Scratch, Index: i}, p.Together).Bytes
	}
	return sum
}

// String is the tree: (convolution 1024x1024 by 31x31 same (stockham 1080 4.15.18) (there and back 1080 ...) (stockham 1080 ...) batch 1).
func (p ConvolutionPlan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "(convolution %v", p.Convolution)
	for i, leg := range p.steps {
		if !leg.isTurnaround {
			b.WriteString(" " + p.tree(i))
			continue
		}
		fmt.Fprintf(&b, " (there-and-back %d", leg.N)
		var kernels []wgsl.Kernel
		for pass, k := range p.Passes {
			if p.axisOfPass[pass] == i {
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
	fmt.Fprintf(&b, " batch %d)", p.Convolution.Count())
	return b.String()
}
