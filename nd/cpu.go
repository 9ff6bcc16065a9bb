package nd

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/internal/parallel"
)

// cpu computes steps on the CPU: element-wise expressions block by block, and transforms with plans
// of the engine.
type cpu struct {
	eng     *wgfft.Engine
	dev     *device.Device // the arrays are in its buffers; nil for a queue on host memory
	ownsDev bool
	step    sync.Locker                  // held while a step is computed
	plans   map[planKey]attach.Transform // by transform and precision
	rec     recording
	exposed atomic.Bool // the program's own work may use buffers of arrays: see expose
}

// newCPU returns the machine of an engine without a GPU. dev is its device, or nil in a worker process. The caller
// holds step while the machine computes a step.
func newCPU(eng *wgfft.Engine, dev *device.Device, step sync.Locker) *cpu {
	c := newHostCPU(eng)
	c.dev, c.step = dev, step
	if dev == nil {
		c.dev, c.ownsDev = device.NewHost(eng.MemoryLimit()), true
	}
	return c
}

// newHostCPU returns the machine of a queue on host memory.
func newHostCPU(eng *wgfft.Engine) *cpu { return &cpu{eng: eng, plans: map[planKey]attach.Transform{}} }

// concrete implements machine. Numbers without a precision have double precision.
func (c *cpu) concrete(d DType) DType {
	switch d {
	case weakReal:
		return Float64
	case weakComplex:
		return Complex128
	}
	return d
}

// hasText implements machine. The CPU calls the Go side of functions.
func (c *cpu) hasText() bool { return false }

// settle implements machine. The CPU has double precision.
func (c *cpu) settle(context.Context) error { return nil }

// checkSize implements machine.
func (c *cpu) checkSize(d DType, n int) error {
	return c.eng.CheckMemory("nd: array", int64(n)*int64(d.Size()))
}

// allocate implements machine.
func (c *cpu) allocate(d DType, n int) (*device.Buffer, block, error) {
	if c.dev == nil {
		return nil, newBlock(d, n), c.checkSize(d, n)
	}
	b, err := c.dev.NewBuffer("nd", wordBytes(int64(n)*int64(d.Size())), device.Storage)
	if err != nil {
		return nil, block{}, err
	}
	return b, blockIn(d, b.Memory(), n), nil
}

// upload implements machine.
func (c *cpu) upload(dst *memory, src *block) error {
	if c.rec.isOn {
		return nil
	}
	copyBlock(&dst.host, src)
	return nil
}

// fetch implements machine.
func (c *cpu) fetch(src *memory, to *hostCopy, isTaken bool) error {
	if isTaken {
		if !c.rec.isOn {
			to.host = src.host
		}
		c.free(src)
		return nil
	}
	if c.rec.isOn {
		return nil
	}
	if err := c.eng.CheckMemory("nd: Fetch", int64(src.n)*int64(src.dtype.Size())); err != nil {
		return err
	}
	to.host = newBlock(src.dtype, src.n)
	copyBlock(&to.host, &src.host)
	return nil
}

// submit implements machine. The step has been computed already.
func (c *cpu) submit(context.Context) error { return nil }

// abort implements machine.
func (c *cpu) abort() {}

// ahead implements machine.
func (c *cpu) ahead(context.Context, int) error { return nil }

// wait implements machine.
func (c *cpu) wait(ctx context.Context) error { return ctx.Err() }

// trim implements machine.
func (c *cpu) trim() {
	if len(c.plans) > maxKept {
		c.forget()
	}
}

// forget drops all plans.
func (c *cpu) forget() { clear(c.plans) }

// close implements machine.
func (c *cpu) close() {
	if c.ownsDev {
		_ = c.dev.Close()
	}
	c.forget()
}

// canFuse implements machine. The CPU does not fuse: it computes elements before and after a transform.
func (c *cpu) canFuse(context.Context, *fusion) (bool, error) { return false, nil }

// fuse implements machine.
func (c *cpu) fuse(context.Context, *fusion) error { return errNoFusion }

// A hostPlanner plans transforms in host memory. The inner part of an engine implements it.
type hostPlanner interface {
	HostTransform(ctx context.Context, p wgfft.Problem, n wgfft.Number, inverse bool) (attach.Transform, error)
}

// prepare implements machine.
func (c *cpu) prepare(ctx context.Context, t *transform, d DType) error {
	_, err := c.plan(ctx, t, d)
	return err
}

// plan returns the plan of a transform with a result of type d.
func (c *cpu) plan(ctx context.Context, t *transform, d DType) (attach.Transform, error) {
	key := planKey{transform: *t, isDouble: d.isDouble()}
	p, ok := c.plans[key]
	if !ok {
		number := wgfft.Single
		if key.isDouble {
			number = wgfft.Double
		}
		var err error
		inner := attach.Of(c.eng).Inner().(hostPlanner)
		if p, err = inner.HostTransform(ctx, t.folded(), number, t.inverse); err != nil {
			return nil, err
		}
		c.plans[key] = p
	}
	return p, nil
}

// blockLen is the number of elements of a block. The values of a block fit the cache of a core.
const blockLen = 1024

// errPanic is the error of a user function that panicked.
var errPanic = errors.New("a Go function panicked")

// computeNow computes a kernel at once.
func (c *cpu) computeNow(ctx context.Context, k *kernel) error {
	n := k.size()
	return c.safely(ctx, (n+blockLen-1)/blockLen, func() func(int) error {
		w := newWorker(ctx, k, min(n, blockLen))
		return func(i int) error {
			w.block(i*blockLen, min((i+1)*blockLen, n))
			return ctx.Err()
		}
	})
}

// safely calls functions with 0 ... n-1 on several goroutines, as parallel.Do does. It stops after
// an error, a panic or the end of ctx, and returns that error.
func (c *cpu) safely(ctx context.Context, n int, worker func() func(i int) error) error {
	var failed atomic.Pointer[error]
	fail := func(err error) { failed.CompareAndSwap(nil, &err) }
	parallel.Do(n, max(1, min(8, n/64)), func() func(int) {
		call := worker()
		return func(i int) {
			if failed.Load() != nil {
				return
			}
			defer func() {
				if p := recover(); p != nil {
					fail(fmt.Errorf("%w: %v", errPanic, p))
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
