package choose

import (
	"errors"
	"math"

	"wgfft/wgsl"
)

// sketches compute the costs of kernels, one after the other. They refuse the kernels that wgsl.Kernel.RoughCosts
// refuses. They keep the costs of the last kernel, and use them again if the next kernel differs only in its flat
// exchange.
type sketches struct {
	checks shapeChecks // compute the costs of one kernel
	kernel wgsl.Kernel // the last kernel, without its exchange
	costs  wgsl.Costs  // costs of the last kernel
	err    error       // error of the last kernel
	isUsed bool        // whether there is a last kernel
}

// shapeChecks compute rough costs. The errors of a kernel with direct paths and without mirrors do not depend on its
// number of threads and transforms, except for the number of invocations. So shapeChecks check such kernels with one
// transform, and keep the result for the next kernel.
type shapeChecks struct {
	shape  wgsl.Kernel // the last kernel, with one point a thread and one transform
	err    error       // its error
	isUsed bool        // whether there is a last kernel
}

// costs returns the rough costs of a kernel, or the error of its check.
func (s *shapeChecks) costs(k wgsl.Kernel, l wgsl.Limits) (wgsl.Costs, error) {
	isDirect := k.Load.Path == wgsl.Direct && k.Store.Path == wgsl.Direct
	if !isDirect || k.Threads.Mirror != [2]wgsl.Mirror{} || k.Threads.Elements < 1 || k.Threads.Transforms < 1 {
		return k.RoughCosts(l)
	}
	if k.Invocations() > l.Invocations {
		return wgsl.Costs{}, errInvocations
	}
	shape := k
	shape.Threads.Elements, shape.Threads.Transforms = 1, 1
	if !s.isUsed || shape != s.shape {
		unlimited := l
		unlimited.Invocations = math.MaxInt
		_, s.err = shape.RoughCosts(unlimited)
		s.shape, s.isUsed = shape, true
	}
	return k.Estimate(), s.err
}

// of returns the costs of a kernel, or the error of its check.
func (s *sketches) of(k wgsl.Kernel, l wgsl.Limits) (wgsl.Costs, error) {
	if k.Exchange.Layout.Digits.On { // such a layout depends on the kernel
		return s.checks.costs(k, l)
	}
	flat := k
	flat.Exchange = wgsl.Exchange{}
	if !s.isUsed || flat != s.kernel {
		unlimited := l
		unlimited.WorkgroupBytes = math.MaxInt
		s.costs, s.err = s.checks.costs(flat, unlimited)
		s.kernel, s.isUsed = flat, true
	}
	if s.err != nil {
		return s.costs, s.err
	}
	costs := s.costs.With(k.Exchange)
	if costs.WorkgroupBytes() > l.WorkgroupBytes {
		return costs, errMemory
	}
	return costs, nil
}

// errMemory and errInvocations are the errors of all kernels that need too much workgroup memory, or too many
// invocations. Planning skips such kernels and does not print the errors.
var (
	errMemory      = errors.New("choose: too much workgroup memory")
	errInvocations = errors.New("choose: too many invocations")
)
