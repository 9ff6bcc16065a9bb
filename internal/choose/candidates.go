package choose

import (
	"cmp"
	"slices"

	"wgfft/wgsl"
)

// Planning compares thousands of kernels, so a comparison holds no kernels. It holds threadings, and candidates
// that refer to them.

// A threading is the kernels of a comparison that differ only in the transforms of a workgroup and in the exchange.
type threading struct {
	costs wgsl.Costs // of one of them
	shape *shape     // nil if its kernels are known to be valid

	digits    [MaxSlices + 1]digitSupport // by slices
	liveFirst int                         // live elements of the first stage; 0 if unknown
}

// A shape holds what is known about the validity of the kernels of one or several threadings.
type shape struct {
	isPlain bool // validity depends on limits alone
	valid   map[shapeKey]bool
}

// A shapeKey is what the validity of kernels of a shape depends on. It is zero for a plain shape.
type shapeKey struct {
	transforms int
	slices     uint8 // of a digit layout
}

// newShape returns the shape of a kernel. The validity of a kernel with direct paths and without mirrors depends
// neither on its threads, nor on the transforms of a workgroup.
func newShape(k *wgsl.Kernel) *shape {
	return &shape{isPlain: k.Load.Path == wgsl.Direct && k.Store.Path == wgsl.Direct &&
		k.Threads.Mirror == [2]wgsl.Mirror{}}
}

// A digitSupport reports whether kernels can have a digit layout.
type digitSupport uint8

const (
	unknownDigits digitSupport = iota
	noDigits
	hasDigits
)

// A candidate is a kernel of a threading.
type candidate struct {
	of         *threading
	transforms int
	exchange   wgsl.Exchange
	candidateCosts
}

// candidateCosts are the costs of a candidate by rough features. They are zero before withRoughCosts sets them.
type candidateCosts struct {
	cost   float64 // rough cost; candidates are taken in its order
	least  float64 // a lower bound of the full cost in any flat layout
	digits float64 // a lower bound of the full cost in any digit layout; 0 if the kernel has none
}

// compared returns the kernel of the candidate, with a flat exchange.
func (c *candidate) compared() wgsl.Kernel {
	return *c.of.at(c.transforms, c.exchange).Kernel()
}

// at returns the costs of a kernel of the threading.
func (t *threading) at(transforms int, x wgsl.Exchange) wgsl.Costs {
	return t.costs.WithTransforms(transforms).With(x)
}

// kernel returns a kernel of the threading: only its transforms and its exchange may differ from others.
func (t *threading) kernel() *wgsl.Kernel { return t.costs.Kernel() }

// isValid reports whether the kernel of a candidate is valid. Its invocations and its workgroup memory are within
// the limits.
func (c *candidate) isValid(l wgsl.Limits) bool {
	s, key := c.of.shape, shapeKey{}
	switch {
	case s == nil:
		return true
	case !s.isPlain:
		key.transforms = c.transforms
	}
	if c.exchange.Layout.Digits.On {
		key.slices = c.exchange.Slices
	}
	isValid, known := s.valid[key]
	if !known {
		k := c.compared()
		isValid = k.Check(l) == nil
		if s.valid == nil {
			s.valid = map[shapeKey]bool{}
		}
		s.valid[key] = isValid
	}
	return isValid
}

// cheapestCandidates returns up to most valid candidates of least rough cost, in rising order of cost.
func cheapestCandidates(all []candidate, l wgsl.Limits, most int) (best []candidate) {
	for _, i := range orderOf(all) {
		if len(best) == most {
			break
		}
		if all[i].isValid(l) {
			best = append(best, all[i])
		}
	}
	return best
}

// candidatesOf returns candidates for kernels.
func candidatesOf(ks []wgsl.Kernel) []candidate {
	all := make([]candidate, 0, len(ks))
	var last wgsl.Kernel // kernel of the last threading
	var t *threading
	for i := range ks {
		k := ks[i]
		k.Threads.Transforms, k.Exchange = 1, wgsl.Exchange{}
		if t == nil || k != last {
			last, t = k, &threading{costs: ks[i].Estimate()}
		}
		all = append(all, candidate{of: t, transforms: ks[i].Threads.Transforms, exchange: ks[i].Exchange})
	}
	return all
}

// withRoughCosts sets the costs of candidates: the rough cost is RoughCost. It returns the candidates.
func withRoughCosts(all []candidate, model Model) []candidate {
	for i := range all {
		c := &all[i]
		x, f := c.exchange, roughFeatures(c.of.at(c.transforms, c.exchange))
		c.cost, c.least = model.Cost(f), model.leastCost(f)
		if c.of.hasDigits(x) {
			x.Layout = wgsl.Layout{Digits: wgsl.Digits{On: true}}
			f := roughFeatures(c.of.at(c.transforms, x))
			c.cost, c.digits = model.Cost(f), model.leastCost(f)
		}
	}
	return all
}

// hasDigits reports whether kernels of the threading with an exchange can have a digit layout.
func (t *threading) hasDigits(x wgsl.Exchange) bool {
	known := &t.digits[x.Slices]
	if *known == unknownDigits {
		*known = noDigits
		if t.at(1, x).HasDigitLayout() {
			*known = hasDigits
		}
	}
	return *known == hasDigits
}

// comparedKernels returns the kernels of candidates.
func comparedKernels(all []candidate) []wgsl.Kernel {
	ks := make([]wgsl.Kernel, len(all))
	for i := range all {
		ks[i] = all[i].compared()
	}
	return ks
}

// keepThreadings returns the candidates of the threadings for which keep is true.
func keepThreadings(all []candidate, keep func(*threading) bool) (some []candidate) {
	var last *threading
	kept := false
	for _, c := range all {
		if c.of != last {
			last, kept = c.of, keep(c.of)
		}
		if kept {
			some = append(some, c)
		}
	}
	return some
}

// validKernels returns the valid kernels of candidates.
func validKernels(all []candidate, l wgsl.Limits) (ks []wgsl.Kernel) {
	for i := range all {
		if all[i].isValid(l) {
			ks = append(ks, all[i].compared())
		}
	}
	return ks
}

// orderOf returns the indices of candidates in rising order of rough cost.
func orderOf(all []candidate) []int {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(all[a].cost, all[b].cost), a-b) })
	return order
}
