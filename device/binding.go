//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import (
	"math"
	"strings"

	"github.com/rajveermalviya/go-webgpu/wgpu"

	"wgfft/wgsl"
)

// A native is an open device of the binding, with the objects that live as long as the device.
type native struct {
	instance *wgpu.Instance // nil if adopted, like adapter
	adapter  *wgpu.Adapter
	device   *wgpu.Device
	queue    *wgpu.Queue
	rdevice  raw
	rqueue   raw
	calls    callbacks
}

// extraLimits are limits that this package checks and that kernels are not planned with.
type extraLimits struct {
	size         [3]int // invocations per workgroup and dimension
	uniformBytes int64
	uniformAlign int
}

const (
	// unlimited stands for "no limit" of the buffer size. NVIDIA reports it, and the binding takes
	// it for "not set".
	unlimited = 1 << 40
	// maxAllocation is the largest buffer of a driver that reports no limit. Larger buffers fail
	// with "not enough memory" on NVIDIA.
	maxAllocation = 1<<32 - 1<<21
)

// enumerate lists the adapters of the primary backends. The caller releases adapters and instance.
func enumerate() (*wgpu.Instance, []*wgpu.Adapter, []Adapter) {
	wgpu.SetLogLevel(wgpu.LogLevel_Off)
	// The GL backend prints warnings and lists every GPU a second time, with fewer features.
	instance := wgpu.CreateInstance(&wgpu.InstanceDescriptor{
		Backends:           wgpu.InstanceBackend_Primary,
		Dx12ShaderCompiler: wgpu.Dx12Compiler_Undefined,
	})
	found := enumerateAdapters(instance, wgpu.InstanceBackend_Primary)
	infos := make([]Adapter, len(found))
	for i, a := range found {
		infos[i] = describe(a, i)
	}
	return instance, found, infos
}

// describe returns what the binding knows about an adapter.
func describe(a *wgpu.Adapter, index int) Adapter {
	p := a.GetProperties()
	info := Adapter{
		Index: index, Name: p.Name, Vendor: vendorName(p.VendorId), VendorID: p.VendorId, DeviceID: p.DeviceId,
		Driver: strings.TrimSpace(p.VendorName + " " + p.DriverDescription), // VendorName holds the driver's name
	}
	switch p.BackendType {
	case wgpu.BackendType_Vulkan:
		info.Backend = "vulkan"
	case wgpu.BackendType_Metal:
		info.Backend = "metal"
	case wgpu.BackendType_D3D12:
		info.Backend = "d3d12"
	default:
		info.Backend = strings.ToLower(p.BackendType.String())
	}
	switch {
	case softwareName(p.Name, p.VendorId):
		info.Kind = Software
	case p.AdapterType == wgpu.AdapterType_DiscreteGPU:
		info.Kind = Discrete
	case p.AdapterType == wgpu.AdapterType_IntegratedGPU:
		info.Kind = Integrated
	case p.AdapterType == wgpu.AdapterType_CPU:
		info.Kind = Virtual // wgpu-native reports virtual GPUs as CPUs, and no software driver has this name
	default:
		info.Kind = Other
	}
	info.Limits, _ = convertLimits(required(a), info)
	info.Timestamps = hasTimestamps(a.HasFeature(wgpu.FeatureName_TimestampQuery), info.Backend)
	return info
}

// hasTimestamps reports whether the adapter can take timestamps. On Metal, this version of
// wgpu-native announces the feature without implementing it.
func hasTimestamps(feature bool, backend string) bool { return feature && backend != "metal" }

// required returns all limits of an adapter, to open it with.
func required(a *wgpu.Adapter) wgpu.Limits {
	l := a.GetLimits().Limits
	l.MaxBufferSize = min(l.MaxBufferSize, unlimited)
	l.MaxStorageBufferBindingSize = min(l.MaxStorageBufferBindingSize, math.MaxInt64)
	return l
}

// convertLimits converts the binding's limits of an adapter.
func convertLimits(l wgpu.Limits, a Adapter) (wgsl.Limits, extraLimits) {
	clamp := func(v uint64) int64 { return int64(min(v, unlimited)) }
	allocation := clamp(l.MaxBufferSize)
	if allocation == unlimited {
		allocation = maxAllocation
	}
	return wgsl.Limits{
			Invocations:     int(l.MaxComputeInvocationsPerWorkgroup),
			WorkgroupBytes:  int(l.MaxComputeWorkgroupStorageSize),
			Workgroups:      int(min(l.MaxComputeWorkgroupsPerDimension, 65535)),
			BindingBytes:    clamp(l.MaxStorageBufferBindingSize),
			AllocationBytes: allocation,
			StorageAlign:    max(int(l.MinStorageBufferOffsetAlignment), 4),
			StorageBindings: int(min(l.MaxStorageBuffersPerShaderStage, 1<<20)),
			Bandwidth:       a.Kind.bandwidth(),
			Family:          familyOf(a),
		}, extraLimits{
			size: [3]int{
				int(l.MaxComputeWorkgroupSizeX), int(l.MaxComputeWorkgroupSizeY), int(l.MaxComputeWorkgroupSizeZ),
			},
			uniformBytes: clamp(l.MaxUniformBufferBindingSize),
			uniformAlign: max(int(l.MinUniformBufferOffsetAlignment), 4),
		}
}

// openAdapter opens a device with all limits of its adapter. It returns nil if the driver refuses.
func openAdapter(a *wgpu.Adapter, timestamps bool) *wgpu.Device {
	var features []wgpu.FeatureName
	if timestamps {
		features = append(features, wgpu.FeatureName_TimestampQuery)
	}
	return requestDevice(a, required(a), features)
}

