package expr

import (
	"encoding/binary"
)

// An Extent is the shape of an array. Elements of shape beyond the rank are 0.
type Extent struct {
	Rank  int
	Shape [MaxRank]int
}

// MaxLen is the largest number of elements of an array. Kernels count them in 32 bits.
const MaxLen = 1<<31 - 1

// Size returns the number of elements.
func (e *Extent) Size() int {
	n := 1
	for _, s := range e.Shape[:e.Rank] {
		n *= s
	}
	return n
}

// Contiguous returns the strides of a row-major array without gaps.
func (e *Extent) Contiguous() (stride [MaxRank]int) {
	s := 1
	for i := e.Rank - 1; i >= 0; i-- {
		stride[i] = s
		s *= e.Shape[i]
	}
	return stride
}

// AppendKey appends a shape.
func (e *Extent) AppendKey(b []byte) []byte {
	b = append(b, byte(e.Rank))
	for _, n := range e.Shape[:e.Rank] {
		b = binary.AppendVarint(b, int64(n))
	}
	return b
}

// MaxLeaves is the largest number of arrays that a kernel reads. It also writes one array, and
// every device allows eight arrays for a kernel.
const MaxLeaves = 7

// MaxRank is the largest number of axes of an array.
const MaxRank = 8
