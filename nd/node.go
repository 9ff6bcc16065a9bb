package nd

import (
	"wgfft/nd/internal/expr"
)

// A kind is the kind of a node.
type kind uint8

// The kinds of nodes.
const (
	kindWrong     kind = iota // the result of a wrong operation
	kindOwned                 // an array that the program owns
	kindView                  // a view of an owned array or a temporary
	kindScalar                // a number; Array.num has its value
	kindSource                // values computed from the index
	kindElement               // an element-wise operation
	kindTransform             // an FFT
	kindReduce                // a reduction
	kindSet                   // a store of the second operand in the first
	kindUpload                // a store of host data in the first operand
	kindFetch                 // a copy to host memory
)

// A node is an owned array, a view, a source, or an operation of a step. A queue reuses the nodes
// of its earlier steps.
type node struct {
	membership
	title
	kind  kind
	dtype expr.DType
	err   error // the error of a view or a source with wrong arguments
	expr.Extent
	layout              // for views
	mem    *ownedMemory // for owned arrays and their views
	source *expr.Source // for sources, and for the places of OpMatch
	operation
	plan placement
}

// A membership is the place of a node in a step.
type membership struct {
	q   *Queue // the queue of an operation or of a view of a temporary; nil for others
	gen uint32 // the step of q that the node belongs to
	at  int    // the position in the step, once it is arranged
}

// A title has the names of a node for errors and Explain.
type title struct {
	op    string
	label string
	where string // file and line of the call, if QueueOptions.Check is set
}

// A layout is the arrangement of the elements of base in a view.
type layout struct {
	stride [MaxRank]int
	offset int
	base   *node
}

// An operation is what an operation of a step does. Each kind of operation uses some of the fields.
type operation struct {
	args      []operand
	work      elementwise
	transform expr.Transform
	fold      expr.Fold
	data      expr.Block // for Upload
	into      *slot      // for Fetch
}

// An operand is an argument of an operation: a node, or a number if the node is a scalar.
type operand struct {
	n      *node
	num    complex128
	number int // the position among all operands of the step
}

// An elementwise describes what an element-wise operation computes.
type elementwise struct {
	code  expr.Opcode
	calc  expr.DType  // the type in which it computes
	f     *expr.Func  // for OpApply
	shift *expr.Shift // for OpShift
}

// wrong is the node of all results of wrong operations.
var wrong = node{title: title{op: "wrong operation"}}

// scalar is the node of all real numbers.
var scalar = node{title: title{op: "scalar"}, kind: kindScalar, dtype: expr.WeakReal}

// complexScalar is the node of all complex numbers.
var complexScalar = node{title: title{op: "scalar"}, kind: kindScalar, dtype: expr.WeakComplex}

// name returns the label of a node. A view without a label gets the label of its base and its
// operation, such as x.Flip.
func (n *node) name() string {
	if n.label == "" && n.kind == kindView && n.base != nil && n.base.label != "" {
		return n.base.label + "." + n.op
	}
	return n.label
}

// memory returns the memory of an owned array or a view of one. It returns nil for other nodes.
func (n *node) memory() *expr.Memory {
	if n.mem == nil {
		return nil
	}
	return &n.mem.Memory
}

// isInline reports whether the values of a node are computed where they are used.
func (n *node) isInline() bool { return n.kind == kindElement && !n.plan.inMemory }

// isRoot reports whether a node is computed at its position in the step, and not where its values
// are used.
func (n *node) isRoot() bool {
	return n.kind >= kindTransform || n.kind == kindElement && n.plan.inMemory
}
