package wav

import (
	"errors"
	"fmt"
)

// Kinds of errors, for errors.Is.
var (
	// ErrFormat reports an input that is not a WAV file, or whose chunks contradict each other.
	ErrFormat = errors.New("wav: not a WAV file")
	// ErrUnsupported reports a WAV file whose sample coding this package does not read.
	ErrUnsupported = errors.New("wav: coding not supported")
	// ErrTruncated reports a file that ends early. A [*TruncatedError] matches it, too.
	ErrTruncated = errors.New("wav: truncated")
	// ErrSamples reports samples that [Write16] cannot write: an incomplete frame, too many samples,
	// or a rate or channel count that the format cannot express.
	ErrSamples = errors.New("wav: bad samples")
)

// Error describes a fault in a file and its position.
type Error struct {
	// Kind is ErrFormat, ErrUnsupported, ErrTruncated or ErrSamples.
	Kind error
	// Offset is the position of the faulty part, in bytes from the start of the file; -1 when
	// writing.
	Offset int64
	// Reason is the fault and, if there is one, the way out.
	Reason string
}

// Error returns "wav: byte OFFSET: REASON", without the offset when writing.
func (e *Error) Error() string {
	if e.Offset < 0 {
		return "wav: " + e.Reason
	}
	return fmt.Sprintf("wav: byte %d: %s", e.Offset, e.Reason)
}

// Unwrap returns Kind.
func (e *Error) Unwrap() error { return e.Kind }

// TruncatedError reports a file that ends before its last sample. [Read] returns it together with
// the frames that the file holds.
type TruncatedError struct {
	// Offset is the position of the first sample, in bytes from the start of the file.
	Offset int64
	// Have is the number of complete frames in the file.
	Have int64
	// Want is the number of frames that the file announces.
	Want int64
}

// Error returns the offset, both counts and the way out.
func (e *TruncatedError) Error() string {
	return fmt.Sprintf("wav: byte %d: %d of %d frames: the file is cut short; "+
		"copy it again, or use the frames that were read", e.Offset, e.Have, e.Want)
}

// Is reports whether target is ErrTruncated.
func (e *TruncatedError) Is(target error) bool { return target == ErrTruncated }
