package nd

import "slices"

// A fusion is a transform that computes elements in its load or in its store.
type fusion struct {
	transform *transform
	dtype     DType // the type of the result
	src       *memory
	dst       *memory
	load      *kernel // computes the elements that the transform reads; nil if it reads src
	store     *kernel // computes the stored values from the result; nil if the transform writes dst
	stored    []output
	places    []int // the places of the arrays of stored in a stepPlan
}

// transform plans a transform, its operand, and the Sets of its store. It fuses them if the machine can. Otherwise the
// operand is computed before the transform, and the Sets after it.
func (x *planner) transform(n *node) error {
	f := &fusion{}
	if x.on.m.hasText() {
		var err error
		if f, err = x.fusion(n); err != nil {
			return err
		}
		if f.load != nil || f.store != nil {
			if canFuse, err := x.fuse(f); canFuse || err != nil {
				return err
			}
		}
	}
	d := x.on.concrete(n.dtype)
	src, err := x.rows(n.args[0], n.transform.source(d))
	if err != nil {
		return err
	}
	dst := f.dst
	switch {
	case dst != nil:
	case n.plan.into != nil:
		dst = n.plan.into.memory()
	default:
		canReplace := func(m *memory) bool {
			return len(n.plan.stores) == 0 && (m != src || n.transform.canReplace()) // stores read their operands later
		}
		if dst, err = x.resultMemory(d, n.size(), n.plan.last, canReplace); err != nil {
			return err
		}
	}
	n.plan.temp = dst
	t := n.transform
	if err := x.on.m.prepare(x.ctx, &t, d); err != nil {
		return err
	}
	x.add(runTransform{&t, x.place(dst), x.place(src)})
	for _, s := range n.plan.stores {
		if err := x.store(s.args[1], s.extent, loadOf(s.args[0].n, s.args[0].n.memory())); err != nil {
			return err
		}
	}
	return nil
}

// fuse plans a fusion. It reports false if the machine can't compute it.
func (x *planner) fuse(f *fusion) (bool, error) {
	can, err := x.on.m.canFuse(x.ctx, f)
	if !can || err != nil {
		return false, err
	}
	x.locate(f.load)
	x.locate(f.store)
	f.places = make([]int, len(f.stored))
	for i := range f.stored {
		f.places[i] = x.place(f.stored[i].to.mem)
	}
	t := *f.transform // a later step uses the node again
	f.transform = &t
	x.add(runFusion{f, x.place(f.dst), x.place(f.src)})
	return true, nil
}

// fusion returns the memory of a transform, and the kernels of its load and its store.
func (x *planner) fusion(n *node) (f *fusion, err error) {
	f = &fusion{transform: &n.transform, dtype: x.on.concrete(n.dtype)}
	source := n.transform.source(f.dtype)
	if f.src, err = x.haveRows(n.args[0].n, source); err != nil {
		return nil, err
	}
	if len(n.plan.stores) > 0 {
		b := x.builder(n.extent)
		b.result = n
		for _, s := range n.plan.stores {
			to := loadOf(s.args[0].n, s.args[0].n.memory())
			f.stored = append(f.stored, output{b.operand(s.args[1], to.mem.dtype.value()), to})
		}
		if b.err != nil {
			return nil, b.err
		}
		f.store = &b.k
	} else if err := x.result(n, f); err != nil {
		return nil, err
	}
	if f.src == nil || slices.Contains(slices.Collect(f.storeArrays), f.src) {
		b := x.builder(n.args[0].n.extent)
		b.operand(n.args[0], source)
		f.load = &b.k
		return f, b.err
	}
	return f, nil
}

// result sets f.dst, the memory that the transform writes: an owned array or a temporary.
func (x *planner) result(n *node, f *fusion) (err error) {
	if n.plan.into != nil {
		f.dst = n.plan.into.memory()
	} else if f.dst, err = x.temp(f.dtype, n.size(), n.plan.last); err != nil {
		return err
	}
	n.plan.temp = f.dst
	return nil
}

// storeArrays iterates over the arrays that the kernel of the store reads and writes.
func (f *fusion) storeArrays(yield func(*memory) bool) {
	for m := range f.store.reads {
		if !yield(m) {
			return
		}
	}
	for i := range f.stored {
		if !yield(f.stored[i].to.mem) {
			return
		}
	}
}
