package imaging

import (
	"wgfft"
	"wgfft/nd"
)

// lastTwo are the axes of the rows and the columns of an image.
var lastTwo = []int{-2, -1}

// multiplied multiplies the half spectrum by the gains.
func (f *ArrayFilter) multiplied(q *nd.Queue, a nd.Array) nd.Array {
	return q.IRFFT2(q.Mul(q.RFFT2(a), f.gains.ExpandTo(a.Rank())), f.points[1])
}

// mirrored multiplies the cosine transform by the gains: equation (3) of the package comment.
func (f *ArrayFilter) mirrored(q *nd.Queue, a nd.Array) nd.Array {
	bins := q.Transform(a, nd.Transform{Kind: wgfft.DCT2, Axes: lastTwo})
	var odd nd.Array
	if f.odd.Rank() > 0 {
		// A DCT starts with the constant, and a DST with the first wave. The fastest sine is 0. The sines come first,
		// because the cosines can be computed in the memory of the bins then.
		waves := padLast(q, bins.Slice(-2, 1, f.h, 1).Slice(-1, 1, f.w, 1), 1, 1)
		odd = q.Mul(waves, f.odd.ExpandTo(a.Rank()))
		odd = q.Transform(odd, nd.Transform{Kind: wgfft.DST2, Axes: lastTwo, Inverse: true})
	}
	even := q.Mul(bins, f.gains.ExpandTo(a.Rank()))
	even = q.Transform(even, nd.Transform{Kind: wgfft.DCT2, Axes: lastTwo, Inverse: true})
	if f.odd.Rank() == 0 {
		return even
	}
	return q.Sub(even, odd)
}

// convolved extends the image as far as the kernel reaches, and takes the elements that depend on no others.
func (f *ArrayFilter) convolved(q *nd.Queue, a nd.Array) nd.Array {
	k := f.kernel
	left, top := k.margins()
	a = extendMirrored(q, a, -1, left, k.Width-1-left)
	a = extendMirrored(q, a, -2, top, k.Height-1-top)
	a = f.multiplied(q, padLast(q, a, f.points[0]-a.Dim(-2), f.points[1]-a.Dim(-1)))
	return a.Slice(-2, k.Height-1, k.Height-1+f.h, 1).Slice(-1, k.Width-1, k.Width-1+f.w, 1)
}

// deconvolved extends the image to the right and below, with the mirror images at opposite edges blended into
// each other.
func (f *ArrayFilter) deconvolved(q *nd.Queue, a nd.Array) nd.Array {
	a = f.faded(q, f.faded(q, a, -1), -2)
	return f.multiplied(q, a).Slice(-2, 0, f.h, 1).Slice(-1, 0, f.w, 1)
}

// faded extends an array at the end of an axis, -1 or -2, by a mix of the mirror images at both edges.
func (f *ArrayFilter) faded(q *nd.Queue, a nd.Array, axis int) nd.Array {
	n, share := a.Dim(axis), f.lines[2+axis]
	added := share.Len()
	if added == 0 {
		return a
	}
	if axis == -2 {
		share = share.Expand(1)
	}
	share = share.ExpandTo(a.Rank())
	near := extendMirrored(q, a, axis, 0, added).Slice(axis, n, n+added, 1)
	far := extendMirrored(q, a, axis, added, 0).Slice(axis, 0, added, 1)
	if added <= n {
		near, far = a.Slice(axis, n-added, n, 1).Flip(axis), a.Slice(axis, 0, added, 1).Flip(axis)
	}
	mix := q.Add(q.Mul(near, q.Sub(nd.Scalar(1), share)), q.Mul(far, share))
	return q.Add(padAxis(q, a, axis, 0, added), padAxis(q, mix, axis, n, 0))
}

// extend adds elements before and after an array along an axis, as e extends an image. There are at most as many
// as the array has.
func extend(q *nd.Queue, a nd.Array, axis, before, after int, e Edges) nd.Array {
	n := a.Dim(axis)
	r := padAxis(q, a, axis, before, after)
	side := func(from, to int) nd.Array {
		if e == Reflect {
			return a.Slice(axis, n-to, n-from, 1).Flip(axis)
		}
		return a.Slice(axis, from, to, 1)
	}
	if before > 0 {
		r = q.Add(r, padAxis(q, side(n-before, n), axis, 0, n+after))
	}
	if after > 0 {
		r = q.Add(r, padAxis(q, side(0, after), axis, before+n, 0))
	}
	return r
}

// extendMirrored adds any number of elements before and after an array along an axis, as [Reflect] does.
func extendMirrored(q *nd.Queue, a nd.Array, axis, before, after int) nd.Array {
	for before+after > 0 && a.Rank() > 0 { // the result of a wrong operation has no axes
		n := a.Dim(axis)
		first, last := min(before, n), min(after, n)
		a = extend(q, a, axis, first, last, Reflect)
		if before > first || after > last {
			a = q.Pin(a)
		}
		before, after = before-first, after-last
	}
	return a
}

// padAxis adds zeros before and after an array along an axis. It returns the result of a wrong operation, which has no
// axes, unchanged.
func padAxis(q *nd.Queue, a nd.Array, axis, before, after int) nd.Array {
	if before+after == 0 || a.Rank() == 0 {
		return a
	}
	first, last := make([]int, a.Rank()), make([]int, a.Rank())
	first[a.Rank()+axis], last[a.Rank()+axis] = before, after
	return q.Pad(a, first, last)
}

// padLast adds zeros after the rows and columns of images. It returns the result of a wrong operation, which has no
// axes, unchanged.
func padLast(q *nd.Queue, a nd.Array, rows, columns int) nd.Array {
	rank := a.Rank()
	if rank == 0 {
		return a
	}
	after := make([]int, rank)
	after[rank-2], after[rank-1] = rows, columns
	return q.Pad(a, make([]int, rank), after)
}

// padded returns the kernel in the corner of w x h pixels, with zeros beyond it.
func (k Kernel) padded(w, h int) []float32 {
	out := make([]float32, w*h)
	for j := range k.Height {
		copy(out[j*w:], k.Weights[j*k.Width:(j+1)*k.Width])
	}
	return out
}
