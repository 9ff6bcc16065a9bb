package plan

import "wgfft/wgsl"

// A convolution goes along its axes one after the other: there along each but one, there and back along that one with the product of
// the spectra between, and back along the others in the opposite order. Each leg of this way reads the elements there are along its axis,
// takes the others as zero, and writes those that are wanted: arrays grow on the way there and shrink on the way back, and no pass
// touches what is known to be zero or not wanted.

// A leg is the transforms along one axis.
type leg struct {
	Line            // N is the points of the transforms
	axis       int  // of the arrays
	outer      int  // lines of one array that do not lie side by side
	have, keep int  // elements along the axis before, and after
	fused      bool // there and back
}

// legs are those of a convolution with transforms of so many points along each axis, 1 where there is none, if they turn round at an axis.
func (c Convolution) legs(padded []int, turn int) []leg {
	reaches, now := c.reaches(), append([]int{}, c.Shape...)
	var all []leg
	add := func(axis, keep int) {
		l := leg{Line: Line{N: padded[axis], Side: product(now[axis+1:])}, axis: axis, outer: product(now[:axis]), have: now[axis], keep: keep}
		l.fused = axis == turn
		all = append(all, l)
		now[axis] = keep
	}
	var there []int
	for axis := len(padded) - 1; axis >= 0; axis-- {
		if padded[axis] > 1 && axis != turn {
			there = append(there, axis)
			add(axis, padded[axis])
		}
	}
	add(turn, reaches[turn].out)
	for i := len(there) - 1; i >= 0; i-- {
		add(there[i], reaches[there[i]].out)
	}
	return all
}

// before and after are how many elements an array has before a leg and after it.
func (l leg) before() int { return l.outer * l.have * l.Side }
func (l leg) after() int  { return l.outer * l.keep * l.Side }

// width is how many there are on the way.
func (l leg) width() int { return l.outer * l.N * l.Side }

// placed is a leg's kernel where its elements lie: the first of its kernels reads as many as there are, the last writes as many as are wanted.
func (l leg) placed(k wgsl.FFT, first, last bool) wgsl.FFT {
	k.Load.Length, k.Store.Length = 0, 0
	if first && l.have < l.N {
		k.Load.Length, k.Load.Map.Dist = l.have, l.have*l.Side
	}
	if last && l.keep < l.N {
		k.Store.Length, k.Store.Map.Dist = l.keep, l.keep*l.Side
	}
	return k
}

// work is what a pass of the leg does for one array.
func (l leg) work(k wgsl.FFT, first, last bool) work {
	moved := 2 * l.width()
	if first {
		moved += l.before() - l.width()
	}
	if last {
		moved += l.after() - l.width()
	}
	return work{rows: 1, each: l.width() / k.N(), moved: int64(moved) * ElementBytes}
}
