package choose

import (
	"cmp"
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
	make func([]wgsl.Kernel) (plan.Plan, error) // plans with kernels
	most float64                                // largest time, in passes over memory
}

// A quickPlan is a list of kernels with the predicted compile time of its plan.
type quickPlan struct {
	kernels []wgsl.Kernel
	compile float64
}

// quickKernels returns the kernels of a problem with the least predicted compile time, among those that take at most
// maxQuickTime times as long as the usual ones. A single kernel is also compared with several passes.
func quickKernels(p plan.Problem, l wgsl.Limits, usual []wgsl.Kernel) []wgsl.Kernel {
	one := p.WithoutLayout() // the choice depends on the TuningKey only
	one.Batch, one.Inverse, one.Norm = 1, false, plan.Backward
	s := quickSearch{l: l, make: func(ks []wgsl.Kernel) (plan.Plan, error) { return From(one, l, ks...) }}
	start, err := s.make(usual)
	if err != nil {
		return usual
	}
	s.most = maxQuickTime * MemoryPasses(start)
	best := s.replaced(quickPlan{usual, compileTimes(start.Passes)})
	axes := p.OrderedAxes(l)
	if len(axes) > 1 || len(usual) > 1 || best.compile <= quickEnough {
		return best.kernels
	}
	axis, onePass := Finder{axes[0]}, best.compile
	for _, c := range axis.inPasses(l, usualPasses) {
		made, ok := s.plan(axis.withPairPass(c.kernels, l))
		if !ok {
			continue
		}
		if made = s.replaced(made); made.compile < min(best.compile, severalGain*onePass) {
			best = made
		}
	}
	return best.kernels
}

// quickConvolution is quickKernels for a choice of kernels of a convolution.
func quickConvolution(c plan.Convolution, l wgsl.Limits, usual plan.ConvolutionChoice) plan.ConvolutionChoice {
	c.Batch, c.InPlace, c.In, c.Out = 1, false, plan.Layout{}, plan.Layout{}
	with := func(kernels []wgsl.Kernel) plan.ConvolutionChoice {
		choice := usual
		choice.Kernels = nil
		for _, step := range usual.Kernels {
			choice.Kernels = append(choice.Kernels, kernels[:len(step):len(step)])
			kernels = kernels[len(step):]
		}
		return choice
	}
	s := quickSearch{l: l, make: func(ks []wgsl.Kernel) (plan.Plan, error) {
		made, err := ConvolutionFrom(c, l, with(ks))
		return made.Plan, err
	}}
	kernels := slices.Concat(usual.Kernels...)
	start, err := s.make(kernels)
	if err != nil {
		return usual
	}
	s.most = maxQuickTime * MemoryPasses(start)
	return with(s.replaced(quickPlan{kernels, compileTimes(start.Passes)}).kernels)
}

// plan returns the predicted compile time of kernels. It returns false if they have no plan, or take too long.
func (s *quickSearch) plan(kernels []wgsl.Kernel) (quickPlan, bool) {
	made, err := s.make(kernels)
	if err != nil || MemoryPasses(made) > s.most {
		return quickPlan{}, false
	}
	return quickPlan{kernels, compileTimes(made.Passes)}, true
}

// replaced returns the plan with each kernel replaced by the variant that compiles fastest.
func (s *quickSearch) replaced(best quickPlan) quickPlan {
	for _, old := range best.kernels {
		if first := slices.Index(best.kernels, old); first >= 0 { // not replaced yet
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
			kernels := slices.Clone(best.kernels)
			for i := range kernels {
				if kernels[i] == old {
					kernels[i] = k
				}
			}
			if made, ok := s.plan(kernels); ok && made.compile < best.compile {
				return made
			}
		}
	}
	return best
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
