package nd

import (
	"fmt"
	"strings"
)

// Explain returns what the step that was recorded so far computes, one kernel in a line: the expression
// that it computes, with the operations that are fused in it, and where the result goes. A value that is
// kept in memory has the reason in parentheses. A transform takes several kernels.
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
		fmt.Fprintf(&b, "%2d  ", line)
		switch n.kind {
		case kindTransform, kindElement, kindReduce:
			b.WriteString(x.result(n))
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

// An explainer writes expressions.
type explainer struct {
	names map[*node]string // of temporaries in memory
}

// result returns the text of a node that is kept in memory.
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
		return n.op
	}
	return Array{n: n}.String()
}

// expression returns the text of an operation.
func (x *explainer) expression(n *node) string {
	args := make([]string, len(n.args))
	for i, a := range n.args {
		args[i] = x.operand(a)
	}
	return n.op + "(" + strings.Join(args, ", ") + ")"
}
