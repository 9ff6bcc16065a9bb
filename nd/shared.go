package nd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/internal/detach"
	"wgfft/nd/internal/cpu"
	"wgfft/nd/internal/expr"
	"wgfft/nd/internal/gpu"
)

// A machine computes the operations of steps: the CPU or a GPU. Its methods are called by one goroutine
// at a time, except concrete, hasText, allocate, ahead and wait.
type machine interface {
	// concrete returns the type that elements of type d have in memory. Scalars get the machine's
	// default precision.
	Concrete(d expr.DType) expr.DType
	// hasText reports whether the machine runs the WGSL of functions of the program, and not their
	// Go.
	HasText() bool
	// settle prepares the machine for steps with double precision.
	Settle(ctx context.Context) error
	// checkSize returns an error for an array of n elements of type d that is larger than the machine's limits.
	CheckSize(d expr.DType, n int) error
	// allocate returns a buffer of n zeros of type d, and its elements if the host has them.
	Allocate(d expr.DType, n int) (*device.Buffer, expr.Block, error)
	// free frees the buffer of m.
	Free(m *expr.Memory)
	// merge merges instructions of a kernel, if the machine computes it faster then.
	Merge(k *expr.Kernel)
	// compute runs a kernel.
	Compute(ctx context.Context, k *expr.Kernel) error
	// canFuse reports whether the machine can compute a transform with the kernels of its load and store. It
	// compiles them.
	CanFuse(ctx context.Context, f *expr.Fusion) (bool, error)
	// fuse computes a fusion for which canFuse has reported true.
	Fuse(ctx context.Context, f *expr.Fusion) error
	// prepare plans a transform with results of type d.
	Prepare(ctx context.Context, t *expr.Transform, d expr.DType) error
	// transform computes a transform of src to dst.
	Transform(ctx context.Context, t *expr.Transform, dst, src *expr.Memory) error
	// reduce computes a kernel and reduces its values. The kernel stores results in row-major order.
	Reduce(ctx context.Context, k *expr.Kernel, f *expr.Fold, temp expr.Temp) error
	// upload copies host data to memory that the step has not used before.
	Upload(dst *expr.Memory, src *expr.Block) error
	// fetch begins a copy to host memory. If isTaken is set, the copy takes the memory of src. It is false on a GPU.
	Fetch(src *expr.Memory, to *expr.HostCopy, isTaken bool) error
	// setRecording starts or ends recording. While it is on, the machine keeps work for encode or
	// abort, and computes nothing.
	SetRecording(isOn bool)
	// encode moves the kept work to an encoder of the program, unless the caller of ctx has left.
	Encode(ctx context.Context, enc *wgfft.Encoder) error
	// inOrder calls f after all submitted work that may use arrays. If the program can't have such
	// work, it calls f(false) at once. If it can, or if f(false) returns ErrExposed, inOrder calls
	// f(true) in the order of the device.
	InOrder(ctx context.Context, f func(isOrdered bool) error) error
	// expose is called when the program may use buffers of arrays. It orders the work that the program submits later
	// after the step that is being computed. It does not wait.
	Expose()
	// isExposed reports whether steps must wait for work that the program submits: see inOrder. A GPU returns false,
	// because its queue keeps the order of all work.
	IsExposed() bool
	// notFinite reports whether an element of m is infinite or NaN.
	NotFinite(ctx context.Context, m *expr.Memory) (bool, error)
	// submit submits the work since the last submit, encode or abort.
	Submit(ctx context.Context) error
	// abort drops that work.
	Abort()
	// ahead waits until at most n of the submitted steps are under way.
	Ahead(ctx context.Context, n int) error
	// wait waits for all submitted steps.
	Wait(ctx context.Context) error
	// trim closes kernels and plans if there are many of them. It is called between steps.
	Trim()
	// close closes and frees everything.
	Close()
}

// shared is the state that the queues of an engine share.
type shared struct {
	eng    *wgfft.Engine
	closed *atomic.Bool
	m      machine
	hosts  *hosts // for a queue on host memory

	calls *detach.Calls // the ends of steps
	mu    detach.Lock   // held while a step is computed
	pool
	keptPlans
	player player

	list   sync.Mutex
	arrays map[*ownedMemory]struct{} // owned arrays that are not closed
}

// A pool has the memory of temporaries.
type pool struct {
	free map[tempKey][]*expr.Memory
	used map[tempKey]int  // the number of the last step that used the memory
	kept map[tempKey]bool // whether an encoder of the program may use the memory
	step int
}

