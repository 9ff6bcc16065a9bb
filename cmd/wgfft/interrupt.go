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

// An interrupted is why a context ended: a signal.
type interrupted struct{ signal syscall.Signal }

func (i *interrupted) Error() string { return "interrupted by signal: " + i.signal.String() }

// Unwrap makes it a cancelled context's error.
func (i *interrupted) Unwrap() error { return context.Canceled }

// A patience is how long a command may take to end once its context has ended, before the process ends without it.
type gracePeriod struct{ ns atomic.Int64 }

// usualPatience is enough for everything but a GPU that hangs.
const defaultGrace = 2 * time.Second

func (p *gracePeriod) set(d time.Duration) { p.ns.Store(int64(d)) }

func (p *gracePeriod) get() time.Duration {
	if d := time.Duration(p.ns.Load()); d > 0 {
		return d
	}
	return defaultGrace
}

// watchSignals ends the command's context at the first signal. At a second signal, or if the command does not end, it
// removes the temporary files and ends the process. It leaves signals alone that the process was started to ignore, as
// by nohup.
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

// noAnswer is why a process ends whose command does not.
const noAnswer = "given up: the GPU or its driver does not answer"

// abort ends the process without a result.
func (a *app) abort(code int, why string) {
	a.outputs.removeAll()
	fmt.Fprintf(a.stderr, "wgfft: %s; no result was written\n", why)
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
		case <-time.After(d + a.grace.get()):
			a.abort(exitDeadline, noAnswer)
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
func (a *app) errorLine(err error) string {
	if errors.Is(err, context.DeadlineExceeded) && a.timeout > 0 && !errors.As(err, new(*fixedMessage)) {
		return fmt.Sprintf("wgfft: deadline of %v exceeded: no result was written", a.timeout)
	}
	return message(err)
}
