package wav

import (
	"errors"
	"fmt"
)

// The kinds of trouble, for errors.Is.
var (
	// ErrFormat: the input is no WAV file, or its chunks contradict each other.
	ErrFormat = errors.New("wav: not a WAV file")
	// ErrUnsupported: a WAV file whose samples are coded in a way that is not read here.
	ErrUnsupported = errors.New("wav: coding not supported")
	// ErrTruncated: the file ends early; also matched by [*TruncatedError].
	ErrTruncated = errors.New("wav: truncated")
	// ErrSamples: samples given to a writer do not make whole frames, or too many.
	ErrSamples = errors.New("wav: bad samples")
)

// Error says what is wrong with a file and where.
type Error struct {
	Kind   error  // ErrFormat, ErrUnsupported, ErrTruncated or ErrSamples
	Offset int64  // where the offending part starts, in bytes from the start of the file; -1 when writing
	Reason string // what was found, and the way out
}

// Error gives the reason, behind the byte offset if there is one.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return "wav: " + e.Reason
	}
	return fmt.Sprintf("wav: byte %d: %s", e.Offset, e.Reason)
}

// Unwrap gives the kind.
func (e *Error) Unwrap() error { return e.Kind }

// TruncatedError comes with the frames that the file still holds.
type TruncatedError struct {
	Offset int64 // where the samples start, in bytes from the start of the file
	Have   int64 // whole frames in the file
	Want   int64 // frames it announces
}

// Error gives both counts.
func (e *TruncatedError) Error() string {
	return fmt.Sprintf("wav: byte %d: %d of %d frames: the file is cut short, copy it again or use the part that is there",
		e.Offset, e.Have, e.Want)
}

// Is reports whether target is ErrTruncated.
func (e *TruncatedError) Is(target error) bool { return target == ErrTruncated }
