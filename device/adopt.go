package device

// This file adopts objects of an application by their handles. adopt_cgo.go gets the handles from a binding's types,
// and adopt_js.go from the browser's objects.

// adopt uses a device and a queue of the application. owner keeps their Go values alive.
func adopt(device, queue handle, owner any, a Adapter) (*Device, error) {
	n := adoptNative(device, queue)
	if !n.isOpen() {
		return nil, ErrOutOfMemory
	}
	n.features().setTo(&a)
	d := newDevice(newGPU(n), a)
	d.adopted, d.owner, d.adoptedHandle = true, owner, device
	d.extra.hasShared = n.features().shared
	if a.Name == "" { // the zero value of Adapter has a kind, although nothing is known
		d.info.Limits.Bandwidth = Other.bandwidth()
	}
	return d, nil
}

// adoptBuffer is AdoptBuffer for a handle and the handle of its device.
func (d *Device) adoptBuffer(device, buffer handle, owner any, bytes int64) (*Buffer, error) {
	if err := d.enter(); err != nil {
		return nil, err
	}
	defer d.mu.Unlock()
	if device != d.adoptedHandle || device == nil || buffer == nil {
		return nil, invalid("adopt: the buffer belongs to another device")
	}
	if size := bufferSize(buffer); bytes <= 0 || bytes%4 != 0 || uint64(bytes) > size {
		return nil, invalid("adopt: %d bytes of a buffer of %d: take a positive multiple of 4 within it", bytes, size)
	}
	adopted := &Buffer{
		d: d, label: "of the application", size: bytes, use: usageOf(buffer), native: buffer, id: buffer,
		bufferOrigin: bufferOrigin{adopted: true, owner: owner},
	}
	d.live[adopted] = struct{}{}
	return adopted, nil
}

// adoptEncoder is AdoptEncoder for a handle and the handle of its device.
func (d *Device) adoptEncoder(device, encoder handle, owner any) (*Encoder, error) {
	if device != d.adoptedHandle || device == nil || encoder == nil {
		return nil, invalid("adopt: the encoder belongs to another device")
	}
	e, err := d.NewEncoder()
	if err != nil {
		return nil, err
	}
	e.native, e.owner = encoder, owner
	return e, nil
}
