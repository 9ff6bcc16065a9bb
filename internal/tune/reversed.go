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
func Reversed(p plan.Problem, l wgsl.Limits, parts []plan.AxisChoice) (plan.Problem, []plan.AxisChoice) {
	p, parts = p.Clone(), slices.Clone(parts)
	if p.Kind.IsRealFFT() && len(parts) > 1 { // the real axis is first in the forward transform, last in the inverse
		if p.IsBackward() != p.HasMirrorRows(l) {
			parts = slices.Concat(parts[len(parts)-1:], parts[:len(parts)-1])
		} else {
			parts = slices.Concat(parts[1:], parts[:1])
		}
	}
	p.Inverse = !p.Inverse
	axes, at := p.OrderedAxes(l), 0
	for i := range parts {
		if parts[i].AxisCount == 1 {
			parts[i] = choose.Finder{Axis: axes[at]}.Reversed(parts[i], l)
		}
		parts[i].FirstAxis = at
		at += parts[i].AxisCount
	}
	return p, parts
}
