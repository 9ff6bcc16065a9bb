//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package worker

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"wgfft/internal/engine"
)

// A Client does not exist on this system, which has no shared memory that this package can use.
type Client struct{ engine.Engine }

// Open returns an Error that wraps ErrStart and errors.ErrUnsupported.
func Open(Config) (*Client, error) {
	err := fmt.Errorf("wgfft: workers need a Unix system, and this is %s: %w", runtime.GOOS, errors.ErrUnsupported)
	return nil, &Error{Reason: err.Error(), Err: errors.Join(ErrStart, err)}
}

// Setup returns nil.
func (*Client) Setup() []byte { return nil }

// Lend returns errors.ErrUnsupported.
func (*Client) Lend(context.Context, int64) (memory []byte, free func(), err error) {
	return nil, nil, errors.ErrUnsupported
}

// IsChild reports whether a client started the process.
func IsChild() bool { return false }

// Serve returns the exit status 1.
func Serve(func(setup []byte) (Host, error)) int { return 1 }
