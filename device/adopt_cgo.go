//go:build cgo && (android || darwin || ((linux || windows) && (amd64 || (arm64 && wgpu27))))

package device

import "unsafe"

// Adopt uses a device and its queue, a *wgpu.Device and a *wgpu.Queue of the binding that the build
// links. Close does not release them; the application releases them after Close. Adopt reads the
// limits and the features from the device, and takes everything else about the adapter from a. A
// device can't be adopted again before Close.
//
// The application must not use the device while a call of this package runs, because the error
// scopes would mix.
//
// With wgpu-native 0.17, this package records the errors that no error scope catches while the
// device is adopted. After Close they are dropped; they no longer abort the process.
//
// With wgpu-native 27, errors of this package's calls do not reach the application's error callback.
// After a call that returns ErrDeviceLost, the application must not use the device at all: wgpu may
// hold locks.
//
// Without cgo the binding and programs that name its types do not compile. Built without cgo,
// Adopt, AdoptBuffer and AdoptEncoder take values of any type and return ErrNoAdapter. Only the
// files of a program that open the device need the build tag cgo.
func Adopt(dev *wgpuDevice, queue *wgpuQueue, a Adapter) (*Device, error) {
	if dev == nil || queue == nil {
		return nil, invalid("adopt: the device or the queue is nil")
	}
	of, q := childOf(unsafe.Pointer(queue))
	if of != deviceOf(dev) || q == nil || of == nil {
		return nil, invalid("adopt: the queue belongs to another device")
	}
	return adopt(of, q, []any{dev, queue}, a)
}

// AdoptBuffer uses the beginning of a *wgpu.Buffer that an application made on the adopted device.
// bytes is the number of bytes to use, a multiple of 4. The buffer's usage determines the calls that
// accept it. Close does not release it. The application must not map or destroy the buffer while
// commands use it.
func (d *Device) AdoptBuffer(b *wgpuBuffer, bytes int64) (*Buffer, error) {
	if b == nil {
		return nil, invalid("adopt: the buffer is nil")
	}
	of, buffer := childOf(unsafe.Pointer(b))
	return d.adoptBuffer(of, buffer, b, bytes)
}

// AdoptEncoder records commands for a *wgpu.CommandEncoder that an application made on the adopted
// device. End writes them into that encoder, in compute passes of their own. Until End, the
// application must not finish the encoder or have a pass open. The resources of the commands must
// stay unmapped until the application has submitted them.
func (d *Device) AdoptEncoder(enc *wgpuEncoder) (*Encoder, error) {
	if enc == nil {
		return nil, invalid("adopt: the encoder is nil")
	}
	of, encoder := childOf(unsafe.Pointer(enc))
	return d.adoptEncoder(of, encoder, enc)
}

// deviceLayout has the field of the binding's Device. TestBindingLayout compares deviceLayout and
// childLayout with the binding.
type deviceLayout struct{ ref handle }

// deviceOf returns the handle of a device. It returns nil for nil.
func deviceOf(d *wgpuDevice) handle {
	if d == nil {
		return nil
	}
	return (*deviceLayout)(unsafe.Pointer(d)).ref
}
