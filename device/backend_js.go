package device

import (
	"strings"
	"syscall/js"
)

// This file has an open device of the browser: its state, its errors and its commands. The other files *_js.go belong
// to the same backend, which calls the browser's WebGPU through syscall/js.
//
// The browser runs callbacks only while all goroutines wait. A goroutine that needs a result therefore waits for a
// channel, and callbacks never block. A call of native may wait for a channel while its caller holds Device.mu.

// compilers is 1, because the calls of one device share a stack of error scopes.
const compilers = 1

// releasesMappableLate is false because the browser itself keeps a buffer until its mapping ends.
const releasesMappableLate = false

// spin is 0: the browser delivers no result while a goroutine runs.
const spin = 0

// A handle is a pointer, because js.Value can't be compared by ==.
type handle = *object

// An object is an object of the browser.
type object struct {
	js.Value
	buffers []*object // of a bind group

	// The state of a buffer.
	bytes   []byte // the memory of Buffer.Bytes, which later mappings use again
	writes  bool   // the buffer is mapped for writing
	encoded bool   // the application may still submit commands that use the buffer
}

// A native is an open device with its queue.
type native struct{ *nativeDevice }

type nativeDevice struct {
	device, queue js.Value
	adopted       bool
	isLost        bool
	lost          chan struct{}     // closed with isLost
	submitted     uint64            // submissions
	done          uint64            // completed submissions
	scratch       js.Value          // memory of the browser for small writes
	counts        map[string]uint64 // objects that were made and not released
	firstError
	callbacks
}

// firstError is the first error since takeError.
type firstError struct {
	kind errorKind
	text string
}

// callbacks are functions that the browser calls. They stay while released is false or promises are pending.
type callbacks struct {
	released   bool    // release was called
	scopes     int     // error scopes of guarded with pending promises
	workDone   js.Func // when a submission is done
	scoped     js.Func // with the error of an error scope, or null
	uncaptured js.Func // with an error that no scope caught
}

func (n native) isOpen() bool { return n.nativeDevice != nil }

// newNative returns an open device.
func newNative(device, queue js.Value, adopted bool) native {
	n := native{&nativeDevice{
		device: device, queue: queue, adopted: adopted, lost: make(chan struct{}), counts: make(map[string]uint64),
	}}
	n.workDone = js.FuncOf(func(js.Value, []js.Value) any {
		n.done++
		n.releaseCallbacks()
		wake()
		return nil
	})
	n.scoped = js.FuncOf(func(_ js.Value, args []js.Value) any {
		n.scopes--
		n.releaseCallbacks()
		if len(args) > 0 && !args[0].IsNull() {
			n.report(args[0])
		}
		return nil
	})
	n.uncaptured = js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault") // otherwise the browser writes to the console
		n.report(args[0].Get("error"))
		return nil
	})
	if !adopted { // the errors of an adopted device are the application's, except in error scopes
		device.Call("addEventListener", "uncapturederror", n.uncaptured)
	}
	then(device.Get("lost"), func(outcome) {
		n.isLost = true
		close(n.lost)
		wake()
	})
	return n
}

// release destroys the device, or leaves it to the application.
func (n native) release() {
	if !n.adopted {
		n.device.Call("removeEventListener", "uncapturederror", n.uncaptured)
		n.device.Call("destroy")
	}
	n.uncaptured.Release()
	n.scratch = js.Undefined() // the promise of an adopted device's loss keeps n
	n.released = true
	n.releaseCallbacks()
}

// releaseCallbacks releases the callbacks of a released device, once no promise holds them.
func (n native) releaseCallbacks() {
	if n.released && n.done == n.submitted && n.scopes == 0 {
		n.workDone.Release()
		n.scoped.Release()
	}
}

// fail records an error, if it is the first.
func (n native) fail(kind errorKind, text string) {
	if n.kind == errorNone {
		n.kind, n.text = kind, text
	}
}

