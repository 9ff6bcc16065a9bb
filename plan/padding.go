package plan

import "wgfft/wgsl"

// An array that ends before its transforms do along some axes grows as they are transformed, the last axis first: rows of zeros are neither
// read nor transformed nor written. Between two passes it lies without gaps, as long along each axis as it is by then.

// pad works out how long the arrays are along the axis of each unit when its passes begin, and where the elements of the input lie among
// those there are. Along axes that kernels do together with others, or load in contiguous blocks, zeros are filled up by the first pass, and
// in place the arrays can't grow. Those of real transforms don't.
func (p *Plan) padArrays(units []axisPlan) error {
	var err error
	if p.in, p.out, err = p.Problem.layouts(); err != nil {
		return err
	}
	for i := range units {
		units[i].have = units[i].N
	}
	if p.Problem.Kind != C2C {
		return nil
	}
	now := append([]int{}, p.Problem.Shape...)
	axes := make([]int, len(units)) // that the units go along; -1 for several, and for a copy
	for i, u := range units {
		axes[i] = p.Problem.axisNumber(u)
		if a := axes[i]; a >= 0 && p.Problem.In.Have != nil && !p.Problem.InPlace && (u.Convolution > 0 || u.kernels[0].Load.Path == wgsl.Direct) {
			now[a] = p.Problem.In.Have[a]
		}
	}
	if given := product(now); given < p.Problem.Points() {
		p.arrays[0].Elements = given
		if p.in, err = p.Problem.In.resolve(p.Problem, now, ElementBytes, "input"); err != nil {
			return err
		}
	}
	for i := range units {
		u := &units[i]
		if a := axes[i]; a >= 0 {
			u.have, now[a] = now[a], u.N
		}
		u.Outer = product(now) / u.N / u.InnerExtent
	}
	return nil
}

// grows says whether arrays are longer after their transforms than before.
func (p Problem) hasPaddedInput() bool {
	return p.Kind == C2C && !p.InPlace && p.In.Have != nil && product(p.In.Have) < p.Points()
}

// axis is the one a unit goes along, -1 if it goes along several or none.
func (p Problem) axisNumber(u axisPlan) int {
	if k := u.kernels[0]; u.N == 1 || k.OuterRadices != [2]wgsl.Radices{} || k.InnerExtent > 1 {
		return -1
	}
	side := 1
	for axis := len(p.Shape) - 1; axis >= 0; axis-- {
		if p.Shape[axis] > 1 && side == u.InnerExtent {
			return axis
		}
		side *= p.Shape[axis]
	}
	return -1
}

// shorter is the first kernel of a unit's passes for arrays of as many elements along the axis as there are.
func (u axisPlan) withBound(k wgsl.Kernel) wgsl.Kernel {
	if u.have < u.N && u.Convolution == 0 {
		k.Load.Bound, k.Load.Map.Dist = u.have, u.have*u.InnerExtent
	}
	return k
}
