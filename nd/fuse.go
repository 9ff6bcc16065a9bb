package nd

import (
	"slices"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// maxSpan is the largest number of operations between a transform and a Set that its store computes.
// It bounds the time of planning: each transform looks at this number of operations at most.
const maxSpan = 256

// fuse finds the Sets that transforms compute in their stores.
func (r *stepRecord) fuse() {
	for at, n := range r.nodes[:r.used] {
		if n.kind != kindTransform || !n.plan.isLive || n.plan.last-at > maxSpan {
			continue
		}
		f := fuser{rec: r, of: n, at: at, isDerived: map[*node]bool{n: true}}
		f.loads = r.loads(n.args[0].n, nil)
		f.operands = len(f.loads)
		if f.find(r.nodes[at+1 : max(at, n.plan.last)+1]); len(f.found) > 0 {
			r.setStores(n, f.found)
		}
	}
}

// setStores makes transform n compute the Sets that were found. If a single Set stores the
// unchanged result in an owned array, and n does not read this array inline, n writes the array
// directly.
func (r *stepRecord) setStores(n *node, found []*node) {
	dst, operand := found[0].args[0].n, n.args[0].n
	isPlain := len(found) == 1 && found[0].args[1].n == n && dst.kind == kindOwned && dst.dtype == n.dtype
	isRead := slices.ContainsFunc(r.loads(operand, nil), func(l expr.Load) bool { return l.Memory == dst.memory() })
	if isPlain && (operand == dst || !isRead) {
		n.plan.into = dst
	} else {
		n.plan.stores = found
	}
	for _, s := range found {
		s.plan.isDone = true
	}
}

// leaves calls visit for each node that the inline expression of n reads: an owned array, a view, a
// source, or an operation in memory. s is the shift of the index, or nil. It visits the operands of an
// operation once, also if several operations use the result.
func (r *stepRecord) leaves(n *node, visit func(leaf *node, s *expr.Shift)) {
	r.walks++
	r.walk(n, visit)
}

// walk is leaves for a part of an expression. It marks the operations that it has visited.
func (r *stepRecord) walk(n *node, visit func(leaf *node, s *expr.Shift)) {
	switch {
	case n.isInline() && n.plan.walk == r.walks:
	case n.isInline():
		n.plan.walk = r.walks
		r.visits++
		if n.work.code == expr.OpShift {
			visit(n.args[0].n, n.work.shift)
			return
		}
		for _, a := range n.args {
			r.walk(a.n, visit)
		}
	case n.kind != kindScalar:
		visit(n, nil)
	}
}

// arrays calls visit for the leaves of n that are arrays or views of arrays. array identifies the array: it is the
// memory of an owned array, or the node of a temporary. An array that is read twice is visited twice.
func (r *stepRecord) arrays(n *node, visit func(array any, leaf *node)) {
	r.leaves(n, func(leaf *node, _ *expr.Shift) {
		base := leaf
		if leaf.kind == kindView {
			base = leaf.base
		}
		switch {
		case leaf.mem != nil:
			visit(leaf.mem, leaf)
		case base.kind != kindSource:
			visit(base, leaf)
		}
	})
}

// loads appends a load for each owned array, or view of one, that the inline expression of n reads.
func (r *stepRecord) loads(n *node, all []expr.Load) []expr.Load {
	r.leaves(n, func(leaf *node, s *expr.Shift) {
		if leaf.mem != nil {
			l := loadOf(leaf, leaf.memory())
			l.Shift = s
			all = append(all, l)
		}
	})
	return all
}

// A fuser looks for the Sets that the store of a transform can compute. The store computes them
// earlier than they were recorded. Therefore no operation in between may write an array that such a
// Set reads or writes, or read an array that the Set writes.
type fuser struct {
	rec       *stepRecord
	of        *node
	at        int            // the position of the transform
	isDerived map[*node]bool // the result, and the operations that are computed inline from it
	found     []*node
	loads     []expr.Load // the loads of the transform's operand and of the Sets found
	operands  int         // the number of loads of the transform's operand
	reads     []expr.Load // the loads of operations in between
	writes    []expr.Load // the stores of operations in between and of the Sets found
}

// find looks for Sets among the operations after the transform, up to the last reader of its
// result. It finds none if an operation other than a Set reads the result.
func (f *fuser) find(after []*node) {
	for _, n := range after {
		if !n.plan.isLive || n.plan.isDone {
			continue
		}
		isUse := slices.ContainsFunc(n.args, func(a operand) bool { return f.isDerived[a.n] })
		isGood := true
		switch {
		case n.kind == kindView:
			isGood = !f.isDerived[n.base]
		case !isUse && n.isRoot():
			f.pass(n)
		case !isUse:
		case n.isInline():
			f.isDerived[n] = true
			isGood = n.Extent == f.of.Extent && n.work.code != expr.OpShift
		default:
			isGood = n.kind == kindSet && f.add(n)
		}
		if !isGood {
			f.found = nil
			return
		}
	}
}

// pass notes the arrays that n, an operation between the transform and a Set, reads and writes.
func (f *fuser) pass(n *node) {
	args := n.args
	if n.kind == kindSet || n.kind == kindUpload {
		f.writes = append(f.writes, loadOf(args[0].n, args[0].n.memory()))
		args = args[1:]
	}
	for _, a := range args {
		f.reads = f.rec.loads(a.n, f.reads)
	}
}

// add adds a Set. It reports whether the store of the transform can compute it.
func (f *fuser) add(s *node) bool {
	dst, src := s.args[0].n, s.args[1].n
	to := loadOf(dst, dst.memory())
	isTo := func(l expr.Load) bool { return l.Memory == to.Memory }
	if dst.dtype.PerWord() > 1 || dst.Extent != f.of.Extent || src.Extent != f.of.Extent ||
		slices.ContainsFunc(f.writes, isTo) || slices.ContainsFunc(f.reads, isTo) {
		return false
	}
	f.loads = f.rec.loads(src, f.loads)
	for i, l := range f.loads {
		switch {
		case !isTo(l):
		case l != to: // another invocation may write the element before it is read
			return false
		case i < f.operands && (f.of.transform.Kind != wgfft.C2C || to != expr.RowMajor(dst.Extent, dst.memory())):
			return false
		}
	}
	isReady := true
	f.rec.leaves(src, func(leaf *node, _ *expr.Shift) { isReady = isReady && f.isReady(leaf) })
	f.found, f.writes = append(f.found, s), append(f.writes, to)
	return isReady
}

// isReady reports whether a leaf has its values before the transform is computed.
func (f *fuser) isReady(n *node) bool {
	switch {
	case n == f.of, n.kind == kindSource:
		return true
	case n.mem != nil:
		return !slices.ContainsFunc(f.writes, func(l expr.Load) bool { return l.Memory == n.memory() })
	case n.kind == kindView:
		return !n.base.isRoot() || n.base.at < f.at
	}
	return n.at < f.at
}