// report records an error that arrives after its call has returned. It drops errors that are consequences of an
// earlier error. A call may have returned the earlier error, and the next call must not fail as well.
func (n native) report(found js.Value) {
	text := messageOf(found)
	switch {
	case n.isLost: // the loss is the cause of all errors that follow
		n.fail(errorLost, "")
	case strings.Contains(text, "due to a previous error"):
		return
	default:
		n.fail(kindOf(found), text)
	}
	wake()
}

// kindOf returns the kind of a GPUError or of an exception.
func kindOf(found js.Value) errorKind {
	if isA(found, "GPUOutOfMemoryError") || isA(found, "RangeError") { // createBuffer may throw a RangeError
		return errorOutOfMemory
	}
	return errorInvalid
}

// messageOf returns the message of a GPUError or of an exception.
func messageOf(found js.Value) string {
	if found.Type() != js.TypeObject {
		return found.String()
	}
	text := found.Get("message")
	if text.Type() != js.TypeString || text.String() == "" {
		return found.Call("toString").String()
	}
	return text.String()
}

// exception returns the exception of the browser that recover found. ok is false if there was no panic. Other panics
// go on.
func exception(found any) (thrown js.Error, ok bool) {
	if found == nil {
		return js.Error{}, false
	}
	if thrown, ok = found.(js.Error); !ok {
		panic(found)
	}
	return thrown, true
}

// catch records an exception of the browser. Each call of native that may throw defers it.
func (n native) catch() {
	if thrown, ok := exception(recover()); ok {
		n.fail(kindOf(thrown.Value), messageOf(thrown.Value))
	}
}

// await waits for a promise, or until the device is lost. It returns the promise's value and true, or records the
// error and returns false.
func (n native) await(promise settled) (js.Value, bool) {
	select {
	case o := <-promise:
		switch {
		case o.err == nil:
			return o.value, true
		case n.isLost:
			n.fail(errorLost, "")
		default:
			n.fail(kindOf(o.err.Value), messageOf(o.err.Value))
		}
	case <-n.lost:
		n.fail(errorLost, "")
	}
	return js.Undefined(), false
}

// checked runs f in error scopes and waits for the errors of f.
func (n native) checked(f func()) {
	scopes := [...]string{"validation", "out-of-memory", "internal"}
	for _, scope := range scopes {
		n.device.Call("pushErrorScope", scope)
	}
	var found [len(scopes)]settled
	func() {
		defer func() {
			for i := range found {
				found[i] = settle(n.device.Call("popErrorScope"))
			}
		}()
		defer n.catch()
		f()
	}()
	for _, promise := range found {
		if v, ok := n.await(promise); ok && !v.IsNull() {
			n.fail(kindOf(v), messageOf(v))
		}
	}
}

// guarded runs f without waiting for its errors. They arrive later: through error scopes if the device is adopted, and
// otherwise through an event of the device.
func (n native) guarded(f func()) {
	if n.adopted {
		scopes := [...]string{"validation", "out-of-memory"}
		for _, scope := range scopes {
			n.device.Call("pushErrorScope", scope)
		}
		defer func() {
			for range scopes {
				n.device.Call("popErrorScope").Call("then", n.scoped, n.scoped)
				n.scopes++
			}
		}()
	}
	defer n.catch()
	f()
}

// failed reports whether takeError returns an error.
func (n native) failed() bool { return n.kind != errorNone }

// takeError returns the first error since its last call, and forgets it.
func (n native) takeError() (errorKind, string) {
	kind, text := n.kind, n.text
	n.kind, n.text = errorNone, ""
	return kind, text
}

// isAlive reports that no loss of the device is known.
func (n native) isAlive() bool { return !n.isLost }

func (n native) poll() deviceState {
	return deviceState{
		submitted: n.submitted, done: n.done, empty: n.submitted == n.done, failed: n.failed(), lost: n.isLost,
	}
}

