// Package detach runs calls that may block inside a graphics driver so that their caller can leave them.
//
// A submission or a compilation can keep a goroutine inside the driver for seconds, and nothing can interrupt it. Run
// puts such a call on a goroutine of its own. When the caller's context ends first, Run returns, and the call goes on
// until the driver lets it go.
//
// A call that was left must have no effect that its caller could see. Two rules ensure that:
//
//   - It touches the caller's memory only inside Memory, which fails once Run has returned.
//   - It submits work to a GPU only while its context has not ended.
package detach

import (
	"context"
	"sync"
)

// Calls limits how many detached calls exist at a time, so that a driver that hangs does not collect goroutines
// without end.
type Calls struct{ running chan struct{} }

// New returns Calls that run at most most calls at a time. Further ones wait, as long as their contexts allow.
func New(most int) *Calls { return &Calls{running: make(chan struct{}, most)} }

// Run calls f and returns its error. It returns ctx.Err() as soon as ctx ends, also when f is not done, and when f
// ends without an error only after ctx. f gets a context that ends with ctx. It runs on a goroutine of its own, unless
// ctx can't end or is the context of a call of Run.
func (c *Calls) Run(ctx context.Context, f func(ctx context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if ctx.Done() == nil || callOf(ctx) != nil {
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

// Memory calls f, which reads or writes the memory of the caller of Run, and reports whether it did: not if that
// caller has left. Run does not return while f runs. ctx is the context that Run passed on, or one derived from it.
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
	memory sync.RWMutex // read-locked while the caller's memory is in use
	left   bool         // the caller has returned
}

// callKey is the key under which a call finds itself in contexts derived from it.
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

// leave waits until the caller's memory is not in use, and ends its use.
func (c *call) leave() {
	c.memory.Lock()
	c.left = true
	c.memory.Unlock()
}
