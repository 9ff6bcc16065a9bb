package device

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"unsafe"

	"wgfft/wgsl"
)

// This file has the host device. Its buffers are memory of the process.

// NewHost returns a device of kind [Host], for programs that keep data in buffers and run without a GPU. Its buffers
// are memory of the process. The largest size of a buffer is most bytes. It runs no kernels: NewPipeline and
// NewTimestamps return errors. An encoder records functions in place of kernels: see [Encoder.Call]. Submissions run
// one after the other on a separate goroutine. The caller closes the device.
func NewHost(most int64) *Device {
	return newDevice(newHost(most), Adapter{Name: "host memory", Backend: "host", Kind: Host})
}

// noKernels is the reason why a host device compiles no kernels.
var noKernels = &kindError{"the CPU engine runs no kernels: use package nd for operations of your own, or open a GPU",
	errors.Join(ErrNoAdapter, errors.ErrUnsupported)}

// noFunctions is the reason why a GPU runs no functions.
var noFunctions = &kindError{"a GPU runs no functions of the program: use Dispatch, or a device of NewHost",
	errors.ErrUnsupported}

// A hostCall is a function that an encoder records.
type hostCall struct {
	f       func() error
	buffers []*Buffer
}

// Call records a function of the program, which runs in the order of the commands. It needs a device of kind [Host];
// on other devices its error wraps errors.ErrUnsupported. buffers are the buffers with memory that f reads or writes:
// see [Buffer.Memory]. f must not wait for the device. If f returns an error or panics, a call that waits for the
// device returns an error.
func (e *Encoder) Call(f func() error, buffers ...*Buffer) error {
	if err := e.d.n.checkFunctions(); err != nil {
		return within("call", err)
	}
	if f == nil {
		return invalid("call: the function is nil")
	}
	for _, b := range buffers {
		if b == nil || b.d != e.d {
			return invalid("call: a buffer is nil or belongs to another device")
		}
	}
	return e.add(command{call: &hostCall{f, buffers}})
}

// Memory returns the memory of a buffer of a device of kind [Host], aligned to 8 bytes. It is nil for buffers of other
// devices, for closed buffers, and for buffers of [Device.NewBufferInParts] with several allocations. Functions of
// [Encoder.Call] may use the memory. Programs may use it after they have waited for the submissions that use the
// buffer.
func (b *Buffer) Memory() []byte {
	if m, ok := b.id.(*hostMemory); ok && b.parts == nil && !b.closed.Load() {
		return m.bytes
	}
	return nil
}

// hostMemory is a buffer of a host device.
type hostMemory struct{ bytes []byte }

// A hostTask is a submission, or a write that waits for the submissions before it.
type hostTask struct {
	run          func() error
	isSubmission bool
}

// host is the driver of a host device. Tasks run one after the other, on a goroutine that ends with the last one.
type host struct {
	most int64 // bytes of a buffer

	mu        sync.Mutex
	tasks     []hostTask // the first one is running
	begun     uint64     // tasks so far
	finished  uint64     // tasks that are done
	submitted uint64     // submissions so far
	done      uint64     // completed submissions, if the writes after them are completed, too
	owed      uint64     // completed submissions with a pending write after them
	noMemory  bool       // newBuffer failed since takeError; guarded by Device.mu
	cause     error      // the first error of a function since takeError
	buffers   uint64
}

func newHost(most int64) *host {
	return &host{most: min(most, unlimited-4, math.MaxInt-8) &^ 3}
}

func (*host) checkKernels() error { return noKernels }

func (*host) checkFunctions() error { return nil }

// hostAlign is the alignment of offsets, in bytes: the size of the largest element.
const hostAlign = 16

func (h *host) limits() nativeLimits {
	most := uint64(max(h.most, 0))
	return nativeLimits{bufferBytes: most, bindingBytes: most, storageAlign: hostAlign, uniformAlign: hostAlign}
}

func (*host) release() {}

func (h *host) poll() deviceState {
	h.mu.Lock()
	defer h.mu.Unlock()
	return deviceState{
		submitted: h.submitted, done: h.done, empty: len(h.tasks) == 0, failed: h.noMemory || h.cause != nil,
	}
}

// failed returns nil, so that only calls that wait return the errors of functions.
func (h *host) failed() bool { return h.noMemory }

