package nd

import (
	"encoding/binary"

	"wgfft/nd/internal/expr"
)

// appendKey appends the structure of the step: everything that its plan depends on. The structure
// has the operations, element types, shapes and views. It tells which operands are the same array,
// but not which array they are. It does not have the values of scalars. appendKey sets r.owned and
// r.nums, the arrays and the numbers of the step.
func (r *stepRecord) appendKey(b []byte) []byte {
	r.owned, r.nums = r.owned[:0], r.nums[:0]
	clear(r.places)
	for at, n := range r.nodes[:r.used] {
		n.at = at
		b = append(b, byte(n.kind), byte(n.dtype), byte(expr.Bit(n.plan.inMemory)))
		b = n.Extent.AppendKey(b)
		switch n.kind {
		case kindView:
			b = r.appendView(b, n)
			continue
		case kindElement:
			b = n.appendWork(b)
		case kindTransform:
			b = n.transform.AppendKey(b)
		case kindReduce:
			b = append(b, byte(n.fold.Kind))
			for _, is := range n.fold.Axes {
				b = append(b, byte(expr.Bit(is)))
			}
		}
		b = append(b, byte(len(n.args)))
		for _, a := range n.args {
			r.nums = append(r.nums, a.num)
			b = r.appendNode(b, a.n)
		}
	}
	return b
}

// appendNode appends the position of a node of the step, or the structure of another node.
func (r *stepRecord) appendNode(b []byte, n *node) []byte {
	switch {
	case n.q != nil:
		return binary.AppendVarint(append(b, 'n'), int64(n.at))
	case n.kind == kindScalar:
		return append(b, 's', byte(n.dtype))
	case n.kind == kindSource:
		b = append(b, 'f', byte(n.dtype))
		return n.source.AppendKey(n.Extent.AppendKey(b))
	}
	b = append(b, 'a', byte(n.kind), byte(n.dtype))
	b = n.Extent.AppendKey(b)
	if n.kind == kindView {
		return r.appendView(b, n)
	}
	return r.appendMemory(b, n.mem)
}

// appendView appends the layout of a view, and its array or its base.
func (r *stepRecord) appendView(b []byte, n *node) []byte {
	b = binary.AppendVarint(b, int64(n.offset))
	for _, s := range n.stride[:n.Rank] {
		b = binary.AppendVarint(b, int64(s))
	}
	if n.mem != nil {
		return r.appendMemory(b, n.mem)
	}
	return r.appendNode(b, n.base)
}

// appendMemory appends the position of an array in r.owned, and its size.
func (r *stepRecord) appendMemory(b []byte, m *ownedMemory) []byte {
	i, ok := r.places[m]
	if !ok {
		i = len(r.owned)
		r.owned, r.places[m] = append(r.owned, m), i
	}
	b = binary.AppendVarint(append(b, 'm', byte(m.Type), byte(expr.Bit(m.IsSlice))), int64(i))
	return binary.AppendVarint(b, int64(m.Count))
}

// appendWork appends an element-wise operation.
func (n *node) appendWork(b []byte) []byte {
	b = append(b, byte(n.work.code), byte(n.work.calc))
	b = n.work.shift.AppendKey(b, n.Rank)
	if n.work.f != nil {
		b = binary.AppendUvarint(b, n.work.f.ID)
	}
	if n.source != nil {
		b = n.source.AppendKey(b)
	}
	return b
}
