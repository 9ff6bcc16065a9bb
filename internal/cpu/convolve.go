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
	return convolveAll(ctx, e, dst, src, convolver[complex64]{f, &e.spectra, e.byTransforms, parts})
}

// ConvolveReal is Convolve with a filter of real points.
func (e *Engine) ConvolveReal(ctx context.Context, dst, src []float32, f *Filter) error {
	if !f.real {
		return errors.New("cpu: real points for a filter of complex ones: make one of real points")
	}
	itself := func(x []float32) []float32 { return x }
	return convolveAll(ctx, e, dst, src, convolver[float32]{f, &e.floats, e.byHalves, itself})
}

// convolver is a filter with the circular convolution that arrays are laid into.
type convolver[T any] struct {
	*Filter
	rooms *sync.Pool // *[]T
	do    func(ctx context.Context, room []T, f *Filter, scale float64) error
	parts func(x []T) []float32
}

// convolveAll convolves all arrays of a call.
func convolveAll[T any](ctx context.Context, e *Engine, dst, src []T, f convolver[T]) error {
	n, kept := product(f.shape), product(f.result)
	switch {
	case len(src)%n != 0 || len(dst) != len(src)/n*kept:
		return fmt.Errorf("cpu: dst has %d points, src %d: arrays of %d points become %d", len(dst), len(src), n, kept)
	case len(src) == 0:
		return ContextErr(ctx)
	case common(dst, src) && (&dst[0] != &src[0] || n != kept):
		return errors.New("cpu: dst and src overlap: pass separate memory, or the same slice where the result has the shape of its source")
	}
	count := len(src) / n
	if f.hop > 0 {
		if &dst[0] == &src[0] { // blocks read what others write
			box, err := clone(ctx, f.rooms, src)
			if err != nil {
				return err
			}
			defer f.rooms.Put(box)
			src = *box
		}
		blocks := (kept + f.hop - 1) / f.hop
		return e.share(ctx, count*blocks, f.group, func(ctx context.Context, at int) error {
			return convolveBlocks(ctx, e, dst, src, f, at, min(at+f.group, count*blocks))
		})
	}
	return e.share(ctx, count, f.group, func(ctx context.Context, first int) error {
		end := min(first+f.group, count)
		return convolve(ctx, e, dst[first*kept:end*kept], src[first*n:end*n], f)
	})
}

// clone copies s to a slice from a pool.
func clone[T any](ctx context.Context, pool *sync.Pool, s []T) (*[]T, error) {
	box, err := take[T](ctx, pool, len(s))
	if err != nil {
		return nil, err
	}
	return box, Pieces(ctx, len(s), func(first, end int) { copy((*box)[first:end], s[first:end]) })
}

// convolve convolves a few arrays.
func convolve[T any](ctx context.Context, e *Engine, dst, src []T, f convolver[T]) error {
	n, kept, size := product(f.shape), product(f.result), product(f.points)
	count := len(src) / n
	box, err := take[T](ctx, f.rooms, count*size)
	if err != nil {
		return err
	}
	defer f.rooms.Put(box)
	room := *box
	if err := clearAll(ctx, room); err != nil {
		return err
	}
	watch := pace{ctx: ctx}
	for i := range count {
		if err := lay(&watch, room[i*size:(i+1)*size], src[i*n:(i+1)*n], f.points, f.shape, false); err != nil {
			return err
		}
	}
	if err := f.levelled(ctx, e, room); err != nil {
		return err
	}
	for i := range count {
		if err := lay(&watch, room[i*size:(i+1)*size], dst[i*kept:(i+1)*kept], f.points, f.result, true); err != nil {
			return err
		}
	}
	return nil
}

