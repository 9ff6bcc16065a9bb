package nd

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// Errors for errors.Is, in addition to the errors of package wgfft.
var (
	// ErrShape is returned for shapes, axes or lengths that do not fit.
	ErrShape = errors.New("shapes do not fit")
	// ErrType is returned for element types that do not fit.
	ErrType = errors.New("element types do not fit")
	// ErrStale is returned for a temporary that is used after the end of its step.
	ErrStale = errors.New("temporary of an earlier step")
	// ErrElsewhere is returned for an array of another engine or a temporary of another queue.
	ErrElsewhere = errors.New("array of another engine or temporary of another queue")
	// ErrNotOwned is returned for a temporary, a source or a scalar as the destination of Set or Upload.
	ErrNotOwned = errors.New("only arrays of New, Keep, From and Adopt can be written")
	// ErrEncode is returned by Encode for a step with work that an encoder can't hold: Fetch, Upload or From.
	ErrEncode = errors.New("step can't be encoded")
	// ErrNotFinite is returned for a result that has an infinity or a NaN: see [QueueOptions].
	ErrNotFinite = errors.New("result is not finite")
	// ErrFunc is returned for a Func that can't be used.
	ErrFunc = errors.New("function can't be used")
)

// An OpError reports the first wrong operation of a step, or an operation that failed when the step
// was computed. For an operation that failed, Where is empty unless the queue has Check.
type OpError struct {
	Op       string // the operation, such as Mul
	Operands string // such as complex64[512 512], float64[512 512]
	Where    string // file and line of the call
	Step     uint32 // number of the step in its queue, from 1 on
	Err      error
}

// Error implements error.
func (e *OpError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "nd: %s(%s)", e.Op, e.Operands)
	if e.Where != "" {
		fmt.Fprintf(&b, " at %s", e.Where)
	}
	fmt.Fprintf(&b, ": %v", e.Err)
	return b.String()
}

// Unwrap returns Err.
func (e *OpError) Unwrap() error { return e.Err }

// fail keeps err if it is the first error of the step, with the line that called this package. It
// returns an array that stands for the result of a wrong operation.
func (q *Queue) fail(op string, err error, args ...Array) Array {
	if q.err == nil {
		operands := make([]string, len(args))
		for i, a := range args {
			operands[i] = a.String()
		}
		q.err = &OpError{Op: op, Operands: strings.Join(operands, ", "), Where: caller(), Step: q.step, Err: err}
	}
	return Array{n: &wrong, gen: q.step}
}

// Fail records err for an operation that another package composes from operations of the queue. The
// end of the step returns err as an [OpError]. Fail returns an array that stands for the result of
// a wrong operation. It records nothing if an operand is such an array.
func (q *Queue) Fail(op string, err error, args ...Array) Array {
	for _, a := range args {
		if a.n == &wrong && a.gen == q.step {
			return a
		}
	}
	return q.fail(op, err, args...)
}

// caller returns file and line of the first caller that is outside of this module or in a test.
// Names of functions of a program begin with main, or with the path of another module.
func caller() string {
	var pcs [16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !more || !strings.HasPrefix(f.Function, "wgfft/") || strings.HasSuffix(f.File, "_test.go") {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
	}
}
