package device

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"wgfft/internal/detach"
)

// A command is an operation that an Encoder records. The pointers that are set determine its kind.
type command struct {
	pipeline   *Pipeline // dispatch
	bindings   *Bindings
	groups     [3]uint32
	dst, src   *Buffer // copy
	dstOff     int64
	srcOff     int64
	bytes      int64
	timestamps *Timestamps // timestamp with an index, or resolve to dst
	index      int
	call       *hostCall
}

// An Encoder records commands. Each command sees the results of the commands before it. Nothing
// reaches the GPU before Submit or End. After Submit, End or Discard the encoder can't be used
// again; an unused encoder needs no release.
type Encoder struct {
	d *Device

	mu       sync.Mutex
	commands []command
	closing  []*Buffer // see CloseAfter
	native   handle    // the application's encoder if adopted
	owner    any       // its Go value
	ended    bool
}

// NewEncoder returns an empty encoder.
func (d *Device) NewEncoder() (*Encoder, error) {
	if err := d.usable(); err != nil {
		return nil, err
	}
	e := &Encoder{d: d}
	if d.mu.TryLock() {
		defer d.mu.Unlock()
		if n := len(d.spare); n > 0 {
			e.commands, d.spare = d.spare[n-1], d.spare[:n-1]
		}
	}
	return e, nil
}

// add records c.
func (e *Encoder) add(c command) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		return closed("encoder")
	}
	if c.bindings != nil {
		c.bindings.pins.Add(1)
	}
	e.commands = append(e.commands, c)
	return nil
}

// Dispatch records x*y*z workgroups of p, each dimension between 1 and Limits.Workgroups.
func (e *Encoder) Dispatch(p *Pipeline, b *Bindings, x, y, z int) error {
	if p == nil || b == nil || p.d != e.d || b.d != e.d {
		return invalid("dispatch: kernel or bindings are nil or belong to another device")
	}
	if b.closed.Load() {
		return closed("bindings")
	}
	if !b.match(p) {
		return invalid("dispatch of kernel %s: the bindings were made for a kernel with other bindings", p.name)
	}
	have := e.d.info.Limits.Workgroups
	for _, n := range [...]int{x, y, z} {
		if n < 1 {
			return invalid("dispatch of kernel %s: %d x %d x %d workgroups: every dimension is at least 1",
				p.name, x, y, z)
		}
		if n > have {
			return limit("dispatch of kernel "+p.name+": workgroups in a dimension", int64(n), int64(have),
				"spread them over two dimensions")
		}
	}
	return e.add(command{pipeline: p, bindings: b, groups: [3]uint32{uint32(x), uint32(y), uint32(z)}})
}

// Copy records a copy of n bytes. The offsets and n are multiples of 4, and the buffers differ.
func (e *Encoder) Copy(dst *Buffer, dstOff int64, src *Buffer, srcOff, n int64) error {
	if dst == nil || src == nil || dst.d != e.d || src.d != e.d {
		return invalid("copy: a buffer is nil or belongs to another device")
	}
	if dst.Same(src) {
		return invalid("copy within buffer %s: copy by way of another buffer", dst.label)
	}
	if err := dst.needs(useCopyDst, "copied to"); err != nil {
		return err
	}
	if err := src.needs(useCopySrc, "copied from"); err != nil {
		return err
	}
	if err := dst.inside(dstOff, n); err != nil {
		return err
	}
	if err := src.inside(srcOff, n); err != nil {
		return err
	}
	return dst.stretches(dstOff, n, func(to *Buffer, dstAt, done, n int64) error {
		return src.stretches(srcOff+done, n, func(from *Buffer, srcAt, done, n int64) error {
			return e.add(command{dst: to, dstOff: dstAt + done, src: from, srcOff: srcAt, bytes: n})
		})
	})
}

// Append moves the commands of other, and its buffers of CloseAfter, to the end of e. Encoder other must be from
// NewEncoder of the same device, and can't be used afterwards. If e has ended, Append drops the commands and returns
// an error.
func (e *Encoder) Append(other *Encoder) error {
	if other == nil || other == e || other.d != e.d {
		return invalid("append: the encoder is nil, the same or belongs to another device")
	}
	moved, err := other.taken("append", "append to it")
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		moved.discard()
		return closed("encoder")
	}
	e.commands = append(e.commands, moved.commands...)
	e.closing = append(e.closing, moved.closing...)
	return nil
}

// taken ends the encoder for a call, and returns its commands. An adopted encoder is an error with the given hint.
func (e *Encoder) taken(call, hint string) (work, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.ended:
		return work{}, closed("encoder")
	case e.native != nil:
		return work{}, invalid("%s of an adopted encoder: %s", call, hint)
	}
	return e.end(), nil
}

// CloseAfter closes a buffer when the encoder ends, after Submit, End or Discard. Commands of the encoder may use
// the buffer.
func (e *Encoder) CloseAfter(b *Buffer) error {
	if b == nil || b.d != e.d {
		return invalid("close of a buffer by an encoder: the buffer is nil or belongs to another device")
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		return closed("encoder")
	}
	e.closing = append(e.closing, b)
	return nil
}

// closeBuffers closes the buffers of CloseAfter. The caller does not hold d.mu.
func closeBuffers(all []*Buffer) {
	for _, b := range all {
		b.Close()
	}
}

