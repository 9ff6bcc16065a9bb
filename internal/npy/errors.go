package npy

import (
	"errors"
	"fmt"
)

// The kinds of trouble, for errors.Is; the [*Error] round them carries the place and the details.
var (
	// ErrFormat: the input is no .npy file, or its header cannot be understood.
	ErrFormat = errors.New("npy: not a .npy file")
	// ErrDType: the elements are of a type other than float32, float64, complex64 and complex128.
	ErrDType = errors.New("npy: element type not supported")
	// ErrShape: the shape is negative, too large, or does not match the data given to a writer.
	ErrShape = errors.New("npy: bad shape")
	// ErrTruncated: the input ends before the array does.
	ErrTruncated = errors.New("npy: truncated")
)

// Error says what is wrong with a file and where.
type Error struct {
	Kind   error  // ErrFormat, ErrDType, ErrShape or ErrTruncated
	Offset int64  // where the offending part starts, in bytes from the start of the file; -1 when writing, or for all of it
	Reason string // what was found, and the way out
}

// Error gives the reason, behind the byte offset if there is one.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return "npy: " + e.Reason
	}
	return fmt.Sprintf("npy: byte %d: %s", e.Offset, e.Reason)
}

// Unwrap gives the kind.
func (e *Error) Unwrap() error { return e.Kind }

// fail builds an Error.
func fail(kind error, offset int64, format string, args ...any) error {
	return &Error{Kind: kind, Offset: offset, Reason: fmt.Sprintf(format, args...)}
}
