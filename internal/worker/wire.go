//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"context"
	"errors"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/plan"
	"wgfft/wgsl"
)

// The file descriptors of a child beyond the standard streams, in the order of exec.Cmd.ExtraFiles.
const (
	requestsFile = 3 + iota
	answersFile
	memoryFile
)

// variable is the environment variable that marks a child.
const variable = "WGFFT_WORKER"

// A hello is the first message of a child.
type hello struct {
	Program string
	Version int
}

// greeting is the hello of this version. Version changes with the messages.
var greeting = hello{Program: "wgfft worker", Version: 2}

// An op is the operation of a request.
type op uint8

const (
	opOpen     op = iota // open the engine; Setup describes it
	opRun                // do a job
	opPrepare            // prepare a job, and hold its resources until opRelease
	opRelease            // release the resources of request Target; opRelease has no answer
	opDescribe           // return the plan of a job
	opFormat             // return the format of the number of Job
	opCancel             // end the request Target; opCancel has no answer
	opClose              // close the engine and exit
)

// A request is a message to a child.
type request struct {
	ID     uint64
	Op     op
	Job    engine.JobSpec
	Count  int    // arrays of the job
	Kernel part   // of a convolution
	Source part   // of opRun
	Result part   // of opRun
	Target uint64 // of opRelease and opCancel
	Setup  []byte // of opOpen
	Ends   bool   // the context of the call can end

	isLent bool // not sent; the request uses slices from Lend
}

// A part is data in a block of shared memory.
type part struct {
	Block, BlockBytes int64 // offset of the block in the file, and its size
	At, Bytes         int64 // offset of the data in the block, and their size
}

// An answer is a message from a child.
type answer struct {
	ID    uint64
	Err   *wireError
	Text  string // of opDescribe
	Setup []byte // of opOpen

	Format engine.Format // of opFormat
}

// A wireError is an error as a message: its text, the sentinels that it wraps, and the types with
// numbers.
type wireError struct {
	Text      string
	Sentinels []int // indices of sentinels
	Length    *plan.LengthError
	Limit     *wgsl.LimitError
	Memory    *memory.Error
}

// sentinels are the errors that callers tell apart with errors.Is. Messages hold their indices.
var sentinels = []error{
	device.ErrNoAdapter, device.ErrOutOfMemory, device.ErrDeviceLost, device.ErrClosed,
	engine.ErrSliceLength, engine.ErrOverlap, engine.ErrWisdom, context.Canceled, context.DeadlineExceeded,
}

// encoded returns an error as a message. It returns nil for nil.
func encoded(err error) *wireError {
	if err == nil {
		return nil
	}
	w := &wireError{Text: err.Error()}
	for i, s := range sentinels {
		if errors.Is(err, s) {
			w.Sentinels = append(w.Sentinels, i)
		}
	}
	errors.As(err, &w.Length)
	errors.As(err, &w.Limit)
	errors.As(err, &w.Memory)
	return w
}

// A remoteError is an error of a child.
type remoteError struct {
	text string
	in   []error
}

// Error implements error.
func (e *remoteError) Error() string { return e.text }

// Unwrap returns the sentinels and the types with numbers.
func (e *remoteError) Unwrap() []error { return e.in }

// decoded returns the error of a message.
func (w *wireError) decoded() error {
	if w == nil {
		return nil
	}
	e := &remoteError{text: w.Text}
	for _, i := range w.Sentinels {
		if i >= 0 && i < len(sentinels) {
			e.in = append(e.in, sentinels[i])
		}
	}
	if w.Length != nil {
		e.in = append(e.in, w.Length)
	}
	if w.Limit != nil {
		e.in = append(e.in, w.Limit)
	}
	if w.Memory != nil {
		e.in = append(e.in, w.Memory)
	}
	return e
}
