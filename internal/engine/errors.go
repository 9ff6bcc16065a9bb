package engine

import (
	"context"
	"errors"
	"fmt"

	"wgfft/device"
	"wgfft/internal/cpu"
)

// Errors to tell apart with errors.Is.
var (
	ErrSliceLength = errors.New("wgfft: wrong slice length")
	ErrOverlap     = errors.New("wgfft: overlapping slices")
)

// textError is an error with a text of its own that wraps a sentinel.
type textError struct {
	text     string
	sentinel error
}

func (e *textError) Error() string { return e.text }

// Unwrap returns the sentinel.
func (e *textError) Unwrap() error { return e.sentinel }

// LengthError returns an ErrSliceLength for a named slice with a wrong number of elements. want
// describes the right number.
func LengthError(slice string, have int, want string) error {
	return &textError{fmt.Sprintf("wgfft: %s has %d elements, want %s", slice, have, want), ErrSliceLength}
}

// overlapError returns an ErrOverlap with a text.
func overlapError(text string) error { return &textError{"wgfft: " + text, ErrOverlap} }

// NoGPUError returns a device.ErrNoAdapter for a call of the CPU engine that needs a GPU.
func NoGPUError(what string) error {
	return &textError{fmt.Sprintf(
		"wgfft: %s: the engine computes on the CPU: open a GPU; Engine.Adapter tells why there is none", what,
	), device.ErrNoAdapter}
}

// WorkerError returns a device.ErrNoAdapter for a call of an engine in a worker process that needs a
// GPU in this process.
func WorkerError(what string) error {
	return &textError{fmt.Sprintf(
		"wgfft: %s: the engine computes in a worker process, whose GPU memory this process can't use: "+
			"transform host slices, or use Open", what,
	), device.ErrNoAdapter}
}

// FleetError returns a device.ErrNoAdapter for a call of an engine on several devices that needs one device.
func FleetError(what string) error {
	return &textError{fmt.Sprintf(
		"wgfft: %s: the engine computes on several devices: transform host slices, or use Open for one device", what,
	), device.ErrNoAdapter}
}

// NoAdapterError returns a device.ErrNoAdapter with a text.
func NoAdapterError(text string) error { return &textError{"wgfft: " + text, device.ErrNoAdapter} }

// ClosedError returns a device.ErrClosed of an engine or a plan.
func ClosedError(what string) error {
	return &textError{fmt.Sprintf("wgfft: the %s is closed: open a new one", what), device.ErrClosed}
}

// contextError returns ctx.Err() if ctx is done and err wraps it, and err otherwise. Errors of work
// that went on after ctx ended are not the caller's concern.
func contextError(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil && errors.Is(err, ended) {
		return fmt.Errorf("wgfft: %w", ended)
	}
	return err
}

// translated returns err, or the error of a closed engine if err is the CPU library's error for it.
func translated(err error) error {
	if errors.Is(err, cpu.ErrClosed) {
		return ClosedError("engine")
	}
	return err
}
