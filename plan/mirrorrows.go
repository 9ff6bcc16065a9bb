package plan

import (
	"slices"
	"sync"

	"wgfft/wgsl"
)

// A real array along its last axis and one or two before it is transformed along those first, with pairs of numbers as complex points, and along the last axis by
// kernels whose workgroups take rows together with those opposite; back in the opposite order. See wgsl/opposite.go. Half spectra have a bin
// more than pairs, so that all but one of their rows begin within sectors of memory; here only one pass meets them, row by row, and not the columns of the others.
// One pass does whole rows, of which a workgroup must hold two, each thread both points of its pairs; and arrays lie without gaps. Others go along the last axis first.
//
// On an NVIDIA H200 r2c of 512x512 took 0.279 ms so (0.380 before), of 256x256x256 0.416 (0.468), of 1080x1920 0.370 (0.506).

// mostOpposite is the most points of two rows that go together: beyond, a workgroup of them fills a multiprocessor, and what would be left of the gain was not measured.
const maxMirrorRowPoints = 8192

// grid is that of the rows of a problem that go with those opposite, zero where they don't.
func (p Problem) rowGrid(l wgsl.Limits) wgsl.RowGrid {
	last := len(p.Shape) - 1
	if !p.Kind.IsRealFFT() || p.halvedAxis() != last || p.InPlace || last == 0 || p.Shape[last-1] == 1 || !p.IsTransformed(last-1) {
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
	if w := p.realAxis(last).Scheme; w.Load.TwoForOne || w.Load.ZeroImag || 2*w.Points > min(maxMirrorRowPoints, Capacity(l)) || LargestPrime(w.Points) > MaxPrime {
		return wgsl.RowGrid{}
	}
	if in, out, err := p.IsContiguous(); err != nil || !in || !out || !hasMirrorRowKernels(p.Shape[last], l) {
		return wgsl.RowGrid{}
	}
	return g
}

// opposable says whether a device of the limits has kernels, there and back, for rows of n numbers and those opposite.
func hasMirrorRowKernels(n int, l wgsl.Limits) bool {
	key := mirrorRowKey{n, l.Invocations, l.WorkgroupBytes, l.StorageBindings}
	if known, ok := mirrorRowCache.Load(key); ok {
		return known.(bool)
	}
	can := true
	for _, kind := range []Kind{R2C, C2R} {
		line := Problem{Kind: kind, Shape: []int{2, n}}.realAxis(1)
		line.MirrorRows = wgsl.RowGrid{1, 2}
		for _, batch := range []int{2, maxChoiceBatch} {
			can = can && slices.ContainsFunc(bodies(line.N, maxAlone, 2), func(body wgsl.Kernel) bool {
				return slices.ContainsFunc(threadings(body, batch, l), func(k wgsl.Kernel) bool {
					_, ok := line.mirrored(k, line.mirrorModes()[0], l)
					return ok
				})
			})
		}
	}
	mirrorRowCache.Store(key, can)
	return can
}

// opposables remembers what opposable found: it is asked for every plan.
var mirrorRowCache sync.Map

// An opposableKey is what it depends on.
type mirrorRowKey struct{ n, invocations, workgroupBytes, storageBindings int }

// opposed says whether rows of a problem go with those opposite, so that its halved axis is last on the way to the spectrum, and first on the way back.
func (p Problem) hasMirrorRows(l wgsl.Limits) bool { return p.rowGrid(l) != wgsl.RowGrid{} }

// opposed says whether the line's rows go with those opposite.
func (l Axis) hasMirrorRows() bool { return l.MirrorRows != wgsl.RowGrid{} }

// mostIdle is how many times as many rows as with two in a workgroup a kernel may do because the rows of an array don't fill its last.
const maxMirrorRowExcess = 1.25

// together is about how many rows that go with those opposite a workgroup should have instead of so many: an even number that arrays fill.
func (l Axis) mirrorRowsPerGroup(rows int) int {
	all := func(n int) float64 {
		return float64(wgsl.Kernel{MirrorColumns: true, MirrorInRow: true, MirrorRows: l.MirrorRows, TransformsPerGroup: n}.MirroredTransforms())
	}
	for rows = max(2, rows+rows%2); all(rows) > maxMirrorRowExcess*all(2); {
		rows -= 2
	}
	return rows
}

// leastTogether is the fewest threads of a workgroup in which rows that go with those opposite should pass both components at once.
const minUnsplitThreads = 64

// cramped says whether a kernel of rows that go with those opposite passes both components at once in small workgroups, of which the model thinks too well: c2r of 512x512 took
// 0.388 ms so and 0.306 with one component at a time, of 256x256x256 0.483 and 0.423, r2c of the latter 0.436 and 0.416; of 1080x1920, in workgroups of 128 threads, r2c was fast.
func (l Axis) isSmallUnsplit(k wgsl.Kernel) bool {
	return l.hasMirrorRows() && !k.Exchange.Split && k.Invocations() < minUnsplitThreads
}
