package nd

import (
	"context"
	"errors"
	"fmt"
	"math/cmplx"

	"wgfft"
	"wgfft/nd/internal/cpu"
	"wgfft/nd/internal/expr"
)

// A funcTest is a comparison of both sides of a Func.
type funcTest struct {
	f      *Func
	lo, hi []float64
}

// funcTests is the number of tuples of operands that CheckFunc tries.
const funcTests = 4096

// doubleTolerance is the tolerance of results in double precision.
const doubleTolerance = 1e-12

// CheckFunc compares both sides of f on 4096 tuples of operands: zeros, ones, and points of a
// Halton sequence. Operand i lies from lo[i] to hi[i]. Operands without a number in lo and hi lie
// from -2 to 2. CheckFunc interprets the text in float64 and float32. A GPU runs it in kernels of
// both precisions, too.
//
// CheckFunc returns ErrFunc with the operands if results differ by more than tol, relative to the
// largest of 1, the operands and the result. In double precision the limit is 1e-12.
func CheckFunc(ctx context.Context, e *wgfft.Engine, f *Func, tol float64, lo, hi []float64) error {
	if e == nil {
		return fmt.Errorf("nd: CheckFunc: %w", errNilEngine)
	}
	if err := f.prepare(); err != nil {
		return fmt.Errorf("nd: CheckFunc: %w", err)
	}
	if f.inner.Call == nil {
		return fmt.Errorf("nd: CheckFunc: %w: it has no Go function", ErrFunc)
	}
	t := funcTest{f, lo, hi}
	if err := t.interpret(ctx, false, doubleTolerance); err != nil {
		return fmt.Errorf("nd: CheckFunc: %w", err)
	}
	if err := t.interpret(ctx, true, tol); err != nil {
		return fmt.Errorf("nd: CheckFunc: %w", err)
	}
	q := NewQueue(e)
	defer q.Close()
	if !q.on.m.HasText() {
		return nil
	}
	err := computeIn[complex64](ctx, &t, q, tol)
	if err == nil {
		err = computeIn[complex128](ctx, &t, q, doubleTolerance)
		if errors.Is(err, errors.ErrUnsupported) {
			err = nil // the device has no double precision
		}
	}
	if err != nil {
		return fmt.Errorf("nd: CheckFunc: %w", err)
	}
	return nil
}

// interpret compares the Go function with the interpreted text.
func (t *funcTest) interpret(ctx context.Context, isSingle bool, tol float64) error {
	p, err := expr.Parse(t.f.WGSL, isSingle)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFunc, err)
	}
	env := make([]complex128, p.Slots)
	for k := range funcTests {
		if k%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		x := t.f.inner.Operands(k, t.lo, t.hi)
		for i := range x {
			if isSingle {
				x[i] = complex128(complex64(x[i]))
			}
		}
		if err := t.compare(x, p.Interpret(env, x), tol); err != nil {
			return err
		}
	}
	return nil
}

// computeIn compares the Go function with the text in a kernel.
func computeIn[C wgfft.Complex](ctx context.Context, t *funcTest, q *Queue, tol float64) error {
	rows := make([][]complex128, funcTests)
	args := make([]Array, len(t.f.inner.Params))
	for i := range args {
		column := make([]C, funcTests)
		for k := range rows {
			if i == 0 {
				rows[k] = t.f.inner.Operands(k, t.lo, t.hi)
			}
			rows[k][i] = complex128(complex64(rows[k][i])) // exact in all formats
			column[k] = C(rows[k][i])
		}
		a := From(q, column, funcTests)
		defer a.Close()
		args[i] = a
		if t.f.inner.Params[i] == expr.TypeR {
			args[i] = q.Real(a)
		}
	}
	got, err := Download[C](ctx, q, nil, q.cast(expr.TypeOf[C](), q.Apply(t.f, args...)))
	if err != nil {
		return err
	}
	for k, x := range rows {
		if err := t.compare(x, complex128(got[k]), tol); err != nil {
			return err
		}
	}
	return nil
}

// compare compares got, a result of the text for operands x, with the result of the Go function.
func (t *funcTest) compare(x []complex128, got complex128, tol float64) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", cpu.ErrPanic, p)
		}
	}()
	want := t.f.inner.Call(x)
	size := max(1, cmplx.Abs(want))
	for _, v := range x {
		size = max(size, cmplx.Abs(v))
	}
	if off := cmplx.Abs(got-want) / size; off > tol || cmplx.IsNaN(got) != cmplx.IsNaN(want) {
		return fmt.Errorf("%w: %s(%v) is %v by its WGSL, %v by its Go", ErrFunc, t.f.name(), x, got, want)
	}
	return nil
}
