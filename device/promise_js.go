package device

import (
	"syscall/js"
	"time"
)

// An outcome is the value of a promise, or the reason of its rejection.
type outcome struct {
	value js.Value
	err   *js.Error
}

// then calls f with the outcome of a promise when the promise is settled. f must not block.
func then(promise js.Value, f func(outcome)) {
	var resolved, rejected js.Func
	finish := func(o outcome) any {
		resolved.Release()
		rejected.Release()
		f(o)
		return nil
	}
	first := func(args []js.Value) js.Value {
		if len(args) == 0 {
			return js.Undefined()
		}
		return args[0]
	}
	resolved = js.FuncOf(func(_ js.Value, args []js.Value) any { return finish(outcome{value: first(args)}) })
	rejected = js.FuncOf(func(_ js.Value, args []js.Value) any {
		return finish(outcome{err: &js.Error{Value: first(args)}})
	})
	promise.Call("then", resolved, rejected)
}

// settled delivers the outcome of a promise.
type settled <-chan outcome

// settle returns a channel that delivers the outcome of a promise.
func settle(promise js.Value) settled {
	c := make(chan outcome, 1)
	then(promise, func(o outcome) { c <- o })
	return c
}

// changed is closed and replaced when a callback of any device changes the results of poll or
// status.
var changed = make(chan struct{})

// wake wakes the goroutines in sleepMicroseconds.
func wake() {
	close(changed)
	changed = make(chan struct{})
}

// leastSleep is the shortest delay of a timer that browsers keep to after the first few timers.
const leastSleep = 4 * time.Millisecond

// sleepMicroseconds sleeps for the given time, at least leastSleep, or until a callback calls wake. In a page in the
// background, timers fire once a second, but callbacks run as usual.
func sleepMicroseconds(microseconds int) {
	timer := time.NewTimer(max(time.Duration(microseconds)*time.Microsecond, leastSleep))
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	}
}
