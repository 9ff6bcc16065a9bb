//go:build cgo && !wgpu27 && (android || darwin || ((linux || windows) && amd64))

package device

import (
	"unsafe"

	"github.com/rajveermalviya/go-webgpu/wgpu"
)

// This import links wgpu-native 0.17. Nothing else of the binding is used but its types.

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

// compilers is 1 because wgpu-core 0.17 has one lock for all compilations.
const compilers = 1

// releasesMappableLate delays the release of buffers that can be mapped. wgpu-core 0.17 identifies the
// buffer of a mapping by its number. It aborts the process if the buffer is released before, even if
// the mapping was cancelled.
const releasesMappableLate = true

// The fields of the binding's structs. A test compares them with the binding by reflection.
type (
	deviceLayout struct{ ref handle }
	childLayout  struct { // Queue, Buffer, CommandEncoder
		deviceRef handle
		ref       handle
	}
)

func deviceOf(d *wgpu.Device) handle { return (*deviceLayout)(unsafe.Pointer(d)).ref }

// childOf returns the handles of the device of an object, and of the object.
func childOf(object unsafe.Pointer) (device, ref handle) {
	l := (*childLayout)(object)
	return l.deviceRef, l.ref
}
