package device

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"wgfft/internal/detach"
)

func (u Usage) bits() bufferUsage {
	return [...]bufferUsage{
		useStorage | useCopySrc | useCopyDst,
		useUniform | useCopyDst,
		useMapWrite | useCopySrc,
		useMapRead | useCopyDst,
		useMapRead | useMapWrite | useStorage | useCopySrc | useCopyDst,
	}[u]
}

// A Buffer is memory that the GPU can access.
type Buffer struct {
	d     *Device
	label string
	size  int64
	use   bufferUsage
	id    driverObject // identifies the native buffer in comparisons
	bufferOrigin
	bufferParts

	closed atomic.Bool  // Close was called on the buffer or the device; changed with d.mu held
	native driverObject // guarded by d.mu
	mappedMemory
}

// bufferOrigin is the origin of a buffer that belongs to the application.
type bufferOrigin struct {
	adopted bool
	owner   any // the application's buffer
}

// bufferParts are the parts of a buffer that has no memory of its own.
type bufferParts struct {
	parts  []*Buffer
	starts []int64 // offsets of the parts
}

// mappedMemory is the state of the memory of a buffer that a caller may hold. Device.mu guards the first fields.
type mappedMemory struct {
	phase phase
	m     pendingMap // nil while the mapping waits for mapAfter
	late  error      // of an Unmap that waited for the driver

	// number of completed submissions from which wgpu may get a request for a mapping; see unmap
	mapAfter uint64

	reading sync.Mutex // guards data
	data    []byte     // the memory of a mapped buffer
}

// NewBuffer makes a buffer of bytes bytes, rounded up to a multiple of 4 and filled with zeros. It
// returns a *LimitError above Limits.AllocationBytes, and ErrOutOfMemory if the driver has no
// memory left. It waits while the driver has another call: see NewBufferContext.
func (d *Device) NewBuffer(label string, bytes int64, u Usage) (*Buffer, error) {
	if u > Shared {
		return nil, invalid("buffer %q: unknown usage %d: use Storage, Uniform, Upload, Download or Shared", label, u)
	}
	if u == Shared && !d.extra.hasShared {
		return nil, invalid("buffer %q: the device has no Shared buffers: use Storage, Upload or Download", label)
	}
	return d.newBuffer(label, bytes, u.bits())
}

// NewBufferContext is NewBuffer with a context. If ctx ends first, it returns ctx's error, also while the driver
// has this call or another one.
func (d *Device) NewBufferContext(ctx context.Context, label string, bytes int64, u Usage) (*Buffer, error) {
	create := func(context.Context) (*Buffer, error) { return d.NewBuffer(label, bytes, u) }
	return detach.Value(ctx, d.calls, create, func(b *Buffer) { b.Close() })
}

// pollEvery is the number of new buffers after which newBuffer polls.
const pollEvery = 64

func (d *Device) newBuffer(label string, bytes int64, use bufferUsage) (*Buffer, error) {
	if bytes <= 0 {
		return nil, invalid("buffer %q: %d bytes: a buffer needs at least one", label, bytes)
	}
	if have := d.info.Limits.AllocationBytes; bytes > have-have%4 {
		return nil, limit("bytes of buffer "+label, bytes, have-have%4, "work in smaller parts")
	}
	if !utf8.ValidString(label) {
		label = "buffer"
	}
	bytes = (bytes + 3) &^ 3
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer d.mu.Unlock()
	mapped := use&useMapWrite != 0
	if d.made++; d.made%pollEvery == 0 {
		d.poll() // wgpu frees the memory of released buffers only in a poll
	}
	native := d.n.newBuffer(label, bytes, use, mapped)
	if err := d.failure("buffer " + label); err != nil {
		return nil, err
	}
	b := &Buffer{d: d, label: label, size: bytes, use: use, native: native, id: native}
	if mapped {
		b.setMapped()
	}
	d.live[b] = struct{}{}
	d.buffers.Add(1)
	d.bufferBytes.Add(bytes)
	return b, nil
}

// Size returns the buffer's size in bytes, a multiple of 4.
func (b *Buffer) Size() int64 { return b.size }

// Same reports whether two buffers are one: the same value, or adopted from the same native buffer.
func (b *Buffer) Same(other *Buffer) bool {
	return b == other || b.id == other.id && !b.closed.Load() && !other.closed.Load()
}

// On reports whether the buffer belongs to d.
func (b *Buffer) On(d *Device) bool { return b.d == d }

// Label returns the label given to NewBuffer.
func (b *Buffer) Label() string { return b.label }

// Close releases the buffer. Submitted work that uses it still completes. Close ends a mapping, so
// the slice returned by Bytes must not be used afterwards. Close may be called any number of times
// and returns nil.
func (b *Buffer) Close() error {
	for _, part := range b.parts {
		part.Close()
	}
	b.d.mu.WhenFree(b.release)
	return nil
}

