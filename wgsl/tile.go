package wgsl

import "fmt"

// The block is what passes through workgroup memory: the points of the T transforms of a workgroup. In kernels of rows they lie one transform
// after the other, as in global memory. In kernels of columns they are interleaved, point j of transform q at j T + q, as in global
// memory too: neighbouring threads, which work on neighbouring columns, touch neighbouring words. So are they where an exchange goes in rounds:
// a round takes the same part of every transform, and no thread waits while others have their turn.

// Across says whether neighbouring threads work on neighbouring transforms, at least on the way in or out.
func (k Kernel) IsBatchFastest() bool {
	return k.Load.Order == BatchFastest || k.Store.Order == BatchFastest
}

// interleaved says whether the transforms of the block are interleaved.
func (k *Kernel) isInterleaved() bool {
	return (k.IsBatchFastest() || k.Exchange.slices() > 1) && k.TransformsPerGroup > 1 && k.Load.Path == Direct && k.Store.Path == Direct
}

// spot is the WGSL of the block index of a point of a transform; point may be empty, for 0.
func (k *Kernel) tileIndex(q, point string) string {
	switch {
	case k.isInterleaved() && point == "":
		return q
	case k.isInterleaved():
		return fmt.Sprintf("(%s) * %du + %s", point, k.TransformsPerGroup, q)
	case point == "":
		return times(q, k.N())
	}
	return fmt.Sprintf("%s * %du + %s", q, k.N(), point)
}

// spread takes a cluster's numbers from those of a transform to those of the block.
func (k *Kernel) toTileIndex(c *fragment) {
	t := k.TransformsPerGroup
	if k.isInterleaved() {
		c.lo, c.hi, c.step, c.aligned, c.apart = c.lo*t, c.hi*t+t-1, max(1, c.step)*t, c.aligned*t, t
		return
	}
	c.hi += (t - 1) * k.N()
	if c.step > 0 {
		c.step = gcd(c.step, k.N())
	}
	if c.aligned > 0 && k.N()%c.aligned > 0 { // in a Rader stage, whose transforms are shorter than the kernel's
		c.aligned = 0
	}
}
