package plan

import (
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// An AxisPlan is an axis with the kernels that transform it.
type AxisPlan struct {
	Axis
	Kernels   []wgsl.Kernel
	PairPass  *wgsl.Kernel // the pass that combines points k and -k after several passes, or nil
	have      int          // stored elements along the axis when its passes begin
	axisCount int          // axes of the problem that the kernels transform together

	Fusion AxisFusion // the axis fusion that the kernels are, or zero
}

// AxisPlans assigns kernels, in the order of Chooser.Choose, to the axes of a problem.
func (p Problem) AxisPlans(kernels []wgsl.Kernel, l wgsl.Limits) ([]AxisPlan, error) {
	p, l = p.AsSingle(l)
	fail := func(why string) ([]AxisPlan, error) {
		return nil, fmt.Errorf("plan: %v: the kernels do not match its axes: %s", p, why)
	}
	var all []AxisPlan
	rest := kernels
	for axes := p.OrderedAxes(l); len(axes) > 0; {
		if len(rest) == 0 {
			return fail("too few")
		}
		u := AxisPlan{Axis: axes[0], axisCount: 1}
		k, count := rest[0], 1
		fusion, fused := FindAxisFusion(rest, axes)
		switch {
		case fused > 1:
			u.Axis, u.axisCount, u.Fusion, count = fusion.axis(), fusion.axisCount(), fusion, fused
		case k.Stages.Outer != [2]wgsl.Radices{} || k.Stages.InnerExtent > 1:
			if u.Axis, u.axisCount = JointAxis(k, axes); u.axisCount == 0 {
				return fail(k.Name())
			}
		case Spectra(k) == 1:
			if u.Convolution = k.N(); u.Convolution < 2*u.N-1 {
				return fail(k.Name())
			}
		default:
			if count = directCount(rest, u.N); count == 0 {
				if u.Factors = DigitReversedFactors(rest, u.N); u.Factors == nil {
					return fail(fmt.Sprintf("%s does not begin a transform of %d points", k.Name(), u.N))
				}
				u.Convolution, count = Product(u.Factors), 2*len(u.Factors)-1
			}
		}
		if u.HasMirrorRows() && (count > 1 || !k.Threads.HoldsPairs(wgsl.Zero) || k.Threads.Transforms%2 > 0) {
			return fail("mirror rows need one pass, mirror pairs in the row, and an even number of rows in a workgroup")
		}
		u.Kernels, rest, axes = slices.Clone(rest[:count]), rest[count:], axes[u.axisCount:]
		if u.IsSplit() && count > 1 && !u.Kernels[count-1].Threads.HasColumns() {
			if len(rest) == 0 || rest[0].N() != 1 {
				return fail("the pass that combines points k and -k of a real transform is missing")
			}
			end := rest[0]
			u.PairPass, rest = &end, rest[1:]
		}
		all = append(all, u)
	}
	if len(rest) > 0 {
		return fail("too many")
	}
	return all, nil
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
	u := AxisPlan{Axis: l, Kernels: []wgsl.Kernel{l.Place(k)}}
	u.addRealEnds(true, true)
	return u.Kernels[0]
}
