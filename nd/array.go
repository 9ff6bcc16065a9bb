package nd

import (
	"fmt"
	"slices"
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
func (a Array) DType() DType {
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
	return a.n.rank
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
	return a.n.shape[axis]
}

// Shape appends the lengths of the axes to dst and returns it.
func (a Array) Shape(dst ...int) []int {
	if a.n == nil {
		return dst
	}
	return append(dst, a.n.shape[:a.n.rank]...)
}

// Len returns the number of elements.
func (a Array) Len() int {
	if a.n == nil {
		return 0
	}
	return a.n.size()
}

// String returns name, element type and shape, such as psi complex64[512 512].
func (a Array) String() string {
	switch {
	case a.n == nil:
		return "no array"
	case a.n == &wrong:
		return "wrong operation"
	}
	text := a.n.dtype.String() + fmt.Sprint(a.n.shape[:a.n.rank])
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

// An extent is the shape of an array. Elements of shape beyond the rank are 0.
type extent struct {
	rank  int
	shape [MaxRank]int
}

// extentOf returns the extent of a shape. It returns ErrShape for more than MaxRank axes, a length
// below 1, or more than maxLen elements.
func extentOf(shape []int) (extent, error) {
	e := extent{rank: len(shape)}
	size := 1
	if len(shape) > MaxRank {
		return extent{}, fmt.Errorf("%w: %d axes, at most %d are allowed", ErrShape, len(shape), MaxRank)
	}
	copy(e.shape[:], shape)
	for i, n := range shape {
		if n < 1 {
			return extent{}, fmt.Errorf("%w: axis %d has length %d, want 1 or more", ErrShape, i, n)
		}
		if size > maxLen/n {
			return extent{}, fmt.Errorf("%w: %v has more than %d elements", ErrShape, slices.Clone(shape), maxLen)
		}
		size *= n
	}
	return e, nil
}

// maxLen is the largest number of elements of an array. Kernels count them in 32 bits.
const maxLen = 1<<31 - 1

// size returns the number of elements.
func (e *extent) size() int {
	n := 1
	for _, s := range e.shape[:e.rank] {
		n *= s
	}
	return n
}

// contiguous returns the strides of a row-major array without gaps.
func (e *extent) contiguous() (stride [MaxRank]int) {
	s := 1
	for i := e.rank - 1; i >= 0; i-- {
		stride[i] = s
		s *= e.shape[i]
	}
	return stride
}

// axis returns an axis counted from 0. It returns ErrShape for an axis that does not exist.
func (n *node) axis(axis int) (int, error) {
	k := axis
	if k < 0 {
		k += n.rank
	}
	if k < 0 || k >= n.rank {
		return 0, fmt.Errorf("%w: no axis %d in %v", ErrShape, axis, n.shape[:n.rank])
	}
	return k, nil
}

// broadcast returns the extent of a combined with b by NumPy's rules for equal ranks. If one of
// them has rank 0, broadcast returns the other.
func broadcast(a, b extent) (extent, error) {
	if b.rank == 0 {
		return a, nil
	}
	if a.rank == 0 {
		return b, nil
	}
	if a.rank != b.rank {
		return a, fmt.Errorf("%w: ranks %d and %d; Expand adds axes", ErrShape, a.rank, b.rank)
	}
	for i, s := range b.shape[:b.rank] {
		switch {
		case s == a.shape[i] || s == 1:
		case a.shape[i] == 1:
			a.shape[i] = s
		default:
			return a, fmt.Errorf("%w along axis %d: %d and %d", ErrShape, i, a.shape[i], s)
		}
	}
	return a, nil
}
