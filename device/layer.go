package device

import (
	"strings"

	"wgfft/wgsl"
)

// A backend is an implementation of WebGPU, and a build has exactly one:
//
//	wgpu-native  backend_cgo.go, adopt_cgo.go, shim.c, wgpu.c; and for a version of the library
//	             backend_wgpu17.go and wgpu17.c, or backend_wgpu27.go and wgpu27.c
//	browser      the files *_js.go
//	none         backend_none.go, which has no adapters
//
// To add a backend, write backend_NAME.go with a build constraint, and exclude this constraint from the other backends.
// The file needs the declarations of backend_none.go: Adopt, AdoptBuffer and AdoptEncoder (see adopt.go), the types
//
//	handle   a pointer to an object of the backend; nil is no object
//	op       a recorded command; dispatchOp, copyOp, timestampOp and resolveOp return one
//	listing  the adapters of the system: list, adapters, open, release
//	native   an open device; its zero value is no device
//	mapping  a requested map of a buffer; its zero value is no mapping
//
// the functions bufferSize, usageOf, adoptNative, sleepMicroseconds and wake, which ends sleeps, and the constants
//
//	compilers             the largest number of calls of newPipeline that run at the same time
//	spin                  how long a wait polls without a sleep
//	releasesMappableLate  whether a buffer that can be mapped is released only after the work in flight
//
// Only driver.go calls native. The methods of native are the calls of an open device. The caller holds Device.mu. The
// calls return no errors: takeError returns the first error since its last call. A call may block its goroutine, as
// the compilation of a kernel does. The caller waits for mappings and submissions by polling.

// adapterInfo is a backend's description of an adapter.
type adapterInfo struct {
	name, driver       string
	vendorID, deviceID uint32
	backend            string // vulkan, metal, d3d12, webgpu or other
	kind               Kind   // Software for a driver on the CPU or a virtual GPU
	features           features
	limits             nativeLimits // of a device that is opened on the adapter
}

// features are the abilities of a device beyond WebGPU's basic ones.
type features struct{ timestamps, f64, f16, int64, subgroups, shared bool }

// setTo sets the fields of a for the features.
func (f features) setTo(a *Adapter) {
	a.Timestamps, a.F64, a.F16, a.Int64, a.Subgroups = f.timestamps, f.f64, f.f16, f.int64, f.subgroups
}

// nativeLimits are limits as a backend reports them.
type nativeLimits struct {
	bufferBytes, bindingBytes, uniformBytes     uint64
	invocations, workgroupBytes, workgroups     uint32
	size                                        [3]uint32
	storageBindings, storageAlign, uniformAlign uint32
}

// deviceState is the state of the device that a call reports.
type deviceState struct {
	submitted uint64 // submissions since the device was opened
	done      uint64 // completed submissions
	empty     bool   // nothing is in flight, including work of the application
	failed    bool   // takeError returns an error
	lost      bool   // the device is lost: it must not be used any more
}

// errorKind is the kind of an error of a backend.
type errorKind uint8

const (
	errorNone errorKind = iota
	errorInvalid
	errorOutOfMemory
	errorLost
)

// The states of a mapping. Larger values are errors of the backend.
const (
	mapPending = -1
	mapDone    = 0
	mapLost    = 1 // the device was lost
)

// bufferUsage is a set of WebGPU's usage bits, which all backends share.
type bufferUsage uint32

const (
	useMapRead  bufferUsage = 0x1
	useMapWrite bufferUsage = 0x2
	useCopySrc  bufferUsage = 0x4
	useCopyDst  bufferUsage = 0x8
	useUniform  bufferUsage = 0x40
	useStorage  bufferUsage = 0x80
	useResolve  bufferUsage = 0x200
)

// extraLimits are limits and features that this package checks. Planning does not need them.
type extraLimits struct {
	hasShared    bool   // kernels can use buffers that the host can map
	size         [3]int // invocations per workgroup and dimension
	uniformBytes int64
	uniformAlign int
}