// release closes the buffer. The caller holds d.mu.
func (b *Buffer) release() {
	b.unmap()
	for r := range b.d.live { // bindings would keep the memory
		if g, ok := r.(*Bindings); ok && slices.Contains(g.buffers, b) {
			g.closed.Store(true)
			g.releaseIfUnused()
		}
	}
	b.drop()
	delete(b.d.live, b)
	b.d.teardown()
}

// drop implements resource. A buffer that the host has mapped is kept until it is unmapped.
func (b *Buffer) drop() {
	if b.phase == pending {
		b.unmap()
	}
	b.closed.Store(true)
	if b.phase == mapped || b.native == nil {
		return
	}
	if !b.adopted {
		b.d.buffers.Add(-1)
		b.d.bufferBytes.Add(-b.size)
	}
	if !b.adopted && !b.d.lost.Load() {
		b.d.releaseLater(b.native, b.use&(useMapRead|useMapWrite) != 0)
	}
	b.native = nil
}

// A closedBuffer is a buffer that is closed here and that wgpu still refers to.
type closedBuffer struct {
	buffer driverObject
	serial uint64 // number of completed and polled submissions from which it can be released
}

// releaseLater releases a buffer. If the backend requires it, a buffer that can be mapped waits until
// the work in flight is done and polled. The caller holds mu.
func (d *Device) releaseLater(b driverObject, mappable bool) {
	if !mappable || !releasesMappableLate {
		d.n.releaseBuffer(b)
		return
	}
	d.closedBuffers = append(d.closedBuffers, closedBuffer{b, d.submitted.Load()})
}

// usable returns an error if commands can't use the buffer. The caller holds d.mu.
func (b *Buffer) usable() error {
	switch {
	case b.closed.Load():
		return closed("buffer " + b.label)
	case b.phase == pending:
		return invalid("buffer %s: a mapping is under way: Map and Unmap it before commands use it", b.label)
	case b.phase == mapped:
		return invalid("buffer %s: mapped: Unmap it before commands use it", b.label)
	}
	return nil
}

// inside returns an error unless n bytes from off on are whole words inside the buffer.
func (b *Buffer) inside(off, n int64) error {
	if off < 0 || n <= 0 || off > b.size || n > b.size-off {
		return invalid("buffer %s: %d bytes at %d do not lie within its %d bytes", b.label, n, off, b.size)
	}
	if off%4 != 0 || n%4 != 0 {
		return invalid("buffer %s: %d bytes at %d: both must be multiples of 4", b.label, n, off)
	}
	return nil
}

// needs returns an error if the buffer's usage does not include a use.
func (b *Buffer) needs(use bufferUsage, what string) error {
	if b.use&use == 0 {
		return invalid("buffer %s: it was not made to be %s: choose another usage", b.label, what)
	}
	return nil
}

// WriteAt copies data to the buffer at offset off, before all work submitted later. len(data) and
// off are multiples of 4. WriteAt copies the data at once; large amounts travel faster through
// mapped Upload buffers. It waits while the driver has another call: see WriteAtContext.
func (b *Buffer) WriteAt(data []byte, off int64) error {
	return b.WriteAtContext(context.Background(), data, off)
}

// WriteAtContext is WriteAt with a context. If ctx ends first, it returns ctx's error, also while the driver has this
// call or another one. The driver then writes the data only if it had them already. WriteAtContext copies the data
// once more.
func (b *Buffer) WriteAtContext(ctx context.Context, data []byte, off int64) error {
	if len(data) == 0 && off >= 0 && off <= b.size {
		return nil
	}
	if err := b.needs(useCopyDst, "copied to"); err != nil {
		return err
	}
	if err := b.inside(off, int64(len(data))); err != nil {
		return err
	}
	if !detach.IsDirect(ctx) { // the driver may read the data after the call
		data = slices.Clone(data)
	}
	return b.d.calls.Run(ctx, func(ctx context.Context) error {
		return b.stretches(off, int64(len(data)), func(part *Buffer, at, done, n int64) error {
			return part.write(ctx, data[done:done+n], at)
		})
	})
}

// write is WriteAtContext for a buffer of one allocation.
func (b *Buffer) write(ctx context.Context, data []byte, off int64) error {
	if err := b.d.enter(); err != nil {
		return err
	}
	defer b.d.mu.Unlock()
	if err := ctx.Err(); err != nil { // with the lock held, as in submit
		return err
	}
	if err := b.usable(); err != nil {
		return err
	}
	b.d.n.write(b.native, off, data)
	return b.d.check("write to buffer " + b.label)
}
