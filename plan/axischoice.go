package plan

import (
	"slices"

	"wgfft/wgsl"
)

// An AxisChoice is the kernels that transform one axis of a problem, or several axes together.
type AxisChoice struct {
	// FirstAxis is the index of the first axis in the order of Problem.OrderedAxes, AxisCount the number of axes.
	FirstAxis, AxisCount int

	// Kernels are the kernels of the passes in order.
	Kernels []wgsl.Kernel

	// PairPass is the pass after Kernels that combines points k and -k of a real transform, or nil.
	PairPass *wgsl.Kernel
}

// Passes returns the kernels of all passes in order.
func (c AxisChoice) Passes() []wgsl.Kernel {
	if c.PairPass == nil {
		return c.Kernels
	}
	return append(slices.Clip(c.Kernels), *c.PairPass)
}

// IsSame reports whether two choices have the same passes for the same axes.
func (c AxisChoice) IsSame(other AxisChoice) bool {
	areSameAxes := c.FirstAxis == other.FirstAxis && c.AxisCount == other.AxisCount
	return areSameAxes && slices.Equal(c.Passes(), other.Passes())
}

// IsSameChoice reports whether two choices have the same passes for the same axes.
func IsSameChoice(a, b []AxisChoice) bool { return slices.EqualFunc(a, b, AxisChoice.IsSame) }

// Join returns the passes of all axes in order. Wisdom keeps a choice as the list of their names.
func Join(choice []AxisChoice) []wgsl.Kernel {
	var all []wgsl.Kernel
	for _, c := range choice {
		all = append(all, c.Passes()...)
	}
	return all
}

// CopyChoice returns a copy of a choice, and pointers to the kernels of all its passes in order.
func CopyChoice(choice []AxisChoice) (again []AxisChoice, passes []*wgsl.Kernel) {
	again = slices.Clone(choice)
	for i := range again {
		c := &again[i]
		c.Kernels = slices.Clone(c.Kernels)
		for j := range c.Kernels {
			passes = append(passes, &c.Kernels[j])
		}
		if c.PairPass != nil {
			end := *c.PairPass
			c.PairPass = &end
			passes = append(passes, c.PairPass)
		}
	}
	return again, passes
}

// ByAxis splits a list of kernels by the axes of a problem that they transform. It is the inverse of
// Join, for lists from wisdom and from users. An error names the axis or the kernel that does not match.
func ByAxis(p Problem, l wgsl.Limits, kernels ...wgsl.Kernel) ([]AxisChoice, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	axes := p.OrderedAxes(l)
	var choice []AxisChoice
	for at := 0; at < len(axes); {
		u, err := firstAxisPlan(kernels, axes[at:])
		if err != nil {
			return nil, mismatch(p, err)
		}
		c := u.AxisChoice
		c.FirstAxis, c.Kernels = at, slices.Clone(u.Kernels)
		kernels = kernels[len(c.Kernels):]
		if u.needsPairPass() && len(kernels) > 0 {
			end := kernels[0]
			c.PairPass, kernels = &end, kernels[1:]
		}
		choice, at = append(choice, c), at+c.AxisCount
	}
	if len(kernels) > 0 {
		return nil, mismatch(p, errTooMany)
	}
	return choice, nil
}
