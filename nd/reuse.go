package nd

import (
	"slices"

	"wgfft/nd/internal/expr"
)

// This file finds memory for results on the CPU engine. A result replaces a temporary operand that no later operation
// needs, or the elements of a slice of the program that the step stores anew. Chains of operations then need less
// memory, and stay in the cache. Other arrays of the program keep their elements until the operation that stores them,
// so that a step that fails before does not lose them.

// A span is a range of positions of a step in which the elements of a slice of the program are not needed. The
// operation at position from is the last one that uses them, and the one at position to stores all elements anew.
type span struct{ from, to int }

// lending is the use of slices of the program for temporaries: see Over.
type lending struct {
	idle map[*expr.Memory][]span
	lent map[*expr.Memory]int // slices that hold a temporary, with the position at which they are stored anew
}

// newLending returns the lending of an arranged step.
func newLending(r *stepRecord) lending {
	u := lending{idle: map[*expr.Memory][]span{}, lent: map[*expr.Memory]int{}}
	last := map[*expr.Memory]int{} // the position of the last use of an array
	for at, n := range r.nodes[:r.used] {
		if !n.plan.isLive || !n.isRoot() || n.plan.isDone {
			continue
		}
		for _, l := range r.reads(n) {
			last[l.Memory] = at
		}
		to := at
		if len(n.plan.stores) > 1 {
			to-- // a later one of these Sets may read a temporary in the memory that an earlier one stores
		}
		for _, l := range n.writes() {
			from, isUsed := last[l.Memory]
			if !isUsed {
				from = -1
			}
			if l.Memory.IsSlice && l.coversAll() {
				u.idle[l.Memory] = append(u.idle[l.Memory], span{from, to})
			}
			last[l.Memory] = at
		}
	}
	return u
}

// reads returns the loads of owned arrays by the operation n of a step.
func (r *stepRecord) reads(n *node) (all []expr.Load) {
	args := n.args
	if n.kind == kindSet || n.kind == kindUpload {
		args = args[1:]
	}
	for _, a := range args {
		all = r.loads(a.n, all)
	}
	for _, s := range n.plan.stores {
		all = r.loads(s.args[1].n, all)
	}
	return all
}

// writes returns the places that an operation stores in owned arrays.
func (n *node) writes() (all []wide) {
	add := func(dst *node) { all = append(all, wide{loadOf(dst, dst.memory()), dst.Extent}) }
	if n.kind == kindSet || n.kind == kindUpload {
		add(n.args[0].n)
	}
	if n.plan.into != nil {
		add(n.plan.into)
	}
	for _, s := range n.plan.stores {
		add(s.args[0].n)
	}
	return all
}

// wide is the place of an array of an extent.
type wide struct {
	expr.Load
	extent expr.Extent
}

// coversAll reports whether the place has all elements of its memory.
func (w wide) coversAll() bool {
	return w.Offset == 0 && w.extent.Size() == w.Memory.Count && w.IsContiguous(&w.extent)
}

// isLent reports whether a temporary has the memory of a slice of the program.
func (u *lending) isLent(m *expr.Memory) bool {
	_, isLent := u.lent[m]
	return isLent
}

// take returns one of the owned arrays, a slice of the program for n elements of type d that the operation at position
// at computes, until the operation at position last is done. It returns nil if there is none.
func (u *lending) take(
	owned []*ownedMemory, d expr.DType, n, at, last int, canReplace func(m *expr.Memory) bool,
) *expr.Memory {
	for _, o := range owned {
		m := &o.Memory
		if u.isLent(m) || m.Type != d || m.Count != n {
			continue
		}
		for _, s := range u.idle[m] {
			if s.from <= at && last <= s.to && (s.from < at || canReplace(m)) {
				u.lent[m] = s.to
				return m
			}
		}
	}
	return nil
}

// take removes a temporary from those that the operation at the present position gives back. It reports false if the
// step needs m later, or the program owns it.
func (x *planner) take(m *expr.Memory) bool {
	i := slices.Index(x.ends[x.at], m)
	if !x.canReuse || i < 0 || x.lending.isLent(m) {
		return false
	}
	x.ends[x.at] = slices.Delete(x.ends[x.at], i, i+1)
	return true
}

// resultMemory returns memory for n elements of type d that the operation at the present position computes, until the
// operation at position last is done. canReplace reports whether the operation may store its result in memory that it
// reads.
func (x *planner) resultMemory(d expr.DType, n, last int, canReplace func(m *expr.Memory) bool) (*expr.Memory, error) {
	if !x.canReuse {
		return x.temp(d, n, last)
	}
	for i, m := range x.ends[x.at] {
		to, isLent := x.lending.lent[m]
		if m.Type == d && m.Count == n && canReplace(m) && (!isLent || last <= to) {
			x.ends[x.at] = slices.Delete(x.ends[x.at], i, i+1)
			x.ends[last] = append(x.ends[last], m)
			return m, nil
		}
	}
	if m := x.lending.take(x.rec.owned, d, n, x.at, last, canReplace); m != nil {
		x.ends[last] = append(x.ends[last], m)
		return m, nil
	}
	return x.temp(d, n, last)
}
