package wgsl

import "fmt"

// Limits are the properties of a device that decide which kernels it can run. They are plain numbers,
// so that planning for a device needs no device.
type Limits struct {
	Invocations     int   `json:"invocations"`      // invocations per workgroup
	WorkgroupBytes  int   `json:"workgroup_bytes"`  // workgroup memory one workgroup may declare, bytes
	Workgroups      int   `json:"workgroups"`       // workgroups per dimension of one dispatch
	BindingBytes    int64 `json:"binding_bytes"`    // largest storage binding, bytes
	AllocationBytes int64 `json:"allocation_bytes"` // largest allocation of device memory, bytes
	StorageAlign    int   `json:"storage_align"`    // alignment of the offset of a storage binding, bytes
	StorageBindings int   `json:"storage_bindings"` // storage bindings one kernel may have
	Bandwidth       int64 `json:"bandwidth"`        // least memory bandwidth, bytes per second, assumed by device type

	Family Family `json:"family"` // facts for the cost model
}

// For converts the limits to a number format. It returns limits under which kernels of single precision take the
// resources of kernels of the format. If points have twice the bytes, a workgroup has half the invocations, memory
// and registers. If sums and products take several instructions, their intermediate results take twice the
// registers again.
func (l Limits) For(n Number) Limits {
	if n == nil || n.Bytes() == (F32{}).Bytes() {
		return l
	}
	more := n.Bytes() / F32{}.Bytes()
	l.Invocations, l.WorkgroupBytes = max(1, l.Invocations/more), l.WorkgroupBytes/more
	l.BindingBytes, l.AllocationBytes = l.BindingBytes/int64(more), l.AllocationBytes/int64(more)
	l.StorageAlign, l.Bandwidth = max(1, l.StorageAlign/more), l.Bandwidth/int64(more)
	f, registers := &l.Family, more
	if n.Cost().Sum > 1 {
		registers *= 2
		f.Name += " in " + n.Tag() // a family without measurements
	}
	f.WorkgroupBytes, f.ReservedBytes = f.WorkgroupBytes/more, f.ReservedBytes/more
	f.Registers, f.ThreadRegisters = f.Registers/registers, f.ThreadRegisters/registers
	f.Bandwidth /= float64(more)
	return l
}

// A LimitError is the error for a quantity that exceeds the limit of a device.
type LimitError struct {
	What string // the quantity, with its unit
	Need int64  // the requested value
	Have int64  // the limit; for an alignment, the multiple that the device requires
	Hint string // the way out
}

// Error implements error.
func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: need %d, have %d: %s", e.What, e.Need, e.Have, e.Hint)
}

// Check returns a LimitError if no kernel fits the limits: a workgroup has at least one invocation.
func (l Limits) Check() error {
	if l.Invocations < 1 {
		return &LimitError{What: "wgsl: invocations per workgroup", Need: 1, Have: int64(l.Invocations),
			Hint: "take the limits of a device or DefaultLimits"}
	}
	return nil
}

// DefaultLimits returns the limits that every WebGPU device guarantees, with the reference family of
// the cost model.
func DefaultLimits() Limits {
	return Limits{
		Invocations:     256,
		WorkgroupBytes:  16 << 10,
		Workgroups:      65535,
		BindingBytes:    128 << 20,
		AllocationBytes: 256 << 20,
		StorageAlign:    256,
		StorageBindings: 8,
		Bandwidth:       20e9,
		Family:          ReferenceFamily(),
	}
}

// NamedLimits returns the limits of a device by name, for planning without the device. The names are
// "default" (WebGPU's guarantees), "h200", "lavapipe" and "swiftshader", with the limits that
// wgpu-native reports.
func NamedLimits(name string) (Limits, error) {
	l := DefaultLimits()
	switch name {
	case "default":
	case "h200":
		l.Invocations, l.WorkgroupBytes = 1024, 48<<10
		l.BindingBytes, l.AllocationBytes = 2<<30, 4<<30-2<<20
		l.StorageAlign, l.StorageBindings = 32, 1<<20
		l.Bandwidth = 100e9
	case "lavapipe":
		l.Invocations, l.WorkgroupBytes = 1024, 32<<10
		l.AllocationBytes = 2<<30 - 1
		l.StorageAlign, l.StorageBindings = 32, 32
		l.Bandwidth, l.Family = 2e9, SoftwareFamily()
	case "swiftshader":
		l.WorkgroupBytes = 32 << 10
		l.AllocationBytes = 1 << 30
		l.Bandwidth, l.Family = 2e9, SoftwareFamily()
	default:
		return Limits{}, fmt.Errorf("wgsl: unknown device %q: use default, h200, lavapipe or swiftshader", name)
	}
	return l, nil
}