// count returns the numbers of objects that were made and not released, for tests.
func (n native) count() map[string]uint64 { return n.counts }

// An op is a recorded command. The objects that are not nil determine its kind, as in command.
type op struct {
	pipeline, group handle
	groups          [3]uint32 // of a dispatch
	dst, src        handle
	dstOff, srcOff  int64
	bytes           int64
	set             handle
	first, count    int
}

func dispatchOp(pipeline, group handle, x, y, z uint32) op {
	return op{pipeline: pipeline, group: group, groups: [3]uint32{x, y, z}}
}

func copyOp(dst handle, dstOff int64, src handle, srcOff, n int64) op {
	return op{dst: dst, dstOff: dstOff, src: src, srcOff: srcOff, bytes: n}
}

func timestampOp(set handle, i int) op { return op{set: set, first: i} }

func resolveOp(set handle, first, count int, dst handle) op {
	return op{set: set, first: first, count: count, dst: dst}
}

// record writes commands into an encoder. Consecutive dispatches share a pass.
func record(encoder js.Value, ops []op) {
	var pass js.Value
	var pipeline, group handle
	end := func() {
		if !pass.IsUndefined() {
			pass.Call("end")
		}
		pass, pipeline, group = js.Undefined(), nil, nil
	}
	for _, o := range ops {
		if o.pipeline == nil {
			end()
		}
		switch {
		case o.pipeline != nil:
			if pass.IsUndefined() {
				pass = encoder.Call("beginComputePass")
			}
			if o.pipeline != pipeline {
				pass.Call("setPipeline", o.pipeline.Value)
			}
			if o.group != group {
				pass.Call("setBindGroup", 0, o.group.Value)
			}
			pipeline, group = o.pipeline, o.group
			pass.Call("dispatchWorkgroups", o.groups[0], o.groups[1], o.groups[2])
		case o.set != nil && o.dst != nil:
			encoder.Call("resolveQuerySet", o.set.Value, o.first, o.count, o.dst.Value, 0)
		case o.set != nil: // WebGPU takes times only at the beginning and end of passes
			encoder.Call("beginComputePass", map[string]any{"timestampWrites": map[string]any{
				"querySet": o.set.Value, "beginningOfPassWriteIndex": o.first,
			}}).Call("end")
		default:
			encoder.Call("copyBufferToBuffer", o.src.Value, o.srcOff, o.dst.Value, o.dstOff, o.bytes)
		}
	}
	end()
}

func (n native) submit(ops []op) deviceState {
	n.guarded(func() {
		encoder := n.device.Call("createCommandEncoder")
		record(encoder, ops)
		n.queue.Call("submit", []any{encoder.Call("finish")})
		n.submitted++
		n.queue.Call("onSubmittedWorkDone").Call("then", n.workDone, n.workDone)
	})
	return n.poll()
}

// encode writes commands into an encoder of the application.
func (n native) encode(encoder handle, ops []op) {
	for _, o := range ops {
		if o.group != nil {
			for _, b := range o.group.buffers {
				b.encoded = true
			}
		}
	}
	n.guarded(func() { record(encoder.Value, ops) })
}

// scratchBytes is the size of nativeDevice.scratch.
const scratchBytes = 1 << 16

// write copies data to a buffer. The browser takes its own copy during the call. Large writes allocate their memory.
func (n native) write(buffer handle, offset int64, data []byte) {
	n.guarded(func() {
		if len(data) > scratchBytes {
			all := js.Global().Get("Uint8Array").New(len(data))
			js.CopyBytesToJS(all, data)
			n.queue.Call("writeBuffer", buffer.Value, offset, all)
			return
		}
		if n.scratch.IsUndefined() {
			n.scratch = js.Global().Get("Uint8Array").New(scratchBytes)
		}
		js.CopyBytesToJS(n.scratch, data)
		n.queue.Call("writeBuffer", buffer.Value, offset, n.scratch, 0, len(data))
	})
}
