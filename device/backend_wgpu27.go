//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

package device

import (
	"unsafe"

	"github.com/oliverbestmann/webgpu/wgpu"
)

// This import links wgpu-native 27. Nothing else of the binding is used but its types.

// Adopt uses a device and its queue that an application opened with the binding. Close releases
// neither; the application does so after Close. Adopt reads the limits and features from the device
// and takes everything else about the adapter from a.
//
// Errors of this package's calls do not reach the application's error callback. The application must
// not use the device while a call of this package runs, because the error scopes would mix. After a
// call that returns ErrDeviceLost, it must not use the device at all: wgpu may hold locks. A device
// can be adopted once at a time.
//
// The binding does not compile without cgo, nor does a program that names its types. Built without
// cgo, Adopt, AdoptBuffer and AdoptEncoder take values of any type and return ErrNoAdapter. Only
// the files of a program that open the device need the build tag cgo.
func Adopt(dev *wgpu.Device, queue *wgpu.Queue, a Adapter) (*Device, error) {
	if dev == nil || queue == nil {
		return nil, invalid("adopt: the device or the queue is nil")
	}
	of, q := childOf(unsafe.Pointer(queue))
	if of != deviceOf(dev) || q == nil || of == nil {
		return nil, invalid("adopt: the queue belongs to another device")
	}
	return adopt(of, q, []any{dev, queue}, a)
}

// AdoptBuffer uses the first bytes bytes, a multiple of 4, of a buffer that an application made on
// the adopted device. The buffer's usage determines what it can be used for. Close does not release
// it. The application must not map or destroy the buffer while commands use it.
func (d *Device) AdoptBuffer(b *wgpu.Buffer, bytes int64) (*Buffer, error) {
	if b == nil {
		return nil, invalid("adopt: the buffer is nil")
	}
	of, buffer := childOf(unsafe.Pointer(b))
	return d.adoptBuffer(of, buffer, b, bytes)
}

// AdoptEncoder records commands for an encoder that an application made on the adopted device. End
// writes them into that encoder, in compute passes of their own. Until End, the application must
// not finish the encoder or have a pass open. The resources of the commands must stay unmapped
// until the application has submitted them.
func (d *Device) AdoptEncoder(enc *wgpu.CommandEncoder) (*Encoder, error) {
	if enc == nil {
		return nil, invalid("adopt: the encoder is nil")
	}
	of, encoder := childOf(unsafe.Pointer(enc))
	return d.adoptEncoder(of, encoder, enc)
}

// compilers is the number of kernels that are compiled at the same time. More would wait for
// processors of the host.
const compilers = 16

// releasesMappableLate is false because wgpu-core 27 keeps the buffer of a mapping itself.
const releasesMappableLate = false

// The fields of the binding's structs. A test compares them with the binding by reflection.
type (
	deviceLayout struct{ ref handle }
	childLayout  struct { // Queue, Buffer, CommandEncoder
		ref    handle
		device *wgpu.Device
	}
)

func deviceOf(d *wgpu.Device) handle {
	if d == nil {
		return nil
	}
	return (*deviceLayout)(unsafe.Pointer(d)).ref
}

// childOf returns the handles of the device of an object, and of the object.
func childOf(object unsafe.Pointer) (device, ref handle) {
	l := (*childLayout)(object)
	return deviceOf(l.device), l.ref
}
