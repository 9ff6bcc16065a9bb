package device

import (
	"syscall/js"
	"time"
)

// then calls settled once, with the value of a promise or the reason of its rejection, a js.Error. settled must not
// block.
func then(promise js.Value, settled func(js.Value, error)) {
	var resolved, rejected js.Func
	finish := func(v js.Value, err error) any {
		resolved.Release()
		rejected.Release()
		settled(v, err)
		return nil
	}
	first := func(args []js.Value) js.Value {
		if len(args) == 0 {
			return js.Undefined()
		}
		return args[0]
	}
	resolved = js.FuncOf(func(_ js.Value, args []js.Value) any { return finish(first(args), nil) })
	rejected = js.FuncOf(func(_ js.Value, args []js.Value) any {
		return finish(js.Undefined(), js.Error{Value: first(args)})
	})
	promise.Call("then", resolved, rejected)
}

// awaitPromise waits for a promise.
func awaitPromise(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	settled := make(chan outcome, 1)
	then(promise, func(v js.Value, err error) { settled <- outcome{v, err} })
	o := <-settled
	return o.value, o.err
}

// news is closed and replaced when a callback of any device changes what poll or status returns.
var news = make(chan struct{})

// happened wakes the goroutines that sleep.
func happened() {
	close(news)
	news = make(chan struct{})
}

// leastSleep is the least time for which a timer of the browser sleeps, except for the first few.
const leastSleep = 4 * time.Millisecond

// sleepMicroseconds sleeps until a callback brings news, or for the given time. In a page in the background, timers
// fire once a second, and callbacks come as usual.
func sleepMicroseconds(microseconds int) {
	timer := time.NewTimer(max(time.Duration(microseconds)*time.Microsecond, leastSleep))
	defer timer.Stop()
	select {
	case <-news:
	case <-timer.C:
	}
}
