package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"
	"sync/atomic"
	"syscall"
	"time"
)

// An interrupted is the cause of a context that a signal ended.
type interrupted struct{ signal syscall.Signal }

func (i *interrupted) Error() string { return "interrupted by signal: " + i.signal.String() }

// Unwrap returns context.Canceled.
func (i *interrupted) Unwrap() error { return context.Canceled }

// A gracePeriod is the time between the end of a command's context and the end of the process, if the
// command does not return.
type gracePeriod struct{ ns atomic.Int64 }

// defaultGrace is long enough unless a GPU hangs.
const defaultGrace = 2 * time.Second

// raise makes the period at least d.
func (p *gracePeriod) raise(d time.Duration) { p.ns.Store(int64(max(d, p.get()))) }

func (p *gracePeriod) get() time.Duration {
	if d := time.Duration(p.ns.Load()); d > 0 {
		return d
	}
	return defaultGrace
}

// watchSignals cancels the command's context at the first signal. At a second signal, or after the grace
// period, it removes the temporary files and ends the process. Signals that are ignored when the process
// starts, as under nohup, stay ignored.
func (a *app) watchSignals(end context.CancelCauseFunc) {
	signals := make(chan os.Signal, 4)
	for _, s := range endSignals {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	go func() {
		first, _ := (<-signals).(syscall.Signal)
		if first == syscall.SIGQUIT {
			pprof.Lookup("goroutine").WriteTo(a.stderr, 2) // as the Go runtime does
		}
		end(&interrupted{first})
		select {
		case <-signals:
			a.abort(exitSignal+int(first), "interrupted")
		case <-time.After(a.grace.get()):
			a.abort(exitSignal+int(first), noAnswer)
		}
	}()
}

// noAnswer is the message if a command does not return within the grace period.
const noAnswer = "gave up because the GPU or its driver does not respond"

// abort removes the temporary files and ends the process.
func (a *app) abort(code int, why string) {
	a.outputs.removeAll()
	fmt.Fprintf(a.stderr, "wgfft: %s: no result was written\n", why)
	a.exit(code)
}

// withTimeout sets a deadline for the command. If the command does not return within the grace period
// after it, the process ends. The caller calls done when the command has returned.
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
			return
		case <-time.After(d):
		}
		select {
		case <-ended:
		case <-time.After(a.grace.get()): // the command may have raised it
			a.abort(exitDeadline, noAnswer)
		}
	}()
	return func() {
		close(ended)
		cancel()
	}
}

// exitCode returns the exit status for an error.
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

// errorLine returns the line printed for an error.
func (a *app) errorLine(err error) string {
	if errors.Is(err, context.DeadlineExceeded) && a.timeout > 0 && !errors.As(err, new(*fixedMessage)) {
		return fmt.Sprintf("wgfft: timeout of %v exceeded: no result was written", a.timeout)
	}
	return message(err)
}
