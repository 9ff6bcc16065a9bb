// Package plan decides how a transform is computed. It maps a description of the transform to a
// list of dispatches, and needs no device.
//
// This package is exported for the other packages of this module and carries no compatibility
// promise.
//
// # From a problem to a schedule
//
//	Problem    what is wanted: kind, shape, axes, batch, direction, layouts
//	Axis       the batch of one-dimensional transforms along one axis, in the order of computation
//	pass       one dispatch, one trip through global memory; an axis takes one pass or several
//	kernel     a wgsl.Kernel, the value from which the text of a shader is generated
//	Plan       the problem with its axes and the kernels of its passes; a plan prints itself as a tree
//	Schedule   the dispatches, with workgroups, buffers, tables and uniforms
//
// [Make] asks a [Chooser] for the kernels of each axis, an [AxisChoice], and builds a [Plan]. [From]
// builds it from a given choice; [ByAxis] makes a choice from a list of kernels.
// [Plan.Schedule] returns the [Schedule], which an executor plays without knowledge of FFTs. All
// steps depend only on the problem and on [wgsl.Limits].
//
// # One pass
//
// With w_N = exp(-2 pi i / N), a transform of N points is
//
//	X[k] = sum over j of x[j] w_N^(j k)                                                  (1)
//
// If a workgroup can hold N points, one kernel computes (1) in Stockham stages, one for each radix.
// A prime factor above 31 takes a butterfly (up to 47 points) or a Rader stage (a convolution
// inside the kernel). Several short axes that one workgroup can hold also make one pass.
//
// # Several passes: the four-step method
//
// With N = n1 n2, j = j2 + n2 j1 and k = k1 + n1 k2,
//
//	X[k1 + n1 k2] = sum over j2 of w_n2^(j2 k2) w_N^(j2 k1) sum over j1 of x[j2 + n2 j1] w_n1^(j1 k1)   (2)
//
// Each sum is a pass. The pass twiddle w_N^(j2 k1) and the transpose are part of a load or a store.
// More factors give more passes. Package hier has the index maps; [Algorithm] lists the orders of
// the passes. Arrays are transformed axis by axis. In an axis fusion a row pass also computes the
// first factor of the columns.
//
// # Other lengths: Bluestein's algorithm
//
// A length with a large prime factor that no Rader stage covers becomes a convolution with the
// chirp c[j] = exp(-i pi j^2 / N):
//
//	X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j])                                   (3)
//
// The convolution uses transforms of the cheapest smooth length m >= 2N-1. It takes one pass if a
// workgroup can hold m points, and three or more otherwise.
//
// # Real transforms
//
// A real transform is a complex transform of N/2 or N points with a special load and store; package
// realdct defines the scheme of each kind. For R2C of even N, the Hermitian split of Z, the
// transform of z[j] = x[2j] + i x[2j+1], is
//
//	X[k] = (Z[k] + conj Z[N/2-k])/2 - i w_N^k (Z[k] - conj Z[N/2-k])/2                   (4)
//
// It needs points k and N/2-k in one workgroup. A kernel of several passes gets them with mirror
// columns; otherwise a separate pass combines them. Rows of odd length are complex points with zero
// imaginary parts, unless Problem.PackPairs asks for two-for-one.
//
// In an array, the real axis comes first in the forward transform and last in the inverse. If rows
// are computed together with their mirror rows, the real axis comes last in the forward transform
// and first in the inverse. The other axes then transform pairs of real numbers.
//
// # Convolutions
//
// A [Convolution] transforms all axes but one forward. Along the last one, the turnaround axis, one
// step transforms forward, multiplies by the spectrum of the kernel, and transforms back; then the
// other axes go back. Zeros that pad an array are not read, and unwanted results are not written.
// The kernel is shifted so that the wanted elements come first.
//
// # What planning decides
//
//	kernels, splits, lengths of convolutions  a [Chooser]: package internal/choose or internal/wisdom
//	buffers between passes                    out of place if scratch of 1 GiB suffices, otherwise in place
//	parts of a batch, segments                the limits of bindings and allocations
//	length of dispatches                      an estimated time of at most LongestSubmission
//
// # Limits
//
// Planning returns an error for arrays that 32-bit indices cannot count or that need more bindings
// than the device has. It also refuses batches with parts that cannot be aligned, and arrays larger
// than the memory of any machine.
//
// # References
//
//   - Bailey, FFTs in external or hierarchical memory, 1990: equation (2).
//   - Bluestein, A linear filtering approach to the computation of the DFT, 1970: equation (3).
//   - Rader, Discrete Fourier transforms when the number of data samples is prime, 1968.
//   - Frigo and Johnson, FFTW: an adaptive software architecture for the FFT, 1998: plans as trees.
package plan
