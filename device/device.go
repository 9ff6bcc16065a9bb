//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

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

// A Device is an open GPU. All methods, and those of everything made on it, are safe from many goroutines.
type Device struct {
	info    Adapter
	extra   extraLimits
	adopted bool
	once    sync.Once // Close
	unable  error     // what Close returned
	calls   *detach.Calls

	closed atomic.Bool // Close was called
	lost   atomic.Bool // the driver gave the device up, or Close gave up waiting for it

	// Written with mu held.
	submitted   atomic.Uint64 // submissions since the device was opened
	done        atomic.Uint64 // ... that are completed
	buffers     atomic.Int64  // buffers made here that are not released
	bufferBytes atomic.Int64

	// mu is held round every call of the binding, and never while sleeping. It guards what follows and
	// the state of everything made on the device.
	mu      sync.Mutex
	n       native
	drained bool                  // Close was called and nothing is in flight any more
	gone    bool                  // the native device was given back, or is lost and may not be touched
	live    map[resource]struct{} // what Close has to release
	graves  []grave               // what waits to be released
	made    int                   // buffers, ever
	mapped  int                   // buffers whose memory callers hold: they keep the native device
	ops     []op                  // scratch of submit
	spare   [][]command           // scratch of encoders

	tick tickRate
}

// A resource is what a device owns.
type resource interface {
	drop() // releases the native object; with mu held
}

// mostDetached is how many calls may be inside the driver, or wait for others that are, when their callers leave them.
const mostDetached = 64

// errorType values of wgpu.
const (
	typeOutOfMemory = 2
	typeDeviceLost  = 5
)

// newDevice completes a native device. On error the caller still owns it.
func newDevice(n native, info Adapter) (*Device, error) {
	n.rdevice = rawDevice(n.device)
	_, n.rqueue = rawQueue(n.queue)
	n.calls = newCallbacks(n.rdevice)
	if !n.calls.valid() {
		return nil, ErrOutOfMemory
	}
	d := &Device{n: n, info: info, live: make(map[resource]struct{}), calls: detach.New(mostDetached)}
	d.info.Limits, d.extra = convertLimits(n.device.GetLimits().Limits, info.Kind)
	return d, nil
}

// Adapter describes the adapter that the device was opened on.
func (d *Device) Adapter() Adapter { return d.info }

// Limits returns what the device can do.
func (d *Device) Limits() wgsl.Limits { return d.info.Limits }

// Stats are what a device holds and has done.
type Stats struct {
	Buffers     int   // made on the device and not released, those of kernels' tables and transfers included
	BufferBytes int64 // of these buffers
	Submissions uint64
	Pending     uint64 // submissions that are not known to be completed
}

// Stats counts what the device holds. It never blocks.
func (d *Device) Stats() Stats {
	done := d.done.Load() // before submitted: Pending is never negative
	submitted := d.submitted.Load()
	return Stats{
		Buffers: int(d.buffers.Load()), BufferBytes: d.bufferBytes.Load(),
		Submissions: submitted, Pending: submitted - done,
	}
}

// Close waits for the work in flight and gives everything made on the device back, except buffers that are
// mapped: those stay, and with them the native device, until Unmap or Close is called on them. Later calls
// return ErrClosed. Close may be called any number of times.
//
// Close returns nil, or an error that wraps ErrDeviceLost where the GPU did not finish its work within ten seconds.
// The device then counts as lost: every call that waits for it returns ErrDeviceLost, and its memory stays with the
// process.
func (d *Device) Close() error {
	d.once.Do(func() { d.unable = d.close(closePatience) })
	return d.unable
}

// Abandon gives the device up, as Close does where the GPU does not finish its work: it counts as lost from now on, and
// every call that waits for the GPU returns ErrDeviceLost. It never blocks.
func (d *Device) Abandon() { d.lost.Store(true) }

// closePatience is how long Close waits for the GPU.
const closePatience = 10 * time.Second

func (d *Device) close(patience time.Duration) error {
	d.closed.Store(true)
	if !d.drain(patience) {
		d.Abandon()
		if d.mu.TryLock() { // otherwise the driver still has a call
			d.release()
			d.mu.Unlock()
		}
		return &kindError{fmt.Sprintf("device: close: the GPU did not finish its work within %v: it is given up, and its memory stays with the process", patience), ErrDeviceLost}
	}
	defer d.mu.Unlock()
	d.release()
	return nil
}

// drain waits until nothing is in flight, and returns with mu held. It reports false, without mu, where that takes
// longer than patience.
func (d *Device) drain(patience time.Duration) bool {
	for w := newBackoff(); time.Since(w.start) < patience; w.wait() {
		if !d.mu.TryLock() {
			if d.lost.Load() { // and the driver still has a call
				return false
			}
			continue
		}
		if d.lost.Load() {
			return true
		}
		n := d.poll()
		// An application goes on using its own device, so only our work can be waited for there.
		if d.done.Load() == d.submitted.Load() && (d.adopted || n.empty) {
			return true
		}
		d.mu.Unlock()
	}
	return false
}

// release drops everything that was made on the device. With mu held.
func (d *Device) release() {
	for r := range d.live {
		r.drop()
	}
	d.poll() // empties the graves: nothing is in flight
	d.live, d.ops, d.spare = nil, nil, nil
	d.drained = true
	d.teardown()
}

