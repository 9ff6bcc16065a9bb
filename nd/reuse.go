package nd

import (
	"slices"

	"wgfft"
)

// A span is a range of positions of a step in which the elements of an owned array are not needed. The operation at
// position from is the last one that uses them, and the one at position to stores all elements anew.
type span struct{ from, to int }

// reuser finds memory for results on the CPU engine. A result replaces an operand that no later operation needs, or
// the elements of an array that the step stores anew. Chains of operations then need less memory, and stay in the
// cache.
type reuser struct {
	idle map[*memory][]span
	lent map[*memory]int // arrays that hold a temporary, with the position at which they are stored anew
}

// newReuser returns a reuser for an arranged step.
func newReuser(r *stepRecord) *reuser {
	u := &reuser{idle: map[*memory][]span{}, lent: map[*memory]int{}}
	last := map[*memory]int{} // the position of the last use of an array
	for at, n := range r.nodes[:r.used] {
		if !n.plan.isLive || !n.isRoot() || n.plan.isDone {
			continue
		}
		for _, l := range r.reads(n) {
			last[l.mem] = at
		}
		for _, l := range n.writes() {
			from, isUsed := last[l.mem]
			if !isUsed {
				from = -1
			}
			if l.coversAll() {
				u.idle[l.mem] = append(u.idle[l.mem], span{from, at})
			}
			last[l.mem] = at
		}
	}
	return u
}

// reads returns the loads of owned arrays by the operation n of a step.
func (r *stepRecord) reads(n *node) (all []load) {
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
	add := func(dst *node) { all = append(all, wide{loadOf(dst, dst.mem), dst.extent}) }
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
	load
	extent extent
}

// coversAll reports whether the place has all elements of its memory.
func (w wide) coversAll() bool {
	return w.offset == 0 && w.extent.size() == w.mem.n && w.isContiguous(&w.extent)
}

// isLent reports whether a temporary has the memory of an owned array.
func (u *reuser) isLent(m *memory) bool {
	if u == nil {
		return false
	}
	_, isLent := u.lent[m]
	return isLent
}

// take removes a temporary from those that the operation at the present position gives back. It reports false if the
// step needs m later, or the program owns it.
func (x *execution) take(m *memory) bool {
	i := slices.Index(x.ends[x.at], m)
	if x.reuse == nil || i < 0 || x.reuse.isLent(m) {
		return false
	}
	x.ends[x.at] = slices.Delete(x.ends[x.at], i, i+1)
	return true
}

// resultMemory returns memory for n elements of type d that the operation at the present position computes, until the
// operation at position last is done. canReplace reports whether the operation may store its result in memory that it
// reads.
func (x *execution) resultMemory(d DType, n, last int, canReplace func(m *memory) bool) (*memory, error) {
	if x.reuse == nil {
		return x.temp(d, n, last)
	}
	dying := x.ends[x.at]
	for i, m := range dying {
		to, isLent := x.reuse.lent[m]
		if m.dtype == d && m.n == n && canReplace(m) && (!isLent || last <= to) {
			x.ends[x.at] = slices.Delete(dying, i, i+1)
			x.ends[last] = append(x.ends[last], m)
			return m, nil
		}
	}
	for _, m := range x.rec.owned {
		if _, isLent := x.reuse.lent[m]; isLent || m.dtype != d || m.n != n {
			continue
		}
		for _, s := range x.reuse.idle[m] {
			if s.from <= x.at && last <= s.to && (s.from < x.at || canReplace(m)) {
				x.reuse.lent[m] = s.to
				x.ends[last] = append(x.ends[last], m)
				return m, nil
			}
		}
	}
	return x.temp(d, n, last)
}

// canReplace reports whether the kernel may store its result, of type d, in m: it reads each element of m only for the
// element of the result at the same place.
func (k *kernel) canReplace(m *memory) bool {
	for i := range k.loads {
		if l := &k.loads[i]; l.mem == m && *l != rowMajor(k.extent, m) {
			return false
		}
	}
	return true
}

// canReplace reports whether the transform may store its result in its source.
func (t *transform) canReplace() bool { return t.kind == wgfft.C2C || isTrig(t.kind) }
