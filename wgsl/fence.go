package wgsl

import "fmt"

// With Breaks a kernel asks, between its parts, whether its workgroup is beyond the last, and returns if it is. Next to none is: what it is good for is the branch. Without one the text from the first load to
// the last store is straight, and a driver's compiler moves reads of tables far ahead of where they are needed, for which it keeps registers; across a branch it moves none. That matters most where a
// workgroup is one warp or two: what registers leave room for is how many of them share a multiprocessor, and the barriers of one warp, which a driver can leave out, break nothing.
// On an NVIDIA H200 1021 points by a Rader stage of pairs in two warps take 0.482 ms with breaks, 0.672 without, and 0.537 in four warps; 251, as two convolutions of 512 in a warp, 0.444, 0.500 and 0.477 as
// six in three warps; 509, as one of 1024 in a warp, 0.503 and 0.569. Most kernels, with more warps, take as long with as without, some 1 to 20 % more.
//
// What of these times is whose is not known: dispatches of more than 65535 workgroups were then filled up to rows of 32768, as those of 1021 (65728 workgroups in 98304 places) and 251 points were. The
// workgroups beyond the last computed like others without breaks, and returned at the first with them. They are not there any more (fold.go). The question has one answer for all threads of a
// workgroup, which wait for each other behind it.

// Breaks are where a kernel's code has a branch that it need not have.
type Fence uint8

// The breaks.
const (
	NoFence       Fence = iota
	FenceStages         // before the twiddles and butterflies of each step
	FenceBarriers       // behind each barrier
)

// String is the breaks' part of a kernel's name.
func (b Fence) String() string {
	switch b {
	case NoFence:
		return ""
	case FenceStages:
		return "fencestages"
	case FenceBarriers:
		return "fencebarriers"
	}
	return fmt.Sprintf("fence%d", b) // which Check refuses
}

// parse reads what String prints, and says whether the word is that.
func (b *Fence) parse(word string) bool {
	for _, known := range []Fence{FenceStages, FenceBarriers} {
		if word == known.String() {
			*b = known
			return true
		}
	}
	return false
}

// interrupt writes the branch, where the kernel has it.
func (e *emitter) fence(at Fence) {
	if e.k.Fence == at {
		e.line("if (first >= batch.end) { return; } // hardly ever")
	}
}
