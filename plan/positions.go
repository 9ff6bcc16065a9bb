package plan

// sharedBatch returns the batch of an axis' transforms, up to maxChoiceBatch.
func (l Finder) sharedBatch(count int) int {
	return min(l.transforms(min(count, maxChoiceBatch)), maxChoiceBatch)
}
