package cpu

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"unsafe"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/parallel"
)

// ErrClosed is returned by a transform that begins after Close.
var ErrClosed = errors.New("cpu: engine closed: open a new one")

// Complex are the types of complex points: complex64 and complex128.
type Complex = rows.Complex

// Float are the types of real numbers: float32 and float64.
type Float = rows.Float

// Engine transforms host slices: []complex64 and []float32 in single precision, or []complex128 and
// []float64 in double precision. New makes one. It is safe for concurrent use.
type Engine[C Complex, R Float] struct {
	team
	plans cache[int, *plan[C, R]]
	reals cache[int, *realPlan[C, R]]
	trigs cache[trigKey, trigPlan[R]]

	floats, spectra sync.Pool // *[]R and *[]C, grown as needed
}

// New returns an Engine for complex64 and float32, or for complex128 and float64. A call computes on at most the
// given number of goroutines, the caller's included, and long calls of several callers share this number. New starts
// no goroutine and makes no table before the first Transform. It panics if C and R differ in their precision.
func New[C Complex, R Float](threads parallel.Threads) *Engine[C, R] {
	if sizeOf[C]() != 2*int64(unsafe.Sizeof(R(0))) {
		panic("cpu: complex and real numbers of different precision: want complex64 and float32, or " +
			"complex128 and float64")
	}
	e := &Engine[C, R]{team: newTeam(threads.Count())}
	e.plans.open(func(ctx context.Context, n int) (*plan[C, R], error) { return newPlan(ctx, e, n) })
	e.reals.open(func(ctx context.Context, n int) (*realPlan[C, R], error) { return newRealPlan(ctx, e, n) })
	e.trigs.open(func(ctx context.Context, k trigKey) (trigPlan[R], error) { return newTrigPlan(ctx, e, k) })
	return e
}

// Close drops the plans. Transforms under way finish. Transforms that wait for a plan, and later
// transforms, return ErrClosed. A second Close does nothing.
func (e *Engine[C, R]) Close() error {
	e.plans.close()
	e.reals.close()
	e.trigs.close()
	return nil
}

// Transform writes to dst the transforms of the contiguous rows of n points in src, each the
// unscaled sum times scale. The slices have the same length, a multiple of n, which may be 0. dst
// may be src; any other overlap is refused.
//
// It looks at ctx while it works, within a long row as well, and returns the error of ctx a few
// milliseconds after ctx ends. If it returns an error, the contents of dst are undefined.
func (e *Engine[C, R]) Transform(ctx context.Context, dst, src []C, n int, inverse bool, scale float64) error {
	return e.transformRows(ctx, dst, src, n, Ends{Inverse: inverse, Scale: scale})
}

// transformRows is Transform with ops.
func (e *Engine[C, R]) transformRows(ctx context.Context, dst, src []C, n int, ends Ends) error {
	if n < 1 {
		return fmt.Errorf("cpu: length is %d, want at least 1", n)
	}
	if len(dst) != len(src) {
		return fmt.Errorf("cpu: dst has %d points, want %d as src has", len(dst), len(src))
	}
	if len(src)%n != 0 {
		return fmt.Errorf("cpu: slice has %d points, want a multiple of the %d of one row", len(src), n)
	}
	if overlap(dst, src) {
		return errors.New("cpu: dst and src overlap: pass the same slice or separate memory")
	}
	ctx, err := e.begin(ctx, len(src))
	if err != nil {
		return err
	}
	defer e.end(ctx)
	return e.transform(ctx, dst, src, n, ends)
}

// transform is transformRows for checked arguments, within a call.
func (e *Engine[C, R]) transform(ctx context.Context, dst, src []C, n int, ends Ends) error {
	if err := ContextErr(ctx); err != nil {
		return err
	}
	p, err := e.plans.get(ctx, n)
	if err != nil {
		return err
	}
	w := work[C, R]{plan: p, dst: dst, src: src, Ends: ends}
	return w.transform(ctx, e)
}

// overlap reports whether a and b share memory without being the same slice. The lengths are equal.
func overlap[T any](a, b []T) bool {
	return len(a) > 0 && &a[0] != &b[0] && sharesMemory(a, b)
}

// sharesMemory reports whether a and b share memory.
func sharesMemory[S, T any](a []S, b []T) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	p, q := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return p < q+uintptr(len(b))*unsafe.Sizeof(b[0]) && q < p+uintptr(len(a))*unsafe.Sizeof(a[0])
}
