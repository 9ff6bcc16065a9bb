package device

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wgfft/internal/detach"
	"wgfft/wgsl"
)

// A Device is an open GPU. Its methods, and the methods of all objects made on it, are safe for
// concurrent use.
type Device struct {
	info  Adapter
	extra extraLimits
	calls *detach.Calls
	adoption
	ending
	objectCounts

	// mu is held during every call of the binding, and never while sleeping. It guards the driver's state
	// and the state of all objects made on the device. Calls that close an object do not wait for it.
	mu detach.Lock
	driverState

	compilations
	tick tickRate
}

// adoption is the origin of a device that belongs to the application.
type adoption struct {
	adopted       bool
	owner         any    // the application's device and queue
	adoptedHandle handle // of the application's device; guarded by Device.mu
}

// ending is the state of a device that is being closed.
type ending struct {
	once     sync.Once   // for Close
	closeErr error       // the result of Close
	closed   atomic.Bool // Close was called
	lost     atomic.Bool // the driver gave up the device, or Close gave up waiting for it
}

// objectCounts count the objects and the submissions of a device. They are written with Device.mu held.
type objectCounts struct {
	submitted   atomic.Uint64 // submissions since the device was opened
	done        atomic.Uint64 // completed submissions
	buffers     atomic.Int64  // buffers made here and not released
	bufferBytes atomic.Int64
}

// driverState is the native device and the objects made on it. Device.mu guards it.
type driverState struct {
	n             driver
	drained       bool                  // Close was called and nothing is in flight
	gone          bool                  // the native device is released, or lost and must not be used
	live          map[resource]struct{} // objects that Close releases
	closedBuffers []closedBuffer        // buffers that wait to be released
	made          int                   // number of buffers made so far
	mapped        int                   // buffers with memory that callers hold; they keep the native device
	spare         [][]command           // reused by encoders
}

// compilations are the compilations of a device that go on together.
type compilations struct {
	joining   sync.Mutex    // held while a call joins or starts a group of compilations; guards compiling
	compiling *compileGroup // the last group
}

// A resource is an object that a device owns.
type resource interface {
	drop() // releases the native object; the caller holds mu
}

// maxDetachedCalls is the largest number of abandoned calls that are inside the driver or wait for
// it.
const maxDetachedCalls = 64

// newDevice returns the device with an open driver.
func newDevice(n driver, info Adapter) *Device {
	d := &Device{
		info: info, calls: detach.New(maxDetachedCalls),
		driverState: driverState{n: n, live: make(map[resource]struct{})},
	}
	d.info.Limits, d.extra = convertLimits(n.limits(), info)
	return d
}

// Adapter returns the description of the device's adapter.
func (d *Device) Adapter() Adapter { return d.info }

// Limits returns the limits of the device.
func (d *Device) Limits() wgsl.Limits { return d.info.Limits }

// HasShared reports whether the device has buffers of usage Shared.
func (d *Device) HasShared() bool { return d.extra.hasShared }

// Stats counts the objects and the submissions of a device.
type Stats struct {
	Buffers     int   // buffers made on the device and not released, including tables and staging memory
	BufferBytes int64 // bytes of these buffers
	Submissions uint64
	Pending     uint64 // submissions that may be incomplete
}

// Stats returns the current counts. It never blocks.
func (d *Device) Stats() Stats {
	done := d.done.Load() // before submitted, so that Pending is never negative
	submitted := d.submitted.Load()
	return Stats{
		Buffers: int(d.buffers.Load()), BufferBytes: d.bufferBytes.Load(),
		Submissions: submitted, Pending: submitted - done,
	}
}

// Close waits for the work in flight and releases all objects made on the device. Mapped buffers,
// and with them the native device, stay until Unmap or Close is called on them. Later calls return
// ErrClosed. Close may be called any number of times.
//
// Close returns nil, or an error that wraps ErrDeviceLost if the device did not finish its work within
// ten seconds. The device is lost then: every call that waits for it returns ErrDeviceLost, and its
// memory stays allocated.
func (d *Device) Close() error {
	d.once.Do(func() { d.closeErr = d.close(closeTimeout) })
	return d.closeErr
}

// Abandon marks the device as lost, as Close does if it does not finish its work. Every call
// that waits for the GPU then returns ErrDeviceLost. Abandon never blocks.
func (d *Device) Abandon() { d.lost.Store(true) }

// closeTimeout is the longest time that Close waits for the GPU.
const closeTimeout = 10 * time.Second

func (d *Device) close(timeout time.Duration) error {
	d.closed.Store(true)
	if !d.drain(timeout) {
		d.Abandon()
		if d.mu.TryLock() { // otherwise a call is still inside the driver
			d.release()
			d.mu.Unlock()
		}
		return &kindError{fmt.Sprintf("device: close: the device did not finish its work within %v: "+
			"it is given up, and its memory stays with the process", timeout), ErrDeviceLost}
	}
	defer d.mu.Unlock()
	d.release()
	return nil
}

// drain waits until nothing is in flight, and returns true with mu held. After timeout it returns
// false without mu.
func (d *Device) drain(timeout time.Duration) bool {
	for w := newBackoff(); time.Since(w.start) < timeout; w.wait() {
		if !d.mu.TryLock() {
			if d.lost.Load() { // and a call is still inside the driver
				return false
			}
			continue
		}
		if d.lost.Load() {
			return true
		}
		n := d.poll()
		// An application goes on using its own device, so drain waits only for our work there.
		if d.done.Load() == d.submitted.Load() && (d.adopted || n.empty) {
			return true
		}
		d.mu.Unlock()
	}
	return false
}

