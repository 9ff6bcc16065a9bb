package plan

import (
	"slices"
	"sync"

	"wgfft/wgsl"
)

// A real array of two or three transformed axes is transformed along its other axes first, with
// pairs of real values as complex points. The last axis comes last: its kernels take each row
// together with its mirror row, the row of opposite frequency. The inverse goes in the opposite
// order.
//
// Half spectra have one bin more than pairs, so their rows begin within memory sectors. Only the
// last pass meets these rows here, and no column pass does.
//
// The last pass does whole rows. A workgroup holds two of them, each thread holds mirror pairs, and
// the arrays are contiguous. Other problems do the last axis first, without mirror rows.

// maxMirrorRowPoints is the largest number of points of two mirror rows. A workgroup with more
// fills a multiprocessor.
const maxMirrorRowPoints = 8192

// rowGrid returns the grid of mirror rows of a problem, and zero if it has none.
func (p Problem) rowGrid(l wgsl.Limits) wgsl.RowGrid {
	last := len(p.Shape) - 1
	if !p.Kind.IsRealFFT() || p.halvedAxis() != last || p.InPlace || last == 0 {
		return wgsl.RowGrid{}
	}
	if p.Shape[last-1] == 1 || !p.IsTransformed(last-1) {
		return wgsl.RowGrid{}
	}
	g := wgsl.RowGrid{1, p.Shape[last-1]}
	for axis := range last - 1 {
		switch {
		case !p.IsTransformed(axis) || p.Shape[axis] == 1:
		case axis < last-2:
			return wgsl.RowGrid{}
		default:
			g[0] = p.Shape[axis]
		}
	}
	w := p.realAxis(last).Scheme
	if w.Load.TwoForOne || w.Load.ZeroImag {
		return wgsl.RowGrid{}
	}
	if 2*w.Points > min(maxMirrorRowPoints, Capacity(l)) || LargestPrime(w.Points) > MaxPrime {
		return wgsl.RowGrid{}
	}
	if in, out, err := p.IsContiguous(); err != nil || !in || !out || !hasMirrorRowKernels(p.Shape[last], l) {
		return wgsl.RowGrid{}
	}
	return g
}

// hasMirrorRowKernels reports whether there are kernels for mirror rows of n real values, in both
// directions.
func hasMirrorRowKernels(n int, l wgsl.Limits) bool {
	key := mirrorRowKey{n, l.Invocations, l.WorkgroupBytes, l.StorageBindings}
	if known, ok := mirrorRowCache.Load(key); ok {
		return known.(bool)
	}
	can := true
	for _, kind := range []Kind{R2C, C2R} {
		axis := Problem{Kind: kind, Shape: []int{2, n}}.realAxis(1)
		axis.MirrorRows = wgsl.RowGrid{1, 2}
		for _, batch := range []int{2, maxChoiceBatch} {
			can = can && slices.ContainsFunc(bodies(axis.N, maxAlone, 2), func(body wgsl.Kernel) bool {
				return slices.ContainsFunc(threadings(body, batch, l), func(k wgsl.Kernel) bool {
					_, ok := axis.mirrored(k, axis.mirrorModes()[0], l)
					return ok
				})
			})
		}
	}
	mirrorRowCache.Store(key, can)
	return can
}

// mirrorRowCache caches the results of hasMirrorRowKernels, which every plan needs.
var mirrorRowCache sync.Map

// A mirrorRowKey holds the arguments of hasMirrorRowKernels.
type mirrorRowKey struct{ n, invocations, workgroupBytes, storageBindings int }

// hasMirrorRows reports whether the problem uses mirror rows. Its halved axis is then last in the
// forward direction and first in the inverse.
func (p Problem) hasMirrorRows(l wgsl.Limits) bool { return p.rowGrid(l) != wgsl.RowGrid{} }

// hasMirrorRows reports whether the axis uses mirror rows.
func (l Axis) hasMirrorRows() bool { return l.MirrorRows != wgsl.RowGrid{} }

// maxMirrorRowExcess bounds the rows that a kernel computes, relative to workgroups of two rows.
// There are more because the rows of an array need not fill the last workgroup.
const maxMirrorRowExcess = 1.25

// mirrorRowsPerGroup returns the number of mirror rows of a workgroup: an even number of about rows
// that wastes little at the end of an array.
func (l Axis) mirrorRowsPerGroup(rows int) int {
	all := func(n int) float64 {
		k := wgsl.Kernel{MirrorColumns: true, MirrorInRow: true, MirrorRows: l.MirrorRows, TransformsPerGroup: n}
		return float64(k.MirroredTransforms())
	}
	for rows = max(2, rows+rows%2); all(rows) > maxMirrorRowExcess*all(2); {
		rows -= 2
	}
	return rows
}

// minUnsplitThreads is the smallest workgroup of mirror rows that should exchange both components
// at once.
const minUnsplitThreads = 64

// isSmallUnsplit reports whether a kernel of mirror rows exchanges both components at once in a
// small workgroup. The model underestimates such kernels.
func (l Axis) isSmallUnsplit(k wgsl.Kernel) bool {
	return l.hasMirrorRows() && !k.Exchange.Split && k.Invocations() < minUnsplitThreads
}
