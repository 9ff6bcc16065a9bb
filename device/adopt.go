//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import "github.com/rajveermalviya/go-webgpu/wgpu"

// Adopt uses a device and its queue that an application opened with the binding. Close releases
// neither; the application does so after Close. Adopt reads the limits from the device and takes
// everything else about the adapter from a.
//
// While the device is adopted, errors that no error scope catches are recorded here, and after
// Close they are dropped; they no longer abort the process. The application must not use the device
// while a call of this package runs, because the error scopes of the binding would mix. A device
// can be adopted once at a time.
//
// The binding does not compile without cgo, nor does a program that names its types. Built without
// cgo, Adopt, AdoptBuffer and AdoptEncoder take values of any type and return ErrNoAdapter. Only
// the files of a program that open the device need the build tag cgo.
func Adopt(dev *wgpu.Device, queue *wgpu.Queue, a Adapter) (*Device, error) {
	if dev == nil || queue == nil {
		return nil, invalid("adopt: the device or the queue is nil")
	}
	if of, ref := rawQueue(queue); of != rawDevice(dev) || ref == nil || of == nil {
		return nil, invalid("adopt: the queue belongs to another device")
	}
	a.Timestamps = hasTimestamps(dev.HasFeature(wgpu.FeatureName_TimestampQuery), a.Backend)
	d, err := newDevice(native{device: dev, queue: queue}, a)
	if err != nil {
		return nil, err
	}
	d.adopted = true
	if a.Name == "" { // the zero value of Adapter has a kind, although nothing is known
		d.info.Limits.Bandwidth = Other.bandwidth()
	}
	return d, nil
}

// AdoptBuffer uses the first bytes bytes, a multiple of 4, of a buffer that an application made on
// the adopted device. The buffer's usage determines what it can be used for. Close does not release
// it. The application must not map or destroy the buffer while commands use it.
func (d *Device) AdoptBuffer(b *wgpu.Buffer, bytes int64) (*Buffer, error) {
	if b == nil {
		return nil, invalid("adopt: the buffer is nil")
	}
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer d.mu.Unlock()
	of, ref := rawBuffer(b)
	if of != d.n.rdevice || ref == nil {
		return nil, invalid("adopt: the buffer belongs to another device")
	}
	if size := b.GetSize(); bytes <= 0 || bytes%4 != 0 || uint64(bytes) > size {
		return nil, invalid("adopt: %d bytes of a buffer of %d: take a positive multiple of 4 within it", bytes, size)
	}
	adopted := &Buffer{
		d: d, label: "of the application", size: bytes, use: bufferUsage(b.GetUsage()), adopted: true,
		native: b, ref: ref, id: ref,
	}
	d.live[adopted] = struct{}{}
	return adopted, nil
}

// AdoptEncoder records commands for an encoder that an application made on the adopted device. End
// writes them into that encoder, in compute passes of their own. Until End, the application must
// not finish the encoder or have a pass open. The resources of the commands must stay unmapped
// until the application has submitted them.
func (d *Device) AdoptEncoder(enc *wgpu.CommandEncoder) (*Encoder, error) {
	if enc == nil {
		return nil, invalid("adopt: the encoder is nil")
	}
	of, ref := rawEncoder(enc)
	if of != d.n.rdevice || ref == nil {
		return nil, invalid("adopt: the encoder belongs to another device")
	}
	e, err := d.NewEncoder()
	if err != nil {
		return nil, err
	}
	e.native = ref
	return e, nil
}
