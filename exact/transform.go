package exact

import (
	"context"
	"fmt"
	"math"
	"unsafe"

	"wgfft"
	"wgfft/internal/attach"
	"wgfft/wgsl"
)

// maxAxes is the largest number of axes.
const maxAxes = 16

// Forward computes the transform (1) of arrays of the given shape, along all axes, from src to dst. src holds any
// number of arrays, row-major and one after the other. dst has the length of src, and may be src.
//
// It returns a wgfft.LengthError for an axis without a root of unity, ErrSliceLength, ErrOverlap, an [ElementError],
// a wgfft.LimitError, ErrClosed, or ctx's error. After an error dst holds no result.
func (r Ring) Forward(ctx context.Context, eng *wgfft.Engine, dst, src []uint32, shape ...int) error {
	return r.transform(ctx, eng, dst, src, shape, false)
}

// Inverse computes the inverse transform, as Forward computes the transform. It has the factor 1/N for arrays of N
// elements, so it returns the source of Forward.
func (r Ring) Inverse(ctx context.Context, eng *wgfft.Engine, dst, src []uint32, shape ...int) error {
	return r.transform(ctx, eng, dst, src, shape, true)
}

// A planner plans transforms of residues on a GPU. The inner part of an engine implements it.
type planner interface {
	Residues(number wgsl.Residue, kind wgfft.Kind, shape []int, count int, inverse bool) (attach.Transform, error)
}

// transform computes the transform of one direction.
func (r Ring) transform(ctx context.Context, eng *wgfft.Engine, dst, src []uint32, shape []int, inverse bool) error {
	count, err := r.arrays(dst, src, shape)
	if err != nil {
		return err
	}
	if err := r.checkElements("src", src); err != nil {
		return err
	}
	kind := wgfft.C2C
	if r.field.IsSplit() {
		kind = wgfft.R2C
	}
	gpu, err := attach.Of(eng).Inner().(planner).Residues(r.number(), kind, shape, max(1, count), inverse)
	switch {
	case err != nil:
		return err
	case len(src) == 0:
		return ctx.Err()
	case gpu == nil:
		if &dst[0] != &src[0] {
			copy(dst, src)
		}
		return r.field.Transform(ctx, dst, shape, func(int) bool { return true }, inverse)
	case kind == wgfft.C2C:
		return gpu.Run(ctx, bytesOf(dst), bytesOf(src))
	}
	h := halves{r.field, shape, count}
	bins := make([]uint32, h.words())
	if inverse {
		h.pack(bins, src)
		return gpu.Run(ctx, bytesOf(dst), bytesOf(bins))
	}
	if err := gpu.Run(ctx, bytesOf(bins), bytesOf(src)); err != nil {
		return err
	}
	h.unpack(dst, bins)
	return ctx.Err()
}

// arrays checks the arguments of a transform, and returns the number of arrays.
func (r Ring) arrays(dst, src []uint32, shape []int) (count int, err error) {
	if err := r.check(); err != nil {
		return 0, err
	}
	if len(shape) < 1 || len(shape) > maxAxes {
		return 0, fmt.Errorf("exact: shape %v has %d axes: want 1 to %d", shape, len(shape), maxAxes)
	}
	words := r.Words()
	for _, n := range shape {
		if err := r.CheckLength(n); err != nil {
			return 0, err
		}
		if n > math.MaxInt/words {
			words = math.MaxInt // more than any slice has
		} else {
			words = min(math.MaxInt, words*n)
		}
	}
	if len(src)%words != 0 || len(dst) != len(src) {
		return 0, fmt.Errorf("exact: %w: src has %d words and dst %d: want the same multiple of %d (arrays of %v)",
			wgfft.ErrSliceLength, len(src), len(dst), words, shape)
	}
	if a, b := bytesOf(dst), bytesOf(src); len(a) > 0 && &a[0] != &b[0] {
		first, second := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
		if max(first, second)-min(first, second) < uintptr(len(a)) {
			return 0, fmt.Errorf("exact: dst and src: %w: use the same slice, or slices apart", wgfft.ErrOverlap)
		}
	}
	return len(src) / words, nil
}

// bytesOf returns the memory of words.
func bytesOf(x []uint32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 4*len(x))
}
