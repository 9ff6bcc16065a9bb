package nd

import (
	"encoding/binary"
	"math"
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
		b = append(b, byte(n.kind), byte(n.dtype), byte(boolIndex(n.plan.inMemory)))
		b = n.extent.appendKey(b)
		switch n.kind {
		case kindView:
			b = r.appendView(b, n)
			continue
		case kindElement:
			b = n.appendWork(b)
		case kindTransform:
			b = n.transform.appendKey(b)
		case kindReduce:
			b = append(b, byte(n.fold.kind))
			for _, is := range n.fold.axes {
				b = append(b, byte(boolIndex(is)))
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
		return n.source.appendKey(n.extent.appendKey(b))
	}
	b = append(b, 'a', byte(n.kind), byte(n.dtype))
	b = n.extent.appendKey(b)
	if n.kind == kindView {
		return r.appendView(b, n)
	}
	return r.appendMemory(b, n.mem)
}

// appendView appends the layout of a view, and its array or its base.
func (r *stepRecord) appendView(b []byte, n *node) []byte {
	b = binary.AppendVarint(b, int64(n.offset))
	for _, s := range n.stride[:n.rank] {
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
	b = binary.AppendVarint(append(b, 'm', byte(m.dtype), byte(boolIndex(m.isSlice))), int64(i))
	return binary.AppendVarint(b, int64(m.n))
}

// appendWork appends an element-wise operation.
func (n *node) appendWork(b []byte) []byte {
	b = append(b, byte(n.work.code), byte(n.work.calc))
	b = n.work.shift.appendKey(b, n.rank)
	if n.work.f != nil {
		b = binary.AppendUvarint(b, n.work.f.id)
	}
	if n.source != nil {
		b = n.source.appendKey(b)
	}
	return b
}

// appendKey appends a transform.
func (t *transform) appendKey(b []byte) []byte {
	b = append(b, byte(t.kind), byte(boolIndex(t.inverse)), byte(t.norm), byte(t.count))
	for i, x := range t.axes[:t.count] {
		b = append(b, byte(x), byte(t.kinds[i]))
	}
	return t.points.appendKey(b)
}

// appendKey appends a source with its numbers.
func (s *source) appendKey(b []byte) []byte {
	b = append(b, byte(s.form), byte(len(s.terms)))
	b = s.place.appendKey(b, MaxRank)
	for _, t := range s.terms {
		for _, n := range []int{t.axis, t.n, t.nyquist} {
			b = binary.AppendVarint(b, int64(n))
		}
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(t.step))
	}
	if s.isRandom() {
		b = binary.LittleEndian.AppendUint64(b, s.random.seed)
	}
	return b
}
