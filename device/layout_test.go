//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/rajveermalviya/go-webgpu/wgpu"
	"github.com/stretchr/testify/require"
)

// TestBindingLayout checks the structs of the binding that the shim accesses. Their layout may change
// in a new version.
func TestBindingLayout(t *testing.T) {
	for _, c := range []struct{ theirs, ours any }{
		{wgpu.Device{}, deviceLayout{}},
		{wgpu.Instance{}, oneLayout{}},
		{wgpu.Adapter{}, oneLayout{}},
		{wgpu.BindGroup{}, oneLayout{}},
		{wgpu.BindGroupLayout{}, oneLayout{}},
		{wgpu.ComputePipeline{}, oneLayout{}},
		{wgpu.QuerySet{}, oneLayout{}},
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

// TestBindingLimits checks the offsets of WGPULimits, which ends after the last one. The shim passes
// the binding's limits to wgpu unchanged.
func TestBindingLimits(t *testing.T) {
	var l wgpu.Limits
	require.EqualValues(t, 0, unsafe.Offsetof(l.MaxTextureDimension1D))
	require.EqualValues(t, 56, unsafe.Offsetof(l.MaxUniformBufferBindingSize))
	require.EqualValues(t, 72, unsafe.Offsetof(l.MinUniformBufferOffsetAlignment))
	require.EqualValues(t, 88, unsafe.Offsetof(l.MaxBufferSize))
	require.EqualValues(t, 96, unsafe.Offsetof(l.MaxVertexAttributes))
	require.EqualValues(t, 120, unsafe.Offsetof(l.MaxComputeWorkgroupStorageSize))
	require.EqualValues(t, 140, unsafe.Offsetof(l.MaxComputeWorkgroupsPerDimension))
	require.EqualValues(t, 4, unsafe.Sizeof(wgpu.FeatureName_TimestampQuery))
}

// TestBindingConstants checks that the shim uses the binding's numbers.
func TestBindingConstants(t *testing.T) {
	require.EqualValues(t, wgpu.ErrorType_OutOfMemory, typeOutOfMemory)
	require.EqualValues(t, wgpu.ErrorType_DeviceLost, typeDeviceLost)
	require.EqualValues(t, wgpu.BufferMapAsyncStatus_Success, mapDone)
	require.EqualValues(t, wgpu.BufferMapAsyncStatus_DeviceLost, mapLost)
}
