package wgfft

import (
	"context"
	"fmt"
	"sync"

	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
)

// A HostUse tells whether memory of [AllocHost] is for sources, for results or for both.
type HostUse uint8

// The uses. The zero value is HostBoth.
const (
	HostBoth   HostUse = iota // for sources and results
	HostSource                // for sources
	HostResult                // for results
)

// hostUses are the names of the uses.
var hostUses = [...]string{"both", "source", "result"}

// String returns the name of the use: both, source or result.
func (u HostUse) String() string { return enumName(hostUses[:], uint8(u), "host use") }

// HostMemory is a slice that a GPU reads or writes itself: see [AllocHost]. Its methods are safe for concurrent use.
type HostMemory[T Complex | Real] struct {
	mapped *pipeline.HostMemory // nil for memory that the GPU can't access
	free   func()               // frees other memory

	mu     sync.Mutex
	s      []T // nil after Close
	closed bool
}

// AllocHost allocates a slice of n zeros that the engine's GPU reads or writes itself. Transforms, convolutions and
// plans of eng take the slice, or parts of it, as they take other slices. They recognize it by its address and do not
// copy it through staging memory. All of its elements are usable in Go at all times.
//
// The use limits what the GPU does itself. With wgpu-native 0.17 the GPU reads sources of HostSource and writes
// results of HostResult, and HostBoth is ordinary memory. With wgpu-native 27 (build tag wgpu27) it reads and writes
// memory of any use, and transforms of one pass compute there without a copy in its own memory.
//
// The slice is ordinary memory, which calls copy, on the CPU engine, on an engine of [OpenAll], on systems other than
// Linux, on drivers that do not keep such memory mapped, and if the GPU has too little of it. [HostMemory.IsMapped]
// tells whether the GPU accesses the slice itself. On an engine of [OpenWorker] the slice is shared with the worker, as
// that of [SharedSlice].
//
// A result of HostSource, a source of HostResult, double precision in double-single, and calls that an engine hands to
// the CPU are copied as other slices are.
//
// Calls of eng that use the same HostMemory wait for each other. The program must not write to a source, or use a
// result, before the call returns. If a call returns its context's error, the GPU may use its slices for a while. Later
// calls of eng and Close wait for that. Call [HostMemory.Wait] before the program, another engine or a queue of package
// nd uses the memory.
//
// AllocHost returns a LengthError for a negative n, a MemoryError, ErrClosed, or ctx's error. The caller closes the
// memory. It stays valid after Engine.Close.
func AllocHost[T Complex | Real](ctx context.Context, eng *Engine, n int, use HostUse) (*HostMemory[T], error) {
	if n < 0 {
		return nil, &LengthError{N: n, Reason: "a slice has 0 elements or more"}
	}
	if use > HostResult {
		return nil, fmt.Errorf("wgfft: AllocHost: %v: use HostBoth, HostSource or HostResult", use)
	}
	bytes := memory.Bytes[T](n)
	if err := memory.Check(eng.memory, label("host memory"), bytes); err != nil {
		return nil, faced(err)
	}
	if eng.gpu != nil && n > 0 {
		h, err := eng.gpu.NewHostMemory(ctx, bytes, engine.HostUse(use))
		if err != nil {
			return nil, faced(err)
		}
		if h != nil {
			return &HostMemory[T]{mapped: h, s: engine.NumbersIn[T](h.Bytes()[:bytes])}, nil
		}
	}
	s, free, err := SharedSlice[T](ctx, eng, n)
	if err != nil {
		return nil, err
	}
	return &HostMemory[T]{s: s, free: free}, nil
}

// hold waits for the calls and the work of the GPU that use the memory of slices, if it is HostMemory. Later calls that
// use it wait until release.
func (e *Engine) hold(ctx context.Context, slices ...engine.Data) (release func(), err error) {
	if e.gpu == nil {
		return func() {}, nil
	}
	return e.gpu.HoldHosts(ctx, slices...)
}

// convolutionJob returns the job of a convolution. It copies the kernel, which may be HostMemory.
func convolutionJob[T engine.Element](
	ctx context.Context, eng engineIn, v plan.Convolution, kernel []T,
) (engine.Job, error) {
	release, err := eng.hold(ctx, engine.DataOf(kernel))
	if err != nil {
		return engine.Job{}, err
	}
	defer release()
	return engine.Convolve(ctx, v, kernel, eng.number)
}

// Slice returns the elements, and nil after Close. The slice and its address stay the same until Close. Elements of a
// slice from before Close must not be used after it: the process would crash.
func (m *HostMemory[T]) Slice() []T {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.s
}

// IsMapped reports whether the GPU reads or writes the memory itself.
func (m *HostMemory[T]) IsMapped() bool { return m.mapped != nil }

// Wait waits until neither a call nor the GPU uses the memory, after a call that returned its context's error. It
// returns ErrClosed, ErrDeviceLost, or ctx's error.
func (m *HostMemory[T]) Wait(ctx context.Context) error {
	m.mu.Lock()
	isClosed := m.closed
	m.mu.Unlock()
	if isClosed {
		return engine.ClosedError("host memory")
	}
	if m.mapped == nil {
		return engine.ContextErr(ctx)
	}
	return faced(m.mapped.Wait(ctx))
}

// Close frees the memory, after the calls that use it have returned. It is idempotent and returns nil.
func (m *HostMemory[T]) Close() error {
	m.mu.Lock()
	isClosed := m.closed
	m.closed, m.s = true, nil
	m.mu.Unlock()
	switch {
	case isClosed:
	case m.mapped != nil:
		return faced(m.mapped.Close())
	default:
		m.free()
	}
	return nil
}
