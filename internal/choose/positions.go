package choose

import "wgfft/plan"

// SharedBatch returns the batch of an axis' transforms, up to plan.MaxChoiceBatch.
func (l Finder) SharedBatch(count int) int {
	return min(l.Transforms(min(count, plan.MaxChoiceBatch)), plan.MaxChoiceBatch)
}
