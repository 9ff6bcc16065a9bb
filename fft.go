package wgfft

import (
	"context"
	"slices"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// FFT computes the forward transform of src to dst and returns dst. src is one row of complex
// points. With WithRowLength it is several rows, each transformed on its own, and may be empty.
//
// dst has the length of src, or with WithLengths rows of that length. A nil dst is allocated. dst
// may be src if the lengths agree. FFT returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) FFT(ctx context.Context, dst, src []C, opts ...Option) ([]C, error) {
	return t.complexRows(ctx, method{"FFT", C2C, false}, dst, src, opts)
}

// IFFT computes the inverse transform of src to dst and returns dst. The factor is 1/n unless
// WithNorm selects another. src is one row of complex points. With WithRowLength it is several rows,
// each transformed on its own, and may be empty.
//
// dst has the length of src, or with WithLengths rows of that length. A nil dst is allocated. dst
// may be src if the lengths agree. IFFT returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) IFFT(ctx context.Context, dst, src []C, opts ...Option) ([]C, error) {
	return t.complexRows(ctx, method{"IFFT", C2C, true}, dst, src, opts)
}

// A method is a method of Transforms that transforms slices.
type method struct {
	name    string
	kind    Kind
	inverse bool
}

// complexRows does a transform of rows.
func (t *Transforms[C, R]) complexRows(
	ctx context.Context, m method, dst, src []C, opts []Option,
) ([]C, error) {
	o := gathered(opts)
	if err := o.checkNoPairs(m.name); err != nil {
		return nil, err
	}
	n, err := o.rowsOf(m.name, len(src))
	if err != nil {
		return nil, err
	}
	return oneCall(ctx, t.on(), dst, src, o.problem(m.kind, []int{n}, m.inverse), o.lengths)
}

// FFTN computes the forward transform of complex arrays of the given shape to dst and returns dst.
// src holds any number of arrays, row-major and one after the other. The transform goes along all
// axes, or along the axes of WithAxes. An empty src holds none.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. FFTN returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) FFTN(
	ctx context.Context, dst, src []C, shape []int, opts ...Option,
) ([]C, error) {
	return t.complexArrays(ctx, method{"FFTN", C2C, false}, dst, src, shape, opts)
}

// IFFTN computes the inverse transform of complex arrays of the given shape to dst and returns dst.
// The factor is 1/N unless WithNorm selects another. N is the product of the lengths transformed.
// src holds any number of arrays, row-major and one after the other. The transform goes along all
// axes, or along the axes of WithAxes. An empty src holds none.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. IFFTN returns a LengthError for a length without a
// transform, ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error.
// After an error dst holds no result.
func (t *Transforms[C, R]) IFFTN(
	ctx context.Context, dst, src []C, shape []int, opts ...Option,
) ([]C, error) {
	return t.complexArrays(ctx, method{"IFFTN", C2C, true}, dst, src, shape, opts)
}

// FFT2 computes the forward transform of complex arrays of the given shape along their last two
// axes to dst and returns dst. The shape has two axes or more. src holds any number of arrays,
// row-major and one after the other.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. FFT2 returns a LengthError for a length without a transform,
// ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error. After an
// error dst holds no result.
func (t *Transforms[C, R]) FFT2(
	ctx context.Context, dst, src []C, shape []int, opts ...Option,
) ([]C, error) {
	opts, err := lastTwo("FFT2", shape, opts)
	if err != nil {
		return nil, err
	}
	return t.complexArrays(ctx, method{"FFT2", C2C, false}, dst, src, shape, opts)
}

// IFFT2 computes the inverse transform of complex arrays of the given shape along their last two
// axes to dst and returns dst. The factor is 1/N unless WithNorm selects another. N is the product
// of the two lengths. The shape has two axes or more. src holds any number of arrays, row-major and
// one after the other.
//
// dst has the length of src, or with WithLengths arrays of these lengths. A nil dst is allocated.
// dst may be src if the lengths agree. IFFT2 returns a LengthError for a length without a
// transform, ErrSliceLength, ErrOverlap, a LimitError, a MemoryError, ErrClosed, or ctx's error.
// After an error dst holds no result.
func (t *Transforms[C, R]) IFFT2(
	ctx context.Context, dst, src []C, shape []int, opts ...Option,
) ([]C, error) {
	opts, err := lastTwo("IFFT2", shape, opts)
	if err != nil {
		return nil, err
	}
	return t.complexArrays(ctx, method{"IFFT2", C2C, true}, dst, src, shape, opts)
}

// complexArrays does a transform of arrays.
func (t *Transforms[C, R]) complexArrays(
	ctx context.Context, m method, dst, src []C, shape []int, opts []Option,
) ([]C, error) {
	o := gathered(opts)
	for _, err := range []error{o.checkArrays(m.name), o.checkNoKinds(m.name), o.checkNoPairs(m.name)} {
		if err != nil {
			return nil, err
		}
	}
	return oneCall(ctx, t.on(), dst, src, o.problem(m.kind, shape, m.inverse), o.lengths)
}