func (h *host) takeError() (kind errorKind, text string, cause error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.noMemory:
		h.noMemory = false
		return errorOutOfMemory, "", nil
	case h.cause != nil:
		cause, h.cause = h.cause, nil
		return errorInvalid, cause.Error(), cause
	}
	return errorNone, "", nil
}

func (*host) isAlive() bool { return true }

func (h *host) count() map[string]uint64 { return map[string]uint64{"buffers": h.buffers} }

func (h *host) submit(commands []command) deviceState {
	runs := make([]func() error, len(commands))
	for i := range commands {
		runs[i] = commands[i].run()
	}
	h.add(hostTask{func() error {
		for _, run := range runs {
			if err := run(); err != nil {
				return err
			}
		}
		return nil
	}, true})
	state := h.poll()
	state.failed = false
	return state
}

// run returns the command as a function. The function holds the memory of the buffers, so that they may be
// closed before it runs.
func (c *command) run() func() error {
	if c.call != nil {
		return c.call.f
	}
	dst := c.dst.native.(*hostMemory).bytes[c.dstOff:][:c.bytes]
	src := c.src.native.(*hostMemory).bytes[c.srcOff:][:c.bytes]
	return func() error {
		copy(dst, src)
		return nil
	}
}

// add appends a task. It starts the goroutine that runs tasks if none is running.
func (h *host) add(t hostTask) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.tasks = append(h.tasks, t)
	h.begun++
	if t.isSubmission {
		h.submitted++
	}
	if len(h.tasks) == 1 {
		go h.work()
	}
}

// work runs tasks until there are none.
func (h *host) work() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.tasks) > 0 {
		t := h.tasks[0]
		h.mu.Unlock()
		err := safely(t.run)
		h.mu.Lock()
		if h.cause == nil {
			h.cause = err
		}
		h.tasks[0] = hostTask{}
		h.tasks = h.tasks[1:]
		h.finished++
		if t.isSubmission {
			h.owed++
		}
		if len(h.tasks) == 0 || h.tasks[0].isSubmission {
			h.done, h.owed = h.done+h.owed, 0
		}
		wake()
	}
	h.tasks = nil
}

// safely returns the error of f, or an error if f panics.
func safely(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("a function of Encoder.Call panicked: %v", x)
		}
	}()
	return f()
}

// encode is not called: a host device has no encoders of an application.
func (*host) encode(handle, []command) {}

func (h *host) newBuffer(_ string, bytes int64, _ bufferUsage, _ bool) (made driverObject) {
	defer func() {
		if recover() != nil { // make panics if there is no such slice
			made, h.noMemory = nil, true
		}
	}()
	words := make([]uint64, (bytes+7)/8)
	h.buffers++
	return &hostMemory{unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), bytes)}
}

// The methods below are not called: a host device has no pipelines and no timestamps.

func (*host) newPipeline(wgsl.Module) (pipeline, layout driverObject)           { return nil, nil }
func (*host) newBindGroup(string, driverObject, []Binding) (group driverObject) { return nil }
func (*host) newQuerySet(string, int) (set driverObject)                        { return nil }
func (*host) releasePipeline(pipeline, layout driverObject)                     {}
func (*host) releaseBindGroup(driverObject)                                     {}
func (*host) releaseQuerySet(driverObject)                                      {}

// releaseBuffer leaves the memory to the garbage collector. Tasks may still use it.
func (h *host) releaseBuffer(driverObject) { h.buffers-- }

func (h *host) write(buffer driverObject, offset int64, data []byte) {
	dst := buffer.(*hostMemory).bytes[offset:][:len(data)]
	h.mu.Lock()
	isIdle := len(h.tasks) == 0
	h.mu.Unlock()
	if isIdle { // no other call can submit now
		copy(dst, data)
		return
	}
	own := append([]byte(nil), data...)
	h.add(hostTask{run: func() error {
		copy(dst, own)
		return nil
	}})
}

// A hostMap is a mapping that waits until a number of tasks are done.
type hostMap struct {
	h     *host
	after uint64
}

func (m hostMap) status() int {
	m.h.mu.Lock()
	defer m.h.mu.Unlock()
	if m.h.finished < m.after {
		return mapPending
	}
	return mapDone
}

func (hostMap) drop() {}

func (h *host) startMap(driverObject, bool, int64) pendingMap {
	h.mu.Lock()
	defer h.mu.Unlock()
	return hostMap{h, h.begun}
}

func (*host) unmap(driverObject) {}

func (*host) mappedRange(buffer driverObject, _ int64) []byte { return buffer.(*hostMemory).bytes }
