package npy

import (
	"errors"
	"fmt"
)

// The kinds of errors, for errors.Is. The [*Error] around them has the place and the details.
var (
	// ErrFormat means that the input is not a .npy file, or that its header cannot be understood.
	ErrFormat = errors.New("npy: not a .npy file")
	// ErrDType means that the elements have a type other than float32, float64, complex64 and
	// complex128.
	ErrDType = errors.New("npy: element type not supported")
	// ErrShape means that the shape is negative, too large, or does not match the data given to a
	// writer.
	ErrShape = errors.New("npy: bad shape")
	// ErrTruncated means that the input ends before the array does.
	ErrTruncated = errors.New("npy: truncated")
)

// Error describes an error in a file and its place.
type Error struct {
	Kind error // ErrFormat, ErrDType, ErrShape or ErrTruncated
	// Offset is where the error is, in bytes from the start of the file; -1 when writing, or for
	// the whole file.
	Offset int64
	Reason string // the fault, and the way out
}

// Error returns the reason, after the byte offset if there is one.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return "npy: " + e.Reason
	}
	return fmt.Sprintf("npy: byte %d: %s", e.Offset, e.Reason)
}

// Unwrap returns the kind.
func (e *Error) Unwrap() error { return e.Kind }

// fail builds an Error.
func fail(kind error, offset int64, format string, args ...any) error {
	return &Error{Kind: kind, Offset: offset, Reason: fmt.Sprintf(format, args...)}
}
