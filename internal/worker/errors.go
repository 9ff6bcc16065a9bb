package worker

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// ErrStart is wrapped by the errors of a child that could not be started.
var ErrStart = errors.New("wgfft: no worker process could be started")

// An Error reports that a child could not be started, or that it died.
type Error struct {
	Reason string // what happened
	State  string // how the child ended, as os.ProcessState prints it; empty if it never ran
	Stderr string // the end of its output to standard error
	Err    error  // ErrStart or device.ErrDeviceLost
}

// Error implements error.
func (e *Error) Error() string {
	text := "wgfft: worker process: " + e.Reason
	if e.State != "" {
		text += " (" + e.State + ")"
	}
	if s := strings.TrimSpace(e.Stderr); s != "" {
		text += fmt.Sprintf("; it wrote: %s", s)
	}
	return text
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// tailBytes is the number of bytes kept of a child's standard error.
const tailBytes = 4 << 10

// A tail is a writer that keeps the last tailBytes bytes.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailBytes):]...)
	t.kept = t.kept[max(0, len(t.kept)-tailBytes):]
	return len(p), nil
}

// String returns the kept bytes.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.kept), "?")
}
