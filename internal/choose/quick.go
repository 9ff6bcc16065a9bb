package choose

import (
	"cmp"
	"math"
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// This file chooses kernels that compile fast: see plan.Options.Quick. It begins with the usual kernels and replaces
// one after the other by kernels of the same points with smaller radices and fewer points in a thread.

// maxQuickTime is the largest predicted time of quick kernels, relative to the usual kernels without axis fusions.
const maxQuickTime = 3

// quickEnough is the predicted compile time, in seconds, up to which one pass is not compared with several.
const quickEnough = 0.05

// severalGain bounds the predicted compile time of several passes, relative to one pass. The error of predictions is
// about as large (see compileTime), and one pass runs faster.
const severalGain = 0.75

// A quickSearch looks for the kernels of a plan that compile fastest.
type quickSearch struct {
	l    wgsl.Limits
	make func([]plan.AxisChoice) (plan.Plan, error) // plans with a choice
	most float64                                    // largest time, in passes over memory
}

// A quickPlan is a choice of kernels with the predicted times of its plan.
type quickPlan struct {
	axes    []plan.AxisChoice // or the steps of a convolution
	compile float64           // in seconds
	time    float64           // in passes over memory
}

// quickKernels returns the kernels of a problem with the least predicted compile time, among those that take at most
// maxQuickTime times as long as the usual ones. A single kernel is also compared with several passes.
func quickKernels(p plan.Problem, l wgsl.Limits, usual []plan.AxisChoice) []plan.AxisChoice {
	one := p.WithoutLayout() // the choice depends on the TuningKey only
	one.Batch, one.Inverse, one.Norm = 1, false, plan.Backward
	s := quickSearch{l: l, make: func(axes []plan.AxisChoice) (plan.Plan, error) {
		return plan.From(one, l, Chooser{}, axes...)
	}}
	best, ok := s.start(usual)
	if !ok {
		return usual
	}
	axes := p.OrderedAxes(l)
	if len(axes) > 1 || len(usual[0].Kernels) > 1 || best.compile <= quickEnough {
		return best.axes
	}
	axis, onePass := Finder{axes[0]}, best.compile
	for _, c := range axis.inPasses(l, usualPasses) {
		made, ok := s.plan([]plan.AxisChoice{axis.withPairPass(c.AxisChoice, l)})
		if !ok {
			continue
		}
		if made = s.replaced(made); made.compile < min(best.compile, severalGain*onePass) {
			best = made
		}
	}
	return best.axes
}

// quickConvolution is quickKernels for a choice of kernels of a convolution.
func quickConvolution(c plan.Convolution, l wgsl.Limits, usual plan.ConvolutionChoice) plan.ConvolutionChoice {
	c.Batch, c.InPlace, c.In, c.Out = 1, false, plan.Layout{}, plan.Layout{}
	s := quickSearch{l: l, make: func(steps []plan.AxisChoice) (plan.Plan, error) {
		choice := usual
		choice.Steps = steps
		made, err := plan.ConvolutionFrom(c, l, Chooser{}, choice)
		return made.Plan, err
	}}
	if best, ok := s.start(usual.Steps); ok {
		usual.Steps = best.axes
	}
	return usual
}

// start sets the largest time of a search by the usual choice, and returns that choice with each kernel replaced by
// the variant that compiles fastest. It returns false if the usual choice has no plan.
func (s *quickSearch) start(usual []plan.AxisChoice) (quickPlan, bool) {
	s.most = math.Inf(1)
	first, ok := s.plan(usual)
	s.most = maxQuickTime * first.time
	return s.replaced(first), ok
}

// plan returns the predicted times of a choice. It returns false if it has no plan, or takes too long.
func (s *quickSearch) plan(axes []plan.AxisChoice) (quickPlan, bool) {
	made, err := s.make(axes)
	if err != nil {
		return quickPlan{}, false
	}
	time := MemoryPasses(made)
	return quickPlan{axes, compileTimes(made.Passes), time}, time <= s.most
}

// replaced returns the plan with each kernel replaced by the variant that compiles fastest.
func (s *quickSearch) replaced(best quickPlan) quickPlan {
	for _, old := range plan.Join(best.axes) {
		if slices.Contains(plan.Join(best.axes), old) { // not replaced yet
			best = s.replacedKernel(best, old)
		}
	}
	return best
}

// replacedKernel returns the plan with one kernel replaced, at each of its places.
func (s *quickSearch) replacedKernel(best quickPlan, old wgsl.Kernel) quickPlan {
	usual := CompileTime(old)
	for _, body := range quickBodies(old, s.l) {
		if CompileTime(body) >= usual {
			break
		}
		for _, k := range quickGroups(body, s.l) {
			if made, ok := s.plan(withKernel(best.axes, old, k)); ok && made.compile < best.compile {
				return made
			}
		}
	}
	return best
}

// withKernel returns a choice with kernel k in each place of kernel old.
func withKernel(axes []plan.AxisChoice, old, k wgsl.Kernel) []plan.AxisChoice {
	again, kernels := plan.CopyChoice(axes)
	for _, at := range kernels {
		if *at == old {
			*at = k
		}
	}
	return again
}

// quickBodies returns k with other radices and points in a thread, in rising order of their compile time. They have no
// options for speed.
func quickBodies(k wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	k.Twiddles, k.Stages.DFT, k.Stages.VectorRadix, k.Stages.Rader.Fold = wgsl.Twiddles{}, nil, false, false
	k.Exchange, k.Threads.Cyclic = wgsl.Exchange{}, false
	bodies := []wgsl.Kernel{k}
	lists := []func(*wgsl.Kernel) *wgsl.Radices{
		func(k *wgsl.Kernel) *wgsl.Radices { return &k.Stages.Radices },
		func(k *wgsl.Kernel) *wgsl.Radices { return &k.Stages.Rader.Radices },
		func(k *wgsl.Kernel) *wgsl.Radices { return &k.Stages.Outer[0] },
		func(k *wgsl.Kernel) *wgsl.Radices { return &k.Stages.Outer[1] },
	}
	for _, list := range lists {
		var more []wgsl.Kernel
		for _, body := range bodies {
			for _, radices := range quickRadices(list(&body).N()) {
				*list(&body) = radices
				more = append(more, body)
			}
		}
		bodies = more
	}
	type timed struct {
		kernel wgsl.Kernel
		time   float64
	}
	var all []timed
	for _, body := range bodies {
		seen := map[int]bool{}
		for body.Threads.Elements = 1; body.Threads.Elements <= plan.MaxThreadElements; body.Threads.Elements++ {
			threads := body.ThreadsPerTransform()
			if seen[threads] || threads > l.Invocations || !HasWholeButterflies(body) && !coversRader(body) {
				continue
			}
			seen[threads] = true
			all = append(all, timed{body, CompileTime(body)})
		}
	}
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(a.time, b.time) })
	sorted := make([]wgsl.Kernel, len(all))
	for i, t := range all {
		sorted[i] = t.kernel
	}
	return sorted
}

// quickRadices returns radix lists of n points for rising largest radices: the lists with the fewest stages.
func quickRadices(n int) []wgsl.Radices {
	if n <= 1 {
		return []wgsl.Radices{{}}
	}
	var all []wgsl.Radices
	for largest := 2; largest <= plan.MaxPrime; largest++ {
		for _, radices := range wgsl.AllRadices(n, largest, wgsl.FewestStages(n, largest)) {
			if !slices.Contains(all, radices) {
				all = append(all, radices)
			}
		}
	}
	return all
}

// quickGroups returns a kernel with the exchanges and numbers of transforms in a workgroup that are tried, the first
// to try first.
func quickGroups(k wgsl.Kernel, l wgsl.Limits) (all []wgsl.Kernel) {
	for t := k.Threads.Transforms; t >= 1; t /= 2 {
		k.Threads.Transforms = t
		if k.Invocations() > l.Invocations {
			continue
		}
		for _, k.Exchange = range []wgsl.Exchange{{}, {Split: true}} {
			if k.WorkgroupBytes() > l.WorkgroupBytes {
				continue
			}
			k.Exchange.Layout = BestLayout(k, l)
			all = append(all, k)
		}
	}
	return all
}
