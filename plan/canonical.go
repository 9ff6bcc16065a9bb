package plan

import (
	"cmp"
	"slices"
)

// Ordered is the problem with its axes in the order in which its data lie, the one with the shortest strides last, if input and output say the same
// order: complex points have the same transform whatever the axes are called, and what lies like rows without gaps is planned so. It
// is meaningful only where Check returned nil.
func (p Problem) Canonical() Problem {
	rank := len(p.Shape)
	if p.Kind != C2C || len(p.In.Strides) != rank || len(p.Out.Strides) != rank {
		return p
	}
	order := make([]int, rank)
	for i := range order {
		order[i] = i
	}
	far := func(strides []int, a, b int) int {
		return cmp.Compare(max(strides[b], -strides[b]), max(strides[a], -strides[a]))
	}
	slices.SortStableFunc(order, func(a, b int) int { return far(p.In.Strides, a, b) })
	if slices.IsSorted(order) || !slices.IsSortedFunc(order, func(a, b int) int { return far(p.Out.Strides, a, b) }) {
		return p
	}
	moved := func(s []int) []int {
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
	q.Shape = moved(p.Shape)
	q.In.Strides, q.In.Have = moved(p.In.Strides), moved(p.In.Have)
	q.Out.Strides, q.Out.Have = moved(p.Out.Strides), moved(p.Out.Have)
	for i, axis := range p.Axes {
		q.Axes[i] = slices.Index(order, (axis+rank)%rank)
	}
	return q
}
