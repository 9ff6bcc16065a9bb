package nd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"wgfft"
)

// QueueOptions are options of a queue. The zero value is the usual queue.
type QueueOptions struct {
	// Ahead is the number of steps that may be under way on a GPU when Flush begins the next one. 0
	// means 3, and a negative number none. With more steps ahead, the GPU stays busy during longer
	// pauses of the program. The CPU engine computes in Flush and ignores Ahead.
	Ahead int
	// Check finds the first infinity or NaN of a step. Each end of a step, except Encode and Warm,
	// waits for the result. If a result is not finite, it returns an [OpError] that wraps
	// [ErrNotFinite]. The OpError has the first operation with such a result, and its line. The
	// step has been computed then, but none of its copies to host memory can be received. Check is
	// for debugging and slow: the queue computes every operation on its own, into memory.
	Check bool
	// Host makes a queue that computes on the processor and in the memory of the process, on any engine. The
	// engine computes its transforms as it transforms slices. [Over] makes arrays of slices. Other queues
	// can't use the arrays of the queue. They have no Region, and steps can't be encoded. All arrays and temporaries
	// of the queue together, without the slices of Over, stay below Config.MemoryLimit of the engine.
	Host bool
}

// usualAhead is the number of steps ahead of a queue without options.
const usualAhead = 3

// ahead returns the number of steps that may be under way.
func (o QueueOptions) ahead() int {
	if o.Ahead == 0 {
		return usualAhead
	}
	return max(0, o.Ahead)
}

// NewQueue returns a queue of an engine. It allocates nothing on the device. If there are several
// options, the last ones apply. If e is nil, all ends of steps of the queue return an error.
func NewQueue(e *wgfft.Engine, opts ...QueueOptions) *Queue {
	var options QueueOptions
	for _, o := range opts {
		options = o
	}
	if e == nil {
		none := &shared{closed: &atomic.Bool{}}
		none.closed.Store(true)
		return &Queue{stepRecord: newRecord(none, options, 1), broken: fmt.Errorf("nd: NewQueue: %w", errNilEngine)}
	}
	on := sharedOf
	if options.Host {
		on = hostOf
	}
	return &Queue{stepRecord: newRecord(on(e), options, 1)}
}

// errNilEngine is the error of a nil engine.
var errNilEngine = errors.New("nil engine: open one with wgfft.Open")

// holdAll keeps the results of all element-wise operations of a step in memory, if the queue checks
// them.
func (r *stepRecord) holdAll() {
	if !r.opts.Check {
		return
	}
	for _, n := range r.nodes[:r.used] {
		if n.kind == kindElement {
			n.plan.hold("checked")
		}
	}
}

// keepAll keeps the results of all operations of a step until its end, if the queue checks them.
func (r *stepRecord) keepAll() {
	if !r.opts.Check {
		return
	}
	for _, n := range r.nodes[:r.used] {
		if n.plan.isLive {
			n.plan.last, n.plan.into, n.plan.stores, n.plan.isDone = r.used, nil, nil, false
		}
	}
}

// checkFinite returns an OpError with ErrNotFinite for the first operation of a computed step with
// a result that is not finite. It returns nil if the queue does not check results.
func (r *stepRecord) checkFinite(ctx context.Context) error {
	if !r.opts.Check {
		return nil
	}
	for _, n := range r.nodes[:r.used] {
		if !n.plan.isLive {
			continue
		}
		isWrong, err := r.isNotFinite(ctx, n)
		if err != nil {
			return fmt.Errorf("nd: Check: %w", err)
		}
		if isWrong {
			return &OpError{Op: n.op, Operands: operands(n), Where: n.where, Step: r.step, Err: ErrNotFinite}
		}
	}
	return nil
}

// isNotFinite reports whether an operation has a result that is not finite, or stores such a number.
func (r *stepRecord) isNotFinite(ctx context.Context, n *node) (bool, error) {
	switch n.kind {
	case kindElement, kindTransform, kindReduce:
		return r.on.m.NotFinite(ctx, n.plan.temp)
	case kindSet:
		most := math.MaxFloat64
		if d := r.on.concrete(n.dtype); !d.IsDouble() {
			most = math.MaxFloat32
		}
		x := n.args[1].num // 0 unless the operand is a scalar
		return !(math.Abs(real(x)) <= most && math.Abs(imag(x)) <= most), nil
	}
	return false, nil
}

// operands returns a list of the operands of an operation, as text.
func operands(n *node) (text string) {
	for i, a := range n.args {
		if i > 0 {
			text += ", "
		}
		text += Array{n: a.n}.String()
	}
	return text
}
