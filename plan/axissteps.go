package plan

import (
	"slices"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// A convolution goes along its axes one after the other: there along each but one, there and back along that one with the product of
// the spectra between, and back along the others in the opposite order. Each leg of this way reads the elements there are along its axis,
// takes the others as zero, and writes those that are wanted: arrays grow on the way there and shrink on the way back, and no pass
// touches what is known to be zero or not wanted.

// A leg is the transforms along one axis.
type axisStep struct {
	Axis              // N is the points of the transforms
	axis         int  // of the arrays
	outer        int  // lines of one array that do not lie side by side
	have, keep   int  // elements along the axis before, and after
	isTurnaround bool // there and back

	source, target wgsl.Real // what the first of its passes reads and the last writes, if real numbers or half a spectrum
}

// legs are those of a convolution with transforms of so many points along each axis, 1 where there is none, if they turn round at an axis,
// with half a spectrum along another if that is not -1: arrays of real numbers have one along the last axis that is transformed, if the transforms
// don't turn round there; the first leg makes it, the last goes back from it. Else their points are numbers without an imaginary part,
// which are read and written as such.
func (c Convolution) axisSteps(padded []int, turn, half int) []axisStep {
	reaches, now := c.supports(), append([]int{}, c.Shape...)
	var all []axisStep
	add := func(axis, keep int) *axisStep {
		l := axisStep{Axis: Axis{N: padded[axis], InnerExtent: product(now[axis+1:])}, axis: axis, outer: product(now[:axis]), have: now[axis], keep: keep}
		l.isTurnaround = axis == turn
		now[axis] = keep
		all = append(all, l)
		return &all[len(all)-1]
	}
	var there []int
	for axis := len(padded) - 1; axis >= 0; axis-- {
		if padded[axis] > 1 && axis != turn {
			there = append(there, axis)
			if axis == half {
				l := add(axis, realdct.Bins(padded[axis]))
				l.setHalfSpectrum(R2C, l.have)
			} else {
				add(axis, padded[axis])
			}
		}
	}
	add(turn, reaches[turn].out)
	for i := len(there) - 1; i >= 0; i-- {
		l := add(there[i], reaches[there[i]].out)
		if there[i] == half {
			l.setHalfSpectrum(C2R, l.keep)
		}
	}
	if c.Real && half < 0 {
		first, last := &all[0], &all[len(all)-1]
		first.source = wgsl.Real{Form: wgsl.RealPoints, N: first.N, ZeroImag: true, Bound: first.have, InnerExtent: realInnerExtent(first.InnerExtent)}
		last.target = wgsl.Real{Form: wgsl.RealPoints, N: last.N, ZeroImag: true, Bound: last.keep, InnerExtent: realInnerExtent(last.InnerExtent)}
	}
	return all
}

// sides is how many rows side by side an arrangement is told.
func realInnerExtent(n int) int {
	if n == 1 {
		return 0
	}
	return n
}

// shortHalf is the fewest points of which half a spectrum is worth its trouble.
const minHalfSpectrum = 8

// halved is the axis of which there could be half a spectrum, -1 if there is none: the last of several.
func (c Convolution) halvedAxis(padded []int, turn int) int {
	for axis := len(padded) - 1; axis > turn && c.Real; axis-- {
		if padded[axis] > 1 {
			if padded[axis] < minHalfSpectrum {
				return -1
			}
			return axis
		}
	}
	return -1
}

// halvedShape is the shape of the spectra.
func halvedShape(padded []int, half int) []int {
	shape := slices.Clone(padded)
	if half >= 0 {
		shape[half] = realdct.Bins(shape[half])
	}
	return shape
}

// half makes a leg one between real numbers, of which there are so many, and half a spectrum.
func (l *axisStep) setHalfSpectrum(kind Kind, have int) {
	ways := realdct.Schemes(kind.real(), l.N, l.InnerExtent, false)
	w := ways[0] // pairs, where the length allows it
	l.Kind, l.Scheme, l.N = kind, w, w.Points
	l.source, l.target = w.Load, w.Store
	if kind == R2C {
		l.source.Bound = have
	} else {
		l.target.Bound = have
	}
}

// before and after are how many elements an array has before a leg and after it.
func (l axisStep) elementsBefore() int { return l.outer * l.have * l.InnerExtent }
func (l axisStep) elementsAfter() int  { return l.outer * l.keep * l.InnerExtent }

// width is how many there are on the way.
func (l axisStep) width() int { return l.outer * l.N * l.InnerExtent }

// placed is a leg's kernel where its elements lie: the first of its kernels reads as many as there are, the last writes as many as are wanted.
func (l axisStep) place(k wgsl.Kernel, first, last bool) wgsl.Kernel {
	k.Load.Bound, k.Store.Bound = 0, 0
	switch {
	case first && l.source != wgsl.Real{}:
		k.Load.Real, k.Load.Path = l.source, wgsl.Direct
	case first && l.have < l.N:
		k.Load.Bound, k.Load.Map.Dist = l.have, l.have*l.InnerExtent
	}
	switch {
	case last && l.target != wgsl.Real{}:
		k.Store.Real, k.Store.Path = l.target, wgsl.Direct
	case last && l.keep < l.N:
		k.Store.Bound, k.Store.Map.Dist = l.keep, l.keep*l.InnerExtent
	}
	return k
}

// work is what a pass of the leg does for one array.
func (l axisStep) work(k wgsl.Kernel, first, last bool) work {
	moved := int64(2 * l.width())
	if first {
		moved += int64(l.elementsBefore() - l.width())
	}
	if last {
		moved += int64(l.elementsAfter() - l.width())
	}
	moved *= ElementBytes
	if first && l.source.IsReal() {
		moved -= int64(l.elementsBefore()) * ElementBytes / 2
	}
	if last && l.target.IsReal() {
		moved -= int64(l.elementsAfter()) * ElementBytes / 2
	}
	return work{rows: 1, perRow: l.width() / k.N(), moved: moved}
}
