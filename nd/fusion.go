package nd

import (
	"slices"

	"wgfft/nd/internal/expr"
)

// transform plans a transform, its operand, and the Sets of its store. It fuses them if the machine can. Otherwise the
// operand is computed before the transform, and the Sets after it.
func (x *planner) transform(n *node) error {
	f := &expr.Fusion{}
	if x.on.m.HasText() {
		var err error
		if f, err = x.fusion(n); err != nil {
			return err
		}
		if f.Load != nil || f.Store != nil {
			if canFuse, err := x.fuse(f); canFuse || err != nil {
				return err
			}
		}
	}
	d := x.on.concrete(n.dtype)
	src, err := x.rows(n.args[0], n.transform.Source(d))
	if err != nil {
		return err
	}
	dst := f.Dst
	switch {
	case dst != nil:
	case n.plan.into != nil:
		dst = n.plan.into.memory()
	default:
		canReplace := func(m *expr.Memory) bool {
			return len(n.plan.stores) == 0 && (m != src || n.transform.CanReplace()) // stores read their operands later
		}
		if dst, err = x.resultMemory(d, n.Size(), n.plan.last, canReplace); err != nil {
			return err
		}
	}
	n.plan.temp = dst
	t := n.transform
	if err := x.on.m.Prepare(x.ctx, &t, d); err != nil {
		return err
	}
	x.add(runTransform{&t, x.place(dst), x.place(src)})
	for _, s := range n.plan.stores {
		if err := x.store(s.args[1], s.Extent, loadOf(s.args[0].n, s.args[0].n.memory())); err != nil {
			return err
		}
	}
	return nil
}

// fuse plans a fusion. It reports false if the machine can't compute it.
func (x *planner) fuse(f *expr.Fusion) (bool, error) {
	can, err := x.on.m.CanFuse(x.ctx, f)
	if !can || err != nil {
		return false, err
	}
	x.locate(f.Load)
	x.locate(f.Store)
	f.Places = make([]int, len(f.Stored))
	for i := range f.Stored {
		f.Places[i] = x.place(f.Stored[i].To.Memory)
	}
	t := *f.Transform // a later step uses the node again
	f.Transform = &t
	x.add(runFusion{f, x.place(f.Dst), x.place(f.Src)})
	return true, nil
}

// fusion returns the memory of a transform, and the kernels of its load and its store.
func (x *planner) fusion(n *node) (f *expr.Fusion, err error) {
	f = &expr.Fusion{Transform: &n.transform, Type: x.on.concrete(n.dtype)}
	source := n.transform.Source(f.Type)
	if f.Src, err = x.haveRows(n.args[0].n, source); err != nil {
		return nil, err
	}
	if len(n.plan.stores) > 0 {
		b := x.builder(n.Extent)
		b.result = n
		for _, s := range n.plan.stores {
			to := loadOf(s.args[0].n, s.args[0].n.memory())
			f.Stored = append(f.Stored, expr.Output{Value: b.operand(s.args[1], to.Memory.Type.Value()), To: to})
		}
		if b.err != nil {
			return nil, b.err
		}
		f.Store = &b.k
	} else if err := x.result(n, f); err != nil {
		return nil, err
	}
	if f.Src == nil || slices.Contains(slices.Collect(f.StoreArrays), f.Src) {
		b := x.builder(n.args[0].n.Extent)
		b.operand(n.args[0], source)
		f.Load = &b.k
		return f, b.err
	}
	return f, nil
}

// result sets f.dst, the memory that the transform writes: an owned array or a temporary.
func (x *planner) result(n *node, f *expr.Fusion) (err error) {
	if n.plan.into != nil {
		f.Dst = n.plan.into.memory()
	} else if f.Dst, err = x.temp(f.Type, n.Size(), n.plan.last); err != nil {
		return err
	}
	n.plan.temp = f.Dst
	return nil
}
