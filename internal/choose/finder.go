package choose

import "wgfft/plan"

// A Finder finds kernels for an axis of a problem.
type Finder struct{ plan.Axis }

// A FusionFinder finds kernels for an axis fusion.
type FusionFinder struct{ plan.AxisFusion }

// SharedBatch returns the batch of an axis' transforms, up to plan.MaxChoiceBatch.
func (l Finder) SharedBatch(count int) int {
	return min(l.Transforms(min(count, plan.MaxChoiceBatch)), plan.MaxChoiceBatch)
}
