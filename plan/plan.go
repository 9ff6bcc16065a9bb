package plan

import (
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// A Plan is a problem together with the way it will be done on a device of the given limits.
type Plan struct {
	Problem  Problem
	Limits   wgsl.Limits
	Lines    []Line     // in the order they are done
	Passes   []wgsl.FFT // of the lines: one for a Stockham pass, more for the four-step method and for a convolution
	Together int        // arrays of the batch that one binding holds, which are done together
	Page     int        // elements of a binding where it does not hold even one array; else 0

	longest  float64 // seconds a dispatch may take, by estimate
	line     []int   // of Lines, that each pass belongs to
	from, to []Arg   // where the passes read and write
	scratch  []int   // elements of the scratch arrays
	in, out  places
	passes   int // in all
}

// Make plans a problem. It refuses what can't be run, with the reason and the way out.
func Make(p Problem, l wgsl.Limits) (Plan, error) {
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	passes, err := Choose(p, l)
	if err != nil {
		return Plan{}, err
	}
	return With(p, l, passes...)
}

// mostBytes is more memory than a GPU has.
const mostBytes = 1 << 40

// With plans a problem with kernels of the caller's choice, as Choose returns them: of a single one the radices, points per thread,
// transforms per workgroup, orders, exchange, layout and paths are kept, of several the maps and twiddles between them too.
// They come line by line, the last axis first. Kernels that transform more points than their line has are those of a convolution.
// Everything else follows from the problem.
func With(p Problem, l wgsl.Limits, kernels ...wgsl.FFT) (Plan, error) {
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	if bytes := int64(p.Points()) * int64(p.Count()) * ElementBytes; bytes > mostBytes {
		return Plan{}, &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: bytes of GPU memory", p), Need: bytes, Have: mostBytes,
			Hint: "split the batch over several calls, or pass host slices, which travel in parts"}
	}
	plan := Plan{Problem: p, Limits: l, longest: LongestSubmission}
	if err := plan.build(kernels); err != nil {
		return Plan{}, err
	}
	return plan, nil
}

// build makes the passes of kernels.
func (p *Plan) build(kernels []wgsl.FFT) error {
	units, err := p.Problem.units(kernels)
	if err != nil {
		return err
	}
	// A convolution is between one place and another like a pass, with scratch of its own between.
	var fixed []bool
	width := 0
	for i := range units {
		u := &units[i]
		if len(u.kernels) == 1 { // several have their places from who chose them
			u.kernels = []wgsl.FFT{u.placed(u.kernels[0])}
		}
		p.Lines = append(p.Lines, u.Line)
		if u.Convolution > 0 {
			width = max(width, u.width(p.Problem.Points()))
			fixed = append(fixed, true)
			continue
		}
		for _, k := range u.kernels {
			fixed = append(fixed, k.Load.Map == k.Store.Map)
		}
	}
	p.passes = len(kernels)
	if p.in, p.out, err = p.Problem.layouts(); err != nil {
		return err
	}
	var places []Arg
	if p.out.special() || p.in.special() && p.Problem.InPlace {
		places = routeApart(fixed, p.Problem.InPlace)
	} else {
		places = route(fixed, p.Problem.InPlace)
	}
	for _, a := range places {
		if a.Role == Scratch && a.Index >= len(p.scratch) {
			p.scratch = append(p.scratch, make([]int, a.Index+1-len(p.scratch))...)
		}
	}
	for i := range p.scratch {
		p.scratch[i] = p.Problem.Points()
	}
	own := Arg{Role: Scratch, Index: len(p.scratch)}
	if slices.ContainsFunc(p.Lines, func(l Line) bool { return l.Rows != nil }) {
		p.scratch = append(p.scratch, width)
	}
	if err := p.divide(); err != nil {
		return err
	}
	for i, u := range units {
		scale := 1.0
		if i == len(units)-1 {
			scale = p.Problem.Scale()
		}
		if u.Convolution > 0 {
			if err := p.convolve(i, u, places[0], own, places[1], scale); err != nil {
				return err
			}
			places = places[1:]
			continue
		}
		for s, k := range u.kernels {
			first, last := s == 0, s == len(u.kernels)-1
			k.Load.Swap, k.Store.Swap, k.Store.Scale = p.Problem.Inverse && first, p.Problem.Inverse && last, 0
			if last {
				k.Store.Scale = factor(scale)
			}
			if err := p.add(i, k, places[s], places[s+1]); err != nil {
				return err
			}
		}
		places = places[len(u.kernels):]
	}
	return nil
}

// factor is a scale as kernels have it: 0 where there is none.
func factor(scale float64) float64 {
	if scale == 1 {
		return 0
	}
	return scale
}
