package wgsl

import "fmt"

// A Fence is a branch that is never taken in practice: it returns if the workgroup is beyond the
// batch. It keeps the driver's compiler from moving table loads across it, which would cost
// registers. This matters most for workgroups of one or two warps: their number per multiprocessor
// is limited by registers, and the barriers of a single warp do not stop the compiler.
//
// The condition is the same for all threads of a workgroup, so barriers may follow.
type Fence uint8

// The fences.
const (
	NoFence       Fence = iota // no branches
	FenceStages                // before twiddles and butterflies of each stage
	FenceBarriers              // after each barrier
)

// String returns the tag in a kernel's name.
func (f Fence) String() string {
	switch f {
	case NoFence:
		return ""
	case FenceStages:
		return "fencestages"
	case FenceBarriers:
		return "fencebarriers"
	}
	return fmt.Sprintf("fence%d", uint8(f)) // Check refuses it
}

// parse is the inverse of String. It reports false if the word is no fence.
func (f *Fence) parse(word string) bool {
	for _, known := range []Fence{FenceStages, FenceBarriers} {
		if word == known.String() {
			*f = known
			return true
		}
	}
	return false
}
