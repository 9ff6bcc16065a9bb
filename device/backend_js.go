package device

import (
	"strings"
	"syscall/js"

	"wgfft/wgsl"
)

// This file is the backend of programs in a web page. It calls the browser's WebGPU through syscall/js. The files
// promise_js.go, adapter_js.go and adopt_js.go belong to it.
//
// The browser runs callbacks only while all goroutines wait. A goroutine that needs a result therefore waits for a
// channel, and callbacks never block. A call of native may wait so with Device.mu held.

// compilers is 1, because the calls of one device share a stack of error scopes.
const compilers = 1

// releasesMappableLate is false because the browser keeps the buffer of a mapping itself.
const releasesMappableLate = false

// spin is 0: the browser delivers no result while a goroutine runs.
const spin = 0

// A handle is an object of the browser.
type handle = *object

// An object is an object of the browser. Values of JavaScript can't be compared by ==, but pointers can.
type object struct {
	js.Value
	bytes   []byte    // of a buffer: the memory of Buffer.Bytes, kept from one mapping to the next
	writes  bool      // of a buffer: it is mapped for writing
	buffers []*object // of a bind group
	encoded bool      // of a buffer: an encoder of the application may use it later
}

// A native is an open device with its queue.
type native struct{ *nativeDevice }

type nativeDevice struct {
	device, queue js.Value
	adopted       bool
	isLost        bool
	lost          chan struct{} // closed with isLost
	submitted     uint64
	done          uint64
	kind          errorKind // of the first error since takeError
	text          string
	scopes        int     // error scopes whose promises are not settled
	released      bool    // release was called
	workDone      js.Func // called when a submission is done
	scoped        js.Func // called with the error of an error scope, or null
	uncaptured    js.Func // called with an error that no scope caught
	scratch       js.Value
	counts        map[string]uint64
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

// report records an error that comes after its call. An error that follows from another one comes later than that, and
// another call must not return it.
func (n native) report(found js.Value) {
	text := messageOf(found)
	switch {
	case n.isLost: // what fails then fails because of it
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
	if isA(found, "GPUOutOfMemoryError") || isA(found, "RangeError") { // a RangeError comes from createBuffer, mapped
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

// catch records an exception of the browser. Each call of native that may throw defers it.
func (n native) catch() {
	switch found := recover().(type) {
	case nil:
	case js.Error:
		n.fail(kindOf(found.Value), messageOf(found.Value))
	default:
		panic(found)
	}
}

// await waits for a promise. It reports whether the promise was fulfilled, and records the error if not. The loss of
// the device ends the wait.
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

// guarded runs f, whose errors are reported later. An adopted device needs error scopes for this; the device
// opened here reports them in an event.
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

// isAlive reports whether the device is not known to be lost.
func (n native) isAlive() bool { return !n.isLost }

func (n native) poll() deviceState {
	return deviceState{
		submitted: n.submitted, done: n.done, empty: n.submitted == n.done, failed: n.failed(), lost: n.isLost,
	}
}

// count returns the number of objects that were made and not released, for tests.
func (n native) count() map[string]uint64 { return n.counts }

// An op is a recorded command. The objects that are not nil determine its kind, as in command.
type op struct {
	pipeline, group handle
	x, y, z         uint32
	dst, src        handle
	dstOff, srcOff  int64
	bytes           int64
	set             handle
	first, count    int
}

func dispatchOp(pipeline, group handle, x, y, z uint32) op {
	return op{pipeline: pipeline, group: group, x: x, y: y, z: z}
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
			pass.Call("dispatchWorkgroups", o.x, o.y, o.z)
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

// scratchBytes is the size of the memory through which small writes go.
const scratchBytes = 1 << 16

// write copies data to a buffer. The browser takes its own copy during the call.
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

// newBuffer returns nil after an error.
func (n native) newBuffer(label string, bytes int64, use bufferUsage, mapped bool) handle {
	var b handle
	n.checked(func() {
		b = &object{writes: mapped, Value: n.device.Call("createBuffer", map[string]any{
			"label": label, "size": bytes, "usage": uint32(use), "mappedAtCreation": mapped,
		})}
	})
	if n.failed() {
		if b != nil {
			b.Call("destroy")
		}
		return nil
	}
	n.counts["buffers"]++
	return b
}

// newPipeline compiles m. After an error both handles are nil.
func (n native) newPipeline(m wgsl.Module) (pipeline, layout handle) {
	var compiled settled
	n.checked(func() {
		shader := n.device.Call("createShaderModule", map[string]any{"label": m.Name, "code": n.enabled(m.Text)})
		entries := make([]any, len(m.Bindings))
		for i, b := range m.Bindings {
			kind := "read-only-storage"
			switch b.Access {
			case wgsl.ReadWrite:
				kind = "storage"
			case wgsl.Uniform:
				kind = "uniform"
			}
			entries[i] = map[string]any{
				"binding": i, "visibility": visibleToCompute, "buffer": map[string]any{"type": kind},
			}
		}
		group := n.device.Call("createBindGroupLayout", map[string]any{"label": m.Name, "entries": entries})
		all := n.device.Call("createPipelineLayout", map[string]any{"bindGroupLayouts": []any{group}})
		layout = &object{Value: group}
		compiled = settle(n.device.Call("createComputePipelineAsync", map[string]any{
			"label": m.Name, "layout": all, "compute": map[string]any{"module": shader, "entryPoint": m.Entry},
		}))
	})
	if compiled == nil { // an exception came before
		return nil, nil
	}
	done, ok := n.await(compiled)
	if !ok || n.failed() {
		return nil, nil
	}
	n.counts["pipelines"]++
	return &object{Value: done}, layout
}

// enabled returns the text of a kernel with the directive for functions of subgroups, which other backends do not need.
func (n native) enabled(text string) string {
	const directive = "enable subgroups;"
	if !strings.Contains(text, "subgroup") || strings.Contains(text, directive) || !n.features().subgroups {
		return text
	}
	return directive + "\n" + text
}

// visibleToCompute is GPUShaderStage.COMPUTE.
const visibleToCompute = 4

// newBindGroup returns nil after an error.
func (n native) newBindGroup(label string, layout handle, b []Binding) handle {
	g := &object{buffers: make([]*object, len(b))}
	n.guarded(func() {
		entries := make([]any, len(b))
		for i, e := range b {
			g.buffers[i] = e.Buffer.native
			entries[i] = map[string]any{"binding": i, "resource": map[string]any{
				"buffer": e.Buffer.native.Value, "offset": e.Offset, "size": e.Size,
			}}
		}
		g.Value = n.device.Call("createBindGroup", map[string]any{
			"label": label, "layout": layout.Value, "entries": entries,
		})
	})
	if n.failed() {
		return nil
	}
	n.counts["bind groups"]++
	return g
}

// newQuerySet makes count timestamps. It returns nil after an error.
func (n native) newQuerySet(label string, count int) handle {
	set := &object{}
	n.checked(func() {
		set.Value = n.device.Call("createQuerySet", map[string]any{
			"label": label, "type": "timestamp", "count": count,
		})
	})
	if n.failed() {
		return nil
	}
	n.counts["queries"]++
	return set
}

// releaseBuffer frees the memory when the submitted work is done. If the application still has to submit
// work with the buffer, the browser's garbage collector frees it.
func (n native) releaseBuffer(b handle) {
	n.counts["buffers"]--
	if !b.encoded {
		b.Call("destroy")
	}
	b.bytes = nil
}

// The browser's garbage collector releases the objects below.

func (n native) releasePipeline(p, layout handle) { n.counts["pipelines"]-- }
func (n native) releaseBindGroup(g handle)        { n.counts["bind groups"]-- }

func (n native) releaseQuerySet(set handle) {
	n.counts["queries"]--
	set.Call("destroy")
}

// A mapping is a requested map of a buffer.
type mapping struct{ *nativeMapping }

type nativeMapping struct {
	n     native
	state int
}

// mapRefused is the state of a mapping that the browser refused.
const mapRefused = 2

// startMap asks for the memory of a buffer.
func (n native) startMap(buffer handle, write bool, bytes int64) mapping {
	m := mapping{&nativeMapping{n, mapPending}}
	mode := useMapRead
	if write {
		mode = useMapWrite
	}
	n.guarded(func() {
		buffer.writes = write
		then(buffer.Call("mapAsync", uint32(mode), 0, bytes), func(o outcome) {
			switch {
			case o.err == nil:
				m.state = mapDone
			case n.isLost:
				m.state = mapLost
			default:
				m.state = mapRefused
			}
			wake()
		})
	})
	return m
}

func (m mapping) isValid() bool { return m.nativeMapping != nil }

// status returns the state. An error of the device comes first: the work before the mapping may have failed.
func (m mapping) status() int {
	if m.n.failed() {
		return mapPending
	}
	return m.state
}

func (m mapping) drop() {}

// mappedRange returns the memory of a buffer, which must be mapped. It is Go's memory: Go can't access that of the
// browser. unmap copies it back. After an error it still has the length bytes.
func (n native) mappedRange(buffer handle, bytes int64) (memory []byte) {
	if int64(len(buffer.bytes)) != bytes {
		buffer.bytes = make([]byte, bytes)
	}
	memory = buffer.bytes
	defer n.catch()
	if !buffer.writes {
		js.CopyBytesToGo(memory, mappedArray(buffer, bytes))
	}
	return memory
}

// mappedArray returns the browser's memory of a mapped buffer.
func mappedArray(buffer handle, bytes int64) js.Value {
	return js.Global().Get("Uint8Array").New(buffer.Call("getMappedRange", 0, bytes))
}

// unmap ends a mapping or cancels a pending one.
func (n native) unmap(buffer handle) {
	n.guarded(func() {
		if buffer.writes && buffer.bytes != nil && buffer.Get("mapState").String() == "mapped" {
			js.CopyBytesToJS(mappedArray(buffer, int64(len(buffer.bytes))), buffer.bytes)
		}
		buffer.Call("unmap")
	})
}
