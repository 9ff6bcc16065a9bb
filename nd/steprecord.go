package nd

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"wgfft/internal/detach"
	"wgfft/nd/internal/expr"
)

// needsDouble reports whether the step computes with double precision.
func (r *stepRecord) needsDouble() bool {
	for _, n := range r.nodes[:r.used] {
		if n.dtype.IsDouble() || n.work.calc.IsDouble() {
			return true
		}
		for _, a := range n.args {
			if a.n.dtype.IsDouble() {
				return true
			}
		}
	}
	return false
}

// A stepRecord has the operations of a step, in the order of the calls. A queue uses it again for its
// next step. If the end of a step returns before the step is computed, because its context has ended,
// the record stays with that computation, and the queue gets another one.
type stepRecord struct {
	on    *shared
	opts  QueueOptions
	step  uint32  // the number of the step, from 1 on
	nodes []*node // of the step, and free ones
	used  int     // the number of nodes of the step
	made  []creation

	operands int // the number of operands of the step
	work     int // the estimated instructions of the element-wise operations of the step
	walks    int // the number of walks: see leaves
	visits   int // the number of nodes that walks visited
	structure
}

// A structure has the key of a step, and what differs between steps with the same key: see appendKey.
type structure struct {
	key    []byte
	owned  []*ownedMemory       // the arrays of the step, by position in the key
	places map[*ownedMemory]int // the positions of these arrays
	nums   []complex128         // the values of scalars, by operand.number
}

// A creation is an array that the program made in a step. It gets memory at the end of the step.
type creation struct {
	mem   *ownedMemory
	shape expr.Extent
	where string // file and line of the call, if QueueOptions.Check is set

	data *expr.Block // the elements from From, on the CPU engine, which stores them before all operations of the step
}

// newRecord returns a record for a step.
func newRecord(on *shared, opts QueueOptions, step uint32) *stepRecord {
	return &stepRecord{on: on, opts: opts, step: step, structure: structure{places: map[*ownedMemory]int{}}}
}

// take returns a node for the step.
func (r *stepRecord) take() *node {
	if r.used == len(r.nodes) {
		block := make([]node, 32)
		for i := range block {
			r.nodes = append(r.nodes, &block[i])
		}
	}
	r.used++
	return r.nodes[r.used-1]
}

// end drops what was recorded, and begins the next step.
func (r *stepRecord) end() {
	r.eachCopy((*slot).cancel)
	for _, n := range r.nodes[:r.used] {
		n.into, n.data = nil, expr.Block{}
	}
	r.used, r.operands, r.work = 0, 0, 0
	clear(r.made)
	r.made = r.made[:0]
	r.step++
}

// eachCopy calls f for each copy of the step to host memory.
func (r *stepRecord) eachCopy(f func(s *slot)) {
	for _, n := range r.nodes[:r.used] {
		if n.into != nil {
			f(n.into)
		}
	}
}

// maxCalls is the number of ends of steps with a deadline that run at a time on an engine. Further ones wait.
const maxCalls = 64

// errDropped is the result of a call that has computed nothing on purpose.
var errDropped = errors.New("nothing was computed")

// endBy calls f with the record of the step. call is the name of the method that ends the step. If ctx ends first,
// endBy returns ctx's error, and leaves the record to f.
func (q *Queue) endBy(ctx context.Context, call string, f func(context.Context, *stepRecord) error) error {
	if detach.IsDirect(ctx) || q.usesSlices() {
		err := f(ctx, q.stepRecord)
		q.eachCopy(func(s *slot) { s.end(err == nil) })
		if err == errDropped {
			err = nil
		}
		return err
	}
	return q.endDetached(ctx, call, f)
}

// endDetached is endBy for a context that can end. It calls f on another goroutine.
func (q *Queue) endDetached(ctx context.Context, call string, f func(context.Context, *stepRecord) error) error {
	r := q.stepRecord
	var isBegun atomic.Bool // set by f, or by the caller if f has not begun
	err := q.on.calls.Run(ctx, func(ctx context.Context) error {
		if isBegun.Swap(true) {
			return ctx.Err()
		}
		err := f(ctx, r)
		r.eachCopy(func(s *slot) { s.end(err == nil) })
		return err
	})
	if err == nil || err == errDropped {
		return nil
	}
	if ended := ctx.Err(); ended != nil && isBegun.Swap(true) {
		r.eachCopy((*slot).drop)
		q.stepRecord = newRecord(r.on, r.opts, r.step)
	}
	if err == ctx.Err() {
		err = fmt.Errorf("nd: %s: %w", call, err)
	}
	return err
}

// located returns an OpError with the operation at a position and the error of computing it.
func (r *stepRecord) located(at int, err error) error {
	n := r.nodes[at]
	return &OpError{Op: n.op, Operands: operands(n), Where: n.where, Step: r.step, Err: err}
}
