package nd

import (
	"context"
	"errors"
	"fmt"

	"wgfft"
	"wgfft/nd/internal/cpu"
)

// A Queue records operations and hands them to an engine in steps. It is for one goroutine at a time.
type Queue struct {
	*stepRecord
	err    error // the first error of an operation of the step
	broken error // the error of a step that was computed in part; all later steps return it
	closed bool
}

// Engine returns the engine of the queue.
func (q *Queue) Engine() *wgfft.Engine { return q.on.eng }

// Close drops the step that is being recorded. Owned arrays stay with the engine. Close is idempotent.
func (q *Queue) Close() error {
	q.end()
	if !q.closed {
		q.on.leave()
	}
	q.closed = true
	return nil
}

// Discard drops what was recorded since the last end of a step, errors included.
func (q *Queue) Discard() { q.end() }

// end begins a new step.
func (q *Queue) end() {
	q.err = nil
	q.stepRecord.end()
}

// Flush ends the step: it plans what was recorded, compiles kernels that are new, and hands the
// work to the engine. On a GPU it does not wait for the result. It may wait for an earlier step:
// see QueueOptions.Ahead. The CPU engine computes the step in Flush.
//
// Flush returns the first error of an operation of the step, or the error of an earlier step that
// was computed in part. Other errors are ErrOutOfMemory, ErrClosed and ctx's error. After these
// errors nothing of the step is computed, with one exception. If ctx ends while the CPU engine
// computes or the driver has the work, the destinations of the step hold no result. Flush returns
// when ctx ends, also while a Go function of the program or the driver runs. The next steps of all
// queues of the engine wait for this call.
func (q *Queue) Flush(ctx context.Context) error {
	defer q.end()
	if err := q.checkEnd(ctx, "Flush"); err != nil {
		return err
	}
	err := q.endBy(ctx, "Flush", func(ctx context.Context, r *stepRecord) error {
		if err := r.on.m.Ahead(ctx, r.opts.ahead()); err != nil {
			return fmt.Errorf("nd: Flush: %w", err)
		}
		return r.on.m.InOrder(ctx, func(isOrdered bool) error { return r.on.run(ctx, r, isOrdered) })
	})
	if err != nil && errors.Is(err, wgfft.ErrDeviceLost) || errors.Is(err, cpu.ErrPanic) {
		q.broken = err
	}
	return err
}

// Wait ends the step as Flush does, and waits until the engine has done all steps. If ctx ends first,
// Wait returns ctx's error, and the work goes on.
func (q *Queue) Wait(ctx context.Context) error {
	if err := q.Flush(ctx); err != nil {
		return err
	}
	return q.on.wait(ctx)
}

// isClosed reports whether the queue or its engine is closed.
func (q *Queue) isClosed() bool { return q.closed || q.on.closed.Load() }

// check returns an error for operands that can't be used. isSilent means that an operand is the
// result of a wrong operation of this step. The step already has the error of that operation.
func (q *Queue) check(args []Array) (isSilent bool, err error) {
	for i, a := range args {
		err := q.checkOne(a)
		if err == errSilent {
			isSilent = true
		} else if err != nil {
			return false, fmt.Errorf("operand %d: %w", i+1, err)
		}
	}
	return isSilent, nil
}

// errSilent is the error of an operand that is the result of a wrong operation of this step.
var errSilent = errors.New("result of a wrong operation")

// checkOne returns an error for an operand that can't be used.
func (q *Queue) checkOne(a Array) error {
	switch {
	case a.n == nil:
		return errors.New("the zero Array")
	case a.n == &wrong && a.gen == q.step:
		return errSilent
	case a.n == &wrong:
		return errors.New("result of an operation that was wrong in an earlier step")
	case a.gen != 0 && a.n.q != q:
		return ErrElsewhere
	case a.gen != 0 && (a.gen != q.step || a.n.gen != q.step):
		return fmt.Errorf("%w: Keep it, or Set an array to it", ErrStale)
	case a.n.mem != nil && a.n.mem.on != q.on:
		return ErrElsewhere
	case a.n.mem != nil && a.n.mem.closed.Load():
		return wgfft.ErrClosed
	case a.n.err != nil:
		return a.n.err
	}
	return nil
}

// begin checks the operands, records an operation, and returns its node and its result. If an
// operand is wrong, the node is nil, and the array stands for the result of a wrong operation.
func (q *Queue) begin(op string, k kind, args ...Array) (*node, Array) {
	if q.isClosed() {
		return nil, q.fail(op, wgfft.ErrClosed)
	}
	isSilent, err := q.check(args)
	if err != nil {
		return nil, q.fail(op, err, args...)
	}
	if isSilent {
		return nil, Array{n: &wrong, gen: q.step}
	}
	n := q.take()
	*n = node{
		membership: membership{q: q, gen: q.step}, title: title{op: op}, kind: k,
		operation: operation{args: n.args[:0]},
	}
	if q.opts.Check {
		n.where = caller()
	}
	for _, a := range args {
		n.args = append(n.args, operand{a.n, a.num, q.operands})
		q.operands++
	}
	return n, Array{n: n, gen: q.step}
}
