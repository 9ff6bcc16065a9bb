package choose

import (
	"errors"
	"math"

	"wgfft/wgsl"
)

// Sketches compute the costs of kernels, one after the other. A kernel that differs from the one
// before in a flat exchange only shares its program, because planning compares many of these.
type sketches struct {
	how    func(wgsl.Kernel, wgsl.Limits) (wgsl.Costs, error)
	kernel wgsl.Kernel // the last one, without its exchange
	costs  wgsl.Costs
	err    error
	isUsed bool
}

// estimates returns sketches of valid kernels.
func estimates() *sketches {
	return &sketches{how: func(k wgsl.Kernel, _ wgsl.Limits) (wgsl.Costs, error) { return k.Estimate(), nil }}
}

// checks returns sketches with the errors of wgsl.Kernel.Check.
func checks() *sketches { return &sketches{how: wgsl.Kernel.Costs} }

// roughChecks returns sketches with the errors of wgsl.Kernel.RoughCosts.
func roughChecks() *sketches { return &sketches{how: wgsl.Kernel.RoughCosts} }

// costs returns the costs of a kernel, or the error of its check.
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

// errMemory is the error of all kernels that need too much memory. Nobody reads its text: planning
// makes a kernel's own error for a kernel that was asked for.
var errMemory = errors.New("choose: too much workgroup memory")

// estimate returns the costs of a valid kernel.
func (s *sketches) estimate(k wgsl.Kernel) wgsl.Costs {
	of, _ := s.of(k, wgsl.Limits{WorkgroupBytes: math.MaxInt})
	return of
}
