package nd

import (
	"slices"

	"wgfft"
)

// This file finds memory for results on the CPU engine. A result replaces a temporary operand that no later operation
// needs. Chains of operations then need less memory, and stay in the cache. Arrays of the program keep their elements
// until the operation that stores them, so that a step that fails before does not lose them.

// take removes a temporary from those that the operation at the present position gives back. It reports false if the
// step needs m later, or the program owns it.
func (x *planner) take(m *memory) bool {
	i := slices.Index(x.ends[x.at], m)
	if !x.canReuse || i < 0 {
		return false
	}
	x.ends[x.at] = slices.Delete(x.ends[x.at], i, i+1)
	return true
}

// resultMemory returns memory for n elements of type d that the operation at the present position computes, until the
// operation at position last is done. canReplace reports whether the operation may store its result in memory that it
// reads.
func (x *planner) resultMemory(d DType, n, last int, canReplace func(m *memory) bool) (*memory, error) {
	if x.canReuse {
		for _, m := range x.ends[x.at] {
			if m.dtype == d && m.n == n && canReplace(m) {
				x.take(m)
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
