//go:build cgo && wgpu27 && (android || darwin || ((linux || windows) && (amd64 || arm64)))

package device

import (
	"reflect"
	"testing"

	"github.com/oliverbestmann/webgpu/wgpu"
	"github.com/stretchr/testify/require"
)

// TestBindingLayout checks the structs of the binding that adopted objects are taken from. Their layout may change
// in a new version.
func TestBindingLayout(t *testing.T) {
	for _, c := range []struct{ theirs, ours any }{
		{wgpu.Device{}, deviceLayout{}},
		{wgpu.Queue{}, childLayout{}},
		{wgpu.Buffer{}, childLayout{}},
		{wgpu.CommandEncoder{}, childLayout{}},
	} {
		a, b := reflect.TypeOf(c.theirs), reflect.TypeOf(c.ours)
		require.Equal(t, b.Size(), a.Size(), a)
		require.Equal(t, b.NumField(), a.NumField(), a)
		for i := range a.NumField() {
			require.Equal(t, b.Field(i).Name, a.Field(i).Name, a)
			require.Equal(t, b.Field(i).Offset, a.Field(i).Offset, a)
			require.Equal(t, reflect.Pointer, a.Field(i).Type.Kind(), a)
		}
	}
}

// TestStructs compares the types of wgpu27.h with the headers of the binding.
func TestStructs(t *testing.T) {
	requireStructs(t, "structs27.c", "github.com/oliverbestmann/webgpu", "wgpu/lib/linux/amd64")
}

// The calls of an application, for the tests of adopted objects.

// openAsApplication opens a device as a desktop application would.
func openAsApplication(t *testing.T) (*wgpu.Device, *wgpu.Queue) {
	const primary wgpu.InstanceBackend = 1 | 4 | 8 // Vulkan, Metal, D3D12
	// CreateInstance of the binding passes uninitialized memory on, unless its argument is nil.
	index := open(t).Adapter().Index // skips without an adapter
	instance := wgpu.CreateInstance(nil)
	found := instance.EnumerateAdapters(&wgpu.InstanceEnumerateAdapterOptons{Backends: primary})
	device, err := found[index].RequestDevice(nil)
	require.NoError(t, err)
	queue := device.GetQueue()
	t.Cleanup(func() {
		queue.Release()
		device.Release()
		for _, a := range found {
			a.Release()
		}
		instance.Release()
	})
	return device, queue
}

func newStorageBuffer(d *wgpu.Device, bytes uint64) (*wgpu.Buffer, error) {
	return d.TryCreateBuffer(&wgpu.BufferDescriptor{
		Size: bytes, Usage: wgpu.BufferUsageStorage | wgpu.BufferUsageCopySrc,
	})
}

func newEncoder(d *wgpu.Device) (*wgpu.CommandEncoder, error) { return d.TryCreateCommandEncoder(nil) }

func finish(e *wgpu.CommandEncoder) (*wgpu.CommandBuffer, error) { return e.TryFinish(nil) }
