package nd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"wgfft"
)

// An execution plans a step and computes it.
type execution struct {
	rec      *stepRecord
	on       *shared
	ctx      context.Context
	ends     map[int][]*memory // temporaries, by the position of the last operation that needs them
	at       int               // the position of the operation
	values   map[*node]*memory // the memory of sources that are read through views
	plan     *stepPlan
	placeOf  map[*memory]int // the place of each array in the plan
	canReuse bool            // results may replace operands: not on a GPU
}

// errExposed is the error of a step that must run in the order of the program's work.
var errExposed = errors.New("the program may use buffers of arrays")

// run computes a step and submits it. isOrdered means that all earlier work of the
// program that may use arrays is done. If isOrdered is false and there may be such work, run
// returns errExposed.
func (s *shared) run(ctx context.Context, r *stepRecord, isOrdered bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !isOrdered && s.isExposed.Load() {
		return errExposed
	}
	return s.runTo(ctx, r, "Flush", false, func() error {
		if err := s.m.submit(ctx); err != nil {
			return err
		}
		return r.checkFinite(ctx)
	})
}

// record records a step for a call, Encode or Warm, without computing it, and calls finish.
func (s *shared) record(ctx context.Context, r *stepRecord, call string, finish func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.runTo(ctx, r, call, true, finish)
}

// runTo computes a step, or records it with isRecorded, and calls finish. Errors name the call that ends
// the step. The caller holds s.mu.
func (s *shared) runTo(
	ctx context.Context, r *stepRecord, call string, isRecorded bool, finish func() error,
) error {
	if s.closed.Load() {
		return fmt.Errorf("nd: %s: %w", call, wgfft.ErrClosed)
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("nd: %s: %w", call, err)
	}
	if err := s.settle(ctx, r); err != nil {
		return err
	}
	s.m.setRecording(isRecorded)
	defer s.m.setRecording(false)
	s.trim()
	canRepeat := !isRecorded && !r.opts.Check // recorded work refers to the kernels of its plan
	r.key = r.appendKey(r.key[:0])
	err := s.create(r)
	if p := s.planOf(r); err == nil && p != nil && canRepeat {
		err = s.replay(ctx, r, p)
	} else if err == nil {
		if p, err = s.first(ctx, r); err == nil && canRepeat {
			s.keep(r, p)
		}
	}
	if err != nil {
		s.m.abort()
		return err
	}
	return finish()
}

// create makes the buffers of the arrays that the program made in a step, and of those that the step uses. It passes
// over closed arrays: planning finds the operations with them.
func (s *shared) create(r *stepRecord) error {
	for _, c := range r.made {
		if err := s.provide(c.mem); err != nil && !c.mem.closed.Load() {
			return &OpError{Op: "New", Operands: fmt.Sprint(c.mem.dtype, c.shape.shape[:c.shape.rank]), Where: c.where,
				Step: r.step, Err: err}
		}
	}
	for _, m := range r.owned {
		if err := s.provide(m); err != nil && !m.closed.Load() {
			return fmt.Errorf("nd: array of %d %v: %w", m.n, m.dtype, err)
		}
	}
	return nil
}

// fill stores the elements of arrays that the program made in a step.
func (s *shared) fill(r *stepRecord) error {
	for i := range r.made {
		if c := &r.made[i]; c.data != nil && !c.mem.closed.Load() {
			if err := s.m.upload(c.mem, c.data); err != nil {
				return err
			}
			c.data = nil
		}
	}
	return nil
}

// first plans and computes a step. The caller has made the key of the step.
func (s *shared) first(ctx context.Context, r *stepRecord) (*stepPlan, error) {
	r.holdAll()
	if err := r.arrange(); err != nil {
		return nil, err
	}
	r.keepAll()
	x := &execution{rec: r, on: s, ctx: ctx, ends: map[int][]*memory{}, values: map[*node]*memory{},
		plan: &stepPlan{}, placeOf: map[*memory]int{}}
	for i, m := range r.owned {
		x.placeOf[m] = i
	}
	x.plan.places = len(r.owned)
	x.canReuse = !s.m.hasText()
	err := s.fill(r)
	if err == nil {
		err = x.all()
	}
	for _, at := range slices.Sorted(maps.Keys(x.ends)) {
		x.release(at)
	}
	return x.plan, err
}

