package choose

import "wgfft/wgsl"

// maxMirrorRowExcess bounds the rows that a kernel computes, relative to workgroups of two rows.
// There are more because the rows of an array need not fill the last workgroup.
const maxMirrorRowExcess = 1.25

// mirrorRowsPerGroup returns the number of mirror rows of a workgroup: an even number of about rows
// that wastes little at the end of an array.
func (l Finder) mirrorRowsPerGroup(rows int) int {
	all := func(n int) float64 {
		k := wgsl.Kernel{Threads: wgsl.Ownership{Transforms: n}}
		k.Threads.Mirror[0] = wgsl.Mirror{Centre: wgsl.Zero, Rows: l.MirrorRows}
		return float64(k.MirroredTransforms())
	}
	for rows = max(2, rows+rows%2); all(rows) > maxMirrorRowExcess*all(2); {
		rows -= 2
	}
	return rows
}

// minUnsplitThreads is the smallest workgroup of mirror rows that should exchange both components
// together.
const minUnsplitThreads = 64

// isSmallUnsplit reports whether a kernel of mirror rows exchanges both components together in a
// small workgroup. The model underestimates such kernels.
func (l Finder) isSmallUnsplit(k *wgsl.Kernel) bool {
	return l.HasMirrorRows() && !k.Exchange.Split && k.Invocations() < minUnsplitThreads
}