const (
	// unlimited stands for "no limit" of the buffer size, which NVIDIA reports.
	unlimited int64 = 1 << 40
	// maxAllocation is the largest buffer of a driver that reports no limit. Larger buffers fail
	// with "not enough memory" on NVIDIA.
	maxAllocation int64 = 1<<32 - 1<<21
)

// describe returns the description of adapter i of a listing.
func describe(found adapterInfo, i int) Adapter {
	info := Adapter{
		Index: i, Name: found.name, Vendor: vendorName(found.vendorID), Driver: strings.TrimSpace(found.driver),
		Backend: found.backend, Kind: found.kind, VendorID: found.vendorID, DeviceID: found.deviceID,
	}
	switch {
	case softwareName(found.name, found.vendorID):
		info.Kind = Software
	case found.kind == Software:
		info.Kind = Virtual // backends report virtual GPUs as CPUs; softwareName knows the software drivers
	}
	info.Limits, _ = convertLimits(found.limits, info)
	found.features.setTo(&info)
	return info
}

// describeAll returns the descriptions of the adapters of l.
func describeAll(l *listing) []Adapter {
	var all []Adapter
	for i, found := range l.adapters() {
		all = append(all, describe(found, i))
	}
	return all
}

// convertLimits converts the limits of an adapter.
func convertLimits(l nativeLimits, a Adapter) (wgsl.Limits, extraLimits) {
	clamp := func(v uint64) int64 { return int64(min(v, uint64(unlimited))) }
	allocation := clamp(l.bufferBytes)
	if allocation == unlimited {
		allocation = maxAllocation
	}
	return wgsl.Limits{
			Invocations:     int(l.invocations),
			WorkgroupBytes:  int(l.workgroupBytes),
			Workgroups:      int(min(l.workgroups, 65535)),
			BindingBytes:    clamp(l.bindingBytes),
			AllocationBytes: allocation,
			StorageAlign:    max(int(l.storageAlign), 4),
			StorageBindings: int(min(l.storageBindings, 1<<20)),
			Bandwidth:       a.Kind.bandwidth(),
			Family:          familyOf(a),
		}, extraLimits{
			size:         [3]int{int(l.size[0]), int(l.size[1]), int(l.size[2])},
			uniformBytes: clamp(l.uniformBytes),
			uniformAlign: max(int(l.uniformAlign), 4),
		}
}

// Adapters lists the adapters of Vulkan, Metal and D3D12, or the adapters that a web page can
// request. A GPU appears once for each interface that has it. It returns ErrNoAdapter if there is
// none.
func Adapters() ([]Adapter, error) {
	l, err := list()
	if err != nil {
		return nil, err
	}
	defer l.release()
	infos := describeAll(l)
	if len(infos) == 0 {
		return nil, ErrNoAdapter
	}
	return infos, nil
}

// Pick returns the adapter of a result of Adapters that Open tries first. It returns ErrNoAdapter with advice if c
// allows none of them.
func Pick(all []Adapter, c Choice) (Adapter, error) {
	fit, err := rank(all, c)
	if err != nil {
		return Adapter{}, err
	}
	return fit[0], nil
}

// Open opens the best adapter that c allows, with all its limits and features. It returns
// ErrNoAdapter with advice if there is none. The caller closes the device.
func Open(c Choice) (*Device, error) {
	l, err := list()
	if err != nil {
		return nil, err
	}
	defer l.release()
	fit, err := rank(describeAll(l), c)
	for _, a := range fit {
		if n := l.open(a.Index); n.isOpen() {
			d := newDevice(newGPU(n), a)
			d.extra.hasShared = n.features().shared
			return d, nil
		}
		err = &kindError{"device: " + a.Name + ": its driver refused to open it: " +
			"is it in use or out of memory? Choose another adapter", ErrNoAdapter}
	}
	return nil, err
}
