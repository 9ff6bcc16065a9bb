//go:build cgo && !wgpu27 && (android || darwin || ((linux || windows) && amd64))

package device

import (
	"unsafe"

	"github.com/rajveermalviya/go-webgpu/wgpu"
)

// The import of the binding links wgpu-native 0.17. This package uses only the types of the binding.

// The types of the objects that an application made with the binding.
type (
	wgpuDevice  = wgpu.Device
	wgpuQueue   = wgpu.Queue
	wgpuBuffer  = wgpu.Buffer
	wgpuEncoder = wgpu.CommandEncoder
)

// compilers is 1 because wgpu-core 0.17 has one lock for all compilations.
const compilers = 1

// releasesMappableLate delays the release of buffers that can be mapped. wgpu-core 0.17 identifies the
// buffer of a mapping by its number. It aborts the process if the buffer is released before the mapping
// completes, even if the mapping was cancelled.
const releasesMappableLate = true

// childLayout has the fields of the binding's Queue, Buffer and CommandEncoder.
type childLayout struct {
	deviceRef handle
	ref       handle
}

// childOf returns the handles of the device of an object, and of the object.
func childOf(object unsafe.Pointer) (device, ref handle) {
	l := (*childLayout)(object)
	return l.deviceRef, l.ref
}
