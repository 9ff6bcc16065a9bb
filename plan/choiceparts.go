package plan

import (
	"wgfft/wgsl"
)

// A ChoicePart is the part of a choice of kernels that transforms one axis of a problem, or several
// axes together.
type ChoicePart struct {
	Axis, AxisCount int // index of the first axis in the order of transformation, and number of axes
	Kernels         []wgsl.Kernel
}

// ChoiceParts splits the kernels of a choice by the axes that they transform.
func ChoiceParts(p Problem, l wgsl.Limits, kernels []wgsl.Kernel) ([]ChoicePart, error) {
	plans, err := p.AxisPlans(kernels, l)
	if err != nil {
		return nil, err
	}
	var all []ChoicePart
	at := 0
	for _, u := range plans {
		all = append(all, ChoicePart{Axis: at, AxisCount: u.axisCount, Kernels: u.passes()})
		at += u.axisCount
	}
	return all, nil
}

// Join returns the kernels of all parts in order.
func Join(parts []ChoicePart) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, part := range parts {
		all = append(all, part.Kernels...)
	}
	return all
}
