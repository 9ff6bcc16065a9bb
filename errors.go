package wgfft

import (
	"context"
	"errors"
	"fmt"

	"wgfft/device"
	"wgfft/internal/cpu"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Errors to tell apart with errors.Is.
var (
	// ErrNoAdapter: there is no GPU of the kind asked for, or none at all where the call needs one.
	ErrNoAdapter = device.ErrNoAdapter
	// ErrOutOfMemory: the device has no room for a buffer.
	ErrOutOfMemory = device.ErrOutOfMemory
	// ErrDeviceLost: the GPU was reset or removed; close the context and open another.
	ErrDeviceLost = device.ErrDeviceLost
	// ErrClosed: the context, plan or buffer was closed before or during the call.
	ErrClosed = device.ErrClosed
	// ErrInvalidLength: there is no transform of that many points; a [LengthError] says why.
	ErrInvalidLength = plan.ErrInvalidLength
	// ErrSliceLength: a slice's length does not fit the transform.
	ErrSliceLength = errors.New("wgfft: wrong slice length")
	// ErrOverlap: source and destination share memory without being the same.
	ErrOverlap = errors.New("wgfft: overlapping slices")
)

// A LengthError says why there is no transform of N points. It wraps [ErrInvalidLength].
type LengthError = plan.LengthError

// A LimitError says what a device allows, what was needed, and what to do.
type LimitError = wgsl.LimitError

// missing is an error that is ErrNoAdapter with a text of its own.
type missing string

func (m missing) Error() string { return string(m) }
func (missing) Unwrap() error   { return ErrNoAdapter }

// interrupted is err, or where ctx ended that alone: what went on then is not the caller's business.
func interrupted(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil && errors.Is(err, ended) {
		return fmt.Errorf("wgfft: %w", ended)
	}
	return err
}

// translate gives errors of the layers below the names of this one.
func translate(err error) error {
	if errors.Is(err, cpu.ErrClosed) {
		return closedError("context")
	}
	return err
}

func closedError(what string) error { return fmt.Errorf("wgfft: %s: %w", what, ErrClosed) }

func lengthError(slice string, have int, want string) error {
	return fmt.Errorf("%w: %s has %d elements, want %s", ErrSliceLength, slice, have, want)
}
