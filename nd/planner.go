package nd

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"wgfft/nd/internal/expr"
)

// A planner plans a step: it makes the commands that compute the step. Temporaries have no buffers while it plans. The
// player takes memory for them.
type planner struct {
	rec      *stepRecord
	on       *shared
	ctx      context.Context
	at       int                    // the position of the operation
	ends     map[int][]*expr.Memory // temporaries, by the position of the last operation that needs them
	values   map[*node]*expr.Memory // the memory of sources that are read through views
	plan     *stepPlan
	placeOf  map[*expr.Memory]int // the place of each array in the plan
	canReuse bool                 // results may replace operands: not on a GPU
	lending  lending
}

// plan plans a step. The caller has made the key of the step.
func (s *shared) plan(ctx context.Context, r *stepRecord) (*stepPlan, error) {
	r.holdAll()
	if err := r.arrange(); err != nil {
		return nil, err
	}
	r.keepAll()
	x := &planner{
		rec: r, on: s, ctx: ctx, ends: map[int][]*expr.Memory{}, values: map[*node]*expr.Memory{}, plan: &stepPlan{},
		placeOf: map[*expr.Memory]int{}, canReuse: !s.m.HasText(),
	}
	if x.canReuse {
		x.lending = newLending(r)
	}
	for i, m := range r.owned {
		x.placeOf[&m.Memory] = i
	}
	x.plan.places = len(r.owned)
	if err := x.all(); err != nil {
		return nil, err
	}
	for _, at := range slices.Sorted(maps.Keys(x.ends)) {
		x.release(at)
	}
	return x.plan, nil
}

// add adds a command of the operation that is being planned.
func (x *planner) add(c command) { x.plan.commands = append(x.plan.commands, placedCommand{x.at, c}) }

// place returns the place of an array. It returns -1 if m is nil.
func (x *planner) place(m *expr.Memory) int {
	if m == nil {
		return -1
	}
	return x.placeOf[m]
}

// locate sets k.places, the places of the arrays of a kernel.
func (x *planner) locate(k *expr.Kernel) {
	if k == nil {
		return
	}
	k.Places = make([]int, len(k.Loads)+1)
	for i := range k.Loads {
		k.Places[i] = x.place(k.Loads[i].Memory)
	}
	k.Places[len(k.Loads)] = x.place(k.Dst.Memory)
}

// release gives back the temporaries that the operation at a position needs last.
func (x *planner) release(at int) {
	for _, m := range x.ends[at] {
		if x.lending.isLent(m) {
			delete(x.lending.lent, m)
			continue
		}
		x.add(giveMemory{x.place(m)})
	}
	delete(x.ends, at)
}

// uploads plans the copies of host data to temporaries. The copies arrive before all commands of the step. Therefore
// these temporaries are taken before any operation of the step takes one.
func (x *planner) uploads() error {
	for at, n := range x.rec.nodes[:x.rec.used] {
		if n.kind != kindUpload {
			continue
		}
		x.at = at
		m, err := x.temp(n.dtype, n.Size(), at)
		if err != nil {
			return x.rec.located(at, err)
		}
		n.plan.temp = m
		x.add(runUpload{x.place(m)})
	}
	return nil
}

// all plans the live operations in the order in which they were recorded.
func (x *planner) all() error {
	if err := x.uploads(); err != nil {
		return err
	}
	for at, n := range x.rec.nodes[:x.rec.used] {
		if n.plan.isLive && n.isRoot() && !n.plan.isDone {
			x.at = at
			err := x.ctx.Err()
			if err == nil {
				err = x.operation(n)
			}
			if err != nil {
				return x.rec.located(at, err)
			}
			if x.rec.opts.Check {
				x.add(showResult{n, x.place(n.plan.temp)})
			}
		}
		x.release(at)
	}
	return nil
}

// temp returns memory for n elements until the operation at a position is done.
func (x *planner) temp(d expr.DType, n, last int) (*expr.Memory, error) {
	if err := x.on.m.CheckSize(d, n); err != nil {
		return nil, err
	}
	m := &expr.Memory{Type: d, Count: n}
	x.ends[last] = append(x.ends[last], m)
	x.placeOf[m] = x.plan.places
	x.add(takeMemory{x.plan.places, d, n})
	x.plan.places++
	return m, nil
}

// operation plans an operation at its position.
func (x *planner) operation(n *node) (err error) {
	switch n.kind {
	case kindElement:
		return x.keep(n, true)
	case kindTransform:
		return x.transform(n)
	case kindReduce:
		return x.reduce(n)
	case kindSet:
		return x.store(n.args[1], n.Extent, loadOf(n.args[0].n, n.args[0].n.memory()))
	case kindUpload:
		x.copyTo(n.plan.temp, n.Extent, loadOf(n.args[0].n, n.args[0].n.memory()))
	case kindFetch:
		m, err := x.rows(n.args[0], n.dtype)
		if err != nil {
			return err
		}
		x.add(runFetch{x.place(m), x.take(m)})
	}
	return nil
}

// keep plans the kernel of an element-wise operation that is kept in memory. If canReuse is set, it is the operation at
// the present position, and not a part of its operands. No later kernel of this position then reads the operands.
func (x *planner) keep(n *node, canReuse bool) (err error) {
	n.plan.inMemory = false // makes compute inline
	n.plan.temp, err = x.computed(operand{n: n}, x.on.concrete(n.dtype), n.plan.last, canReuse)
	n.plan.inMemory = true
	return err
}

