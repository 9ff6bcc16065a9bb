package cpu

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Convolve writes to dst the convolutions of the row-major arrays in src, one
// after the other, with a filter of complex points. dst may be src where the results
// have the shape of the arrays; any other overlap is refused. In all else it is like
// Transform.
func (e *Engine) Convolve(ctx context.Context, dst, src []complex64, f *Filter) error {
	if f.real {
		return errors.New("cpu: complex points for a filter of real ones: make one of complex points")
	}
	return convolveAll(ctx, e, dst, src, convolver[complex64]{f, &e.spectra, e.byTransforms})
}

// ConvolveReal is Convolve with a filter of real points.
func (e *Engine) ConvolveReal(ctx context.Context, dst, src []float32, f *Filter) error {
	if !f.real {
		return errors.New("cpu: real points for a filter of complex ones: make one of real points")
	}
	return convolveAll(ctx, e, dst, src, convolver[float32]{f, &e.floats, e.byHalves})
}

// convolver is a filter with the circular convolution that arrays are laid into.
type convolver[T any] struct {
	*Filter
	rooms *sync.Pool // *[]T
	do    func(ctx context.Context, room []T, f *Filter) error
}

// convolveAll convolves all arrays of a call.
func convolveAll[T any](ctx context.Context, e *Engine, dst, src []T, f convolver[T]) error {
	n, kept := product(f.shape), product(f.result)
	switch {
	case len(src)%n != 0 || len(dst) != len(src)/n*kept:
		return fmt.Errorf("cpu: dst has %d points, src %d: arrays of %d points become %d", len(dst), len(src), n, kept)
	case len(src) == 0:
		return nil
	case common(dst, src) && (&dst[0] != &src[0] || n != kept):
		return errors.New("cpu: dst and src overlap: pass separate memory, or the same slice where the result has the shape of its source")
	}
	count := len(src) / n
	if f.hop > 0 {
		if &dst[0] == &src[0] {
			src = slices.Clone(src) // blocks read what others write
		}
		blocks := (kept + f.hop - 1) / f.hop
		return e.each(ctx, (count*blocks+f.group-1)/f.group, func(i int) error {
			return convolveBlocks(ctx, dst, src, f, i*f.group, min((i+1)*f.group, count*blocks))
		})
	}
	return e.each(ctx, (count+f.group-1)/f.group, func(i int) error {
		first, end := i*f.group, min((i+1)*f.group, count)
		return convolve(ctx, dst[first*kept:end*kept], src[first*n:end*n], f)
	})
}

// convolve convolves a few arrays.
func convolve[T any](ctx context.Context, dst, src []T, f convolver[T]) error {
	n, kept, size := product(f.shape), product(f.result), product(f.points)
	count := len(src) / n
	room := take[T](f.rooms, count*size)
	defer f.rooms.Put(room)
	clear(*room)
	for i := range count {
		lay((*room)[i*size:(i+1)*size], src[i*n:(i+1)*n], f.points, f.shape, false)
	}
	if err := f.do(ctx, *room, f.Filter); err != nil {
		return err
	}
	for i := range count {
		lay((*room)[i*size:(i+1)*size], dst[i*kept:(i+1)*kept], f.points, f.result, true)
	}
	return nil
}

// convolveBlocks convolves blocks of arrays, from one to another, numbered through all arrays.
func convolveBlocks[T any](ctx context.Context, dst, src []T, f convolver[T], first, end int) error {
	n, kept, size := f.shape[0], f.result[0], f.points[0]
	box := take[T](f.rooms, (end-first)*size)
	defer f.rooms.Put(box)
	blocks, room := (kept+f.hop-1)/f.hop, *box
	clear(room)
	each := func(do func(block, x, y []T, at int)) {
		for b := first; b < end; b++ {
			array := b / blocks
			do(room[(b-first)*size:(b-first+1)*size], src[array*n:(array+1)*n], dst[array*kept:(array+1)*kept], b%blocks*f.hop)
		}
	}
	each(func(block, x, _ []T, at int) {
		if at < n {
			copy(block[:size-f.before], x[at:])
		}
		if begin := max(0, at-f.before); begin < min(at, n) {
			copy(block[size-(at-begin):], x[begin:min(at, n)])
		}
	})
	if err := f.do(ctx, room, f.Filter); err != nil {
		return err
	}
	each(func(block, _, y []T, at int) { copy(y[at:min(at+f.hop, kept)], block) })
	return nil
}

// byTransforms convolves arrays of complex points.
func (e *Engine) byTransforms(ctx context.Context, room []complex64, f *Filter) error {
	if err := e.there(ctx, room, f); err != nil {
		return err
	}
	if err := e.multiply(ctx, room, f); err != nil {
		return err
	}
	return e.back(ctx, room, f)
}

// multiply multiplies transforms by the spectrum.
func (e *Engine) multiply(ctx context.Context, room []complex64, f *Filter) error {
	return e.each(ctx, (len(room)+blockPoints-1)/blockPoints, func(i int) error {
		f.multiply(room, i*blockPoints, min((i+1)*blockPoints, len(room)))
		return nil
	})
}

// multiply multiplies the elements of transforms by those of the spectrum.
func (f *Filter) multiply(room []complex64, first, end int) {
	for at := first; at < end; {
		element := at / f.lanes % len(f.spectrum)
		if f.lanes > 1 {
			run, w := min(f.lanes-at%f.lanes, end-at), f.spectrum[element]
			for i, v := range room[at : at+run] {
				room[at+i] = v * w
			}
			at += run
			continue
		}
		run := min(len(f.spectrum)-element, end-at)
		for i, w := range f.spectrum[element : element+run] {
			room[at+i] *= w
		}
		at += run
	}
}

// there transforms arrays. Of a single one with several axes, the rows behind
// those there are along its first axis are zero and stay so until that axis
// comes, the last.
func (e *Engine) there(ctx context.Context, room []complex64, f *Filter) error {
	if len(room) > product(f.points) || len(f.axes) == 1 {
		return e.TransformAxes(ctx, room, room, f.points, f.axes, false, 1)
	}
	if err := e.rest(ctx, room, f, f.shape[0], false); err != nil {
		return err
	}
	return e.axis(ctx, room, room, f.points, 0, false, 1)
}

// back is the way back, and rows that are not wanted need not come.
func (e *Engine) back(ctx context.Context, room []complex64, f *Filter) error {
	if len(room) > product(f.points) || len(f.axes) == 1 {
		return e.TransformAxes(ctx, room, room, f.points, f.axes, true, 1)
	}
	if err := e.axis(ctx, room, room, f.points, 0, true, 1); err != nil {
		return err
	}
	return e.rest(ctx, room, f, f.result[0], true)
}

// rest transforms the first so many rows of an array along all axes but the
// first.
func (e *Engine) rest(ctx context.Context, room []complex64, f *Filter, rows int, inverse bool) error {
	shape := append([]int{rows}, f.points[1:]...)
	part := room[:product(shape)]
	return e.TransformAxes(ctx, part, part, shape, f.axes[1:], inverse, 1)
}

// each calls do with 0 to n-1, on the calling goroutine and on as many helpers
// as are free and useful, until one fails or ctx ends.
func (e *Engine) each(ctx context.Context, n int, do func(i int) error) error {
	return e.share(ctx, n, 1, func(ctx context.Context, i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return do(i)
	})
}
