package wgfft

import (
	"context"

	"wgfft/plan"
	"wgfft/realdct"
)

// RFFT computes the bins 0 ... n/2 of the spectrum of the n real samples of src to dst and returns
// dst. The other bins are conjugates of these. src is one row. With WithRowLength it is several rows,
// each transformed on its own, and may be empty. With WithLengths rows are padded or cropped first.
//
// dst has n/2+1 bins for each row, with n/2 rounded down. A nil dst is allocated. RFFT returns a
// LengthError for a length without a transform, ErrSliceLength, ErrOverlap, a LimitError, a
// MemoryError, ErrClosed, or ctx's error. After an error dst holds no result.
func (t *Transforms[C, R]) RFFT(ctx context.Context, dst []C, src []R, opts ...Option) ([]C, error) {
	o := gathered(opts)
	n, err := o.rowsOf("RFFT", len(src))
	if err != nil {
		return nil, err
	}
	return oneCall(ctx, t.on(), dst, src, o.problem(R2C, []int{n}, false), o.lengths)
}

// IRFFT computes n real samples from bins 0 ... n/2 of their spectrum in src to dst and returns
// dst. The factor is 1/n unless WithNorm selects another. src is one row of bins. With WithRowLength it
// is several rows, each transformed on its own, and may be empty. Rows of fewer than n/2+1 bins are
// padded with zeros, and longer rows are cropped. The imaginary parts of bin 0 and, for even n, of
// bin n/2 are taken as zero.
//
// dst has n samples for each row. A nil dst is allocated. src does not change. IRFFT returns a
// LengthError for a length without a transform, ErrSliceLength, ErrOverlap, a LimitError, a
// MemoryError, ErrClosed, or ctx's error. After an error dst holds no result.
func (t *Transforms[C, R]) IRFFT(
	ctx context.Context, dst []R, src []C, n int, opts ...Option,
) ([]R, error) {
	o := gathered(opts)
	row, err := o.rowsOf("IRFFT", len(src))
	if err != nil {
		return nil, err
	}
	if o.lengths != nil {
		return nil, unused("IRFFT", "WithLengths", "use the argument n")
	}
	p := o.problem(R2C, []int{n}, true)
	if err := checkProblem(p.Problem); err != nil {
		return nil, faced(err)
	}
	if row < 1 {
		return nil, &LengthError{N: row, Reason: "a spectrum has at least one bin"}
	}
	if bins := realdct.Bins(n); row != bins {
		p.In = plan.Layout{Have: []int{min(row, bins)}, Strides: []int{1}, Dist: row}
		dst, err := fittedCall(ctx, t.on(), dst, src, p, row)
		return dst, faced(err)
	}
	return oneCall(ctx, t.on(), dst, src, p, nil)
}

// RFFTN computes the half spectra of real arrays of the given shape to dst and returns dst. src
// holds any number of arrays, row-major and one after the other. The transform goes along all axes,
// or along the axes of WithAxes. The axis named last has n/2+1 bins, with n/2 rounded down. The
// other axes keep their lengths. An empty src holds no arrays. With WithLengths arrays are padded
// or cropped first.
//
// dst holds the spectra one after the other. A nil dst is allocated. RFFTN returns a LengthError
// for a length without a transform, ErrSliceLength, ErrOverlap, a LimitError, a MemoryError,
// ErrClosed, or ctx's error. After an error dst holds no result.
func (t *Transforms[C, R]) RFFTN(
	ctx context.Context, dst []C, src []R, shape []int, opts ...Option,
) ([]C, error) {
	return t.realForward(ctx, "RFFTN", dst, src, shape, opts)
}

// IRFFTN computes real arrays of the given shape from their half spectra in src to dst and returns
// dst. The factor is 1/N unless WithNorm selects another. N is the product of the lengths
// transformed. The transform goes along all axes, or along the axes of WithAxes. src has n/2+1 bins
// along the last of these axes. Imaginary parts of bins that are real by symmetry are taken as
// zero.
//
// dst holds the arrays row-major and one after the other. A nil dst is allocated. src does not
// change. IRFFTN returns a LengthError for a length without a transform, ErrSliceLength,
// ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an error dst holds no
// result.
func (t *Transforms[C, R]) IRFFTN(
	ctx context.Context, dst []R, src []C, shape []int, opts ...Option,
) ([]R, error) {
	return t.realInverse(ctx, "IRFFTN", dst, src, shape, opts)
}

// RFFT2 computes the half spectra of real arrays of the given shape along their last two axes to
// dst and returns dst. The shape has two axes or more. src holds any number of arrays, row-major
// and one after the other. The last axis has n/2+1 bins, with n/2 rounded down. With WithLengths
// arrays are padded or cropped first.
//
// dst holds the spectra one after the other. A nil dst is allocated. RFFT2 returns a LengthError
// for a length without a transform, ErrSliceLength, ErrOverlap, a LimitError, a MemoryError,
// ErrClosed, or ctx's error. After an error dst holds no result.
func (t *Transforms[C, R]) RFFT2(
	ctx context.Context, dst []C, src []R, shape []int, opts ...Option,
) ([]C, error) {
	opts, err := lastTwo("RFFT2", shape, opts)
	if err != nil {
		return nil, err
	}
	return t.realForward(ctx, "RFFT2", dst, src, shape, opts)
}

// IRFFT2 computes real arrays of the given shape from their half spectra along the last two axes in
// src to dst and returns dst. The factor is 1/N unless WithNorm selects another. N is the product
// of the two lengths. The shape has two axes or more, and src has n/2+1 bins along the last.
// Imaginary parts of bins that are real by symmetry are taken as zero.
//
// dst holds the arrays row-major and one after the other. A nil dst is allocated. src does not
// change. IRFFT2 returns a LengthError for a length without a transform, ErrSliceLength,
// ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an error dst holds no
// result.
func (t *Transforms[C, R]) IRFFT2(
	ctx context.Context, dst []R, src []C, shape []int, opts ...Option,
) ([]R, error) {
	opts, err := lastTwo("IRFFT2", shape, opts)
	if err != nil {
		return nil, err
	}
	return t.realInverse(ctx, "IRFFT2", dst, src, shape, opts)
}

// realForward does a forward transform of real arrays.
func (t *Transforms[C, R]) realForward(
	ctx context.Context, call string, dst []C, src []R, shape []int, opts []Option,
) ([]C, error) {
	o := gathered(opts)
	for _, err := range []error{o.checkArrays(call), o.checkNoKinds(call)} {
		if err != nil {
			return nil, err
		}
	}
	return oneCall(ctx, t.on(), dst, src, o.problem(R2C, shape, false), o.lengths)
}

// realInverse does an inverse transform to real arrays.
func (t *Transforms[C, R]) realInverse(
	ctx context.Context, call string, dst []R, src []C, shape []int, opts []Option,
) ([]R, error) {
	o := gathered(opts)
	for _, err := range []error{o.checkArrays(call), o.checkNoKinds(call)} {
		if err != nil {
			return nil, err
		}
	}
	if o.lengths != nil {
		return nil, unused(call, "WithLengths", "use the argument shape")
	}
	return oneCall(ctx, t.on(), dst, src, o.problem(R2C, shape, true), nil)
}
