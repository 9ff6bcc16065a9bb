package device

import "syscall/js"

// Adopt uses a GPUDevice of the page and its queue. Close does not release them. Adopt reads the limits, the
// features and, if a is the zero value, the description from the device.
//
// Errors of this package's calls do not reach the page's uncapturederror event. A device can't be adopted again
// before Close.
func Adopt(dev, queue js.Value, a Adapter) (*Device, error) {
	if !isA(dev, "GPUDevice") {
		return nil, invalid("adopt: the device is no GPUDevice")
	}
	if !dev.Get("queue").Equal(queue) {
		return nil, invalid("adopt: the queue belongs to another device")
	}
	if a == (Adapter{}) {
		info := describeInfo(dev.Get("adapterInfo"))
		info.limits, info.features = limitsOf(dev), featuresOf(dev)
		a = describe(info, 0)
	}
	return adopt(&object{Value: dev}, &object{Value: queue}, []js.Value{dev, queue}, a)
}

// isA reports whether v is an instance of a class of the browser, such as GPUDevice.
func isA(v js.Value, class string) bool {
	of := js.Global().Get(class)
	return of.Type() == js.TypeFunction && v.InstanceOf(of)
}

// adoptNative uses a device of the page.
func adoptNative(device, queue handle) native { return newNative(device.Value, queue.Value, true) }

// AdoptBuffer uses the beginning of a GPUBuffer that the page made on the adopted device. bytes is the number of bytes
// to use, a multiple of 4. The buffer's usage determines the calls that accept it. Close does not release it. The page
// must not map or destroy the buffer while commands use it.
//
// AdoptBuffer can't check that the buffer belongs to the adopted device. If it does not, the first submission that uses
// the buffer fails.
func (d *Device) AdoptBuffer(b js.Value, bytes int64) (*Buffer, error) {
	if !isA(b, "GPUBuffer") {
		return nil, invalid("adopt: the buffer is no GPUBuffer")
	}
	return d.adoptBuffer(d.adoptedHandle, d.adoptedObject(b), b, bytes)
}

// adoptedObject returns the handle of a buffer. A buffer that is adopted twice has one handle.
func (d *Device) adoptedObject(b js.Value) handle {
	d.mu.Lock()
	defer d.mu.Unlock()
	for r := range d.live {
		if other, ok := r.(*Buffer); ok && other.adopted && other.native != nil && handleOf(other.native).Equal(b) {
			return handleOf(other.native)
		}
	}
	return &object{Value: b}
}

// AdoptEncoder records commands for a GPUCommandEncoder that the page made on the adopted device. End writes them
// into that encoder, in compute passes of their own. Until End, the page must not finish the encoder or have a pass
// open. The resources of the commands must stay unmapped until the page has submitted them.
func (d *Device) AdoptEncoder(enc js.Value) (*Encoder, error) {
	if !isA(enc, "GPUCommandEncoder") {
		return nil, invalid("adopt: the encoder is no GPUCommandEncoder")
	}
	return d.adoptEncoder(d.adoptedHandle, &object{Value: enc}, enc)
}

// bufferSize returns the size of a buffer of the application.
func bufferSize(b handle) uint64 { return uint64(b.Get("size").Float()) }

// usageOf returns the usage of a buffer of the application.
func usageOf(b handle) bufferUsage { return bufferUsage(b.Get("usage").Int()) }
