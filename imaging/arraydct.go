package imaging

import (
	"fmt"

	"wgfft"
	"wgfft/nd"
)

// ArrayDCT returns the orthonormal cosine transforms of type 2 of images in an array of package nd, as [DCT] and
// [BlockDCT] do. The last two axes of a are rows and columns, and elements are real.
//
// For block 0 it transforms whole images, and the result has the shape of a. For blocks of n x n pixels the result has
// the shape ... x Down x Across x n x n. Blocks that reach beyond the right or the bottom edge are filled with the
// mirrored image. The elements of [Coefficients] have the same order.
//
// The coefficients of a whole image have the same sum of squares as its pixels. Small coefficients are mostly noise.
// These lines remove them:
//
//	k := imaging.ArrayDCT(q, noisy, 8)
//	k = q.Where(q.Less(q.Abs(k), nd.Scalar(limit)), nd.Scalar(0), k)
//	clean := imaging.ArrayIDCT(q, k, 8, width, height)
//
// [ArrayKeepLargest] keeps a number of coefficients, as [Compress] does.
//
// The end of the step returns an [nd.OpError] for fewer axes or complex elements, and [ErrParameter] for a negative
// block size.
func ArrayDCT(q *nd.Queue, a nd.Array, block int) nd.Array {
	w, h := a.Dim(-1), a.Dim(-2)
	if err := firstOf(checkBlock(block, w, h), checkArray(a, w, h), checkReal(a)); err != nil {
		return q.Fail("ArrayDCT", err, a)
	}
	if block > 0 {
		lead := a.Shape()[:a.Rank()-2]
		down, across := blockCount(h, block), blockCount(w, block)
		a = extendMirrored(q, a, -2, 0, down*block-h)
		a = extendMirrored(q, a, -1, 0, across*block-w)
		a = swapMiddle(q.Copy(a).Reshape(append(lead, down, block, across, block)...))
	}
	return q.Transform(a, nd.Transform{Kind: wgfft.DCT2, Axes: lastTwo, Norm: wgfft.NormOrtho})
}

// ArrayIDCT is the inverse of [ArrayDCT] for the same block size. It returns images of w x h pixels. The end of the
// step returns an [nd.OpError] for coefficients of another shape and for complex elements, [ErrEmpty] and [ErrSize]
// for w and h, and [ErrParameter] for a negative block size.
func ArrayIDCT(q *nd.Queue, k nd.Array, block, w, h int) nd.Array {
	err := firstOf(checkExtent(w, h), checkBlock(block, w, h), checkReal(k))
	if err == nil && block == 0 {
		err = checkArray(k, w, h)
	}
	if err != nil {
		return q.Fail("ArrayIDCT", err, k)
	}
	whole := nd.Transform{Kind: wgfft.DCT2, Axes: lastTwo, Norm: wgfft.NormOrtho, Inverse: true}
	if block == 0 {
		return q.Transform(k, whole)
	}
	down, across := blockCount(h, block), blockCount(w, block)
	if k.Rank() < 4 || k.Dim(-4) != down || k.Dim(-3) != across || k.Dim(-2) != block || k.Dim(-1) != block {
		return q.Fail("ArrayIDCT", fmt.Errorf("%w: last four axes of %v, want %d x %d blocks of %d x %d",
			nd.ErrShape, k.Shape(), down, across, block, block), k)
	}
	lead := k.Shape()[:k.Rank()-4]
	a := q.Copy(swapMiddle(q.Transform(k, whole))).Reshape(append(lead, down*block, across*block)...)
	return a.Slice(-2, 0, h, 1).Slice(-1, 0, w, 1)
}

// ArrayKeepLargest returns coefficients of [ArrayDCT] with zeros in place of all but the n largest ones, as
// [Coefficients.KeepLargest] does. It keeps n coefficients of each part of k along the given axes, or n of all
// coefficients if there are no axes. If several coefficients have the smallest magnitude that is kept, it keeps all of
// them, which may be more than n. It takes the time of [nd.Queue.OrderStatistic].
//
// The end of the step returns an [nd.OpError] for complex elements and wrong axes.
func ArrayKeepLargest(q *nd.Queue, k nd.Array, n int, axes ...int) nd.Array {
	count := 1
	for _, axis := range axes {
		count *= k.Dim(axis)
	}
	if len(axes) == 0 {
		count = k.Len()
	}
	if err := checkReal(k); err != nil {
		return q.Fail("ArrayKeepLargest", err, k)
	}
	size := q.Abs(k)
	if n <= 0 {
		isNone := q.Less(q.Max(size, axes...), nd.Scalar(0)) // it also checks the axes
		return q.Where(isNone, k, nd.Scalar(0))
	}
	least := q.OrderStatistic(max(count-n, 0), size, axes...)
	return q.Where(q.Less(size, least), nd.Scalar(0), k)
}

// swapMiddle swaps the second and the third of the last four axes.
func swapMiddle(a nd.Array) nd.Array {
	axes := make([]int, a.Rank())
	for i := range axes {
		axes[i] = i
	}
	if n := len(axes); n >= 4 {
		axes[n-3], axes[n-2] = n-2, n-3
	}
	return a.Transpose(axes...)
}

// checkBlock returns an error for a block size out of range, and for images whose blocks have too many pixels.
func checkBlock(n, w, h int) error {
	switch {
	case n < 0 || n > maxPixels:
		return parameter("block size %d is out of range [0, %d]", n, maxPixels)
	case n > 0 && w > 0 && h > 0 && blockCount(w, n)*n > maxPixels/(blockCount(h, n)*n):
		return fmt.Errorf("%w: blocks of %d x %d for %d x %d pixels have more than %d pixels; use smaller blocks",
			ErrSize, n, n, w, h, maxPixels)
	}
	return nil
}

// checkReal returns an error for complex elements.
func checkReal(a nd.Array) error {
	if a.DType().IsComplex() {
		return fmt.Errorf("%w: elements are %v, want real ones; use Real, Imag or Abs", nd.ErrType, a.DType())
	}
	return nil
}
