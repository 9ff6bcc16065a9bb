package wgfft

import (
	"context"
	"fmt"
	"strings"
)

// DCT computes the cosine transform of a kind, DCT1 to DCT4, of the real samples of src to dst and
// returns dst. src is one row. With WithRowLength it is several rows, each transformed on its own, and
// may be empty. DCT1 takes two samples or more.
//
// dst has the length of src, or with WithLengths rows of that length. A nil dst is allocated. dst
// may be src if the lengths agree. DCT returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) DCT(ctx context.Context, dst, src []R, kind Kind, opts ...Option) ([]R, error) {
	return t.trigRows(ctx, method{"DCT", kind, false}, dst, src, opts)
}

// IDCT computes the inverse of DCT of the same kind, DCT1 to DCT4, of the bins of src to dst and
// returns dst. The factor is 1/N unless WithNorm selects another: see [Norm]. src is one row. With
// WithRowLength it is several rows, each transformed on its own, and may be empty. DCT1 takes two bins
// or more.
//
// dst has the length of src, or with WithLengths rows of that length. A nil dst is allocated. dst
// may be src if the lengths agree. IDCT returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) IDCT(ctx context.Context, dst, src []R, kind Kind, opts ...Option) ([]R, error) {
	return t.trigRows(ctx, method{"IDCT", kind, true}, dst, src, opts)
}

// DST computes the sine transform of a kind, DST1 to DST4, of the real samples of src to dst and
// returns dst. src is one row. With WithRowLength it is several rows, each transformed on its own, and
// may be empty. NormOrtho makes all kinds orthogonal; SciPy 1.10 does not make types 2 and 3
// orthogonal.
//
// dst has the length of src, or with WithLengths rows of that length. A nil dst is allocated. dst
// may be src if the lengths agree. DST returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) DST(ctx context.Context, dst, src []R, kind Kind, opts ...Option) ([]R, error) {
	return t.trigRows(ctx, method{"DST", kind, false}, dst, src, opts)
}

// IDST computes the inverse of DST of the same kind, DST1 to DST4, of the bins of src to dst and
// returns dst. The factor is 1/N unless WithNorm selects another: see [Norm]. src is one row. With
// WithRowLength it is several rows, each transformed on its own, and may be empty.
//
// dst has the length of src, or with WithLengths rows of that length. A nil dst is allocated. dst
// may be src if the lengths agree. IDST returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) IDST(ctx context.Context, dst, src []R, kind Kind, opts ...Option) ([]R, error) {
	return t.trigRows(ctx, method{"IDST", kind, true}, dst, src, opts)
}

// DCTN computes the cosine transform of a kind, DCT1 to DCT4, of real arrays of the given shape to
// dst and returns dst. src holds any number of arrays, row-major and one after the other. The
// transform goes along all axes, or along the axes of WithAxes. With WithKinds each axis has its
// own kind, which may be a sine transform, and kind is 0. An empty src holds no arrays.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. DCTN returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) DCTN(
	ctx context.Context, dst, src []R, shape []int, kind Kind, opts ...Option,
) ([]R, error) {
	return t.trigArrays(ctx, method{"DCTN", kind, false}, dst, src, shape, opts)
}

// IDCTN computes the inverse of DCTN of the same kind, DCT1 to DCT4, of arrays of the given shape
// to dst and returns dst. The factor is 1/N unless WithNorm selects another. N is the product of
// the axes' factors: see [Norm]. src holds any number of arrays, row-major and one after the other.
// The transform goes along all axes, or along the axes of WithAxes. With WithKinds each axis has
// its own kind, which may be a sine transform, and kind is 0. An empty src holds no arrays.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. IDCTN returns a LengthError for a length without a
// transform, ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error.
// After an error dst holds no result.
func (t *Transforms[C, R]) IDCTN(
	ctx context.Context, dst, src []R, shape []int, kind Kind, opts ...Option,
) ([]R, error) {
	return t.trigArrays(ctx, method{"IDCTN", kind, true}, dst, src, shape, opts)
}

// DSTN computes the sine transform of a kind, DST1 to DST4, of real arrays of the given shape to
// dst and returns dst. src holds any number of arrays, row-major and one after the other. The
// transform goes along all axes, or along the axes of WithAxes. With WithKinds each axis has its
// own kind, which may be a cosine transform, and kind is 0. An empty src holds no arrays.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. DSTN returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) DSTN(
	ctx context.Context, dst, src []R, shape []int, kind Kind, opts ...Option,
) ([]R, error) {
	return t.trigArrays(ctx, method{"DSTN", kind, false}, dst, src, shape, opts)
}

// IDSTN computes the inverse of DSTN of the same kind, DST1 to DST4, of arrays of the given shape
// to dst and returns dst. The factor is 1/N unless WithNorm selects another. N is the product of
// the axes' factors: see [Norm]. src holds any number of arrays, row-major and one after the other.
// The transform goes along all axes, or along the axes of WithAxes. With WithKinds each axis has
// its own kind, which may be a cosine transform, and kind is 0. An empty src holds no arrays.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. IDSTN returns a LengthError for a length without a
// transform, ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error.
// After an error dst holds no result.
func (t *Transforms[C, R]) IDSTN(
	ctx context.Context, dst, src []R, shape []int, kind Kind, opts ...Option,
) ([]R, error) {
	return t.trigArrays(ctx, method{"IDSTN", kind, true}, dst, src, shape, opts)
}

// checkFamily returns an error for a kind that is not of the call's family, cosine or sine
// transforms.
func (m method) checkFamily() error {
	first, family := DCT1, "DCT1 to DCT4"
	if strings.Contains(m.name, "DST") {
		first, family = DST1, "DST1 to DST4"
	}
	if m.kind < first || m.kind > first+3 {
		return fmt.Errorf("wgfft: %s: the kind is %v, want %s", m.name, m.kind, family)
	}
	return nil
}

// trigRows does a sine or cosine transform of rows.
func (t *Transforms[C, R]) trigRows(
	ctx context.Context, m method, dst, src []R, opts []Option,
) ([]R, error) {
	if err := m.checkFamily(); err != nil {
		return nil, err
	}
	o := gathered(opts)
	n, err := o.rowsOf(m.name, len(src))
	if err != nil {
		return nil, err
	}
	return oneCall(ctx, t.on(), dst, src, o.problem(m.kind, []int{n}, m.inverse), o.lengths)
}

// trigArrays does a sine or cosine transform of arrays.
func (t *Transforms[C, R]) trigArrays(
	ctx context.Context, m method, dst, src []R, shape []int, opts []Option,
) ([]R, error) {
	o := gathered(opts)
	if err := o.checkArrays(m.name); err != nil {
		return nil, err
	}
	switch {
	case o.kinds != nil && m.kind != 0:
		return nil, fmt.Errorf("wgfft: %s: the kind is %v, want 0 with WithKinds, which has a kind for each axis",
			m.name, m.kind)
	case o.kinds != nil:
		m.kind = DCT2 // any sine or cosine transform: the kinds decide
	default:
		if err := m.checkFamily(); err != nil {
			return nil, err
		}
	}
	return oneCall(ctx, t.on(), dst, src, o.problem(m.kind, shape, m.inverse), o.lengths)
}