// computed plans the kernel of an operand, and returns the memory with its values in type d, in row-major order, until
// the operation at position last is done.
// canReuse is as in keep.
func (x *planner) computed(o operand, d expr.DType, last int, canReuse bool) (*expr.Memory, error) {
	e := o.n.Extent
	b, err := x.expression(o, e, d.Value())
	if err != nil {
		return nil, err
	}
	var m *expr.Memory
	if canReuse {
		m, err = x.resultMemory(d, e.Size(), last, b.k.CanReplace)
	} else {
		m, err = x.temp(d, e.Size(), last)
	}
	if err != nil {
		return nil, err
	}
	b.k.Dst = expr.RowMajor(e, m)
	x.on.m.Merge(&b.k)
	x.run(&b.k)
	return m, nil
}

// rows returns memory with the elements of an operand in row-major order, of type d.
func (x *planner) rows(o operand, d expr.DType) (*expr.Memory, error) {
	n := o.n
	if m, err := x.haveRows(n, d); m != nil || err != nil {
		return m, err
	}
	return x.computed(o, d, x.at, len(x.rec.nodes[x.at].plan.stores) == 0)
}

// haveRows returns the memory of a node, if this memory has the elements in row-major order, of
// type d, and no others. Otherwise it returns nil.
func (x *planner) haveRows(n *node, d expr.DType) (*expr.Memory, error) {
	isRows := n.kind == kindOwned || n.kind == kindView && n.offset == 0 && n.isContiguous()
	if !n.isRoot() && !isRows {
		return nil, nil
	}
	m, err := x.memoryOf(n)
	if err != nil || m.Type != d || m.Count != n.Size() {
		return nil, err
	}
	return m, nil
}

// memoryOf returns the memory of a node that is not inline. A source gets a temporary.
func (x *planner) memoryOf(n *node) (*expr.Memory, error) {
	switch {
	case n.mem != nil:
		return n.memory(), nil
	case n.kind == kindView:
		return x.memoryOf(n.base)
	case n.kind == kindSource:
		if m := x.values[n]; m != nil {
			return m, nil
		}
		m, err := x.temp(n.dtype, n.Size(), x.rec.used)
		if err != nil {
			return nil, err
		}
		x.values[n] = m
		return m, x.store(operand{n: n}, n.Extent, expr.RowMajor(n.Extent, m))
	}
	return n.plan.temp, nil
}

// builder returns a builder of kernels for the elements of an extent.
func (x *planner) builder(e expr.Extent) *builder {
	return &builder{on: x.on, at: map[*node]int{}, memoryOf: x.memoryOf, k: expr.Kernel{Extent: e}}
}

// expression returns a builder with the kernel that computes an operand in type d, for each element of
// an extent. If the kernel would read more than MaxLeaves arrays, expression first computes inline
// operands into memory. This occurs if an operation was recorded inline and is kept in memory for
// another kernel: it is one more array then.
func (x *planner) expression(o operand, e expr.Extent, d expr.DType) (*builder, error) {
	for {
		b := x.builder(e)
		b.operand(o, d)
		if b.err != nil {
			return nil, b.err
		}
		read := map[*expr.Memory]bool{}
		for m := range b.k.Reads {
			read[m] = true
		}
		part := x.widest(o.n)
		if len(read) <= expr.MaxLeaves || part == nil {
			return b, nil
		}
		part.plan.hold(fmt.Sprintf("%d arrays, %d allowed", len(read), expr.MaxLeaves))
		if err := x.keep(part, false); err != nil {
			return nil, err
		}
	}
}

// widest returns the inline operand of n that reads the most arrays, if it reads several. Otherwise it returns nil.
func (x *planner) widest(n *node) (widest *node) {
	if !n.isInline() {
		return nil
	}
	most := 1
	for _, a := range n.args {
		if !a.n.isInline() {
			continue
		}
		var read arraySet
		x.rec.arrays(a.n, func(array any, _ *node) { read.add(array) })
		if read.n > most {
			widest, most = a.n, read.n
		}
	}
	return widest
}

// store plans the kernel that computes an operand for each element of an extent and stores it in dst.
func (x *planner) store(o operand, e expr.Extent, dst expr.Load) error {
	b, err := x.expression(o, e, dst.Memory.Type.Value())
	if err != nil {
		return err
	}
	b.k.Dst = dst
	x.on.m.Merge(&b.k)
	if !b.k.Overlaps() {
		x.run(&b.k)
		return nil
	}
	m, err := x.temp(dst.Memory.Type, e.Size(), x.at)
	if err != nil {
		return err
	}
	b.k.Dst = expr.RowMajor(e, m)
	x.run(&b.k)
	x.copyTo(m, e, dst)
	return nil
}

// run adds the command that runs a kernel.
func (x *planner) run(k *expr.Kernel) {
	x.locate(k)
	x.add(runKernel{k})
}

// copyTo plans a copy of elements from m, which has them in row-major order, to dst.
func (x *planner) copyTo(m *expr.Memory, e expr.Extent, dst expr.Load) {
	k := expr.Kernel{Extent: e, Dst: dst, Loads: []expr.Load{expr.RowMajor(e, m)}}
	k.Code = []expr.Instruction{{Op: expr.OpLoad, Type: m.Type.Value()}}
	x.run(&k)
}
