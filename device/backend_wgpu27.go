//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

package device

import (
	"unsafe"

	"github.com/oliverbestmann/webgpu/wgpu"
)

// The import of the binding links wgpu-native 27. This package uses only the types of the binding.

// The types of the objects that an application made with the binding.
type (
	wgpuDevice  = wgpu.Device
	wgpuQueue   = wgpu.Queue
	wgpuBuffer  = wgpu.Buffer
	wgpuEncoder = wgpu.CommandEncoder
)

// compilers is a typical number of processors of a host. More compilations would wait for them.
const compilers = 16

// releasesMappableLate is false because wgpu-core 27 itself keeps a buffer until its mapping ends.
const releasesMappableLate = false

// childLayout has the fields of the binding's Queue, Buffer and CommandEncoder.
type childLayout struct {
	ref    handle
	device *wgpu.Device
}

// childOf returns the handles of the device of an object, and of the object.
func childOf(object unsafe.Pointer) (device, ref handle) {
	l := (*childLayout)(object)
	return deviceOf(l.device), l.ref
}
