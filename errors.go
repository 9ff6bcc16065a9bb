package wgfft

import (
	"fmt"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/internal/worker"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Errors to tell apart with errors.Is.
var (
	// ErrNoAdapter is returned if there is no GPU of the requested kind, or if a call needs a GPU
	// and the engine has none.
	ErrNoAdapter = device.ErrNoAdapter
	// ErrOutOfMemory is returned if the device has no memory for a buffer.
	ErrOutOfMemory = device.ErrOutOfMemory
	// ErrDeviceLost is returned if the GPU was reset or removed: close the engine and open another.
	// If a worker process ends, its calls under way return a [WorkerError] that wraps ErrDeviceLost.
	// The next call of that engine starts another process.
	ErrDeviceLost = device.ErrDeviceLost
	// ErrWorkerStart is returned if no worker process could be started. A [WorkerError] wraps it.
	ErrWorkerStart = worker.ErrStart
	// ErrClosed is returned if the engine, plan or buffer was closed before or during the call.
	ErrClosed = device.ErrClosed
	// ErrInvalidLength is returned if there is no transform of a length. A [LengthError] wraps it.
	ErrInvalidLength = plan.ErrInvalidLength
	// ErrSliceLength is returned if the length of a slice or the size of a region does not fit the
	// transform.
	ErrSliceLength = engine.ErrSliceLength
	// ErrOverlap is returned if source and destination share part of their memory. The same slice
	// twice is allowed.
	ErrOverlap = engine.ErrOverlap
	// ErrMemoryLimit is returned if a call or plan needs more host memory than Config.MemoryLimit
	// allows. A [MemoryError] wraps it.
	ErrMemoryLimit = memory.ErrLimit
	// ErrWisdom is returned for wisdom that can't be used: damaged, of another version or of
	// another device.
	ErrWisdom = engine.ErrWisdom
)

// A LengthError reports that there is no transform of N points. It wraps [ErrInvalidLength].
type LengthError struct {
	N      int
	Reason string
}

// Error implements error.
func (e *LengthError) Error() string { return (*plan.LengthError)(e).Error() }

// Unwrap returns ErrInvalidLength.
func (e *LengthError) Unwrap() error { return ErrInvalidLength }

// A LimitError reports that a call exceeds a limit of a device.
type LimitError struct {
	What string // the quantity, with its unit
	Need int64  // the value that the call needs
	Have int64  // the largest value that the device allows; for an alignment, the required multiple
	Hint string // the way out
}

// Error implements error.
func (e *LimitError) Error() string { return (*wgsl.LimitError)(e).Error() }

// A MemoryError reports that a call or plan needs more host memory than Config.MemoryLimit allows.
// It wraps [ErrMemoryLimit].
type MemoryError struct {
	What  string // the work that needs the memory
	Need  int64  // bytes; math.MaxInt64 if there are more
	Limit int64  // bytes
}

// Error implements error.
func (e *MemoryError) Error() string { return (*memory.Error)(e).Error() }

// Unwrap returns ErrMemoryLimit.
func (e *MemoryError) Unwrap() error { return ErrMemoryLimit }

// unused returns the error of a call for a field that the call does not use. way names the way out.
func unused(call, field, way string) error {
	return fmt.Errorf("wgfft: %s does not use %s: leave it out, or %s", call, field, way)
}

// A WorkerError reports that a worker process could not be started, or that it ended. It wraps
// [ErrWorkerStart] or [ErrDeviceLost].
type WorkerError struct {
	Reason string // what happened
	State  string // how the process ended, as os.ProcessState prints it; empty if it never ran
	Stderr string // the last 4 KiB that it wrote to standard error
	Err    error  // ErrWorkerStart or ErrDeviceLost
}

// Error implements error.
func (e *WorkerError) Error() string { return (*worker.Error)(e).Error() }

// Unwrap returns Err.
func (e *WorkerError) Unwrap() error { return e.Err }
