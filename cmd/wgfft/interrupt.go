package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// An interrupted is why a context ended: a signal.
type interrupted struct{ signal syscall.Signal }

func (i *interrupted) Error() string { return "interrupted by signal: " + i.signal.String() }

// Unwrap makes it a cancelled context's error.
func (i *interrupted) Unwrap() error { return context.Canceled }

// A patience is how long a command may take to end once its context has ended, before the process ends without it.
type patience struct{ ns atomic.Int64 }

// usualPatience is enough for everything but a GPU that hangs.
const usualPatience = 2 * time.Second

func (p *patience) set(d time.Duration) { p.ns.Store(int64(d)) }

func (p *patience) get() time.Duration {
	if d := time.Duration(p.ns.Load()); d > 0 {
		return d
	}
	return usualPatience
}

// watchSignals ends the command's context at the first signal. At a second one, or when the command does not end, it
// removes what is half written and ends the process.
func (a *app) watchSignals(end context.CancelCauseFunc) {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, endSignals...)
	go func() {
		first, _ := (<-signals).(syscall.Signal)
		end(&interrupted{first})
		select {
		case <-signals:
		case <-time.After(a.patience.get()):
		}
		a.abort(exitSignal + int(first))
	}()
}

// abort ends the process without a result.
func (a *app) abort(code int) {
	a.outputs.removeAll()
	fmt.Fprintln(a.stderr, "wgfft: given up: the GPU or its driver does not answer; no result was written")
	os.Exit(code)
}

// withTimeout gives the command a deadline. Where the command does not end after it, the process does. The caller says
// by done that the command has ended.
func (a *app) withTimeout(d time.Duration) (done func()) {
	if d <= 0 {
		return func() {}
	}
	a.timeout = d
	var cancel context.CancelFunc
	a.ctx, cancel = context.WithTimeout(a.ctx, d)
	ended := make(chan struct{})
	go func() {
		select {
		case <-ended:
		case <-time.After(d + a.patience.get()):
			a.abort(exitDeadline)
		}
	}()
	return func() {
		close(ended)
		cancel()
	}
}

// exitCode is the exit status for an error.
func (a *app) exitCode(err error) int {
	var by *interrupted
	switch {
	case errors.As(err, new(*usageError)):
		return exitUsage
	case errors.Is(err, context.DeadlineExceeded) && a.timeout > 0:
		return exitDeadline
	case errors.Is(err, context.Canceled) && errors.As(context.Cause(a.ctx), &by):
		return exitSignal + int(by.signal)
	}
	return exitFailure
}

// told is the message for an error.
func (a *app) told(err error) string {
	if errors.Is(err, context.DeadlineExceeded) && a.timeout > 0 {
		return fmt.Sprintf("wgfft: deadline of %v exceeded: no result was written", a.timeout)
	}
	return message(err)
}