// release gives back the temporaries that the operation at a position needs last.
func (x *execution) release(at int) {
	for _, m := range x.ends[at] {
		x.add(command{kind: giveMemory, dst: x.place(m)})
		x.on.giveBack(m)
	}
	delete(x.ends, at)
}

// uploads copies the host data of the step to temporaries. The copies arrive before all commands of
// the step. Therefore uploads takes these temporaries before any operation of the step takes one.
func (x *execution) uploads() error {
	for at, n := range x.rec.nodes[:x.rec.used] {
		if n.kind != kindUpload {
			continue
		}
		x.at = at
		m, err := x.temp(n.dtype, n.size(), at)
		if err == nil {
			n.plan.temp = m
			x.add(command{kind: runUpload, dst: x.place(m)})
			err = x.on.m.upload(m, &n.data)
		}
		if err != nil {
			return x.rec.located(at, err)
		}
	}
	return nil
}

// all computes the live operations in the order in which they were recorded.
func (x *execution) all() error {
	if err := x.uploads(); err != nil {
		return err
	}
	for at, n := range x.rec.nodes[:x.rec.used] {
		if n.plan.isLive && n.isRoot() && !n.plan.isDone {
			x.at = at
			err := x.ctx.Err()
			if err == nil {
				err = x.compute(n)
			}
			if err != nil {
				return x.rec.located(at, err)
			}
		}
		x.release(at)
	}
	return nil
}

// located returns an OpError with the operation at a position and the error of computing it.
func (r *stepRecord) located(at int, err error) error {
	n := r.nodes[at]
	return &OpError{Op: n.op, Operands: operands(n), Where: n.where, Step: r.step, Err: err}
}

// temp returns memory for n elements until the operation at a position is done.
func (x *execution) temp(d DType, n, last int) (*memory, error) {
	m, err := x.on.takeTemp(d, n)
	if err != nil {
		return nil, err
	}
	x.ends[last] = append(x.ends[last], m)
	x.placeOf[m] = x.plan.places
	x.add(command{kind: takeMemory, dst: x.plan.places, dtype: d, n: n})
	x.plan.places++
	return m, nil
}

// compute computes a node at its position.
func (x *execution) compute(n *node) (err error) {
	switch n.kind {
	case kindElement:
		return x.keep(n, true)
	case kindTransform:
		return x.transform(n)
	case kindReduce:
		return x.reduce(n)
	case kindSet:
		return x.store(n.args[1], n.extent, loadOf(n.args[0].n, n.args[0].n.mem))
	case kindUpload:
		return x.copyTo(n.plan.temp, n.extent, loadOf(n.args[0].n, n.args[0].n.mem))
	case kindFetch:
		m, err := x.rows(n.args[0], n.dtype)
		if err != nil {
			return err
		}
		isTaken := x.take(m)
		x.add(command{kind: runFetch, src: x.place(m), isTaken: isTaken})
		return x.on.m.fetch(m, n.into, isTaken)
	}
	return nil
}

// keep computes an element-wise operation into memory. If canReuse is set, it computes the operation at the present
// position itself, and not a part of its operands. No later kernel of this position then reads the operands.
func (x *execution) keep(n *node, canReuse bool) (err error) {
	n.plan.inMemory = false // makes compute inline
	n.plan.temp, err = x.computed(operand{n: n}, x.on.concrete(n.dtype), n.plan.last, canReuse)
	n.plan.inMemory = true
	return err
}

// computed computes an operand in type d into memory, in row-major order, until the operation at position last is done.
// canReuse is as in keep.
func (x *execution) computed(o operand, d DType, last int, canReuse bool) (*memory, error) {
	e := o.n.extent
	b, err := x.expression(o, e, d.value())
	if err != nil {
		return nil, err
	}
	var m *memory
	if canReuse {
		m, err = x.resultMemory(d, e.size(), last, b.k.canReplace)
	} else {
		m, err = x.temp(d, e.size(), last)
	}
	if err != nil {
		return nil, err
	}
	b.k.dst = rowMajor(e, m)
	x.merge(&b.k)
	return m, x.run(&b.k)
}

