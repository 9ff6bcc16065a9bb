package cpu

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/nd/internal/expr"
)

// Machine computes steps on the CPU: element-wise expressions block by block, and transforms with plans
// of the engine.
type Machine struct {
	eng     *wgfft.Engine
	dev     *device.Device // the arrays are in its buffers; nil for a queue on host memory
	ownsDev bool
	step    sync.Locker                       // held while a step is computed
	plans   map[expr.PlanKey]attach.Transform // by transform and precision
	rec     recording
	exposed atomic.Bool // the program's own work may use buffers of arrays: see expose

	used atomic.Int64 // bytes of all arrays and temporaries of a queue on host memory, but not of slices of the program
}

// New returns the machine of an engine without a GPU. dev is its device, or nil in a worker process. The caller
// holds step while the machine computes a step.
func New(eng *wgfft.Engine, dev *device.Device, step sync.Locker) *Machine {
	c := NewHost(eng)
	c.dev, c.step = dev, step
	if dev == nil {
		c.dev, c.ownsDev = device.NewHost(eng.MemoryLimit()), true
	}
	return c
}

// NewHost returns the machine of a queue on host memory.
func NewHost(eng *wgfft.Engine) *Machine {
	return &Machine{eng: eng, plans: map[expr.PlanKey]attach.Transform{}}
}

// Concrete implements machine. Numbers without a precision have double precision.
func (c *Machine) Concrete(d expr.DType) expr.DType {
	switch d {
	case expr.WeakReal:
		return expr.Float64
	case expr.WeakComplex:
		return expr.Complex128
	}
	return d
}

// HasText implements machine. The CPU calls the Go side of functions.
func (c *Machine) HasText() bool { return false }

// Settle implements machine. The CPU has double precision.
func (c *Machine) Settle(context.Context) error { return nil }

// CheckSize implements machine.
func (c *Machine) CheckSize(d expr.DType, n int) error {
	return c.eng.CheckMemory("nd: array", int64(n)*int64(d.Size()))
}

// Allocate implements machine.
func (c *Machine) Allocate(d expr.DType, n int) (*device.Buffer, expr.Block, error) {
	if c.dev == nil {
		bytes := int64(n) * int64(d.Size())
		if err := c.eng.CheckMemory("nd: the arrays of a queue", c.used.Add(bytes)); err != nil {
			c.used.Add(-bytes)
			return nil, expr.Block{}, err
		}
		return nil, expr.NewBlock(d, n), nil
	}
	b, err := c.dev.NewBuffer("nd", expr.WordBytes(int64(n)*int64(d.Size())), device.Storage)
	if err != nil {
		return nil, expr.Block{}, err
	}
	return b, expr.BlockIn(d, b.Memory(), n), nil
}

// Upload implements machine.
func (c *Machine) Upload(dst *expr.Memory, src *expr.Block) error {
	if c.rec.isOn {
		return nil
	}
	expr.CopyBlock(&dst.Host, src)
	return nil
}

// Fetch implements machine.
func (c *Machine) Fetch(src *expr.Memory, to *expr.HostCopy, isTaken bool) error {
	if isTaken {
		if !c.rec.isOn {
			to.Host = src.Host
		}
		c.Free(src)
		return nil
	}
	if c.rec.isOn {
		return nil
	}
	if err := c.eng.CheckMemory("nd: Fetch", c.used.Load(), int64(src.Count)*int64(src.Type.Size())); err != nil {
		return err
	}
	to.Host = expr.NewBlock(src.Type, src.Count)
	expr.CopyBlock(&to.Host, &src.Host)
	return nil
}

// Submit implements machine. The step has been computed already.
func (c *Machine) Submit(context.Context) error { return nil }

// Abort implements machine.
func (c *Machine) Abort() {}

// Ahead implements machine.
func (c *Machine) Ahead(context.Context, int) error { return nil }

// Wait implements machine.
func (c *Machine) Wait(ctx context.Context) error { return ctx.Err() }

// Trim implements machine.
func (c *Machine) Trim() {
	if len(c.plans) > expr.MaxKept {
		c.Forget()
	}
}

// Forget drops all plans.
func (c *Machine) Forget() { clear(c.plans) }

// Close implements machine.
func (c *Machine) Close() {
	if c.ownsDev {
		_ = c.dev.Close()
	}
	c.Forget()
}

// CanFuse implements machine. The CPU does not fuse: it computes elements before and after a transform.
func (c *Machine) CanFuse(context.Context, *expr.Fusion) (bool, error) { return false, nil }

// Fuse implements machine.
func (c *Machine) Fuse(context.Context, *expr.Fusion) error { return expr.ErrNoFusion }

// blockLen is the number of elements of a block. The values of a block fit the cache of a core.
const blockLen = 1024

// ErrPanic is the error of a user function that panicked.
var ErrPanic = errors.New("a Go function panicked")

// computeNow computes a kernel at once.
func (c *Machine) computeNow(ctx context.Context, k *expr.Kernel) error {
	n := k.Size()
	return c.safely(ctx, (n+blockLen-1)/blockLen, func() func(int) error {
		w := newWorker(ctx, k, min(n, blockLen))
		return func(i int) error {
			w.block(i*blockLen, min((i+1)*blockLen, n))
			return ctx.Err()
		}
	})
}

// safely calls functions with 0 ... n-1 on several goroutines, as parallel.Threads does. It stops after
// an error, a panic or the end of ctx, and returns that error.
func (c *Machine) safely(ctx context.Context, n int, worker func() func(i int) error) error {
	var failed atomic.Pointer[error]
	fail := func(err error) { failed.CompareAndSwap(nil, &err) }
	c.inner().Threads().Do(n, max(1, min(8, n/64)), func() func(int) {
		call := worker()
		return func(i int) {
			if failed.Load() != nil {
				return
			}
			defer func() {
				if p := recover(); p != nil {
					fail(fmt.Errorf("%w: %v", ErrPanic, p))
				}
			}()
			err := ctx.Err()
			if err == nil {
				err = call(i)
			}
			if err != nil {
				fail(err)
			}
		}
	})
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// NotFinite implements machine.
func (c *Machine) NotFinite(_ context.Context, m *expr.Memory) (bool, error) {
	return m.Host.IsNotFinite(m.Type), nil
}

// Free implements machine. If submitted work may use the memory, free drops the elements after that
// work.
func (c *Machine) Free(m *expr.Memory) {
	if !m.IsAdopted && m.Buffer != nil {
		_ = m.Buffer.Close()
	}
	if c.dev == nil && !m.IsSlice {
		c.used.Add(-int64(len(m.Host.Bytes())))
	}
	clear := func() error {
		m.Host = expr.Block{}
		return nil
	}
	if c.IsExposed() {
		if enc, err := c.dev.NewEncoder(); err == nil {
			_ = enc.Call(clear)
			_, _ = enc.Submit()
			return
		}
	}
	_ = clear()
}

// ErrExposed is the error of a step that must run in the order of the program's work.
var ErrExposed = errors.New("the program may use buffers of arrays")
