package choose

import (
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Finder finds kernels for an axis of a problem.
type Finder struct{ plan.Axis }

// A FusionFinder finds kernels for an axis fusion.
type FusionFinder struct{ plan.AxisFusion }

// SharedBatch returns the batch of an axis' transforms, up to plan.MaxChoiceBatch.
func (l Finder) SharedBatch(count int) int {
	return min(l.Transforms(min(count, plan.MaxChoiceBatch)), plan.MaxChoiceBatch)
}

// Capacity returns the largest number of points of the axis for which kernels of one pass are tried.
// It is plan.Capacity for complex rows, and plan.OnePassPoints for real data and columns.
func (l Finder) Capacity(limits wgsl.Limits) int {
	if l.Kind == plan.C2C && l.InnerExtent == 1 {
		return plan.Capacity(limits)
	}
	return plan.OnePassPoints(limits)
}