// keptPlans has the plans of earlier steps.
type keptPlans struct {
	plans    map[string]*stepPlan // by stepRecord.appendKey
	commands int                  // the number of commands of plans
}

// A tempKey is the element type and the length of the memory of a temporary.
type tempKey struct {
	d expr.DType
	n int
}

// ownedMemory is the memory of an array that the program owns. It has no buffer before the first step or Region that
// needs it: see provide.
type ownedMemory struct {
	expr.Memory
	on        *shared
	closed    atomic.Bool
	making    sync.Mutex // held while the buffer is made
	isMade    bool       // it has memory: see provide
	addresses            // of a slice of the program
}

// attachment is the key under which an engine keeps its shared.
type attachment struct{}

// sharedOf returns the state that the queues of an engine share.
func sharedOf(e *wgfft.Engine) *shared {
	return attach.Of(e).Value(attachment{}, func() io.Closer {
		s := newShared(e)
		if dev, err := e.Device(); err == nil && !e.Adapter().CPU {
			s.m = gpu.New(e, dev)
		} else {
			s.m = cpu.New(e, dev, &s.mu)
		}
		return s
	}).(*shared)
}

// concrete returns the type that elements of type d have in memory.
func (s *shared) concrete(d expr.DType) expr.DType { return s.m.Concrete(d) }

// newArray returns an owned array without a buffer.
func (s *shared) newArray(d expr.DType, n int) (*ownedMemory, error) {
	if err := s.m.CheckSize(d, n); err != nil {
		return nil, err
	}
	m := &ownedMemory{Memory: expr.Memory{Type: d, Count: n}, on: s}
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
	buffer, host, err := s.allocate(m.Type, m.Count)
	if err != nil {
		return err
	}
	s.list.Lock()
	defer s.list.Unlock()
	m.Buffer, m.Host, m.isMade = buffer, host, true
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
			m.on.m.Free(&m.Memory)
		}
	})
	return nil
}

// takeTemp returns memory for a temporary. Its elements have arbitrary values.
func (s *shared) takeTemp(d expr.DType, n int) (*expr.Memory, error) {
	key := tempKey{d, n}
	s.used[key] = s.step
	if l := s.free[key]; len(l) > 0 {
		m := l[len(l)-1]
		s.free[key] = l[:len(l)-1]
		return m, nil
	}
	if err := s.m.CheckSize(d, n); err != nil {
		return nil, err
	}
	buffer, host, err := s.allocate(d, n)
	if err != nil {
		return nil, err
	}
	return &expr.Memory{Type: d, Count: n, Buffer: buffer, Host: host}, nil
}

// allocate allocates memory for an array or a temporary. If a queue on host memory reaches the memory limit, it frees
// idle temporaries of earlier steps first.
func (s *shared) allocate(d expr.DType, n int) (*device.Buffer, expr.Block, error) {
	buffer, host, err := s.m.Allocate(d, n)
	if s.hosts == nil || !errors.Is(err, wgfft.ErrMemoryLimit) {
		return buffer, host, err
	}
	for key := range s.free {
		s.freeTemps(key)
	}
	return s.m.Allocate(d, n)
}

// giveBack makes the memory of a temporary available again. Submitted commands may still use it,
// because later commands of a GPU run after them.
func (s *shared) giveBack(m *expr.Memory) {
	key := tempKey{m.Type, m.Count}
	s.free[key] = append(s.free[key], m)
}

// keepSteps is the number of steps after which unused memory of temporaries is freed.
const keepSteps = 64

// trim begins a step. Every keepSteps steps it frees the memory of temporaries that no step has
// used for that long.
func (s *shared) trim() {
	s.step++
	s.m.Trim()
	if s.step%keepSteps != 0 {
		return
	}
	for key := range s.free {
		if s.step-s.used[key] >= keepSteps && !s.kept[key] {
			s.freeTemps(key)
			delete(s.used, key)
		}
	}
}

// freeTemps frees the idle temporaries of a key.
func (s *shared) freeTemps(key tempKey) {
	for _, m := range s.free[key] {
		s.m.Free(m)
	}
	delete(s.free, key)
}

// wait waits for all submitted steps.
func (s *shared) wait(ctx context.Context) error {
	if err := s.m.Wait(ctx); err != nil {
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
		s.m.Free(&m.Memory)
	}
	clear(s.arrays)
	for _, l := range s.free {
		for _, m := range l {
			s.m.Free(m)
		}
	}
	clear(s.free)
	s.m.Close()
}
