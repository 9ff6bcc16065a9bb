package nd

import (
	"fmt"
	"slices"

	"wgfft/nd/internal/expr"
)

// MaxRank is the largest number of axes of an array.
const MaxRank = 8

// An Array is one of four things:
//
//   - memory of an engine that the program owns: see [Queue.New], [Queue.Keep] and [From];
//   - a temporary, which an operation of a queue returned and which ends with its step;
//   - a source, which is computed from the index: see [Iota] and [Grid];
//   - a [Scalar].
//
// All four can be operands. Only owned arrays and their views can be written. An Array is a small
// handle that is passed by value. Operations refuse the zero Array.
type Array struct {
	n   *node
	gen uint32     // the step of a temporary; 0 for other arrays
	num complex128 // the value of a scalar
}

// DType returns the type of the elements.
func (a Array) DType() DType { return DType(a.dtype()) }

// dtype returns the type of the elements as the rooms of this package have it.
func (a Array) dtype() expr.DType {
	if a.n == nil {
		return 0
	}
	return a.n.dtype
}

// Rank returns the number of axes. It is 0 for scalars.
func (a Array) Rank() int {
	if a.n == nil {
		return 0
	}
	return a.n.Rank
}

// Dim returns the length of an axis. Negative axes count from the last one. Dim returns 0 for an axis
// that the array does not have.
func (a Array) Dim(axis int) int {
	if axis < 0 {
		axis += a.Rank()
	}
	if axis < 0 || axis >= a.Rank() {
		return 0
	}
	return a.n.Shape[axis]
}

// Shape appends the lengths of the axes to dst and returns it.
func (a Array) Shape(dst ...int) []int {
	if a.n == nil {
		return dst
	}
	return append(dst, a.n.Shape[:a.n.Rank]...)
}

// Len returns the number of elements.
func (a Array) Len() int {
	if a.n == nil {
		return 0
	}
	return a.n.Size()
}

// String returns name, element type and shape, such as psi complex64[512 512].
func (a Array) String() string {
	switch {
	case a.n == nil:
		return "no array"
	case a.n == &wrong:
		return "wrong operation"
	}
	text := a.n.dtype.String() + fmt.Sprint(a.n.Shape[:a.n.Rank])
	if name := a.n.name(); name != "" {
		text = name + " " + text
	}
	return text
}

// Named gives an array a name for errors and Explain, and returns it. It has no effect on scalars.
func (a Array) Named(name string) Array {
	if a.n != nil && a.n.kind != kindScalar && a.n.kind != kindWrong {
		a.n.label = name
	}
	return a
}

// Close frees the memory of an owned array. Steps that were flushed before still complete. The
// array and its views can't be used any more. Close does nothing to other arrays, and is
// idempotent.
func (a Array) Close() error {
	if a.n == nil || a.n.mem == nil || a.gen != 0 {
		return nil
	}
	return a.n.mem.close()
}

// extentOf returns the extent of a shape. It returns ErrShape for more than MaxRank axes, a length
// below 1, or more than MaxLen elements.
func extentOf(shape []int) (expr.Extent, error) {
	e := expr.Extent{Rank: len(shape)}
	size := 1
	if len(shape) > MaxRank {
		return expr.Extent{}, fmt.Errorf("%w: %d axes, at most %d are allowed", ErrShape, len(shape), MaxRank)
	}
	copy(e.Shape[:], shape)
	for i, n := range shape {
		if n < 1 {
			return expr.Extent{}, fmt.Errorf("%w: axis %d has length %d, want 1 or more", ErrShape, i, n)
		}
		if size > expr.MaxLen/n {
			return expr.Extent{}, fmt.Errorf("%w: %v has more than %d elements", ErrShape, slices.Clone(shape),
				expr.MaxLen)
		}
		size *= n
	}
	return e, nil
}

// axis returns an axis counted from 0. It returns ErrShape for an axis that does not exist.
func (n *node) axis(axis int) (int, error) {
	k := axis
	if k < 0 {
		k += n.Rank
	}
	if k < 0 || k >= n.Rank {
		return 0, fmt.Errorf("%w: no axis %d in %v", ErrShape, axis, n.Shape[:n.Rank])
	}
	return k, nil
}

// broadcast returns the extent of a combined with b by NumPy's rules for equal ranks. If one of
// them has rank 0, broadcast returns the other.
func broadcast(a, b expr.Extent) (expr.Extent, error) {
	if b.Rank == 0 {
		return a, nil
	}
	if a.Rank == 0 {
		return b, nil
	}
	if a.Rank != b.Rank {
		return a, fmt.Errorf("%w: ranks %d and %d; Expand adds axes", ErrShape, a.Rank, b.Rank)
	}
	for i, s := range b.Shape[:b.Rank] {
		switch {
		case s == a.Shape[i] || s == 1:
		case a.Shape[i] == 1:
			a.Shape[i] = s
		default:
			return a, fmt.Errorf("%w along axis %d: %d and %d", ErrShape, i, a.Shape[i], s)
		}
	}
	return a, nil
}
