//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

package device

import (
	"unsafe"

	"github.com/oliverbestmann/webgpu/wgpu"
)

// This import links wgpu-native 27. Nothing else of the binding is used but its types.

// The types of the objects that an application made with the binding.
type (
	wgpuDevice  = wgpu.Device
	wgpuQueue   = wgpu.Queue
	wgpuBuffer  = wgpu.Buffer
	wgpuEncoder = wgpu.CommandEncoder
)

// compilers bounds the number of kernels that are compiled at the same time, because more would wait
// for processors of the host.
const compilers = 16

// releasesMappableLate is false because wgpu-core 27 keeps the buffer of a mapping itself.
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
