package choose

import (
	"wgfft/wgsl"
)

// A ranking sorts a short list of kernels by the cost of all their features, each in its best layout. It estimates
// the features of a kernel only if the kernel may be next: lower bounds of costs come from rough features.
type ranking struct {
	l      wgsl.Limits
	open   []entry                                // kernels that are not sorted yet, in the order of the short list
	sorted []entry                                // the cheapest kernels
	most   int                                    // the largest number of kernels
	finish func(i int, k wgsl.Kernel) wgsl.Kernel // makes kernel i of the result; nil for the kernel itself
}

// An entry is a kernel of a ranking.
type entry struct {
	candidate
	isDigits bool         // the entry is the candidate in its best digit layout, not in its best flat layout
	cost     float64      // full cost, or a lower bound before made is known
	made     *wgsl.Kernel // the kernel in its best layout; nil before cost is known
}

// newRanking returns the ranking of a short list. With digit layouts, the first kernels of the list also come in
// digit layouts.
func newRanking(short []candidate, l wgsl.Limits, hasDigits bool) *ranking {
	r := &ranking{l: l, most: Shortlist}
	for _, c := range short {
		r.open = append(r.open, entry{candidate: c, cost: c.least})
	}
	for _, c := range short[:min(len(short), MaxDigitCandidates)] {
		if hasDigits && c.digits > 0 {
			r.open = append(r.open, entry{candidate: c, cost: c.digits, isDigits: true})
		}
	}
	return r
}

// at returns kernel i of the ranking with its cost. It returns false if the ranking has no such kernel.
func (r *ranking) at(i int) (k wgsl.Kernel, cost float64, ok bool) {
	for len(r.sorted) <= i && r.next() {
	}
	if i >= len(r.sorted) {
		return k, 0, false
	}
	k = *r.sorted[i].made
	if r.finish != nil {
		k = r.finish(i, k)
	}
	return k, r.sorted[i].cost, true
}

// isEmpty reports whether the ranking has no kernels.
func (r *ranking) isEmpty() bool { return len(r.sorted) == 0 && len(r.open) == 0 }

// bound returns a lower bound of the cost of the first kernel. The ranking must have one.
func (r *ranking) bound() float64 {
	if len(r.sorted) > 0 {
		return r.sorted[0].cost
	}
	return r.open[r.least()].cost
}

// all returns all kernels of the ranking.
func (r *ranking) all() (ks []wgsl.Kernel) {
	for i := 0; ; i++ {
		k, _, ok := r.at(i)
		if !ok {
			return ks
		}
		ks = append(ks, k)
	}
}

// least returns the index of the open entry of least cost. Of equal costs, bounds come first.
func (r *ranking) least() int {
	best := 0
	for i := range r.open {
		a, b := &r.open[i], &r.open[best]
		if a.cost < b.cost || a.cost == b.cost && a.made == nil && b.made != nil {
			best = i
		}
	}
	return best
}

// next sorts one more kernel. It returns false if there is none.
func (r *ranking) next() bool {
	for len(r.open) > 0 && len(r.sorted) < r.most {
		i := r.least()
		e := &r.open[i]
		switch {
		case e.made != nil:
			r.sorted = append(r.sorted, *e)
			r.open = append(r.open[:i:i], r.open[i+1:]...)
			return true
		case !e.estimate(r.l):
			r.open = append(r.open[:i:i], r.open[i+1:]...)
		}
	}
	return false
}

// estimate sets the kernel and the cost of an entry from all features of the kernel. It returns false if the kernel
// does not have the layout.
func (e *entry) estimate(l wgsl.Limits) bool {
	k := e.compared()
	if e.isDigits {
		digits, ok := WithDigitLayout(k, l)
		if !ok {
			return false
		}
		f := FullFeatures(digits)
		e.made, e.cost = f.Kernel, ModelOf(l).Cost(f)
	} else {
		f := inBestLayout(k, l)
		e.made, e.cost = f.Kernel, ModelOf(l).Cost(f)
	}
	return true
}
