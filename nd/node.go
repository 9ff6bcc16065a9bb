package nd

// A kind is what a node stands for.
type kind uint8

// The kinds of nodes.
const (
	kindWrong     kind = iota // the result of a wrong operation
	kindOwned                 // an array of the program's
	kindView                  // a view of an owned array or a temporary
	kindScalar                // a number in the handle
	kindSource                // computed from the index
	kindElement               // an element-wise operation
	kindTransform             // an FFT
	kindReduce                // a reduction
	kindSet                   // a store of the second operand in the first
	kindUpload                // a store of host data in the first operand
	kindFetch                 // a copy to host memory
)

// A node is an owned array, a view, a source, or an operation of a step. Queues use the nodes of their
// steps again.
type node struct {
	q     *Queue // of operations and of views of temporaries
	gen   uint32 // the step of q that the node belongs to
	at    int    // the position in the step, once it is arranged
	op    string
	label string
	where string // of an operation of a queue with QueueOptions.Check: file and line of the call
	kind  kind
	dtype DType
	err   error // of a view or source with arguments that do not fit
	extent

	// of views
	stride [MaxRank]int
	offset int
	base   *node

	mem    *memory // of owned arrays and their views
	source *source // of sources, and the places of opMatch

	// of operations
	args []operand
	work elementwise
	turn transform
	fold fold
	data block // of Upload
	into *slot // of Fetch

	plan placement
}

// An operand is an argument of an operation: a node, or a number if the node is a scalar.
type operand struct {
	n      *node
	num    complex128
	number int // among the operands of the step
}

// An elementwise is what an element-wise operation computes.
type elementwise struct {
	code  opcode
	calc  DType  // the type in which it computes
	f     *Func  // of opApply
	shift *shift // of opShift
}

// wrong is the node of the results of wrong operations.
var wrong = node{op: "wrong operation"}

// scalar is the node of numbers.
var scalar = node{op: "scalar", kind: kindScalar, dtype: weakReal}

// complexScalar is the node of complex numbers.
var complexScalar = node{op: "scalar", kind: kindScalar, dtype: weakComplex}

// name returns the label of an array, or of the base of a view with the name of the view.
func (n *node) name() string {
	if n.label == "" && n.kind == kindView && n.base != nil && n.base.label != "" {
		return n.base.label + "." + n.op
	}
	return n.label
}

// isInline reports whether the values of a node can be computed where they are used.
func (n *node) isInline() bool { return n.kind == kindElement && !n.plan.inMemory }

// isRoot reports whether a node of a step is computed where it was recorded.
func (n *node) isRoot() bool {
	return n.kind >= kindTransform || n.kind == kindElement && n.plan.inMemory
}
