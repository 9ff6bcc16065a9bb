package cpu

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// Convolve writes to dst the convolutions of the row-major arrays in src, one after the other, with
// a filter of complex points. dst may be src if the results have the shape of the arrays; any other
// overlap is refused. Everything else is as in Transform.
func (e *Engine[C, R]) Convolve(ctx context.Context, dst, src []C, f *Filter[C]) error {
	if f.real {
		return errors.New("cpu: complex points with a filter of real points: make the filter for complex points")
	}
	ctx, err := e.begin(ctx, max(len(src), len(f.spectrum)))
	if err != nil {
		return err
	}
	defer e.end(ctx)
	return convolver[C, R, C]{f, &e.team, &e.spectra, e.byTransforms, parts[C, R]}.all(ctx, dst, src)
}

// ConvolveReal is Convolve with a filter of real points.
func (e *Engine[C, R]) ConvolveReal(ctx context.Context, dst, src []R, f *Filter[C]) error {
	if !f.real {
		return errors.New("cpu: real points with a filter of complex points: make the filter for real points")
	}
	ctx, err := e.begin(ctx, max(len(src), len(f.spectrum)))
	if err != nil {
		return err
	}
	defer e.end(ctx)
	itself := func(x []R) []R { return x }
	return convolver[C, R, R]{f, &e.team, &e.floats, e.byHalves, itself}.all(ctx, dst, src)
}

// convolver is a filter with the circular convolution that computes it.
type convolver[C Complex, R Float, T any] struct {
	*Filter[C]
	team  *team
	pool  *sync.Pool // *[]T
	do    func(ctx context.Context, scratch []T, f *Filter[C], scale float64) error
	parts func(x []T) []R
}

