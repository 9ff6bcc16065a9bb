package wgsl

import "fmt"

// The tile is the sequence of points of the T transforms of a workgroup, as it passes through
// workgroup memory. Transforms of rows lie one after another: point j of transform q has tile index
// q N + j. Transforms of columns are interleaved, with tile index j T + q, so that neighbouring
// threads, which work on neighbouring columns, access neighbouring words. Transforms are also
// interleaved if an exchange has slices: every slice then has the same points of every transform,
// and all threads are busy.

// IsBatchFastest reports whether neighbouring threads work on neighbouring transforms in the load
// or the store.
func (k Kernel) IsBatchFastest() bool {
	return k.Load.Order == BatchFastest || k.Store.Order == BatchFastest
}

// isInterleaved reports whether the transforms of the tile are interleaved.
func (k *Kernel) isInterleaved() bool {
	return (k.IsBatchFastest() || k.Exchange.slices() > 1) && k.TransformsPerGroup > 1 &&
		k.Load.Path == Direct && k.Store.Path == Direct
}

// tileIndex returns the WGSL of the tile index of a point of transform q; an empty point stands for
// 0.
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

// toTileIndex converts the numbers of a fragment from point numbers of a transform to tile indices.
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
	if c.aligned > 0 && k.N()%c.aligned > 0 { // a Rader stage, whose transforms have fewer than N points
		c.aligned = 0
	}
}
