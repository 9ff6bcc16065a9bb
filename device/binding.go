//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

import (
	"math"
	"strings"

	"github.com/rajveermalviya/go-webgpu/wgpu"

	"wgfft/wgsl"
)

// A native is an open device of the binding with everything that lives as long as it.
type native struct {
	instance *wgpu.Instance // nil when adopted, like adapter
	adapter  *wgpu.Adapter
	device   *wgpu.Device
	queue    *wgpu.Queue
	rdevice  raw
	rqueue   raw
	calls    callbacks
}

// Limits of the device that this package checks but no kernel is planned by.
type extraLimits struct {
	size         [3]int // invocations per workgroup and dimension
	uniformBytes int64
	uniformAlign int
}

const (
	// maxBuffer stands for "no limit", which NVIDIA reports and the binding takes for "not set".
	maxBuffer = 1 << 40
	// maxAllocation is what a driver that reports no limit gives to one buffer: measured on an H200, driver
	// 580; one MiB more is "not enough memory".
	maxAllocation = 1<<32 - 1<<21
)

// enumerate lists the adapters of the primary backends. The caller releases adapters and instance.
func enumerate() (*wgpu.Instance, []*wgpu.Adapter, []Adapter) {
	wgpu.SetLogLevel(wgpu.LogLevel_Off)
	// The GL backend would print warnings and list every GPU a second time, with fewer abilities.
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

// describe reads what the binding knows about an adapter.
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
		info.Kind = Virtual // wgpu-native reports virtual GPUs so, and no software driver has this name
	default:
		info.Kind = Other
	}
	info.Limits, _ = convertLimits(required(a), info.Kind)
	info.Timestamps = hasTimestamps(a.HasFeature(wgpu.FeatureName_TimestampQuery), info.Backend)
	return info
}

// hasTimestamps: on Metal this version of wgpu-native announces the feature without implementing it.
func hasTimestamps(feature bool, backend string) bool { return feature && backend != "metal" }

// required returns the limits to open the adapter with: all that it has.
func required(a *wgpu.Adapter) wgpu.Limits {
	l := a.GetLimits().Limits
	l.MaxBufferSize = min(l.MaxBufferSize, maxBuffer)
	l.MaxStorageBufferBindingSize = min(l.MaxStorageBufferBindingSize, math.MaxInt64)
	return l
}

// convertLimits translates the binding's limits for a kind of device.
func convertLimits(l wgpu.Limits, k Kind) (wgsl.Limits, extraLimits) {
	clamp := func(v uint64) int64 { return int64(min(v, maxBuffer)) }
	allocation := clamp(l.MaxBufferSize)
	if allocation == maxBuffer {
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
			Bandwidth:       k.bandwidth(),
		}, extraLimits{
			size: [3]int{
				int(l.MaxComputeWorkgroupSizeX), int(l.MaxComputeWorkgroupSizeY), int(l.MaxComputeWorkgroupSizeZ),
			},
			uniformBytes: clamp(l.MaxUniformBufferBindingSize),
			uniformAlign: max(int(l.MinUniformBufferOffsetAlignment), 4),
		}
}

// openAdapter opens a device with all the limits of its adapter. It returns nil if the driver refuses.
func openAdapter(a *wgpu.Adapter, timestamps bool) *wgpu.Device {
	var features []wgpu.FeatureName
	if timestamps {
		features = append(features, wgpu.FeatureName_TimestampQuery)
	}
	return requestDevice(a, required(a), features)
}

// Adapters lists the adapters of the primary backends (Vulkan, Metal, D3D12). A GPU that two backends
// reach is listed twice. It returns ErrNoAdapter if there is none.
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

// Open opens the best adapter that c allows, with all its limits. It returns ErrNoAdapter, with what to do
// about it, if there is none. The caller closes the device.
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
		err = &kindError{"device: " + a.Name + ": its driver refused to open it: is it in use or out of memory? Choose another adapter", ErrNoAdapter}
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

// release gives a device of our own back. Nothing may be in flight: it would wait for it, 5 s at most,
// and then pull the memory from under it.
func (n *native) release() {
	if n.calls.valid() {
		n.calls.free(n.rdevice)
		n.calls = callbacks{}
	}
	if n.instance == nil {
		return // the application's
	}
	n.queue.Release()
	if !releaseDevice(n.rdevice) {
		return
	}
	n.adapter.Release()
	n.instance.Release()
	trimMemory() // glibc kept some 170 MB that kernels of 150 lengths had taken on llvmpipe
}

// bufferUsage holds WebGPU's usage bits.
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

// newBuffer returns nil after an error, which calls then holds.
func (n *native) newBuffer(label string, bytes int64, use bufferUsage, mapped bool) *wgpu.Buffer {
	return bufferOf(n.rdevice, n.calls.newBuffer(n.rdevice, label, bytes, use, mapped))
}

// newPipeline compiles m. On error nothing is left.
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
	// An explicit layout: asking a pipeline for its own aborts the process when it has none.
	l, err = n.device.CreateBindGroupLayout(&wgpu.BindGroupLayoutDescriptor{Label: m.Name, Entries: entries})
	if err != nil {
		return nil, nil, err
	}
	layout, err := n.device.CreatePipelineLayout(&wgpu.PipelineLayoutDescriptor{Label: m.Name, BindGroupLayouts: []*wgpu.BindGroupLayout{l}})
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

// newBindGroup returns nil after an error, which calls then holds.
func (n *native) newBindGroup(label string, l *wgpu.BindGroupLayout, b []Binding) *wgpu.BindGroup {
	return bindGroupOf(n.calls.newBindGroup(n.rdevice, label, l, b))
}

// newQuerySet returns nil after an error, which calls then holds.
func (n *native) newQuerySet(label string, count int) *wgpu.QuerySet {
	return querySetOf(n.calls.newQuerySet(n.rdevice, label, count))
}