// all convolves all arrays of a call.
func (f convolver[C, R, T]) all(ctx context.Context, dst, src []T) error {
	n, kept := product(f.shape), product(f.result)
	switch {
	case len(src)%n != 0 || len(dst) != len(src)/n*kept:
		return fmt.Errorf("cpu: dst has %d points for %d points of src: arrays of %d points give results of "+
			"%d points", len(dst), len(src), n, kept)
	case len(src) == 0:
		return ContextErr(ctx)
	case sharesMemory(dst, src) && (&dst[0] != &src[0] || n != kept):
		return errors.New("cpu: dst and src overlap: pass separate memory, or the same slice if results have " +
			"the shape of arrays")
	}
	count := len(src) / n
	if f.hop > 0 {
		if &dst[0] == &src[0] { // a block reads elements that other blocks write
			box, err := clone(ctx, f.pool, src)
			if err != nil {
				return err
			}
			defer f.pool.Put(box)
			src = *box
		}
		blocks := (kept + f.hop - 1) / f.hop
		return f.team.share(ctx, count*blocks, f.group, func(ctx context.Context, at int) error {
			return f.blocks(ctx, dst, src, at, min(at+f.group, count*blocks))
		})
	}
	return f.team.share(ctx, count, f.group, func(ctx context.Context, first int) error {
		end := min(first+f.group, count)
		return f.arrays(ctx, dst[first*kept:end*kept], src[first*n:end*n])
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

// arrays convolves arrays of one group.
func (f convolver[C, R, T]) arrays(ctx context.Context, dst, src []T) error {
	n, kept, size := product(f.shape), product(f.result), product(f.points)
	count := len(src) / n
	box, err := take[T](ctx, f.pool, count*size)
	if err != nil {
		return err
	}
	defer f.pool.Put(box)
	scratch := *box
	if err := clearAll(ctx, scratch); err != nil {
		return err
	}
	watch := pace{ctx: ctx}
	for i := range count {
		if err := lay(&watch, scratch[i*size:(i+1)*size], src[i*n:(i+1)*n], f.points, f.shape, false); err != nil {
			return err
		}
	}
	if err := f.levelled(ctx, scratch); err != nil {
		return err
	}
	for i := range count {
		if err := lay(&watch, scratch[i*size:(i+1)*size], dst[i*kept:(i+1)*kept], f.points, f.result,
			true); err != nil {
			return err
		}
	}
	return nil
}

// levelled convolves the padded arrays in scratch. It multiplies arrays of extreme magnitude by their
// level before, and divides them by it afterwards.
func (f convolver[C, R, T]) levelled(ctx context.Context, scratch []T) error {
	size := product(f.points)
	var levels []float64 // of all arrays, if one of them is not 1
	for at := 0; at < len(scratch); at += size {
		x := f.parts(scratch[at : at+size])
		level, err := levelOf(ctx, f.team, x)
		if err != nil {
			return err
		}
		if level == 1 {
			continue
		}
		if levels == nil {
			levels = slices.Repeat([]float64{1}, len(scratch)/size)
		}
		levels[at/size] = level
		if err := scaleTo(ctx, f.team, x, x, level); err != nil {
			return err
		}
	}
	if levels == nil {
		return f.do(ctx, scratch, f.Filter, f.scale)
	}
	if err := f.do(ctx, scratch, f.Filter, 1); err != nil {
		return err
	}
	for i, level := range levels {
		x := f.parts(scratch[i*size : (i+1)*size])
		if err := scaleTo(ctx, f.team, x, x, min(f.scale/level, math.MaxFloat64)); err != nil {
			return err
		}
	}
	return nil
}

// blocks convolves the blocks from first to end. Blocks are numbered through all arrays.
func (f convolver[C, R, T]) blocks(ctx context.Context, dst, src []T, first, end int) error {
	n, kept, size := f.shape[0], f.result[0], f.points[0]
	box, err := take[T](ctx, f.pool, (end-first)*size)
	if err != nil {
		return err
	}
	defer f.pool.Put(box)
	blocks, scratch := (kept+f.hop-1)/f.hop, *box
	if err := clearAll(ctx, scratch); err != nil {
		return err
	}
	each := func(do func(block, x, y []T, at int)) error {
		watch := pace{ctx: ctx}
		for b := first; b < end; b++ {
			array := b / blocks
			do(scratch[(b-first)*size:(b-first+1)*size], src[array*n:(array+1)*n], dst[array*kept:(array+1)*kept],
				b%blocks*f.hop)
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
	if err := f.levelled(ctx, scratch); err != nil {
		return err
	}
	return each(func(block, _, y []T, at int) { copy(y[at:min(at+f.hop, kept)], block) })
}

// byTransforms convolves padded arrays of complex points, and multiplies them by scale.
func (e *Engine[C, R]) byTransforms(ctx context.Context, scratch []C, f *Filter[C], scale float64) error {
	if err := e.there(ctx, scratch, f); err != nil {
		return err
	}
	if err := e.multiply(ctx, scratch, f); err != nil {
		return err
	}
	return e.back(ctx, scratch, f, scale)
}

// multiply multiplies transforms by the spectrum, on several goroutines if that is faster.
func (e *Engine[C, R]) multiply(ctx context.Context, scratch []C, f *Filter[C]) error {
	return e.blocks(ctx, len(scratch), func(first, end int) { f.multiply(scratch, first, end) })
}

// multiply multiplies the elements of transforms from first to end by the elements of the spectrum.
func (f *Filter[C]) multiply(scratch []C, first, end int) {
	for at := first; at < end; {
		element := at / f.lanes % len(f.spectrum)
		if f.lanes > 1 {
			run, w := min(f.lanes-at%f.lanes, end-at), f.spectrum[element]
			for i, v := range scratch[at : at+run] {
				scratch[at+i] = v * w
			}
			at += run
			continue
		}
		run := min(len(f.spectrum)-element, end-at)
		for i, w := range f.spectrum[element : element+run] {
			scratch[at+i] *= w
		}
		at += run
	}
}

// there transforms padded arrays. A single array with several axes is zero after its own rows along
// the first axis. These zero rows are skipped until the first axis is transformed, after all other
// axes.
func (e *Engine[C, R]) there(ctx context.Context, scratch []C, f *Filter[C]) error {
	all, ends := arrayAxes{f.points, f.axes}, Ends{Scale: 1}
	if len(scratch) > product(f.points) || len(f.axes) == 1 {
		return e.axes(ctx, scratch, scratch, all, 1, ends)
	}
	if err := e.rest(ctx, scratch, all, f.shape[0], ends); err != nil {
		return err
	}
	n, side := all.line(0)
	return e.axis(ctx, scratch, scratch, n, side, ends)
}

// back is the inverse of there. It skips the rows that are not part of the result.
func (e *Engine[C, R]) back(ctx context.Context, scratch []C, f *Filter[C], scale float64) error {
	all := arrayAxes{f.points, f.axes}
	if len(scratch) > product(f.points) || len(f.axes) == 1 {
		return e.axes(ctx, scratch, scratch, all, 1, Ends{Inverse: true, Scale: scale})
	}
	n, side := all.line(0)
	if err := e.axis(ctx, scratch, scratch, n, side, Ends{Inverse: true, Scale: 1}); err != nil {
		return err
	}
	return e.rest(ctx, scratch, all, f.result[0], Ends{Inverse: true, Scale: scale})
}

// rest transforms the given number of rows of an array along all axes except the first.
func (e *Engine[C, R]) rest(ctx context.Context, scratch []C, all arrayAxes, rows int, ends Ends) error {
	others := arrayAxes{append([]int{rows}, all.shape[1:]...), all.axes[1:]}
	part := scratch[:product(others.shape)]
	return e.axes(ctx, part, part, others, 1, ends)
}