// Adapters lists the adapters of the primary backends (Vulkan, Metal, D3D12). It lists a GPU once
// for each backend that reaches it. It returns ErrNoAdapter if there is none.
func Adapters() ([]Adapter, error) {
	instance, found, infos := enumerate()
	for _, a := range found {
		a.Release()
	}
	instance.Release()
	if len(infos) == 0 {
		return nil, ErrNoAdapter
	}
	return infos, nil
}

// Open opens the best adapter that c allows, with all its limits. It returns ErrNoAdapter with
// advice if there is none. The caller closes the device.
func Open(c Choice) (*Device, error) {
	instance, found, infos := enumerate()
	var device *wgpu.Device
	var chosen int
	fit, err := rank(infos, c)
	for _, a := range fit {
		chosen = a.Index
		if device = openAdapter(found[chosen], a.Timestamps); device != nil {
			err = nil
			break
		}
		err = &kindError{"device: " + a.Name + ": its driver refused to open it: " +
			"is it in use or out of memory? Choose another adapter", ErrNoAdapter}
	}
	for i, a := range found {
		if device == nil || i != chosen {
			a.Release()
		}
	}
	if device == nil {
		instance.Release()
		return nil, err
	}
	n := native{instance: instance, adapter: found[chosen], device: device, queue: device.GetQueue()}
	d, err := newDevice(n, infos[chosen])
	if err != nil {
		n.release()
		return nil, err
	}
	return d, nil
}

// release releases a device that this package opened. Nothing may be in flight: wgpu would wait for
// at most 5 s and then free memory that the GPU still uses.
func (n *native) release() {
	if n.calls.valid() {
		n.calls.free(n.rdevice)
		n.calls = callbacks{}
	}
	if n.instance == nil {
		return // the device belongs to the application
	}
	n.queue.Release()
	if !releaseDevice(n.rdevice) {
		return
	}
	n.adapter.Release()
	n.instance.Release()
	trimMemory() // glibc keeps the memory of compiled kernels otherwise
}

// bufferUsage is a set of WebGPU's usage bits.
type bufferUsage uint32

const (
	useMapRead  = bufferUsage(wgpu.BufferUsage_MapRead)
	useMapWrite = bufferUsage(wgpu.BufferUsage_MapWrite)
	useCopySrc  = bufferUsage(wgpu.BufferUsage_CopySrc)
	useCopyDst  = bufferUsage(wgpu.BufferUsage_CopyDst)
	useUniform  = bufferUsage(wgpu.BufferUsage_Uniform)
	useStorage  = bufferUsage(wgpu.BufferUsage_Storage)
	useResolve  = bufferUsage(wgpu.BufferUsage_QueryResolve)
)

// newBuffer returns nil after an error, which n.calls then holds.
func (n *native) newBuffer(label string, bytes int64, use bufferUsage, mapped bool) *wgpu.Buffer {
	return bufferOf(n.rdevice, n.calls.newBuffer(n.rdevice, label, bytes, use, mapped))
}

// newPipeline compiles m. After an error, all its objects are released.
func (n *native) newPipeline(m wgsl.Module) (p *wgpu.ComputePipeline, l *wgpu.BindGroupLayout, err error) {
	shader, err := n.device.CreateShaderModule(&wgpu.ShaderModuleDescriptor{
		Label: m.Name, WGSLDescriptor: &wgpu.ShaderModuleWGSLDescriptor{Code: m.Text},
	})
	if err != nil {
		return nil, nil, err
	}
	defer shader.Release()
	entries := make([]wgpu.BindGroupLayoutEntry, len(m.Bindings))
	for i, b := range m.Bindings {
		typ := wgpu.BufferBindingType_ReadOnlyStorage
		switch b.Access {
		case wgsl.ReadWrite:
			typ = wgpu.BufferBindingType_Storage
		case wgsl.Uniform:
			typ = wgpu.BufferBindingType_Uniform
		}
		entries[i] = wgpu.BindGroupLayoutEntry{
			Binding: uint32(i), Visibility: wgpu.ShaderStage_Compute, Buffer: wgpu.BufferBindingLayout{Type: typ},
		}
	}
	// The layout is explicit, because asking a pipeline without bindings for its layout aborts the
	// process.
	l, err = n.device.CreateBindGroupLayout(&wgpu.BindGroupLayoutDescriptor{Label: m.Name, Entries: entries})
	if err != nil {
		return nil, nil, err
	}
	layout, err := n.device.CreatePipelineLayout(&wgpu.PipelineLayoutDescriptor{Label: m.Name,
		BindGroupLayouts: []*wgpu.BindGroupLayout{l}})
	if err != nil {
		l.Release()
		return nil, nil, err
	}
	defer layout.Release()
	p, err = n.device.CreateComputePipeline(&wgpu.ComputePipelineDescriptor{
		Label: m.Name, Layout: layout,
		Compute: wgpu.ProgrammableStageDescriptor{Module: shader, EntryPoint: m.Entry},
	})
	if err != nil {
		l.Release()
		return nil, nil, err
	}
	return p, l, nil
}

// newBindGroup returns nil after an error, which n.calls then holds.
func (n *native) newBindGroup(label string, l *wgpu.BindGroupLayout, b []Binding) *wgpu.BindGroup {
	return bindGroupOf(n.calls.newBindGroup(n.rdevice, label, l, b))
}

// newQuerySet returns nil after an error, which n.calls then holds.
func (n *native) newQuerySet(label string, count int) *wgpu.QuerySet {
	return querySetOf(n.calls.newQuerySet(n.rdevice, label, count))
}
