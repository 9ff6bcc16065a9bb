package plan

import "wgfft/wgsl"

// Padded input: an array with fewer stored elements than points (Layout.Have) grows along each axis
// when that axis is transformed, the last axis first. Rows of zeros are not read, transformed or
// written. Between two passes the array is contiguous, with its current extent along each axis.

// padArrays computes the extent of the arrays along each axis when its passes begin, and the view
// of the stored input elements.
//
// The first pass fills in all zeros if its kernel transforms several axes or loads contiguous
// blocks. It also fills them in if the transform is in place, because arrays in place cannot grow.
// Arrays of real transforms do not grow.
func (p *Plan) padArrays(plans []AxisPlan) error {
	var err error
	if p.in, p.out, err = p.Problem.layouts(); err != nil {
		return err
	}
	for i := range plans {
		plans[i].have = plans[i].N
	}
	if p.Problem.Kind != C2C {
		return nil
	}
	extents := append([]int{}, p.Problem.Shape...)
	axisNumbers := make([]int, len(plans)) // the axis of each AxisPlan; -1 for several axes and for a copy
	for i, u := range plans {
		axisNumbers[i] = p.Problem.axisNumber(u)
		canGrow := u.Convolution > 0 || u.Kernels[0].Load.Path == wgsl.Direct
		if a := axisNumbers[i]; a >= 0 && p.Problem.In.Have != nil && !p.Problem.InPlace && canGrow {
			extents[a] = p.Problem.In.Have[a]
		}
	}
	if stored := Product(extents); stored < p.Problem.Points() {
		p.arrays[0].Elements = stored
		points := Array{ElementBytes: p.Problem.PointBytes()}
		if p.in, err = p.Problem.In.resolve(p.Problem, extents, points, "input"); err != nil {
			return err
		}
	}
	for i := range plans {
		u := &plans[i]
		if a := axisNumbers[i]; a >= 0 {
			u.have, extents[a] = extents[a], u.N
		}
		u.Outer = Product(extents) / u.N / u.InnerExtent
	}
	return nil
}

// hasPaddedInput reports whether the input arrays have fewer elements than points and grow during
// the transforms.
func (p Problem) hasPaddedInput() bool {
	return p.Kind == C2C && !p.InPlace && p.In.Have != nil && Product(p.In.Have) < p.Points()
}

// axisNumber returns the number of the axis that an AxisPlan transforms, and -1 if it transforms
// several or none.
func (p Problem) axisNumber(u AxisPlan) int {
	if k := u.Kernels[0]; u.N == 1 || k.Stages.Outer != [2]wgsl.Radices{} || k.Stages.InnerExtent > 1 {
		return -1
	}
	inner := 1
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		if p.Shape[axis] > 1 && inner == u.InnerExtent {
			return axis
		}
		inner *= p.Shape[axis]
	}
	return -1
}

// setBound sets the elements that an array has along an axis with the given inner extent.
func setBound(v *wgsl.View, elements, inner int) {
	v.Bound = elements
	if v.Batch[1].Stride > 0 {
		v.Batch[1].Stride = elements * inner
	} else {
		v.Batch[0].Stride = elements * inner
	}
}

// withBound returns the first kernel of an axis with the bound of the stored elements.
func (u AxisPlan) withBound(k wgsl.Kernel) wgsl.Kernel {
	if u.have < u.N && u.Convolution == 0 {
		setBound(&k.Load.View, u.have, u.InnerExtent)
	}
	return k
}
