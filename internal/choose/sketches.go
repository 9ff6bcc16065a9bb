package choose

import (
	"errors"
	"math"

	"wgfft/wgsl"
)

// sketches compute the costs of kernels, one after the other. They keep the program of the last
// kernel, and use it again if the next kernel differs only in its flat exchange. Planning compares
// many such kernels.
type sketches struct {
	how    func(wgsl.Kernel, wgsl.Limits) (wgsl.Costs, error) // computes the costs of one kernel
	kernel wgsl.Kernel                                        // the last kernel, without its exchange
	costs  wgsl.Costs                                         // costs of the last kernel
	err    error                                              // error of the last kernel
	isUsed bool                                               // whether there is a last kernel
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

// estimates returns sketches that check nothing: their kernels must be valid.
func estimates() *sketches {
	return &sketches{how: func(k wgsl.Kernel, _ wgsl.Limits) (wgsl.Costs, error) { return k.Estimate(), nil }}
}

// checks returns sketches with the errors of wgsl.Kernel.Check.
func checks() *sketches { return &sketches{how: wgsl.Kernel.Costs} }

// roughChecks returns sketches that refuse the kernels that wgsl.Kernel.RoughCosts refuses.
func roughChecks() *sketches { return &sketches{how: new(shapeChecks).costs} }

// of returns the costs of a kernel, or the error of its check.
func (s *sketches) of(k wgsl.Kernel, l wgsl.Limits) (wgsl.Costs, error) {
	if k.Exchange.Layout.Digits.On { // such a layout depends on the kernel
		return s.how(k, l)
	}
	flat := k
	flat.Exchange = wgsl.Exchange{}
	if !s.isUsed || flat != s.kernel {
		unlimited := l
		unlimited.WorkgroupBytes = math.MaxInt
		s.costs, s.err = s.how(flat, unlimited)
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

// estimate returns the costs of a valid kernel.
func (s *sketches) estimate(k wgsl.Kernel) wgsl.Costs {
	of, _ := s.of(k, wgsl.Limits{WorkgroupBytes: math.MaxInt})
	return of
}
