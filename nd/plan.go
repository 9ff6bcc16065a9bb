package nd

import (
	"fmt"
	"slices"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// A placement is the result of planning for a node: whether its values are kept in memory, and
// which kernels read them.
type placement struct {
	inMemory bool
	why      string // the reason for memory
	reading
	work   int      // the instructions of the inline operations below the node
	since  int      // Queue.work before the first of these operations
	arrays arraySet // the arrays in memory that these operations read
	walk   int      // the last walk of stepRecord.leaves that visited the node
	temp   *expr.Memory
	storing
}

// A reading has the kernels that read a node.
type reading struct {
	isLive   bool // a Set, an Upload or a Fetch needs the node
	isShared bool // several kernels read the node
	first    int  // the position of a kernel that reads the node
	last     int  // the position of the last kernel that reads it
}

// A storing is the store of a transform, or the Set that such a store computes.
type storing struct {
	into   *node   // for a transform: the owned array that it writes
	stores []*node // for a transform: the Sets that its store computes
	isDone bool    // for a Set: a transform writes its destination
}

// maxWork is the largest number of instructions that several kernels repeat. For more instructions,
// memory for the values is cheaper.
const maxWork = 40

// maxSmallWork is the largest number of instructions that a kernel repeats for each element of a
// broadcast.
const maxSmallWork = 8

// hold keeps the values of a node in memory, for the reason why.
func (p *placement) hold(why string) { p.inMemory, p.why = true, why }

// readBy marks the node as read by the kernel at a position.
func (n *node) readBy(at int) {
	if n.q == nil {
		return // an owned array, a source or a scalar
	}
	p := &n.plan
	if p.isLive && p.first != at {
		p.isShared = true
	}
	if !p.isLive {
		p.first = at
	}
	p.isLive, p.last = true, max(p.last, at)
}

// arrange decides which nodes of the step are computed, and where their values are kept. It returns
// ErrClosed for an operand that was closed after it was recorded.
func (r *stepRecord) arrange() error {
	nodes := r.nodes[:r.used]
	writes := map[*ownedMemory][]int{}
	for at, n := range nodes {
		p := &n.plan
		n.at = at
		p.isLive, p.isShared, p.last, p.into, p.stores, p.isDone = false, false, 0, nil, nil, false
		if n.kind == kindSet || n.kind == kindUpload {
			m := n.args[0].n.mem
			writes[m] = append(writes[m], at)
		}
	}
	for at := len(nodes) - 1; at >= 0; at-- {
		n := nodes[at]
		switch n.kind {
		case kindSet, kindUpload, kindFetch:
			n.plan.isLive = true
		case kindElement:
			if n.plan.isLive && !n.plan.inMemory {
				n.place(at, writes)
			}
		}
		if !n.plan.isLive {
			continue
		}
		reader := n.plan.last
		if n.isRoot() {
			reader = at
		}
		for _, a := range n.args {
			if a.n.mem != nil && a.n.mem.closed.Load() {
				return fmt.Errorf("nd: %s(%v): %w", n.op, Array{n: a.n}, wgfft.ErrClosed)
			}
			a.n.readBy(reader)
			if a.n.isSmallIn(n) {
				a.n.plan.hold("broadcast")
			}
		}
		if n.kind == kindView {
			n.base.readBy(reader)
			if n.base.kind == kindElement && !n.base.plan.inMemory {
				n.base.plan.hold("read through " + n.op)
			}
		}
	}
	r.fuse()
	return nil
}

// isSmallIn reports whether a kernel of its own computes n in less time than user. If n is computed
// inline, user repeats it for each of its own elements.
func (n *node) isSmallIn(user *node) bool {
	return n.isInline() && n.plan.work > maxSmallWork && n.Size() <= user.Size()/8
}

// place decides whether the values of an element-wise operation at a position are kept in memory.
func (n *node) place(at int, writes map[*ownedMemory][]int) {
	for _, a := range n.args {
		if a.n.mem == nil {
			continue
		}
		w := writes[a.n.mem]
		if i, _ := slices.BinarySearch(w, at+1); i < len(w) && w[i] < n.plan.last {
			n.plan.hold("an operand is written before the last use")
			return
		}
	}
	if n.plan.isShared && (n.plan.work > maxWork || n.plan.arrays.n > 2) {
		n.plan.hold("read by several kernels")
	}
}
