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
	return newArrayFilter(ctx, c, w, h, moveRecipe(dx, dy, e), opts)
}

// moveRecipe returns the recipe of a translation.
func moveRecipe(dx, dy float64, e Edges) recipe {
	return func(_ context.Context, l loader, f *ArrayFilter) error {
		if err := firstOf(checkTranslation(dx, dy), e.check()); err != nil {
			return err
		}
		f.name = "Move"
		period := 1
		if e == Reflect {
			period = 2
		}
		dx, dy := math.Mod(dx, float64(period*f.w)), math.Mod(dy, float64(period*f.h))
		f.whole = [2]int{int(dy), int(dx)}
		switch {
		case e == Reflect:
			f.work, f.isShifted = (*ArrayFilter).movedMirrored, true
			f.lines = [2]nd.Array{l.turns(f.h, dy), l.turns(f.w, dx)}
		case isWhole(dx, dy):
			f.work = (*ArrayFilter).rolled
		default:
			f.work = (*ArrayFilter).phaseShifted
			f.lines[0] = l.complexes(phaseFactors(wgfft.FFTFreq(f.h, 1), dy), f.h, 1)
			f.lines[1] = l.complexes(phaseFactors(frequencies(f.w/2+1, f.w), dx), f.w/2+1)
		}
		return nil
	}
}

// isWhole reports whether a translation is by whole pixels.
func isWhole(dx, dy float64) bool { return dx == math.Trunc(dx) && dy == math.Trunc(dy) }

// turns returns the factors of the cosines in equation (5) of the package comment, and those of the sines from the
// first wave on, with 0 at the end: an array of 2 x n. It returns the zero Array if d is a whole number, and for a
// single pixel.
func (l loader) turns(n int, d float64) nd.Array {
	if d == math.Trunc(d) || n == 1 {
		return nd.Array{}
	}
	table := make([]float64, 2*n)
	for k, u := range frequencies(n, 2*n) {
		sin, cos := math.Sincos(2 * math.Pi * u * d)
		if table[k] = cos; k > 0 {
			table[n+k-1] = sin
		}
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
	row := func(i int) nd.Array {
		factors := f.lines[2+axis].At(0, i)
		if axis == -2 {
			factors = factors.Expand(1)
		}
		return factors.ExpandTo(a.Rank())
	}
	bins := q.Transform(a, nd.Transform{Kind: wgfft.DCT2, Axes: axes})
	// A DCT starts with the constant, and a DST with the first wave. The fastest sine is 0. The sines come first,
	// because the cosines can be computed in the memory of the bins then.
	odd := q.Mul(padAxis(q, bins.Slice(axis, 1, n, 1), axis, 0, 1), row(1))
	odd = q.Transform(odd, nd.Transform{Kind: wgfft.DST2, Axes: axes, Inverse: true})
	even := q.Transform(q.Mul(bins, row(0)), nd.Transform{Kind: wgfft.DCT2, Axes: axes, Inverse: true})
	return q.Add(even, odd)
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
	case by == n || by == -n:
		return a.Flip(axis)
	case by > 0:
		mirrored := a.Slice(axis, 0, by, 1).Flip(axis)
		return q.Add(padAxis(q, a.Slice(axis, 0, n-by, 1), axis, by, 0), padAxis(q, mirrored, axis, 0, n-by))
	case by < 0:
		mirrored := a.Slice(axis, n+by, n, 1).Flip(axis)
		return q.Add(padAxis(q, a.Slice(axis, -by, n, 1), axis, 0, -by), padAxis(q, mirrored, axis, n+by, 0))
	}
	return a
}
