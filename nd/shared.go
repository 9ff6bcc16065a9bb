package nd

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/internal/detach"
)

// A machine computes the operations of steps: the CPU or a GPU. Its methods are called by one goroutine
// at a time, except concrete, hasText, allocate, ahead and wait.
type machine interface {
	// concrete returns the type that elements of type d have in memory. Scalars get the machine's
	// default precision.
	concrete(d DType) DType
	// hasText reports whether the machine runs the WGSL of functions of the program, and not their
	// Go.
	hasText() bool
	// settle prepares the machine for steps with double precision.
	settle(ctx context.Context) error
	// checkSize returns an error for an array of n elements of type d that is larger than the machine's limits.
	checkSize(d DType, n int) error
	// allocate returns a buffer of n zeros of type d, and its elements if the host has them.
	allocate(d DType, n int) (*device.Buffer, block, error)
	// free frees the buffer of m.
	free(m *memory)
	// merge merges instructions of a kernel, if the machine computes it faster then.
	merge(k *kernel)
	// compute runs a kernel.
	compute(ctx context.Context, k *kernel) error
	// canFuse reports whether the machine can compute a transform with the kernels of its load and store. It
	// compiles them.
	canFuse(ctx context.Context, f *fusion) (bool, error)
	// fuse computes a fusion for which canFuse has reported true.
	fuse(ctx context.Context, f *fusion) error
	// prepare plans a transform with results of type d.
	prepare(ctx context.Context, t *transform, d DType) error
	// transform computes a transform of src to dst.
	transform(ctx context.Context, t *transform, dst, src *memory) error
	// reduce computes a kernel and reduces its values. The kernel stores results in row-major order. temp
	// returns memory for n elements until the operation is done.
	reduce(ctx context.Context, k *kernel, f *fold, temp func(d DType, n int) (*memory, error)) error
	// upload copies host data to memory that the step has not used before.
	upload(dst *memory, src *block) error
	// fetch begins a copy to host memory. If isTaken is set, the copy takes the memory of src. It is false on a GPU.
	fetch(src *memory, to *hostCopy, isTaken bool) error
	// setRecording starts or ends recording. While it is on, the machine keeps work for encode or
	// abort, and computes nothing.
	setRecording(isOn bool)
	// encode moves the kept work to an encoder of the program, unless the caller of ctx has left.
	encode(ctx context.Context, enc *wgfft.Encoder) error
	// inOrder calls f after all submitted work that may use arrays. If the program can't have such
	// work, it calls f(false) at once. If it can, or if f(false) returns errExposed, inOrder calls
	// f(true) in the order of the device.
	inOrder(ctx context.Context, f func(isOrdered bool) error) error
	// expose is called when the program may use buffers of arrays. It orders the work that the program submits later
	// after the step that is being computed. It does not wait.
	expose()
	// isExposed reports whether steps must wait for work that the program submits: see inOrder. A GPU returns false,
	// because its queue keeps the order of all work.
	isExposed() bool
	// notFinite reports whether an element of m is infinite or NaN.
	notFinite(ctx context.Context, m *memory) (bool, error)
	// submit submits the work since the last submit, encode or abort.
	submit(ctx context.Context) error
	// abort drops that work.
	abort()
	// ahead waits until at most n of the submitted steps are under way.
	ahead(ctx context.Context, n int) error
	// wait waits for all submitted steps.
	wait(ctx context.Context) error
	// trim closes kernels and plans if there are many of them. It is called between steps.
	trim()
	// close closes and frees everything.
	close()
}

// shared is the state that the queues of an engine share.
type shared struct {
	eng    *wgfft.Engine
	closed *atomic.Bool
	m      machine
	hosts  *hosts // for a queue on host memory

	calls *detach.Calls // the ends of steps
	mu    detach.Lock   // held while a step is computed
	free  map[tempKey][]*memory
	used  map[tempKey]int  // the number of the last step that used the memory
	kept  map[tempKey]bool // whether an encoder of the program may use the memory
	step  int

	plans    map[string]*stepPlan // by Queue.appendKey
	commands int                  // the number of commands of plans
	player   player

	list   sync.Mutex
	arrays map[*ownedMemory]struct{} // owned arrays that are not closed
}

// A tempKey is the element type and the length of the memory of a temporary.
type tempKey struct {
	d DType
	n int
}

// ownedMemory is the memory of an array that the program owns. It has no buffer before the first step or Region that
// needs it: see provide.
type ownedMemory struct {
	memory
	on     *shared
	closed atomic.Bool
	making sync.Mutex // held while the buffer is made
	isMade bool       // it has memory: see provide
}

// attachment is the key under which an engine keeps its shared.
type attachment struct{}

