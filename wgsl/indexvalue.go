package wgsl

// An Env holds the values with which an index is evaluated for an invocation.
type Env struct {
	Lane, Group int // of the invocation
	Step        int // fill evaluates every Step-th lane; 0 means 1
	Vars        map[string]int
	parameter   int // of an IndexFunc
}

// Eval returns the value of x for an invocation. The value of a condition is 1 or 0. Eval panics if e
// lacks a variable, because that is a mistake of the generator.
func (x *Index) Eval(e *Env) int {
	switch x.op {
	case opConst:
		return x.n
	case opVar:
		return e.value(x)
	case opLet, opTerm:
		return x.a.Eval(e)
	case opNot:
		return truth(x.a.Eval(e) == 0)
	case opCall, opLookup:
		return x.fn(x.a.Eval(e))
	case opSelect:
		if x.c.Eval(e) != 0 {
			return x.a.Eval(e)
		}
		return x.b.Eval(e)
	case opBoth, opEither:
		if (x.a.Eval(e) != 0) == (x.op == opEither) {
			return truth(x.op == opEither)
		}
		return x.b.Eval(e)
	}
	if x.b == nil {
		return applied(x.op, x.a.Eval(e), x.n)
	}
	return applied(x.op, x.a.Eval(e), x.b.Eval(e))
}

// value returns the value of a variable.
func (e *Env) value(x *Index) int {
	switch x {
	case lane:
		return e.Lane
	case group, foldedGroup:
		return e.Group
	case parameter:
		return e.parameter
	}
	v, ok := e.Vars[x.name]
	if !ok {
		panic("wgsl: no value for " + x.name)
	}
	return v
}

// applied returns the value of an operation on two numbers.
func applied(op indexOp, a, b int) int {
	switch op {
	case opMin:
		return min(a, b)
	case opAdd:
		return a + b
	case opSub:
		return a - b
	case opMul:
		return a * b
	case opDiv:
		return a / b
	case opMod:
		return a % b
	case opAnd:
		return a & b
	case opShift:
		return a >> b
	case opEqual:
		return truth(a == b)
	case opNotEqual:
		return truth(a != b)
	case opLess:
		return truth(a < b)
	case opAtMost:
		return truth(a <= b)
	case opGreater:
		return truth(a > b)
	}
	return truth(a >= b)
}

// truth returns 1 for true and 0 for false.
func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fill sets all to the values of x for the lanes 0, Step, 2 Step, ... of a workgroup. It applies one
// operation after the other to all lanes. This is several times faster than Eval.
func (x *Index) fill(all []int, e *Env) {
	switch {
	case x == lane:
		for l := range all {
			all[l] = l * max(1, e.Step)
		}
	case x.op == opConst || x.op == opVar:
		v := x.Eval(e)
		for l := range all {
			all[l] = v
		}
	case x.op == opLet || x.op == opTerm:
		x.a.fill(all, e)
	case x.op == opNot:
		x.a.fill(all, e)
		for l, v := range all {
			all[l] = truth(v == 0)
		}
	case x.op == opSelect || x.op == opBoth || x.op == opEither: // some lanes may not evaluate all operands
		for l := range all {
			e.Lane = l * max(1, e.Step)
			all[l] = x.Eval(e)
		}
	case x.op == opCall || x.op == opLookup:
		x.a.fill(all, e)
		for l, v := range all {
			all[l] = x.fn(v)
		}
	case x.b == nil:
		x.a.fill(all, e)
		for l, v := range all {
			all[l] = applied(x.op, v, x.n)
		}
	default:
		x.a.fill(all, e)
		var few [warp]int
		other := few[:]
		if len(all) > warp {
			other = make([]int, len(all))
		}
		x.b.fill(other[:len(all)], e)
		for l, v := range all {
			all[l] = applied(x.op, v, other[l])
		}
	}
}

// someBatch has values of the batch's variables for which all transforms of a workgroup exist.
var someBatch = map[string]int{
	"batch.end": 1 << 20, "batch.first": 0, "batch.src_begin": 0, "batch.dst_begin": 0, "batch.rows": 1 << 21,
}

// values returns the values of x for the lanes of one workgroup.
func (x *Index) values(lanes int) []int {
	all := make([]int, lanes)
	x.fill(all, &Env{Vars: someBatch})
	return all
}
