package nd

import (
	"fmt"
	"strings"

	"wgfft/nd/internal/expr"
)

// Explain describes the kernels of the step that was recorded so far, one in a line. A line has the
// expression of the kernel with its fused operations, and where the result goes. If a value is kept
// in memory, the reason follows in parentheses. A transform has one line, but may run several
// kernels.
//
// If a transform computes elements in its load or its store, the cost of an element follows in
// brackets. The cost is an estimate of the instructions, and the bytes that are read from and
// written to arrays. An expression of more than 100 operations ends in dots.
func (q *Queue) Explain() string {
	if q.err != nil {
		return q.err.Error() + "\n"
	}
	if err := q.arrange(); err != nil {
		return err.Error() + "\n"
	}
	x := explainer{names: map[*node]string{}}
	var b strings.Builder
	line := 0
	for _, n := range q.nodes[:q.used] {
		if !n.plan.isLive || !n.isRoot() || n.plan.isDone {
			continue
		}
		line++
		x.left = maxExplained
		fmt.Fprintf(&b, "%2d  ", line)
		switch n.kind {
		case kindTransform, kindElement, kindReduce:
			cost := q.cost(n) // before x.result gives n a name
			b.WriteString(strings.TrimSuffix(x.result(n), "\n") + cost + "\n")
		case kindSet:
			fmt.Fprintf(&b, "%s -> %s\n", x.operand(n.args[1]), x.operand(n.args[0]))
		case kindUpload:
			fmt.Fprintf(&b, "Upload -> %s\n", x.operand(n.args[0]))
		case kindFetch:
			fmt.Fprintf(&b, "Fetch(%s)\n", x.operand(n.args[0]))
		}
	}
	return b.String()
}

// cost returns the cost of the elements that a transform computes in its load and its store, or "".
func (r *stepRecord) cost(n *node) string {
	if n.kind != kindTransform {
		return ""
	}
	var parts []string
	if a := n.args[0].n; a.isInline() {
		parts = append(parts, costOf("load", a.plan.work, r.leafBytes(a, nil)))
	}
	if len(n.plan.stores) > 0 {
		work, bytes := 0, map[any]int{n: 0} // the result is in registers
		for _, s := range n.plan.stores {
			if v := s.args[1].n; v.isInline() {
				work += v.plan.work
			}
			bytes = r.leafBytes(s.args[1].n, bytes)
			dst := s.args[0].n
			bytes[dst] += dst.dtype.Size() // in addition to reads of the same array
		}
		parts = append(parts, costOf("store", work, bytes))
	}
	if parts == nil {
		return ""
	}
	return "  [" + strings.Join(parts, "; ") + "]"
}

// costOf returns the text of the cost of the load or the store.
func costOf(end string, work int, bytes map[any]int) string {
	sum := 0
	for _, b := range bytes {
		sum += b
	}
	return fmt.Sprintf("%s: %d instructions, %d bytes", end, work, sum)
}

// leafBytes adds an entry to bytes for each array that the values of n are computed from: the size
// of an element. It returns bytes.
func (r *stepRecord) leafBytes(n *node, bytes map[any]int) map[any]int {
	if bytes == nil {
		bytes = map[any]int{}
	}
	r.arrays(n, func(array any, leaf *node) {
		if _, ok := bytes[array]; !ok {
			bytes[array] = leaf.dtype.Size()
		}
	})
	return bytes
}

// maxExplained is the largest number of operations of an expression that Explain writes. An expression that uses
// results twice may have more operations than any memory can hold.
const maxExplained = 100

// An explainer writes expressions.
type explainer struct {
	names map[*node]string // of temporaries in memory
	left  int              // the number of operations that may follow in the line
}

// result returns the line of a node that is kept in memory, and names the node.
func (x *explainer) result(n *node) string {
	if len(n.plan.stores) > 0 {
		text := x.expression(n)
		x.names[n] = "it"
		for _, s := range n.plan.stores {
			text += fmt.Sprintf("; store %s -> %s", x.operand(s.args[1]), x.operand(s.args[0]))
		}
		return text + "\n"
	}
	if n.plan.into != nil {
		return x.expression(n) + " -> " + x.operand(operand{n: n.plan.into}) + "\n"
	}
	name, why := fmt.Sprintf("t%d", len(x.names)+1), n.plan.why
	if n.kind != kindElement {
		why = "result of " + n.op
	}
	text := fmt.Sprintf("%s -> %s  (%s)\n", x.expression(n), name, why)
	x.names[n] = name
	return text
}

// operand returns the text of an operand.
func (x *explainer) operand(o operand) string {
	n := o.n
	switch {
	case n == &scalar:
		return fmt.Sprint(real(o.num))
	case n == &complexScalar:
		return fmt.Sprint(o.num)
	case x.names[n] != "":
		return x.names[n]
	case n.kind == kindView:
		return x.operand(operand{n: n.base}) + "." + n.op
	case n.isInline():
		return x.expression(n)
	case n.label != "":
		return n.label
	case n.kind == kindSource:
		return sourceText(n.source, n.op)
	}
	return Array{n: n}.String()
}

// sourceText returns the name of a source, and the axis if its values depend on the index along one: Grid.D(0).
func sourceText(s *expr.Source, op string) string {
	if s == nil || s.Form == expr.FormSumSquares || len(s.Terms) != 1 {
		return op
	}
	return fmt.Sprintf("%s(%d)", op, s.Terms[0].Axis)
}

// expression returns the text of an operation.
func (x *explainer) expression(n *node) string {
	if x.left == 0 {
		return "..."
	}
	x.left--
	args := make([]string, len(n.args))
	for i, a := range n.args {
		args[i] = x.operand(a)
	}
	return n.op + "(" + strings.Join(args, ", ") + ")"
}
