package wgsl

// A Fence is a branch that is never taken in practice: it returns if the workgroup is beyond the
// batch. It keeps the driver's compiler from moving table loads across it, which would cost
// registers. This matters most for workgroups of one or two warps. Registers limit their number per
// multiprocessor, and the barriers of a single warp do not stop the compiler.
//
// The condition is the same for all threads of a workgroup, so barriers may follow.
type Fence uint8

// The fences.
const (
	NoFence       Fence = iota // no branches
	FenceStages                // before twiddles and butterflies of each stage
	FenceBarriers              // after each barrier
)
