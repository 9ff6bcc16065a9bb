package expr

import (
	"errors"
)

// A Fusion is a transform that computes elements in its load or in its store.
type Fusion struct {
	Transform *Transform
	Type      DType // the type of the result
	Src       *Memory
	Dst       *Memory
	Load      *Kernel // computes the elements that the transform reads; nil if it reads src
	Store     *Kernel // computes the stored values from the result; nil if the transform writes dst
	Stored    []Output
	Places    []int // the places of the arrays of stored in a stepPlan
}

// StoreArrays iterates over the arrays that the kernel of the store reads and writes.
func (f *Fusion) StoreArrays(yield func(*Memory) bool) {
	for m := range f.Store.Reads {
		if !yield(m) {
			return
		}
	}
	for i := range f.Stored {
		if !yield(f.Stored[i].To.Memory) {
			return
		}
	}
}

// ErrNoFusion is the error of a fusion that the machine can't compute.
var ErrNoFusion = errors.New("this machine can't compute the transform with elements in its load or store")
