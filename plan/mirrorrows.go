package plan

import (
	"slices"

	"wgfft/realdct"
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
	if w.Load.Packing != realdct.HalfLength {
		return wgsl.RowGrid{}
	}
	if 2*w.Points > min(maxMirrorRowPoints, OnePassPoints(l)) || LargestPrime(w.Points) > MaxPrime {
		return wgsl.RowGrid{}
	}
	in, out, err := p.withoutComputed().IsContiguous()
	if err != nil || !in || !out || !canMirrorRows(p.Shape[last], l) {
		return wgsl.RowGrid{}
	}
	return g
}

// canMirrorRows reports whether a workgroup can do two mirror rows of n real values, in both
// directions.
func canMirrorRows(n int, l wgsl.Limits) bool {
	for _, kind := range []Kind{R2C, C2R} {
		axis := Problem{Kind: kind, Shape: []int{2, n}}.realAxis(1)
		axis.MirrorRows = wgsl.RowGrid{1, 2}
		if !axis.hasMirrorRowKernel(l) {
			return false
		}
	}
	return true
}

// hasMirrorRowKernel reports whether any kernel does two mirror rows of the axis. It takes only
// kernels for which a workgroup of rowThreads threads has enough memory.
func (l Axis) hasMirrorRowKernel(limits wgsl.Limits) bool {
	k := l.WithMirrors(wgsl.Kernel{}, true, false)
	stages := max(2, wgsl.FewestStages(l.N, 16), wgsl.FewestStages(l.N, MaxThreadElements))
	for _, k.Stages.Radices = range wgsl.AllRadices(l.N, MaxAloneElements, stages) {
		threads := 0 // of the last kernel tried
		for k.Threads.Elements = 1; k.Threads.Elements <= min(l.N, MaxThreadElements); k.Threads.Elements++ {
			divides := func(r int) bool { return k.Threads.Elements%r == 0 }
			isNew := k.ThreadsPerTransform() <= limits.Invocations && k.ThreadsPerTransform() != threads
			if !isNew || !slices.ContainsFunc(k.Stages.Radices.List(), divides) {
				continue
			}
			threads = k.ThreadsPerTransform()
			rows := max(1, min(rowThreads, limits.Invocations)/threads)
			k.Exchange = wgsl.Exchange{Split: true}
			if rows == 1 && l.N >= minSlicedRow {
				k.Exchange.Slices = 4
			}
			k.Threads.Transforms = rows
			if k.WorkgroupBytes() > limits.WorkgroupBytes {
				continue
			}
			k.Threads.Transforms = 2
			if whole := l.WithRealOps(k); whole.LiveElements() <= MaxLiveExchanging && whole.Check(limits) == nil {
				return true
			}
		}
	}
	return false
}

// Bounds of the kernels that hasMirrorRowKernel looks at.
const (
	rowThreads   = 64   // threads of a workgroup
	minSlicedRow = 1024 // smallest number of points that are exchanged in slices
)

// HasMirrorRows reports whether the problem uses mirror rows. Its halved axis is then last in the
// forward direction and first in the inverse.
func (p Problem) HasMirrorRows(l wgsl.Limits) bool {
	return p.rowGrid(l.For(p.Number)) != wgsl.RowGrid{}
}

// HasMirrorRows reports whether the axis uses mirror rows.
func (l Axis) HasMirrorRows() bool { return l.MirrorRows != wgsl.RowGrid{} }
