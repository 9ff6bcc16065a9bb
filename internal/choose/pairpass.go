package choose

import (
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// withPairPass returns the choice for an axis of several passes with a Hermitian split or merge.
// One of the kernels does it, with mirror columns. If no kernel can have mirror columns, a separate
// pass at the end does it. A first kernel can merge without mirror columns.
func (l Finder) withPairPass(c plan.AxisChoice, limits wgsl.Limits) plan.AxisChoice {
	hasMirrorColumns := slices.ContainsFunc(c.Kernels, func(k wgsl.Kernel) bool { return k.Threads.HasColumns() })
	if hasMirrorColumns || c.PairPass != nil {
		return c // a kernel combines them already
	}
	if at := l.PairPassIndex(c.Kernels); at >= 0 {
		if k, ok := l.chooseMirrorColumns(c.Kernels[at], limits); ok {
			c.Kernels = slices.Clone(c.Kernels)
			c.Kernels[at] = k
			return c
		}
	}
	if l.IsSplit() && len(c.Kernels) > 1 {
		end := plan.PairPassKernel(limits)
		c.PairPass = &end
	}
	return c
}

// WithoutPairPass returns the choice for an axis without the separate pass or the mirror columns
// that combine points k and -k of a real transform.
func WithoutPairPass(c plan.AxisChoice) plan.AxisChoice {
	c.PairPass, c.Kernels = nil, slices.Clone(c.Kernels)
	for i := range c.Kernels {
		if k := &c.Kernels[i]; k.Threads.HasColumns() {
			k.Threads.Mirror = [2]wgsl.Mirror{}
		}
	}
	return c
}