// sharedOf returns the state that the queues of an engine share.
func sharedOf(e *wgfft.Engine) *shared {
	return attach.Of(e).Value(attachment{}, func() io.Closer {
		s := newShared(e)
		if dev, err := e.Device(); err == nil && !e.Adapter().CPU {
			s.m = newGPU(e, dev)
		} else {
			s.m = newCPU(e, dev, &s.mu)
		}
		return s
	}).(*shared)
}

// concrete returns the type that elements of type d have in memory.
func (s *shared) concrete(d DType) DType { return s.m.concrete(d) }

// newArray returns an owned array without a buffer.
func (s *shared) newArray(d DType, n int) (*ownedMemory, error) {
	if err := s.m.checkSize(d, n); err != nil {
		return nil, err
	}
	m := &ownedMemory{memory: memory{dtype: d, n: n}, on: s}
	if !s.own(m) {
		return nil, wgfft.ErrClosed
	}
	return m, nil
}

// provide makes the buffer of an array that has none. It returns wgfft.ErrClosed if the array is closed.
func (s *shared) provide(m *ownedMemory) error {
	m.making.Lock()
	defer m.making.Unlock()
	switch {
	case m.isMade:
		return nil
	case m.closed.Load():
		return wgfft.ErrClosed
	}
	buffer, host, err := s.m.allocate(m.dtype, m.n)
	if err != nil {
		return err
	}
	s.list.Lock()
	defer s.list.Unlock()
	m.buf, m.host, m.isMade = buffer, host, true
	return nil
}

// own adds an owned array to s.arrays, unless the engine is closed. It reports whether the engine
// is open.
func (s *shared) own(m *ownedMemory) bool {
	s.list.Lock()
	defer s.list.Unlock()
	isOpen := !s.closed.Load()
	if isOpen {
		s.arrays[m] = struct{}{}
	}
	return isOpen
}

// close frees the memory of an owned array, after the step that is being computed.
func (m *ownedMemory) close() error {
	if m.closed.Swap(true) {
		return nil
	}
	m.on.mu.WhenFree(func() {
		m.on.list.Lock()
		defer m.on.list.Unlock()
		if _, ok := m.on.arrays[m]; ok {
			delete(m.on.arrays, m)
			m.on.m.free(&m.memory)
		}
	})
	return nil
}

// takeTemp returns memory for a temporary. Its elements have arbitrary values.
func (s *shared) takeTemp(d DType, n int) (*memory, error) {
	key := tempKey{d, n}
	s.used[key] = s.step
	if l := s.free[key]; len(l) > 0 {
		m := l[len(l)-1]
		s.free[key] = l[:len(l)-1]
		return m, nil
	}
	if err := s.m.checkSize(d, n); err != nil {
		return nil, err
	}
	buffer, host, err := s.m.allocate(d, n)
	if err != nil {
		return nil, err
	}
	return &memory{dtype: d, n: n, buf: buffer, host: host}, nil
}

// giveBack makes the memory of a temporary available again. Submitted commands may still use it,
// because later commands of a GPU run after them.
func (s *shared) giveBack(m *memory) {
	key := tempKey{m.dtype, m.n}
	s.free[key] = append(s.free[key], m)
}

// keepSteps is the number of steps after which unused memory of temporaries is freed.
const keepSteps = 64

// trim begins a step. Every keepSteps steps it frees the memory of temporaries that no step has
// used for that long.
func (s *shared) trim() {
	s.step++
	s.m.trim()
	if s.step%keepSteps != 0 {
		return
	}
	for key, l := range s.free {
		if s.step-s.used[key] < keepSteps || s.kept[key] {
			continue
		}
		for _, m := range l {
			s.m.free(m)
		}
		delete(s.free, key)
		delete(s.used, key)
	}
}

// wait waits for all submitted steps.
func (s *shared) wait(ctx context.Context) error {
	if err := s.m.wait(ctx); err != nil {
		return fmt.Errorf("nd: Wait: %w", err)
	}
	return nil
}

// closeTimeout is the longest time that Close waits for a step.
const closeTimeout = 5 * time.Second

// Close frees all arrays and temporaries. The engine calls it when it is closed. If a step is being
// computed, Close waits for it, but not longer than closeTimeout. The step then frees them at its end.
func (s *shared) Close() error {
	s.closed.Store(true)
	done := make(chan struct{})
	s.mu.WhenFree(func() {
		defer close(done)
		s.freeAll()
	})
	late := time.NewTimer(closeTimeout)
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
	}
	return nil
}

// freeAll frees all arrays and temporaries. The caller holds s.mu.
func (s *shared) freeAll() {
	s.list.Lock()
	defer s.list.Unlock()
	for m := range s.arrays {
		m.closed.Store(true)
		s.m.free(&m.memory)
	}
	clear(s.arrays)
	for _, l := range s.free {
		for _, m := range l {
			s.m.free(m)
		}
	}
	clear(s.free)
	s.m.close()
}
