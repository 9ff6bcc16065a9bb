package nd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"wgfft"
	"wgfft/internal/attach"
	"wgfft/internal/detach"
	"wgfft/nd/internal/cpu"
	"wgfft/nd/internal/expr"
)

// Over returns an array in the memory of src, for a queue with [QueueOptions].Host. Operations read and store the
// elements of src itself, without a copy. They are in row-major order. The program uses src between the ends of steps
// only, and closes the array when no step needs it any more.
//
// A step may compute in the memory of an array whose elements it stores anew later. Therefore the elements are
// undefined after a step that returns an error. Such a step returns when it does not use src any more, which may be
// later than the end of its context.
//
// Open arrays of a queue share no memory: use views of one array for parts of a slice. Steps of several queues at the
// same time must not share memory either, which the queues do not check.
//
// The end of the step returns ErrShape for a slice of another length, [wgfft.ErrOverlap] for memory of an open array
// of the queue, and [errors.ErrUnsupported] for another queue.
func Over[T Element](q *Queue, src []T, shape ...int) Array {
	e, err := extentOf(shape)
	switch {
	case err != nil:
	case !q.opts.Host:
		err = fmt.Errorf("%w: memory of the program: use a queue with QueueOptions.Host", errors.ErrUnsupported)
	case e.Size() != len(src):
		err = fmt.Errorf("%w: a slice of %d elements, want %d", ErrShape, len(src), e.Size())
	case q.isClosed():
		err = wgfft.ErrClosed
	}
	if err != nil {
		return q.fail("Over", err)
	}
	m := &ownedMemory{on: q.on, isMade: true, addresses: addressesOf(src)}
	m.Memory = expr.Memory{Type: expr.TypeOf[T](), Count: len(src), IsSlice: true}
	*expr.Slice[T](&m.Host) = src
	if err := q.on.ownSlice(m); err != nil {
		return q.fail("Over", err)
	}
	return Array{n: &node{title: title{op: "array"}, kind: kindOwned, dtype: m.Type, Extent: e, mem: m}}
}

// addresses are the addresses of the bytes of a slice: from begin to before end.
type addresses struct{ begin, end uintptr }

// addressesOf returns the addresses of s.
func addressesOf[T any](s []T) addresses {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	return addresses{begin, begin + uintptr(len(s))*unsafe.Sizeof(*new(T))}
}

// ownSlice adds an array over a slice to s.arrays. It returns ErrOverlap if an open array has part of its memory.
func (s *shared) ownSlice(m *ownedMemory) error {
	s.list.Lock()
	defer s.list.Unlock()
	for o := range s.arrays {
		if o.IsSlice && !o.closed.Load() && o.begin < m.end && m.begin < o.end {
			return fmt.Errorf("%w: an open array of the queue has part of this memory: use views of one array, "+
				"or close that array first", wgfft.ErrOverlap)
		}
	}
	s.arrays[m] = struct{}{}
	return nil
}

// hosts has the states of queues on host memory that no queue uses. A closed queue leaves its state, with the
// memory of its temporaries, to the next queue, or to the garbage collector.
type hosts struct {
	eng    *wgfft.Engine
	closed *atomic.Bool
	idle   sync.Pool
}

// hostsKey is the key under which an engine keeps its hosts.
type hostsKey struct{}

// hostOf returns a state for one queue on host memory.
func hostOf(e *wgfft.Engine) *shared {
	h := attach.Of(e).Value(hostsKey{}, func() io.Closer { return &hosts{eng: e, closed: &atomic.Bool{}} }).(*hosts)
	if s, _ := h.idle.Get().(*shared); s != nil {
		return s
	}
	s := newShared(e)
	s.hosts, s.closed = h, h.closed
	s.m = cpu.NewHost(e)
	return s
}

// Close makes all queues on host memory return wgfft.ErrClosed.
func (h *hosts) Close() error {
	h.closed.Store(true)
	return nil
}

// leave leaves the state of a closed queue on host memory to other queues, unless arrays or a step still use it.
func (s *shared) leave() {
	if s.hosts == nil || !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	s.list.Lock()
	defer s.list.Unlock()
	if len(s.arrays) == 0 {
		s.hosts.idle.Put(s)
	}
}

// usesSlices reports whether the step uses memory of the program.
func (r *stepRecord) usesSlices() bool {
	return slices.ContainsFunc(r.nodes[:r.used], func(n *node) bool {
		return slices.ContainsFunc(n.args, func(a operand) bool { return a.n.mem != nil && a.n.mem.IsSlice })
	})
}

// newShared returns a state without a machine.
func newShared(e *wgfft.Engine) *shared {
	return &shared{
		eng: e, closed: &atomic.Bool{}, arrays: map[*ownedMemory]struct{}{}, calls: detach.New(maxCalls),
		pool:      pool{free: map[tempKey][]*expr.Memory{}, used: map[tempKey]int{}, kept: map[tempKey]bool{}},
		keptPlans: keptPlans{plans: map[string]*stepPlan{}},
	}
}