// teardown gives the native device back once nothing needs it. With mu held.
func (d *Device) teardown() {
	if !d.drained || d.mapped > 0 || d.gone {
		return
	}
	d.poll() // empties the graves of what was mapped
	d.gone = true
	if !d.lost.Load() { // releasing a lost device aborts the process
		d.n.release()
	}
}

// enter takes the lock for a call of the binding. Without an error, the caller releases it.
func (d *Device) enter() error {
	d.mu.Lock()
	if err := d.usable(); err != nil {
		d.mu.Unlock()
		return err
	}
	return nil
}

// usable reports why nothing can be asked of the device any more, if so.
func (d *Device) usable() error {
	switch {
	case d.closed.Load():
		return ErrClosed
	case d.lost.Load():
		return ErrDeviceLost
	}
	return nil
}

// check returns the error that the calls since the last check left behind. With mu held.
func (d *Device) check(what string) error {
	if d.gone || !d.n.calls.failed() {
		return nil
	}
	typ, text := d.n.calls.takeError()
	return d.classify(what, typ, text, nil)
}

// failure joins the binding's error and those of check. With mu held.
func (d *Device) failure(what string, err error) error {
	found := d.check(what)
	if found == nil && err != nil {
		found = d.classify(what, 0, err.Error(), err)
	}
	// wgpu-native 0.17 calls a loss that shows when descriptor sets are made lack of memory. A poll tells.
	if errors.Is(found, ErrOutOfMemory) && d.poll().panicked {
		return d.classify(what, typeDeviceLost, "", nil)
	}
	return found
}

// classify makes an error of wgpu's type and text, or of an error of the binding. With mu held. wgpu-native
// 0.17 often calls lack of memory and a lost device validation errors, so wgpu-core's words count too.
func (d *Device) classify(what string, typ uint32, text string, err error) error {
	text = strings.TrimSpace(text)
	switch {
	case typ == 0 && err == nil:
		return nil
	case typ == typeOutOfMemory || strings.Contains(text, "Not enough memory left"):
		return &kindError{"device: " + what + ": out of memory: close buffers that are no longer used, or work in smaller parts", ErrOutOfMemory}
	case typ == typeDeviceLost || strings.Contains(text, "Parent device is lost") || strings.Contains(text, "Device lost"):
		d.lost.Store(true)
		return &kindError{"device: " + what + ": the driver lost the device, or had no memory for commands: " +
			"open it again, with less work in one submission", ErrDeviceLost}
	}
	return &kindError{"device: " + what + ": " + text, err}
}

// poll lets the binding's callbacks run. With mu held.
func (d *Device) poll() news {
	if d.gone || d.lost.Load() {
		return news{done: d.done.Load(), empty: true}
	}
	n := d.n.calls.poll(d.n.rdevice)
	d.done.Store(n.done)
	if n.panicked {
		d.lost.Store(true)
	}
	d.graves = slices.DeleteFunc(d.graves, func(g grave) bool {
		if n.done < g.serial || d.lost.Load() {
			return false
		}
		g.buffer.Release()
		return true
	})
	return n
}

// A waiter knows when it is done. ready is called with mu held.
type waiter interface {
	ready() (bool, error)
}

// await polls until w is ready. When ctx ends first it returns an error and leaves w as it is: it can be waited for
// again.
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

// tryReady polls and asks w, unless another call has the device: a submission or a compilation may keep it
// for seconds, and the context must be heeded meanwhile.
func (d *Device) tryReady(what string, w waiter) (bool, error) {
	if !d.mu.TryLock() {
		if d.lost.Load() { // Close gave the device up while the driver has a call
			return false, ErrDeviceLost
		}
		return false, nil
	}
	defer d.mu.Unlock()
	if ok, err := w.ready(); ok || err != nil {
		return ok, err
	}
	if n := d.poll(); n.failed {
		if err := d.check(what); err != nil {
			return false, err
		}
	}
	return w.ready()
}

// A backoff spaces out polls: none while an answer may come any moment, then at most 200 us or a share of what has
// passed: polls take a software driver's time, which computes on the same cores.
type backoff struct {
	start time.Time
	sleep time.Duration
}

// spin is how long polls follow each other at once. A 256-point transform takes 90 us host to host on an
// H200 (2025); the first sleep after that costs it nothing.
const spin = 100 * time.Microsecond

func newBackoff() backoff { return backoff{time.Now(), 16 * time.Microsecond} }

func (b *backoff) wait() {
	passed := time.Since(b.start)
	if passed < spin {
		runtime.Gosched()
		return
	}
	b.sleep = pause(b.sleep, passed)
	sleepMicroseconds(int(b.sleep.Microseconds())) // in C: Go's own timers wake about a millisecond late
}

// pause is the sleep after one of last when passed has gone by: a quarter longer, up to 200 us, and from 13 ms on up to
// a 64th of what has passed or 5 ms, which is how late a cancelled context is heeded.
func pause(last, passed time.Duration) time.Duration {
	most := min(max(200*time.Microsecond, passed/64), 5*time.Millisecond)
	return min(last+last/4, most)
}
