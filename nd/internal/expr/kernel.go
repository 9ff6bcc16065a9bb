package expr

import (
	"encoding/binary"
	"slices"
)

// LastOf returns the place of the last element of an extent.
func (l *Load) LastOf(e *Extent) int {
	last := 0
	for i, n := range e.Shape[:e.Rank] {
		last += (n - 1) * l.Stride[i]
	}
	return last
}

// A Factor is the product of a kernel's parameter param and the number by. If param is -1, it is
// the number by.
type Factor struct {
	Param int
	By    float64
}

// Value returns the factor for the given parameters.
func (f Factor) Value(params []complex128) float64 {
	if f.Param < 0 {
		return f.By
	}
	return f.By * real(params[f.Param])
}

// Used returns the memory that a kernel reads and writes.
func (k *Kernel) Used() []*Memory { return slices.AppendSeq([]*Memory{k.Dst.Memory}, k.Reads) }

// IsDouble reports whether a kernel computes with numbers of double precision. The parameters of
// such a kernel have double precision, too.
func (k *Kernel) IsDouble() bool {
	for i := range k.Code {
		if k.Code[i].Type.IsDouble() {
			return true
		}
	}
	return false
}

// AppendKey appends the offset, the strides and the shift.
func (l *Load) AppendKey(b []byte, rank int) []byte {
	b = binary.AppendVarint(b, int64(l.Offset))
	for _, s := range l.Stride[:rank] {
		b = binary.AppendVarint(b, int64(s))
	}
	return l.Shift.AppendKey(b, rank)
}

// Inputs appends the arrays that a kernel reads, without the one that it writes.
func (k *Kernel) Inputs(all []*Memory) []*Memory {
	for m := range k.Reads {
		if m != k.Dst.Memory && !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

// A Kernel computes an expression for each element of an array, and stores it.
type Kernel struct {
	Extent
	Loads  []Load
	Params []complex128
	Code   []Instruction // the last one is the result
	Dst    Load          // the place of the result in memory
	From   []int         // operand.number of each parameter
	Places []int         // the places of the arrays of loads, then of dst, in a stepPlan
}

// A Load is the layout of elements that a kernel reads or writes in memory. Element (k_0, k_1, ...)
// lies at offset + sum of stride_i k_i. If shift is not nil, it maps the index first, and k is the
// index in the operand.
type Load struct {
	Memory *Memory
	Stride [MaxRank]int // 0 along axes of length 1
	Offset int
	Shift  *Shift // for Roll, FFTShift, IFFTShift and Pad; nil for others
}

// An Instruction computes one value of a kernel from earlier ones.
type Instruction struct {
	Op     Opcode
	Type   DType // the type of the result
	Calc   DType // the type of the operands
	Args   []int // the instructions that compute the operands
	Number int   // the number of the load or the parameter; for OpRound the storage type
	Source *Source
	Func   *Func
	S, T   Factor // for the instructions that merge makes
}

// An Output is a value that a kernel stores: the number of its instruction, and its place in
// memory.
type Output struct {
	Value int
	To    Load
}

// RowMajor returns the load of an array of extent e that fills mem in row-major order.
func RowMajor(e Extent, mem *Memory) Load {
	l := Load{Memory: mem}
	stride := e.Contiguous()
	for i, s := range e.Shape[:e.Rank] {
		if s > 1 {
			l.Stride[i] = stride[i]
		}
	}
	return l
}

// IsContiguous reports whether the load reads the elements of an extent without gaps, in row-major
// order.
func (l *Load) IsContiguous(e *Extent) bool {
	if l.Shift != nil {
		return false
	}
	for i, s := range e.Contiguous() {
		if i < e.Rank && e.Shape[i] > 1 && l.Stride[i] != s {
			return false
		}
	}
	return true
}

// Overlaps reports whether the kernel reads the array that it writes, at other places or in another
// order. The result then needs memory of its own.
func (k *Kernel) Overlaps() bool {
	for i := range k.Loads {
		if l := &k.Loads[i]; l.Memory == k.Dst.Memory && *l != k.Dst {
			return true
		}
	}
	return false
}

// Reads iterates over the arrays that the loads read. A nil kernel reads none.
func (k *Kernel) Reads(yield func(*Memory) bool) {
	if k == nil {
		return
	}
	for i := range k.Loads {
		if !yield(k.Loads[i].Memory) {
			return
		}
	}
}

// CanReplace reports whether the kernel may store its result, of type d, in m: it reads each element of m only for the
// element of the result at the same place.
func (k *Kernel) CanReplace(m *Memory) bool {
	for i := range k.Loads {
		if l := &k.Loads[i]; l.Memory == m && *l != RowMajor(k.Extent, m) {
			return false
		}
	}
	return true
}
