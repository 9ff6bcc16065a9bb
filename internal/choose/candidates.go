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
	kernel wgsl.Kernel // one of them, in a flat layout
	costs  wgsl.Costs  // of the same kernel
	shape  *shape      // nil if its kernels are known to be valid

	digits    [MaxSlices + 1]digitSupport // by slices
	liveFirst int                         // live elements of the first stage; 0 if unknown
}

// A shape holds what is known about the validity of the kernels of one or several threadings.
type shape struct {
	isPlain bool         // validity depends on limits alone
	valid   map[int]bool // known results, by transforms of a workgroup; 0 for all of a plain shape
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
	cost       float64 // rough cost; candidates are taken in its order
	least      float64 // a lower bound of the full cost in any flat layout
	digits     float64 // a lower bound of the full cost in any digit layout; 0 if the kernel has none
}

// compared returns the kernel of the candidate, with a flat exchange.
func (c *candidate) compared() wgsl.Kernel {
	k := c.of.kernel
	k.Threads.Transforms, k.Exchange = c.transforms, c.exchange
	return k
}

// at sets the transforms and the exchange of the threading's kernel, and returns it.
func (t *threading) at(transforms int, x wgsl.Exchange) *wgsl.Kernel {
	t.kernel.Threads.Transforms, t.kernel.Exchange = transforms, x
	return &t.kernel
}

// isValid reports whether the kernel of a candidate is valid. Its invocations and its workgroup memory are within
// the limits.
func (c *candidate) isValid(l wgsl.Limits) bool {
	s, key := c.of.shape, c.transforms
	if s == nil {
		return true
	}
	if s.isPlain {
		key = 0
	}
	isValid, known := s.valid[key]
	if !known {
		k := c.compared()
		isValid = k.Check(l) == nil
		if s.valid == nil {
			s.valid = map[int]bool{}
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

// candidatesOf returns candidates for valid kernels in linear layouts, folded and vector-radix kernels in digit
// layouts. Their rough cost is RoughCost.
func candidatesOf(ks []wgsl.Kernel, l wgsl.Limits) []candidate {
	all, model := make([]candidate, 0, len(ks)), ModelOf(l)
	var last wgsl.Kernel // kernel of the last threading
	var t *threading
	for i := range ks {
		k := ks[i]
		k.Threads.Transforms, k.Exchange = 1, wgsl.Exchange{Layout: k.Exchange.Layout}
		if t == nil || k != last {
			last, t = k, &threading{kernel: ks[i], costs: ks[i].Estimate()}
		}
		all = append(all, t.candidate(ks[i].Threads.Transforms, ks[i].Exchange, model))
	}
	return all
}

// candidate returns a candidate of a threading with its RoughCost.
func (t *threading) candidate(transforms int, x wgsl.Exchange, model Model) candidate {
	c, of := candidate{of: t, transforms: transforms, exchange: x}, t.costs.WithTransforms(transforms)
	f := roughFeatures(t.at(transforms, x), of.With(x))
	c.cost, c.least = model.Cost(f), model.leastCost(f)
	if t.hasDigits(x) {
		x.Layout = wgsl.Layout{Digits: wgsl.Digits{On: true}}
		f := roughFeatures(t.at(transforms, x), of.With(x))
		c.cost, c.digits = model.Cost(f), model.leastCost(f)
	}
	return c
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