// Timestamp records the time at which the commands before it are done, at index i of t.
func (e *Encoder) Timestamp(t *Timestamps, i int) error {
	if t == nil || t.d != e.d {
		return invalid("timestamp: the timestamps are nil or belong to another device")
	}
	if i < 0 || i >= t.n {
		return invalid("timestamp %d: there are %d, counted from 0", i, t.n)
	}
	return e.add(command{timestamps: t, index: i})
}

// usable returns an error if an object of the command can't be used. The caller holds d.mu.
func (c *command) usable() error {
	if c.pipeline != nil {
		if err := c.pipeline.usable(); err != nil {
			return err
		}
		return c.bindings.usable()
	}
	if c.timestamps != nil {
		if err := c.timestamps.usable(); err != nil {
			return err
		}
	}
	buffers := []*Buffer{c.dst, c.src}
	if c.call != nil {
		buffers = c.call.buffers
	}
	for _, b := range buffers {
		if b == nil {
			continue
		}
		if err := b.usable(); err != nil {
			return err
		}
	}
	return nil
}

// work is the commands of an encoder that has ended.
type work struct {
	d        *Device
	commands []command
	closing  []*Buffer // see Encoder.CloseAfter
}

// usable returns an error if an object of the commands can't be used. The caller holds d.mu.
func (w work) usable() error {
	for i := range w.commands {
		if err := w.commands[i].usable(); err != nil {
			return err
		}
	}
	return nil
}

// discard drops the commands.
func (w work) discard() {
	w.d.mu.WhenFree(func() { w.d.recycle(w.commands) })
	closeBuffers(w.closing)
}

// Submit sends the commands to the GPU and does not wait for them. Afterwards the encoder can't be
// used, even if Submit fails.
func (e *Encoder) Submit() (*Submission, error) { return e.SubmitContext(context.Background()) }

// SubmitContext is Submit with a context. If ctx ends first, it returns an error that wraps ctx.Err(), also while the
// driver has this call or another one. The GPU then gets the commands only if the driver had them already.
func (e *Encoder) SubmitContext(ctx context.Context) (s *Submission, err error) {
	w, err := e.taken("submit", "call End, and let the application submit it")
	if err != nil {
		return nil, err
	}
	if detach.IsDirect(ctx) {
		s, err = w.submit(ctx)
	} else {
		s, err = w.submitDetached(ctx)
	}
	if err != nil && err == ctx.Err() {
		err = fmt.Errorf("device: submit: %w", err)
	}
	return s, err
}

// submitDetached is submit, and leaves the driver when ctx ends.
func (w work) submitDetached(ctx context.Context) (*Submission, error) {
	var s *Submission
	var isTaken atomic.Bool // one of both goroutines has the commands
	err := w.d.calls.Run(ctx, func(ctx context.Context) (err error) {
		if !isTaken.Swap(true) {
			s, err = w.submit(ctx)
		}
		return err
	})
	if err != nil {
		if !isTaken.Swap(true) {
			w.discard()
		}
		return nil, err
	}
	return s, nil
}

// submit submits the commands.
func (w work) submit(ctx context.Context) (*Submission, error) {
	d := w.d
	defer closeBuffers(w.closing)
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer d.mu.Unlock()
	defer d.recycle(w.commands)
	if err := ctx.Err(); err != nil { // with the lock held, so that the order of checks is the order of submissions
		return nil, err
	}
	if err := w.usable(); err != nil {
		return nil, err
	}
	n := d.n.submit(w.commands)
	d.submitted.Store(n.submitted)
	if n.failed {
		if err := d.failure("submit"); err != nil {
			return nil, err
		}
	}
	return &Submission{d: d, serial: n.submitted}, nil
}

// End writes the commands into the application's encoder, which must still be open. The encoder
// can't be used here afterwards. For an encoder from NewEncoder, use Submit.
func (e *Encoder) End() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ended {
		return closed("encoder")
	}
	if e.native == nil {
		return invalid("end of an encoder that is not adopted: call Submit or Discard")
	}
	d, native, owner := e.d, e.native, e.owner
	w := e.end()
	defer closeBuffers(w.closing)
	if err := d.enter(); err != nil {
		return err
	}
	defer runtime.KeepAlive(owner)
	defer d.mu.Unlock()
	defer d.recycle(w.commands)
	if err := w.usable(); err != nil {
		return err
	}
	d.n.encode(native, w.commands)
	return d.check("end of encoder")
}

// Discard drops the commands. It does nothing after Submit or End.
func (e *Encoder) Discard() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.ended {
		e.end().discard()
	}
}

// recycle drops the commands of an encoder, and keeps their memory for the next one. The caller holds mu.
func (d *Device) recycle(commands []command) {
	for _, c := range commands {
		if c.bindings != nil {
			c.bindings.pins.Add(-1)
			c.bindings.releaseIfUnused()
		}
	}
	clear(commands)
	if !d.closed.Load() && len(d.spare) < 16 && cap(commands) <= 4096 && cap(commands) > 0 {
		d.spare = append(d.spare, commands[:0])
	}
}

// end ends the encoder and returns its commands. The caller holds e.mu.
func (e *Encoder) end() work {
	w := work{e.d, e.commands, e.closing}
	e.commands, e.closing, e.native, e.owner, e.ended = nil, nil, nil, nil, true
	return w
}
