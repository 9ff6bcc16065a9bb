//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

package device

import (
	"testing"

	"github.com/oliverbestmann/webgpu/wgpu"
)

// TestStructs compares the types of wgpu.h and wgpu27.h with the headers of the binding.
func TestStructs(t *testing.T) {
	requireStructs(t, "structs27.c", "github.com/oliverbestmann/webgpu", "wgpu/lib/linux/amd64")
}

// The calls of an application, for the tests of adopted objects.

// enumerateAsApplication returns an instance of the binding and its adapters.
func enumerateAsApplication() (*wgpu.Instance, []*wgpu.Adapter) {
	const primary wgpu.InstanceBackend = 1 | 4 | 8 // Vulkan, Metal, D3D12
	// CreateInstance of the binding passes uninitialized memory on, unless its argument is nil.
	instance := wgpu.CreateInstance(nil)
	return instance, instance.EnumerateAdapters(&wgpu.InstanceEnumerateAdapterOptons{Backends: primary})
}

func newStorageBuffer(d *wgpu.Device, bytes uint64) (*wgpu.Buffer, error) {
	return d.TryCreateBuffer(&wgpu.BufferDescriptor{
		Size: bytes, Usage: wgpu.BufferUsageStorage | wgpu.BufferUsageCopySrc,
	})
}

func newEncoder(d *wgpu.Device) (*wgpu.CommandEncoder, error) { return d.TryCreateCommandEncoder(nil) }

func finish(e *wgpu.CommandEncoder) (*wgpu.CommandBuffer, error) { return e.TryFinish(nil) }