// oneCall transforms all arrays of src. It crops or pads them to lengths, unless lengths is nil.
func oneCall[D, S engine.Element](
	ctx context.Context, eng engineIn, dst []D, src []S, p placedProblem, lengths []int,
) ([]D, error) {
	if err := p.at.check("WithTwiddle"); err != nil {
		return nil, err
	}
	dst, err := transformed(ctx, eng, dst, src, p, lengths)
	return dst, faced(err)
}

// transformed is oneCall, but returns errors of the layers below.
func transformed[D, S engine.Element](
	ctx context.Context, eng engineIn, dst []D, src []S, p placedProblem, lengths []int,
) ([]D, error) {
	if err := checkProblem(p.Problem); err != nil {
		return nil, err
	}
	j := engine.Transform(p.Problem, eng.number).For(p.at.call())
	if lengths != nil {
		fitted, err := j.Fitted(ordered(lengths, p.TransformedAxes(), j.Axes()), 1)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(fitted.Shape, p.Shape) {
			return fittedCall(ctx, eng, dst, src, placedProblem{fitted, p.at}, j.Points())
		}
	}
	in, _ := j.Ends()
	count, err := arraysIn(src, j, in.Elements)
	if err != nil {
		return nil, err
	}
	if dst, err = destination(ctx, eng, dst, src, arrays{p.Problem, j, count, nil}); err != nil || count == 0 {
		return dst, err
	}
	return dst, eng.host.Run(ctx, engine.DataOf(dst), engine.DataOf(src), j)
}

// fittedCall transforms arrays in the input layout of p. Each array takes elements elements of src.
func fittedCall[D, S engine.Element](
	ctx context.Context, eng engineIn, dst []D, src []S, p placedProblem, elements int,
) ([]D, error) {
	j := engine.Transform(p.Problem, eng.number).For(p.at.call())
	in, _ := j.Ends()
	count, err := arraysIn(src, j, elements)
	if err != nil {
		return nil, err
	}
	p.Batch = count
	if err := checkProblem(p.Problem); err != nil {
		return nil, err
	}
	if dst, err = destination(ctx, eng, dst, src, arrays{p.Problem, j, count, &in}); err != nil || count == 0 {
		return dst, err
	}
	packed, err := engine.Zeros[S](ctx, count*in.Elements)
	if err != nil {
		return nil, err
	}
	release, err := eng.hold(ctx, engine.DataOf(src))
	if err != nil {
		return nil, err
	}
	err = engine.Gather(ctx, p.Problem, packed, src)
	release()
	if err != nil {
		return nil, err
	}
	return dst, eng.host.Run(ctx, engine.DataOf(dst), engine.DataOf(packed), j)
}

// arrays are the arrays of a one-call transform.
type arrays struct {
	problem plan.Problem // names them in errors
	job     engine.Job
	count   int
	packed  *plan.Array // one array of a packed copy of the source, which needs memory; nil without a copy
}

// check returns an error if the engine can't do the transform, or if there is no memory for the arrays that the call
// makes and for work. made are these arrays, one of each kind. A call with its own destination leaves the job
// to Run.
func (a arrays) check(ctx context.Context, eng engineIn, made []plan.Array, hasDestination bool) error {
	if err := engine.CheckMemory(eng.memory, a.problem, 0, a.count, made...); err != nil { // without memory for work
		return err
	}
	if err := eng.settle(ctx); err != nil {
		return err
	}
	if !hasDestination || a.count == 0 { // otherwise Run checks the job
		if err := eng.host.Check(a.job, a.count); err != nil {
			return err
		}
	}
	work := eng.host.Work(a.job, a.count)
	if err := engine.CheckMemory(eng.memory, a.problem, work, a.count, made...); err != nil {
		return err
	}
	return engine.ContextErr(ctx)
}

// destination returns the slice for the results of arrays. It allocates the slice if dst is nil.
func destination[D, S engine.Element](
	ctx context.Context, eng engineIn, dst []D, src []S, a arrays,
) ([]D, error) {
	_, out := a.job.Ends()
	var room [2]plan.Array
	made := room[:0]
	if a.packed != nil {
		made = append(made, *a.packed)
	}
	if dst == nil {
		made = append(made, out)
	} else if err := engine.Match(dst, src, a.count*out.Elements, len(src)); err != nil {
		return nil, err
	}
	if err := a.check(ctx, eng, made, dst != nil); err != nil {
		return nil, err
	}
	if dst == nil {
		results, err := engine.Zeros[D](ctx, a.count*out.Elements)
		if err != nil {
			return nil, err
		}
		dst = results
	}
	return slices.Clip(dst), nil
}

// arraysIn returns the number of arrays in a slice, each of the given number of elements. An empty
// slice holds none.
func arraysIn[S engine.Element](src []S, j engine.Job, elements int) (int, error) {
	if len(src)%elements == 0 {
		return len(src) / elements, nil
	}
	arrays := "arrays"
	if j.IsRows() {
		arrays = "rows"
	}
	return 0, engine.LengthError("src", len(src), multiple(elements, arrays, "elements"))
}
