// Package detach runs calls that may block inside a graphics driver, so that their caller can
// abandon them.
//
// A submission or a compilation can keep a goroutine inside the driver for seconds, and nothing can
// interrupt it. Run executes such a call on a goroutine of its own. If the caller's context ends
// first, Run returns, and the call continues until the driver returns.
//
// An abandoned call must have no effect that its caller could see. Two rules ensure this:
//
//   - It accesses the caller's memory only inside Memory, and Memory fails after Run has returned.
//   - It submits work to a GPU only while its context has not ended.
package detach

import (
	"context"
	"sync"
)

// Calls limits the number of detached calls, so that a hanging driver does not accumulate
// goroutines.
type Calls struct{ running chan struct{} }

// New returns Calls that run at most limit calls at a time. Further calls wait until their contexts
// end.
func New(limit int) *Calls { return &Calls{running: make(chan struct{}, limit)} }

// Run calls f and returns its error. It returns ctx.Err() as soon as ctx ends, even if f is not
// done or has just succeeded. f gets a context that ends with ctx. f runs on a separate goroutine,
// unless ctx can't end or is the context of another Run.
func (c *Calls) Run(ctx context.Context, f func(ctx context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if IsDirect(ctx) {
		return f(ctx)
	}
	select {
	case c.running <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	detached := &call{Context: ctx}
	done := make(chan error, 1)
	go func() {
		err := f(detached)
		<-c.running
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil {
			err = ctx.Err()
		}
		return err
	case <-ctx.Done():
		detached.leave()
		return ctx.Err()
	}
}

// IsDirect reports whether Run calls its function on the goroutine of the caller: ctx can't end, or is the context of
// another Run.
func IsDirect(ctx context.Context) bool { return ctx.Done() == nil || callOf(ctx) != nil }

// Memory calls f, which accesses the memory of the caller of Run, and reports whether it did. It
// does not if the caller has returned. Run does not return while f runs. ctx is the context that
// Run passed on, or derived from it.
func Memory(ctx context.Context, f func()) bool {
	c := callOf(ctx)
	if c == nil {
		f()
		return true
	}
	c.memory.RLock()
	defer c.memory.RUnlock()
	if c.left {
		return false
	}
	f()
	return true
}

// A call is the context of a detached call.
type call struct {
	context.Context
	memory sync.RWMutex // held for reading while the caller's memory is in use
	left   bool         // the caller has returned
}

// callKey is the context key of a call.
type callKey struct{}

// Value implements context.Context.
func (c *call) Value(key any) any {
	if key == (callKey{}) {
		return c
	}
	return c.Context.Value(key)
}

func callOf(ctx context.Context) *call {
	c, _ := ctx.Value(callKey{}).(*call)
	return c
}

// leave waits until the caller's memory is not in use, and forbids its further use.
func (c *call) leave() {
	c.memory.Lock()
	c.left = true
	c.memory.Unlock()
}

// Value returns the result of create, which runs as Run runs its calls. If ctx ends first, Value returns ctx's error,
// and discard gets the later result of create.
func Value[T any](
	ctx context.Context, c *Calls, create func(ctx context.Context) (T, error), discard func(T),
) (T, error) {
	var made struct {
		sync.Mutex
		left, created bool
		value         T
	}
	err := c.Run(ctx, func(ctx context.Context) error {
		v, err := create(ctx)
		if err != nil {
			return err
		}
		made.Lock()
		defer made.Unlock()
		if made.left {
			discard(v)
			return nil
		}
		made.value, made.created = v, true
		return nil
	})
	made.Lock()
	defer made.Unlock()
	if err == nil {
		return made.value, nil
	}
	made.left = true
	if made.created {
		discard(made.value)
	}
	var none T
	return none, err
}
