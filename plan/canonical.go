package plan

import (
	"cmp"
	"slices"
)

// Canonical returns the problem with its axes sorted by stride, the longest first, so that
// transposed arrays are planned like row-major arrays. A complex transform without a twiddle does not depend on the
// order of its axes.
//
// Problems of other kinds, or with different orders of input and output, are returned unchanged.
// The problem must be valid.
func (p Problem) Canonical() Problem {
	rank := len(p.Shape)
	if p.Kind != C2C || p.TwiddleOrder > 0 || len(p.In.Strides) != rank || len(p.Out.Strides) != rank {
		return p
	}
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	byStride := func(strides []int, a, b int) int {
		return cmp.Compare(max(strides[b], -strides[b]), max(strides[a], -strides[a]))
	}
	slices.SortStableFunc(order, func(a, b int) int { return byStride(p.In.Strides, a, b) })
	sortedOut := slices.IsSortedFunc(order, func(a, b int) int { return byStride(p.Out.Strides, a, b) })
	if slices.IsSorted(order) || !sortedOut {
		return p
	}
	permuted := func(s []int) []int {
		if len(s) != rank {
			return s
		}
		to := make([]int, rank)
		for i, axis := range order {
			to[i] = s[axis]
		}
		return to
	}
	q := p.Clone()
	q.Shape = permuted(p.Shape)
	q.In.Strides, q.In.Have = permuted(p.In.Strides), permuted(p.In.Have)
	q.Out.Strides, q.Out.Have = permuted(p.Out.Strides), permuted(p.Out.Have)
	for i, axis := range p.Axes {
		q.Axes[i] = slices.Index(order, (axis+rank)%rank)
	}
	return q
}
