//go:build cgo && !wgpu27 && (android || darwin || ((linux || windows) && amd64))

package device

import (
	"testing"

	"github.com/rajveermalviya/go-webgpu/wgpu"
)

// TestStructs compares the types of wgpu.h and wgpu17.h with the headers of the binding.
func TestStructs(t *testing.T) {
	requireStructs(t, "structs17.c", "github.com/rajveermalviya/go-webgpu/wgpu", "lib")
}

// The calls of an application, for the tests of adopted objects.

// enumerateAsApplication returns an instance of the binding and its adapters.
func enumerateAsApplication() (*wgpu.Instance, []*wgpu.Adapter) {
	const primary = wgpu.InstanceBackend_Primary
	instance := wgpu.CreateInstance(&wgpu.InstanceDescriptor{Backends: primary})
	return instance, instance.EnumerateAdapters(&wgpu.InstanceEnumerateAdapterOptons{Backends: primary})
}

func newStorageBuffer(d *wgpu.Device, bytes uint64) (*wgpu.Buffer, error) {
	return d.CreateBuffer(&wgpu.BufferDescriptor{
		Size: bytes, Usage: wgpu.BufferUsage_Storage | wgpu.BufferUsage_CopySrc,
	})
}

func newEncoder(d *wgpu.Device) (*wgpu.CommandEncoder, error) { return d.CreateCommandEncoder(nil) }

func finish(e *wgpu.CommandEncoder) (*wgpu.CommandBuffer, error) { return e.Finish(nil) }
