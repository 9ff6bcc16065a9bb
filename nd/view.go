package nd

import (
	"fmt"
)

// A view is another arrangement of the elements of an array, without a copy. If the arguments of a
// view are wrong, the operation that uses the view reports the error.

// view returns a view of a that change rearranges. change returns an error for wrong arguments.
func (a Array) view(op string, change func(v *node) error) Array {
	b := a.n
	if b == nil || b.kind == kindWrong {
		return a
	}
	v := &node{}
	if b.q != nil && a.gen == b.q.step { // otherwise b may be a reused node of a later step
		v = b.q.take()
	}
	*v = node{
		membership: membership{q: b.q, gen: a.gen}, title: title{op: op}, kind: kindView, dtype: b.dtype,
		Extent: b.Extent, mem: b.mem, err: b.err,
	}
	switch b.kind {
	case kindView:
		v.stride, v.offset, v.base = b.stride, b.offset, b.base
	case kindScalar:
		v.err = fmt.Errorf("%w: %s of a scalar", ErrShape, op)
	default:
		v.stride, v.base = b.Contiguous(), b
	}
	if v.err == nil {
		v.err = change(v)
	}
	return Array{n: v, gen: a.gen}
}

// Slice returns the view of the elements from, from+step and so on along an axis, without element
// to. A negative step takes elements in descending order; with it, to = -1 includes element 0.
func (a Array) Slice(axis, from, to, step int) Array {
	return a.view("Slice", func(v *node) error { return v.slice(axis, from, to, step) })
}

// slice takes every step-th element along an axis.
func (v *node) slice(axis, from, to, step int) error {
	axis, err := v.axis(axis)
	if err != nil {
		return err
	}
	n := 0
	have := v.Shape[axis]
	switch {
	case from < 0 || from >= have || to < -1 || to > have: // no sum below overflows
	case step > 0 && to > from:
		n = (to-from-1)/step + 1
	case step < 0 && to < from:
		n = (from-to-1)/-step + 1
	}
	if n < 1 {
		return fmt.Errorf("%w: no elements from %d to %d in steps of %d along an axis of length %d", ErrShape,
			from, to, step, have)
	}
	v.offset += from * v.stride[axis]
	if n > 1 {
		v.stride[axis] *= step
	}
	v.Shape[axis] = n
	return nil
}

// At returns the view of element i along an axis, without that axis.
func (a Array) At(axis, i int) Array {
	return a.view("At", func(v *node) error {
		if err := v.slice(axis, i, i+1, 1); err != nil {
			return err
		}
		return v.drop(axis)
	})
}

// Drop returns the view without an axis of length 1.
func (a Array) Drop(axis int) Array {
	return a.view("Drop", func(v *node) error { return v.drop(axis) })
}

// drop removes an axis of length 1.
func (v *node) drop(axis int) error {
	axis, err := v.axis(axis)
	if err != nil {
		return err
	}
	if v.Shape[axis] != 1 {
		return fmt.Errorf("%w: axis %d has %d elements, want 1", ErrShape, axis, v.Shape[axis])
	}
	copy(v.Shape[axis:], v.Shape[axis+1:v.Rank])
	copy(v.stride[axis:], v.stride[axis+1:v.Rank])
	v.Rank--
	v.Shape[v.Rank], v.stride[v.Rank] = 0, 0
	return nil
}

// Expand returns the view with an axis of length 1 before the given axis. With axis a.Rank(), the
// new axis is the last.
func (a Array) Expand(axis int) Array {
	return a.view("Expand", func(v *node) error {
		if axis < 0 || axis > v.Rank || v.Rank == MaxRank {
			return fmt.Errorf("%w: can't add axis %d to shape %v; at most %d axes are allowed", ErrShape, axis,
				v.Shape[:v.Rank], MaxRank)
		}
		copy(v.Shape[axis+1:], v.Shape[axis:v.Rank])
		copy(v.stride[axis+1:], v.stride[axis:v.Rank])
		v.Shape[axis], v.stride[axis] = 1, 0
		v.Rank++
		return nil
	})
}

// ExpandTo returns the view with axes of length 1 in front, so that it has rank axes. It combines with arrays of that
// rank as in NumPy. An array with rank axes or more is returned unchanged. A rank above [MaxRank] is an error.
func (a Array) ExpandTo(rank int) Array {
	if rank <= a.Rank() {
		return a
	}
	return a.view("ExpandTo", func(v *node) error {
		if rank > MaxRank {
			return fmt.Errorf("%w: rank %d, at most %d axes are allowed", ErrShape, rank, MaxRank)
		}
		more := rank - v.Rank
		copy(v.Shape[more:rank], v.Shape[:v.Rank])
		copy(v.stride[more:rank], v.stride[:v.Rank])
		for i := range more {
			v.Shape[i], v.stride[i] = 1, 0
		}
		v.Rank = rank
		return nil
	})
}

// Transpose returns the view with the axes in the given order. Without axes it reverses them.
func (a Array) Transpose(axes ...int) Array {
	return a.view("Transpose", func(v *node) error {
		from := *v
		if len(axes) > 0 && len(axes) != v.Rank {
			return fmt.Errorf("%w: %d axes, want %d or none", ErrShape, len(axes), v.Rank)
		}
		var seen [MaxRank]bool
		for i := range v.Rank {
			k := v.Rank - 1 - i
			if len(axes) > 0 {
				var err error
				if k, err = from.axis(axes[i]); err != nil {
					return err
				}
			}
			if seen[k] {
				return fmt.Errorf("%w: axis %d twice", ErrShape, k)
			}
			seen[k] = true
			v.Shape[i], v.stride[i] = from.Shape[k], from.stride[k]
		}
		return nil
	})
}

// Reshape returns the view with another shape that has the same number of elements. The elements of
// a must lie in row-major order without gaps. [Queue.Copy] returns such an array.
func (a Array) Reshape(shape ...int) Array {
	return a.view("Reshape", func(v *node) error {
		e, err := extentOf(shape)
		if err != nil {
			return err
		}
		if e.Size() != v.Size() || !v.isContiguous() {
			return fmt.Errorf("%w: can't reshape %v as %v: want as many elements, without gaps", ErrShape,
				v.Shape[:v.Rank], e.Shape[:e.Rank])
		}
		v.Extent, v.stride = e, e.Contiguous()
		return nil
	})
}

// Flip returns the view with the elements along an axis in reverse order.
func (a Array) Flip(axis int) Array {
	return a.view("Flip", func(v *node) error {
		k, err := v.axis(axis)
		if err != nil {
			return err
		}
		return v.slice(k, v.Shape[k]-1, -1, -1)
	})
}

// isContiguous reports whether the elements of a view are neighbors in row-major order.
func (v *node) isContiguous() bool {
	for i, s := range v.Contiguous() {
		if i < v.Rank && v.Shape[i] > 1 && v.stride[i] != s {
			return false
		}
	}
	return true
}
