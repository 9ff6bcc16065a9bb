package imaging

import (
	"context"
	"math"

	"wgfft"
	"wgfft/nd"
)

// NewArrayMove returns the filter of [Move] for images of w x h pixels: it translates them by (dx, dy) pixels, to the
// right and downwards. A filter for (-s.DX, -s.DY) aligns an image with the one that s was measured against, as
// [Align] does.
//
// Whole pixels are copied. The filters of all other translations of one size run the same kernels, so another
// fraction of a pixel compiles nothing. Options and errors are as for [NewArrayFilter].
func NewArrayMove(
	ctx context.Context, c *wgfft.Engine, w, h int, dx, dy float64, e Edges, opts ...ArrayOptions,
) (*ArrayFilter, error) {
	f, l, err := newArrayFilter(c, "Move", w, h, opts)
	if err := firstOf(err, checkTranslation(dx, dy), e.check()); err != nil {
		return nil, err
	}
	defer l.q.Close()
	period := 1
	if e == Reflect {
		period = 2
	}
	dx, dy = math.Mod(dx, float64(period*w)), math.Mod(dy, float64(period*h))
	isWhole := dx == math.Trunc(dx) && dy == math.Trunc(dy)
	f.whole = [2]int{int(dy), int(dx)}
	switch {
	case e == Reflect:
		f.work = (*ArrayFilter).movedMirrored
		f.lines = [2]nd.Array{l.turns(h, dy), l.turns(w, dx)}
	case isWhole:
		f.work = (*ArrayFilter).rolled
	default:
		f.work = (*ArrayFilter).phaseShifted
		f.lines[0] = l.complexes(phaseFactors(wgfft.FFTFreq(h, 1), dy), h, 1)
		f.lines[1] = l.complexes(phaseFactors(frequencies(w/2+1, w), dx), w/2+1)
	}
	return l.end(ctx, f)
}

// turns returns the factors of the cosines and of the sines in equation (5) of the package comment, an array of 2 x n.
// It returns the zero Array if d is a whole number, and for a single pixel.
func (l loader) turns(n int, d float64) nd.Array {
	if d == math.Trunc(d) || n == 1 {
		return nd.Array{}
	}
	table := make([]float64, 2*n)
	for k, u := range frequencies(n, 2*n) {
		table[n+k], table[k] = math.Sincos(2 * math.Pi * u * d)
	}
	return l.reals(table, 2, n)
}

// rolled moves periodic images by whole pixels.
func (f *ArrayFilter) rolled(q *nd.Queue, a nd.Array) nd.Array {
	for _, axis := range lastTwo {
		if by := f.whole[2+axis]; by != 0 {
			a = q.Roll(a, by, axis)
		}
	}
	return q.Cast(f.number, a)
}

// phaseShifted moves periodic images by equation (4) of the package comment.
func (f *ArrayFilter) phaseShifted(q *nd.Queue, a nd.Array) nd.Array {
	bins := q.RFFT2(a)
	for _, factors := range f.lines {
		bins = q.Mul(bins, factors.ExpandTo(a.Rank()))
	}
	return q.IRFFT2(bins, f.w)
}

// movedMirrored moves mirrored images along both axes.
func (f *ArrayFilter) movedMirrored(q *nd.Queue, a nd.Array) nd.Array {
	for _, axis := range []int{-1, -2} {
		if f.lines[2+axis].Rank() == 0 {
			a = moveMirrored(q, a, axis, f.whole[2+axis])
		} else {
			a = f.shiftMirrored(q, a, axis)
		}
	}
	return q.Cast(f.number, a)
}

// shiftMirrored moves mirrored images along an axis, -1 or -2, by equation (5) of the package comment.
func (f *ArrayFilter) shiftMirrored(q *nd.Queue, a nd.Array, axis int) nd.Array {
	n, axes := a.Dim(axis), []int{axis}
	row := func(i, from int) nd.Array {
		factors := f.lines[2+axis].Slice(1, from, n, 1).At(0, i)
		if axis == -2 {
			factors = factors.Expand(1)
		}
		return factors.ExpandTo(a.Rank())
	}
	bins := q.Transform(a, nd.Transform{Kind: wgfft.DCT2, Axes: axes})
	even := q.Transform(q.Mul(bins, row(0, 0)), nd.Transform{Kind: wgfft.DCT2, Axes: axes, Inverse: true})
	// A DCT starts with the constant, and a DST with the first wave. The fastest sine is 0.
	odd := padAxis(q, q.Mul(bins.Slice(axis, 1, n, 1), row(1, 1)), axis, 0, 1)
	return q.Add(even, q.Transform(odd, nd.Transform{Kind: wgfft.DST2, Axes: axes, Inverse: true}))
}

// moveMirrored moves mirrored images along an axis, -1 or -2, by whole pixels: less than twice the length n.
func moveMirrored(q *nd.Queue, a nd.Array, axis, by int) nd.Array {
	n := a.Dim(axis)
	switch {
	case by > n:
		by -= 2 * n
	case by < -n:
		by += 2 * n
	}
	switch {
	case by > 0:
		return extend(q, a, axis, by, 0, Reflect).Slice(axis, 0, n, 1)
	case by < 0:
		return extend(q, a, axis, 0, -by, Reflect).Slice(axis, -by, n-by, 1)
	}
	return a
}