// rows returns memory with the elements of an operand in row-major order, of type d.
func (x *execution) rows(o operand, d DType) (*memory, error) {
	n := o.n
	if m, err := x.haveRows(n, d); m != nil || err != nil {
		return m, err
	}
	return x.computed(o, d, x.at, len(x.rec.nodes[x.at].plan.stores) == 0)
}

// haveRows returns the memory of a node, if this memory has the elements in row-major order, of
// type d, and no others. Otherwise it returns nil.
func (x *execution) haveRows(n *node, d DType) (*memory, error) {
	isRows := n.kind == kindOwned || n.kind == kindView && n.offset == 0 && n.isContiguous()
	if !n.isRoot() && !isRows {
		return nil, nil
	}
	m, err := x.memoryOf(n)
	if err != nil || m.dtype != d || m.n != n.size() {
		return nil, err
	}
	return m, nil
}

// memoryOf returns the memory of a node that is not inline. It computes a source into a temporary.
func (x *execution) memoryOf(n *node) (*memory, error) {
	switch {
	case n.mem != nil:
		return n.mem, nil
	case n.kind == kindView:
		return x.memoryOf(n.base)
	case n.kind == kindSource:
		if m := x.values[n]; m != nil {
			return m, nil
		}
		m, err := x.temp(n.dtype, n.size(), x.rec.used)
		if err != nil {
			return nil, err
		}
		x.values[n] = m
		return m, x.store(operand{n: n}, n.extent, rowMajor(n.extent, m))
	}
	return n.plan.temp, nil
}

// builder returns a builder of kernels for the elements of an extent.
func (x *execution) builder(e extent) *builder {
	return &builder{on: x.on, at: map[*node]int{}, memoryOf: x.memoryOf, k: kernel{extent: e}}
}

// expression returns a builder with the kernel that computes an operand in type d, for each element of
// an extent. If the kernel would read more than maxLeaves arrays, expression first computes inline
// operands into memory. This occurs if an operation was recorded inline and is kept in memory for
// another kernel: it is one more array then.
func (x *execution) expression(o operand, e extent, d DType) (*builder, error) {
	for {
		b := x.builder(e)
		b.operand(o, d)
		if b.err != nil {
			return nil, b.err
		}
		read := map[*memory]bool{}
		for m := range b.k.reads {
			read[m] = true
		}
		part := x.widest(o.n)
		if len(read) <= maxLeaves || part == nil {
			return b, nil
		}
		part.plan.hold(fmt.Sprintf("%d arrays, %d allowed", len(read), maxLeaves))
		if err := x.keep(part, false); err != nil {
			return nil, err
		}
	}
}

// widest returns the inline operand of n that reads the most arrays, if it reads several. Otherwise it returns nil.
func (x *execution) widest(n *node) (widest *node) {
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

// store computes an operand for each element of an extent and stores it in dst.
func (x *execution) store(o operand, e extent, dst load) error {
	b, err := x.expression(o, e, dst.mem.dtype.value())
	if err != nil {
		return err
	}
	b.k.dst = dst
	x.merge(&b.k)
	if !b.k.overlaps() {
		return x.run(&b.k)
	}
	m, err := x.temp(dst.mem.dtype, e.size(), x.at)
	if err != nil {
		return err
	}
	b.k.dst = rowMajor(e, m)
	if err := x.run(&b.k); err != nil {
		return err
	}
	return x.copyTo(m, e, dst)
}

// merge merges the instructions of a kernel, unless the machine compiles it.
func (x *execution) merge(k *kernel) {
	if !x.on.m.hasText() {
		k.merge()
	}
}

// copyTo copies elements from m, which has them in row-major order, to dst.
func (x *execution) copyTo(m *memory, e extent, dst load) error {
	k := kernel{extent: e, dst: dst, loads: []load{rowMajor(e, m)}}
	k.code = []instr{{op: opLoad, d: m.dtype.value()}}
	return x.run(&k)
}
