package plan

import (
	"slices"

	"wgfft/wgsl"
)

// A Part is the kernels of a choice that do some of a problem's lines: one line, or several together.
type Segment struct {
	Line, Lines int // the first, and how many
	Kernels     []wgsl.Kernel
}

// Parts tells the kernels of a choice apart.
func SegmentsOf(p Problem, l wgsl.Limits, kernels []wgsl.Kernel) ([]Segment, error) {
	units, err := p.axisPlans(kernels, l)
	if err != nil {
		return nil, err
	}
	var all []Segment
	at := 0
	for _, u := range units {
		all = append(all, Segment{Line: at, Lines: u.axisCount, Kernels: u.passes()})
		at += u.axisCount
	}
	return all, nil
}

// Join is the choice that parts make.
func Join(parts []Segment) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, part := range parts {
		all = append(all, part.Kernels...)
	}
	return all
}

// Turned is the problem in the other direction, with a choice for it made of one for the problem: the same kernels, in the order in which the lines are
// done there, and with or without what the end of a real transform takes; where columns go with their mates, their mirror images.
func Reversed(p Problem, l wgsl.Limits, kernels []wgsl.Kernel) (Problem, []wgsl.Kernel, error) {
	parts, err := SegmentsOf(p, l, kernels)
	if err != nil {
		return Problem{}, nil, err
	}
	p = p.Clone()
	if p.Kind.IsRealFFT() { // the line of real numbers is the first there and the last back
		if p.isBackward() != p.hasMirrorRows(l) {
			parts = append(slices.Clone(parts[len(parts)-1:]), parts[:len(parts)-1]...)
		} else {
			parts = append(slices.Clone(parts[1:]), parts[0])
		}
	}
	p.Inverse = !p.Inverse
	lines, at := p.axes(l), 0
	for i := range parts {
		if parts[i].Lines == 1 {
			parts[i].Kernels = lines[at].reversed(parts[i].Kernels, l)
		}
		parts[i].Line = at
		at += parts[i].Lines
	}
	return p, Join(parts), nil
}

// unended are the kernels of a line without what takes the points of a real transform together.
func withoutPairPass(kernels []wgsl.Kernel) []wgsl.Kernel {
	kernels = slices.Clone(kernels)
	if last := len(kernels) - 1; last > 0 && kernels[last].N() == 1 {
		return kernels[:last]
	}
	for i := range kernels {
		if k := &kernels[i]; k.MirrorColumns {
			k.MirrorColumns, k.MirrorInRow = false, false
		}
	}
	return kernels
}
