package tune

import (
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Reversed returns the problem in the other direction and a choice of kernels for it, made from a
// choice for p.
//
// The kernels are the same, in the order of the axes in that direction. The Hermitian split or
// merge is added or removed. Kernels with mirror columns are replaced by their mirror images.
func Reversed(p plan.Problem, l wgsl.Limits, kernels []wgsl.Kernel) (plan.Problem, []wgsl.Kernel, error) {
	parts, err := plan.ChoiceParts(p, l, kernels)
	if err != nil {
		return plan.Problem{}, nil, err
	}
	p = p.Clone()
	if p.Kind.IsRealFFT() { // the real axis is first in the forward transform, last in the inverse
		if p.IsBackward() != p.HasMirrorRows(l) {
			parts = append(slices.Clone(parts[len(parts)-1:]), parts[:len(parts)-1]...)
		} else {
			parts = append(slices.Clone(parts[1:]), parts[0])
		}
	}
	p.Inverse = !p.Inverse
	axes, at := p.OrderedAxes(l), 0
	for i := range parts {
		if parts[i].AxisCount == 1 {
			parts[i].Kernels = choose.Finder{Axis: axes[at]}.Reversed(parts[i].Kernels, l)
		}
		parts[i].Axis = at
		at += parts[i].AxisCount
	}
	return p, plan.Join(parts), nil
}