// levelled convolves the arrays in room. Arrays of extreme magnitude are multiplied by their
// level before and divided by it afterwards.
func (f convolver[T]) levelled(ctx context.Context, e *Engine, room []T) error {
	size := product(f.points)
	var levels []float64 // of all arrays, if one of them is not 1
	for at := 0; at < len(room); at += size {
		x := f.parts(room[at : at+size])
		level, err := e.level(ctx, x)
		if err != nil {
			return err
		}
		if level == 1 {
			continue
		}
		if levels == nil {
			levels = slices.Repeat([]float64{1}, len(room)/size)
		}
		levels[at/size] = level
		if err := e.scaleTo(ctx, x, x, level); err != nil {
			return err
		}
	}
	if levels == nil {
		return f.do(ctx, room, f.Filter, f.scale)
	}
	if err := f.do(ctx, room, f.Filter, 1); err != nil {
		return err
	}
	for i, level := range levels {
		x := f.parts(room[i*size : (i+1)*size])
		if err := e.scaleTo(ctx, x, x, f.scale/level); err != nil {
			return err
		}
	}
	return nil
}

// convolveBlocks convolves blocks of arrays, from one to another, numbered through all arrays.
func convolveBlocks[T any](ctx context.Context, e *Engine, dst, src []T, f convolver[T], first, end int) error {
	n, kept, size := f.shape[0], f.result[0], f.points[0]
	box, err := take[T](ctx, f.rooms, (end-first)*size)
	if err != nil {
		return err
	}
	defer f.rooms.Put(box)
	blocks, room := (kept+f.hop-1)/f.hop, *box
	if err := clearAll(ctx, room); err != nil {
		return err
	}
	each := func(do func(block, x, y []T, at int)) error {
		watch := pace{ctx: ctx}
		for b := first; b < end; b++ {
			array := b / blocks
			do(room[(b-first)*size:(b-first+1)*size], src[array*n:(array+1)*n], dst[array*kept:(array+1)*kept], b%blocks*f.hop)
			if err := watch.step(size); err != nil {
				return err
			}
		}
		return nil
	}
	err = each(func(block, x, _ []T, at int) {
		if at < n {
			copy(block[:size-f.before], x[at:])
		}
		if begin := max(0, at-f.before); begin < min(at, n) {
			copy(block[size-(at-begin):], x[begin:min(at, n)])
		}
	})
	if err != nil {
		return err
	}
	if err := f.levelled(ctx, e, room); err != nil {
		return err
	}
	return each(func(block, _, y []T, at int) { copy(y[at:min(at+f.hop, kept)], block) })
}

// byTransforms convolves arrays of complex points, and multiplies them by scale.
func (e *Engine) byTransforms(ctx context.Context, room []complex64, f *Filter, scale float64) error {
	if err := e.there(ctx, room, f); err != nil {
		return err
	}
	if err := e.multiply(ctx, room, f); err != nil {
		return err
	}
	return e.back(ctx, room, f, scale)
}

// multiply multiplies transforms by the spectrum.
func (e *Engine) multiply(ctx context.Context, room []complex64, f *Filter) error {
	return e.blocks(ctx, len(room), func(first, end int) { f.multiply(room, first, end) })
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
		return e.axes(ctx, room, room, f.points, f.axes, false, 1, 1)
	}
	if err := e.rest(ctx, room, f, f.shape[0], false, 1); err != nil {
		return err
	}
	return e.axis(ctx, room, room, f.points, 0, false, 1)
}

// back is the way back, and rows that are not wanted need not come.
func (e *Engine) back(ctx context.Context, room []complex64, f *Filter, scale float64) error {
	if len(room) > product(f.points) || len(f.axes) == 1 {
		return e.axes(ctx, room, room, f.points, f.axes, true, 1, scale)
	}
	if err := e.axis(ctx, room, room, f.points, 0, true, 1); err != nil {
		return err
	}
	return e.rest(ctx, room, f, f.result[0], true, scale)
}

// rest transforms the first so many rows of an array along all axes but the
// first.
func (e *Engine) rest(ctx context.Context, room []complex64, f *Filter, rows int, inverse bool, scale float64) error {
	shape := append([]int{rows}, f.points[1:]...)
	part := room[:product(shape)]
	return e.axes(ctx, part, part, shape, f.axes[1:], inverse, 1, scale)
}
