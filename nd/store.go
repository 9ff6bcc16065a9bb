package nd

import (
	"fmt"
	"slices"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// New returns an array of zeros that the caller owns and closes. It returns at once: the end of the step
// allocates the memory. If there is no memory for it, the end of the step returns ErrOutOfMemory, a
// MemoryError or a LimitError.
func (q *Queue) New(d DType, shape ...int) Array { return q.array(d.inner(), shape) }

// array is New.
func (q *Queue) array(d expr.DType, shape []int) Array {
	if q.isClosed() {
		return q.fail("New", wgfft.ErrClosed)
	}
	e, err := extentOf(shape)
	if err == nil && !d.IsValid() {
		err = fmt.Errorf("%w: no arrays of %v", ErrType, d)
	}
	n := &node{title: title{op: "array"}, kind: kindOwned, dtype: d, Extent: e}
	if err == nil {
		n.mem, err = q.on.newArray(d, e.Size())
	}
	if err != nil {
		return q.fail("New", fmt.Errorf("%v%v: %w", d, slices.Clone(shape), err))
	}
	made := creation{mem: n.mem, shape: e}
	if q.opts.Check {
		made.where = caller()
	}
	q.made = append(q.made, made)
	return Array{n: n}
}

// Keep returns an array that the caller owns and closes, with the elements of v. Keep of a [Scalar]
// returns an array of Float64 or Complex128 on the CPU engine, and of Float32 or Complex64 on a
// GPU.
func (q *Queue) Keep(v Array) Array {
	if n, r := q.begin("Keep", kindElement, v); n == nil {
		return r
	}
	d := q.on.concrete(v.n.dtype)
	a := q.array(d, v.n.Shape[:v.n.Rank])
	q.Set(a, v)
	return a
}

// Set stores src in dst, an owned array or a view of one. src may be a scalar, and may have axes of
// length 1 where dst has longer ones. src may be computed from dst: Set behaves as if all of src
// were computed before the first store.
//
// Set changes the element type if no information is lost: from single to double precision, and from
// real to complex. It rounds real numbers to the storage type of dst as [Queue.Cast] does. Otherwise the error
// is ErrType.
func (q *Queue) Set(dst, src Array) {
	n, _ := q.begin("Set", kindSet, dst, src)
	if n == nil {
		return
	}
	err := n.fits(dst, src.n)
	if err == nil {
		err = q.checkScalars(n.dtype, n.args[1:])
	}
	if err != nil {
		q.fail("Set", err, dst, src)
	}
}

// fits sets the extent and the type of a Set of dst. It returns an error if src does not fit.
func (n *node) fits(dst Array, src *node) error {
	n.dtype, n.Extent = dst.n.dtype, dst.n.Extent
	if err := dst.writable(); err != nil {
		return err
	}
	switch s := src.dtype; {
	case s.IsComplex() && !n.dtype.IsComplex():
		return fmt.Errorf("%w: complex to real; use Real or Abs", ErrType)
	case n.dtype.IsStorage():
	case s.IsDouble() && !n.dtype.IsDouble():
		return fmt.Errorf("%w: double to single precision; use Cast", ErrType)
	}
	e, err := broadcast(n.Extent, src.Extent)
	if err == nil && e != n.Extent {
		err = fmt.Errorf("%w: source of shape %v for a destination of shape %v", ErrShape,
			src.Shape[:src.Rank], n.Shape[:n.Rank])
	}
	return err
}

// writable returns an error for an array that can't be written.
func (a Array) writable() error {
	if a.gen != 0 || a.n.mem == nil {
		return fmt.Errorf("operand 1: %w", ErrNotOwned)
	}
	return nil
}

// From returns an array that the caller owns and closes, with the given shape and the elements of src. It copies src
// before it returns.
func From[T Element](q *Queue, src []T, shape ...int) Array {
	a := q.array(expr.TypeOf[T](), shape)
	if a.n.mem == nil || a.Len() != len(src) || q.on.m.HasText() {
		Upload(q, a, src) // or records the error
		return a
	}
	data := &expr.Block{}
	*expr.Slice[T](data) = slices.Clone(src)
	q.made[len(q.made)-1].data = data
	return a
}

// Upload stores src in dst, an owned array or a view of one, in row-major order. It copies src before
// it returns. T is the element type of dst.
func Upload[T Element](q *Queue, dst Array, src []T) {
	n, _ := q.begin("Upload", kindUpload, dst)
	if n == nil {
		return
	}
	err := dst.writable()
	switch {
	case err != nil:
	case dst.n.dtype != expr.TypeOf[T]():
		err = fmt.Errorf("%w: a slice of %v, want %v", ErrType, expr.TypeOf[T](), dst.n.dtype)
	case dst.Len() != len(src):
		err = fmt.Errorf("%w: a slice of %d elements, want %d", ErrShape, len(src), dst.Len())
	}
	if err != nil {
		q.fail("Upload", err, dst)
		return
	}
	n.dtype, n.Extent = dst.n.dtype, dst.n.Extent
	*expr.Slice[T](&n.data) = slices.Clone(src)
}
