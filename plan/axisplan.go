package plan

import (
	"errors"
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// An AxisPlan is an axis with the kernels that transform it.
type AxisPlan struct {
	Axis
	AxisChoice
	Fusion AxisFusion // the axis fusion that the kernels are, or zero

	have int // stored elements along the axis when its passes begin
}

// Reasons why kernels do not match axes.
var errTooFew, errTooMany = errors.New("too few"), errors.New("too many")

// mismatch returns the error for kernels that do not match the axes of a problem.
func mismatch(p Problem, why error) error {
	return fmt.Errorf("plan: %v: the kernels do not match its axes: %w", p, why)
}

// AxisPlans returns the axes of a problem with the kernels of a choice. It returns an error if the
// kernels do not match the axes.
func (p Problem) AxisPlans(choice []AxisChoice, l wgsl.Limits) ([]AxisPlan, error) {
	axes, at := p.OrderedAxes(l), 0
	all := make([]AxisPlan, len(choice))
	for i, c := range choice {
		u, err := firstAxisPlan(c.Kernels, axes[at:])
		switch {
		case err != nil:
		case len(u.Kernels) < len(c.Kernels):
			err = errTooMany
		case c.FirstAxis != at || c.AxisCount != u.AxisCount:
			err = errors.New("they transform other axes than the choice names")
		case u.needsPairPass() != (c.PairPass != nil && c.PairPass.N() == 1):
			err = errors.New("the pass that combines points k and -k of a real transform is missing, or is another")
		}
		if err != nil {
			return nil, mismatch(p, err)
		}
		u.AxisChoice = c
		all[i], at = u, at+u.AxisCount
	}
	if at < len(axes) {
		return nil, mismatch(p, errTooFew)
	}
	return all, nil
}

// firstAxisPlan returns the first of the axes, or several axes together, with the kernels at the
// beginning of a list that transform it.
func firstAxisPlan(kernels []wgsl.Kernel, axes []Axis) (u AxisPlan, err error) {
	switch {
	case len(axes) == 0:
		return u, errTooMany
	case len(kernels) == 0:
		return u, errTooFew
	}
	u = AxisPlan{Axis: axes[0], AxisChoice: AxisChoice{AxisCount: 1}}
	k, count := kernels[0], 1
	fusion, fused := FindAxisFusion(kernels, axes)
	switch {
	case fused > 1:
		u.Axis, u.AxisCount, u.Fusion, count = fusion.axis(), fusion.axisCount(), fusion, fused
	case k.Stages.Outer != [2]wgsl.Radices{} || k.Stages.InnerExtent > 1:
		if u.Axis, u.AxisCount = JointAxis(k, axes); u.AxisCount == 0 {
			return u, errors.New(k.Name())
		}
	case Spectra(k) == 1:
		if u.Convolution = k.N(); u.Convolution < 2*u.N-1 {
			return u, errors.New(k.Name())
		}
	default:
		if count = directCount(kernels, u.N); count == 0 {
			if u.Factors = DigitReversedFactors(kernels, u.N); u.Factors == nil {
				return u, fmt.Errorf("%s does not begin a transform of %d points", k.Name(), u.N)
			}
			u.Convolution, count = Product(u.Factors), 2*len(u.Factors)-1
		}
	}
	if u.HasMirrorRows() && (count > 1 || !k.Threads.HoldsPairs(wgsl.Zero) || k.Threads.Transforms%2 > 0) {
		return u, errors.New(
			"mirror rows need one pass, mirror pairs in the row, and an even number of rows in a workgroup")
	}
	u.Kernels = kernels[:count:count]
	return u, nil
}

// needsPairPass reports whether a separate pass combines points k and -k after the kernels.
func (u AxisPlan) needsPairPass() bool {
	last := len(u.Kernels) - 1
	return u.IsSplit() && last > 0 && !u.Kernels[last].Threads.HasColumns()
}

// directCount returns how many of the first kernels together transform n points along one axis
// without a convolution, and 0 if none do.
func directCount(kernels []wgsl.Kernel, n int) int {
	points := 1
	for i, k := range kernels {
		if k.Stages.Filter != nil || !k.IsOneAxis() {
			return 0
		}
		if points *= k.N(); points == n {
			return i + 1
		}
	}
	return 0
}

// DigitReversedFactors returns the factors of the convolution in several passes with which the
// kernels begin. It returns nil if they don't, or if the convolution is too short for n points.
func DigitReversedFactors(kernels []wgsl.Kernel, n int) []int {
	middle := slices.IndexFunc(kernels, func(k wgsl.Kernel) bool { return Spectra(k) > 1 })
	if middle < 1 || len(kernels) < 2*middle+1 {
		return nil
	}
	var factors []int
	for i, k := range kernels[:middle+1] {
		if k.N() != kernels[2*middle-i].N() {
			return nil
		}
		factors = append(factors, k.N())
	}
	if Product(factors) < 2*n-1 {
		return nil
	}
	return factors
}

// Product returns the product of the factors.
func Product(factors []int) int {
	n := 1
	for _, f := range factors {
		n *= f
	}
	return n
}

// WithRealOps returns the kernel as it runs if it does the axis alone: placed, with the loads and
// stores of real data.
func (l Axis) WithRealOps(k wgsl.Kernel) wgsl.Kernel {
	u := AxisPlan{Axis: l, AxisChoice: AxisChoice{Kernels: []wgsl.Kernel{l.Place(k)}}}
	u.addRealEnds(true, true)
	return u.Kernels[0]
}
