package nd

import (
	"fmt"
	"slices"

	"wgfft/nd/internal/expr"
)

// maxInline is the largest number of instructions of a kernel, by estimate. It bounds the time that a device takes to
// compile a kernel.
const maxInline = 256

// An arraySet is a set of arrays: the memory of an owned array, or the node of a temporary.
type arraySet struct {
	n  int                 // the number of arrays; MaxLeaves+1 stands for all larger numbers
	at [expr.MaxLeaves]any // the first arrays
}

// add adds an array to the set.
func (s *arraySet) add(array any) {
	if s.n > expr.MaxLeaves || slices.Contains(s.at[:s.n], array) {
		return
	}
	if s.n < expr.MaxLeaves {
		s.at[s.n] = array
	}
	s.n++
}

// addAll adds the arrays of another set.
func (s *arraySet) addAll(other *arraySet) {
	for _, array := range other.at[:min(other.n, expr.MaxLeaves)] {
		s.add(array)
	}
	if other.n > expr.MaxLeaves {
		s.n = other.n
	}
}

// array returns the array that a kernel reads for a node that is neither inline nor a source or a scalar.
func (n *node) array() any {
	switch {
	case n.mem != nil:
		return n.mem
	case n.kind == kindView:
		return n.base
	}
	return n
}

// estimate sets the work and the arrays of a recorded operation that has the given number of instructions. If a kernel
// with the operation and its inline operands exceeds MaxLeaves or maxInline, estimate keeps an operand in memory.
//
// estimate visits the operands only, so that recording an operation takes the same time at the end of any chain.
func (p *placement) estimate(n *node, work int) {
	work = max(work, 1) // bounds the length of chains of all operations
	for _, a := range n.args {
		if a.n.kind == kindSource && n.work.code != expr.OpShift {
			work += a.n.source.Work()
		}
	}
	n.q.work += work
	for {
		widest, longest := p.add(n, work)
		switch {
		case p.arrays.n > expr.MaxLeaves && widest != nil && widest.plan.arrays.n > 1:
			widest.plan.hold(fmt.Sprintf("%d arrays, %d allowed", p.arrays.n, expr.MaxLeaves))
		case p.work > maxInline && longest != nil && longest.plan.work > maxSmallWork:
			longest.plan.hold(fmt.Sprintf("%d instructions, %d allowed", p.work, maxInline))
		default:
			return
		}
	}
}

// add sets the work and the arrays of an operation from its operands. work includes the sources among them. add returns
// the inline operand that reads the most arrays, and the one with the most instructions.
//
// A kernel computes an operation once that is used several times. The work is therefore at most the work of all
// operations recorded since the first inline one.
func (p *placement) add(n *node, work int) (widest, longest *node) {
	p.work, p.arrays, p.since = work, arraySet{}, n.q.work-work
	for i, a := range n.args {
		o := &a.n.plan
		switch {
		case slices.ContainsFunc(n.args[:i], func(b operand) bool { return b.n == a.n }):
		case a.n.isInline():
			p.since = min(p.since, o.since)
			p.work += o.work
			p.arrays.addAll(&o.arrays)
			if widest == nil || o.arrays.n > widest.plan.arrays.n {
				widest = a.n
			}
			if longest == nil || o.work > longest.plan.work {
				longest = a.n
			}
		case a.n.kind == kindSource:
			if n.work.code == expr.OpShift {
				p.arrays.add(a.n) // an operation that moves elements reads them from memory
			}
		case a.n.kind != kindScalar:
			p.arrays.add(a.n.array())
		}
	}
	p.work = min(p.work, n.q.work-p.since)
	return widest, longest
}
