package cpu

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// ErrClosed is returned by a Transform that begins after Close.
var ErrClosed = errors.New("cpu: engine closed: open a new one")

// Engine transforms host slices. Make one with New; it is safe for concurrent
// use.
type Engine struct {
	plans   cache
	helpers chan struct{} // one token per helper goroutine at work
}

// New returns an Engine. It starts no goroutine and makes no table until the
// first Transform.
func New() *Engine {
	e := &Engine{helpers: make(chan struct{}, runtime.GOMAXPROCS(0)-1)}
	e.plans.open()
	return e
}

// Close drops the plans. Transforms under way finish; later ones return
// ErrClosed. A second Close does nothing.
func (e *Engine) Close() error {
	e.plans.close()
	return nil
}

// Transform writes to dst the transforms of the contiguous rows of n points in
// src, each the unscaled sum times scale. The slices have the same length, a
// multiple of n; no rows at all is allowed. dst may be src; any other overlap is
// refused.
//
// It looks at ctx before it begins and after about every 16384 points, between
// rows. Where it returns an error, the contents of dst are undefined.
func (e *Engine) Transform(ctx context.Context, dst, src []complex64, n int, inverse bool, scale float64) error {
	if n < 1 {
		return fmt.Errorf("cpu: length %d: a transform needs at least one point", n)
	}
	if len(dst) != len(src) {
		return fmt.Errorf("cpu: dst has %d points, src %d: they need the same length", len(dst), len(src))
	}
	if len(src)%n != 0 {
		return fmt.Errorf("cpu: %d points: rows of %d need a multiple of that", len(src), n)
	}
	if overlap(dst, src) {
		return errors.New("cpu: dst and src overlap: pass the same slice or separate memory")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	p, err := e.plans.get(n)
	if err != nil {
		return err
	}
	w := work{plan: p, dst: dst, src: src, inverse: inverse, scale: scale}
	if len(src) >= shared && len(src) > n {
		return e.share(ctx, w)
	}
	for at := 0; at < len(src); at += w.block() {
		if err := w.run(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

// overlap tells whether a and b share memory without being the same slice. The
// lengths are equal.
func overlap(a, b []complex64) bool {
	if len(a) == 0 || &a[0] == &b[0] {
		return false
	}
	p, q := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	size := uintptr(len(a)) * unsafe.Sizeof(a[0])
	return p < q+size && q < p+size
}