// release drops all objects made on the device. The caller holds mu.
func (d *Device) release() {
	for r := range d.live {
		r.drop()
	}
	d.poll() // releases the closed buffers, because nothing is in flight
	d.live, d.spare = nil, nil
	d.drained = true
	d.teardown()
}

// teardown releases the native device when nothing needs it any more. The caller holds mu.
func (d *Device) teardown() {
	if !d.drained || d.mapped > 0 || d.gone {
		return
	}
	d.poll() // releases the closed buffers that were mapped
	d.gone = true
	if !d.lost.Load() { // releasing a lost device aborts the process
		d.n.release()
	}
}

// enter takes the lock for a call of the binding. If it returns nil, the caller unlocks mu.
func (d *Device) enter() error {
	d.mu.Lock()
	if err := d.usable(); err != nil {
		d.mu.Unlock()
		return err
	}
	return nil
}

// usable returns the reason why the device can't be used, or nil.
func (d *Device) usable() error {
	switch {
	case d.closed.Load():
		return ErrClosed
	case d.lost.Load():
		return ErrDeviceLost
	}
	return nil
}

// check returns the error of the calls since the last check. The caller holds mu.
func (d *Device) check(what string) error {
	if d.gone || !d.n.failed() {
		return nil
	}
	return d.takeError(what)
}

// takeError returns the first error since its last call, or nil. The caller holds mu.
func (d *Device) takeError(what string) error {
	kind, text, cause := d.n.takeError()
	if cause != nil {
		return &kindError{"device: " + what + ": " + text, cause}
	}
	return d.classify(what, kind, text)
}

// failure is check for a call that needs memory of the driver. The caller holds mu.
func (d *Device) failure(what string) error {
	found := d.check(what)
	// If the device is lost while descriptor sets are made, wgpu-native 0.17 reports lack of
	// memory. At some kinds of lack of memory 27 loses the device.
	if errors.Is(found, ErrOutOfMemory) && !d.n.isAlive() {
		return d.classify(what, errorLost, "")
	}
	return found
}

// classify returns the error for a kind and text of the backend. It looks at the text, because
// wgpu-native often reports lack of memory and lost devices as validation errors. The caller holds
// mu.
func (d *Device) classify(what string, kind errorKind, text string) error {
	text = strings.TrimSpace(text)
	switch {
	case kind == errorNone:
		return nil
	case kind == errorOutOfMemory || strings.Contains(text, "Not enough memory left"):
		return &kindError{"device: " + what + ": out of memory: close buffers that are no longer used, " +
			"or work in smaller parts", ErrOutOfMemory}
	case kind == errorLost || strings.Contains(text, "Parent device is lost") ||
		strings.Contains(text, "Device lost"):
		d.lost.Store(true)
		return &kindError{"device: " + what + ": the driver lost the device, or had no memory for commands: " +
			"open it again, with less work in one submission", ErrDeviceLost}
	}
	return &kindError{"device: " + what + ": " + text, nil}
}

// poll lets the callbacks of the binding run. The caller holds mu.
func (d *Device) poll() deviceState {
	if d.gone || d.lost.Load() {
		return deviceState{done: d.done.Load(), empty: true}
	}
	n := d.n.poll()
	d.done.Store(n.done)
	if n.lost {
		d.lost.Store(true)
	}
	d.closedBuffers = slices.DeleteFunc(d.closedBuffers, func(g closedBuffer) bool {
		if n.done < g.serial || d.lost.Load() {
			return false
		}
		d.n.releaseBuffer(g.buffer)
		return true
	})
	return n
}

// A waiter reports when it is done. The caller of ready holds mu.
type waiter interface {
	ready() (bool, error)
}

// await polls until w is ready. If ctx ends first, it returns an error and leaves w unchanged, so
// that w can be waited for again.
func (d *Device) await(ctx context.Context, what string, w waiter) error {
	b := newBackoff()
	for {
		if ok, err := d.tryReady(what, w); ok || err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("device: %s: %w", what, err)
		}
		b.wait()
	}
}

// tryReady polls and calls w, unless another call has the device. A submission or a compilation may
// take seconds. The caller must check its context during that time.
func (d *Device) tryReady(what string, w waiter) (bool, error) {
	if !d.mu.TryLock() {
		if d.lost.Load() { // Close gave up the device while the driver has a call
			return false, ErrDeviceLost
		}
		return false, nil
	}
	defer d.mu.Unlock()
	if ok, err := w.ready(); ok || err != nil {
		return ok, err
	}
	if n := d.poll(); n.failed {
		if err := d.takeError(what); err != nil {
			return false, err
		}
	}
	return w.ready()
}

// A backoff spaces the polls of a wait. Polls in the first spin of the wait follow without a sleep. Later
// polls follow sleeps of the length that pause returns, because a software driver computes on the same
// cores.
type backoff struct {
	start time.Time
	sleep time.Duration
}

func newBackoff() backoff { return backoff{time.Now(), 16 * time.Microsecond} }

func (b *backoff) wait() {
	passed := time.Since(b.start)
	if passed < spin {
		runtime.Gosched()
		return
	}
	b.sleep = pause(b.sleep, passed)
	sleepMicroseconds(int(b.sleep.Microseconds()))
}

// pause returns the next sleep of a wait that has lasted for passed. The next sleep is a quarter
// longer than the last, but at most 200 us, or passed/64 if that is longer, and at most 5 ms. A sleep
// delays the result and the check of a cancelled context.
func pause(last, passed time.Duration) time.Duration {
	most := min(max(200*time.Microsecond, passed/64), 5*time.Millisecond)
	return min(last+last/4, most)
}
