//go:build cgo && (android || darwin || ((linux || windows) && (amd64 || (arm64 && wgpu27))))

package device

/*
#cgo linux CFLAGS: -fexceptions
#cgo wgpu27 CFLAGS: -DWGFFT_WGPU27
#cgo noescape wgfft_take_error
#cgo noescape wgfft_submit
#cgo noescape wgfft_encode
#cgo noescape wgfft_write
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"time"
	"unsafe"

	"wgfft/wgsl"
)

// This file is the backend of libraries written in C, which shim.h declares. Only this file uses C.

// A handle points to memory of the library, which Go's garbage collector ignores.
type handle = unsafe.Pointer

// A listing is the adapters of the system.
type listing struct{ l *C.wgfft_list }

// list lists the adapters. The caller releases the listing.
func list() (*listing, error) {
	l := C.wgfft_list_new()
	if l == nil {
		return nil, ErrOutOfMemory
	}
	return &listing{l}, nil
}

func (l *listing) release() { C.wgfft_list_free(l.l) }

func (l *listing) adapters() []adapterInfo {
	found := make([]adapterInfo, C.wgfft_list_size(l.l))
	for i := range found {
		var a C.wgfft_adapter
		C.wgfft_list_get(l.l, C.size_t(i), &a)
		found[i] = adapterInfo{
			name: C.GoString(&a.name[0]), driver: C.GoString(&a.driver[0]),
			vendorID: uint32(a.vendor_id), deviceID: uint32(a.device_id),
			backend: "other", kind: Other,
			features: toFeatures(a.features), limits: toLimits(&a.limits),
		}
		switch a.backend {
		case C.WGFFT_VULKAN:
			found[i].backend = "vulkan"
		case C.WGFFT_METAL:
			found[i].backend = "metal"
		case C.WGFFT_D3D12:
			found[i].backend = "d3d12"
		}
		switch a.kind {
		case C.WGFFT_DISCRETE:
			found[i].kind = Discrete
		case C.WGFFT_INTEGRATED:
			found[i].kind = Integrated
		case C.WGFFT_CPU:
			found[i].kind = Software
		}
	}
	return found
}

func toFeatures(bits C.uint32_t) features {
	return features{
		timestamps: bits&C.WGFFT_TIMESTAMPS != 0, f64: bits&C.WGFFT_F64 != 0, f16: bits&C.WGFFT_F16 != 0,
		int64: bits&C.WGFFT_INT64 != 0, subgroups: bits&C.WGFFT_SUBGROUPS != 0,
		shared: bits&C.WGFFT_SHARED != 0,
	}
}

func toLimits(l *C.wgfft_limits) nativeLimits {
	return nativeLimits{
		bufferBytes: uint64(l.buffer_bytes), bindingBytes: uint64(l.binding_bytes),
		uniformBytes: uint64(l.uniform_bytes),
		invocations:  uint32(l.invocations), workgroupBytes: uint32(l.workgroup_bytes),
		workgroups:      uint32(l.workgroups),
		size:            [3]uint32{uint32(l.size[0]), uint32(l.size[1]), uint32(l.size[2])},
		storageBindings: uint32(l.storage_bindings), storageAlign: uint32(l.storage_align),
		uniformAlign: uint32(l.uniform_align),
	}
}

// A native is an open device with its queue.
type native struct{ d *C.wgfft_device }

// open opens adapter i with its features and limits. The result is not open if the driver refused.
func (l *listing) open(i int) native { return native{C.wgfft_open(l.l, C.size_t(i))} }

// adoptNative uses a device of the application. The result is not open if there is no memory.
func adoptNative(device, queue handle) native { return native{C.wgfft_adopt(device, queue)} }

func (n native) isOpen() bool { return n.d != nil }

// release releases the device, or leaves an adopted device to the application. Nothing may be in
// flight: wgpu would free memory that the GPU still uses.
func (n native) release() { C.wgfft_close(n.d) }

func (n native) limits() nativeLimits {
	var l C.wgfft_limits
	C.wgfft_get_limits(n.d, &l)
	return toLimits(&l)
}

func (n native) features() features { return toFeatures(C.wgfft_get_features(n.d)) }

// An op is a recorded command with its handles.
type op = C.wgfft_op

func dispatchOp(pipeline, group handle, x, y, z uint32) op {
	return op{kind: C.WGFFT_DISPATCH, a: pipeline, b: group, x: C.uint32_t(x), y: C.uint32_t(y), z: C.uint32_t(z)}
}

func copyOp(dst handle, dstOff int64, src handle, srcOff, n int64) op {
	return op{kind: C.WGFFT_COPY, a: dst, p: C.uint64_t(dstOff), b: src, q: C.uint64_t(srcOff), n: C.uint64_t(n)}
}

func timestampOp(set handle, i int) op {
	return op{kind: C.WGFFT_TIMESTAMP, a: set, x: C.uint32_t(i)}
}

func resolveOp(set handle, first, count int, dst handle) op {
	return op{kind: C.WGFFT_RESOLVE, a: set, x: C.uint32_t(first), y: C.uint32_t(count), b: dst}
}

func toDeviceState(n C.wgfft_news) deviceState {
	return deviceState{uint64(n.submitted), uint64(n.done), bool(n.empty), bool(n.error), bool(n.lost)}
}

func (n native) poll() deviceState { return toDeviceState(C.wgfft_poll(n.d)) }

func (n native) submit(ops []op) deviceState {
	return toDeviceState(C.wgfft_submit(n.d, unsafe.SliceData(ops), C.size_t(len(ops))))
}

// encode writes commands into an encoder of the application.
func (n native) encode(encoder handle, ops []op) {
	C.wgfft_encode(n.d, encoder, unsafe.SliceData(ops), C.size_t(len(ops)))
}

// failed reports whether takeError returns an error.
func (n native) failed() bool { return bool(C.wgfft_has_error(n.d)) }

// takeError returns the first error since its last call, and forgets it.
func (n native) takeError() (errorKind, string) {
	var text [2048]byte
	kind := C.wgfft_take_error(n.d, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)))
	if kind == C.WGFFT_NO_ERROR {
		return errorNone, ""
	}
	size := 0
	for size < len(text) && text[size] != 0 {
		size++
	}
	switch kind {
	case C.WGFFT_OUT_OF_MEMORY:
		return errorOutOfMemory, string(text[:size])
	case C.WGFFT_LOST:
		return errorLost, string(text[:size])
	}
	return errorInvalid, string(text[:size])
}

// isAlive reports whether the device is not lost, after an error that may be the reason.
func (n native) isAlive() bool { return bool(C.wgfft_alive(n.d)) }

// newBuffer returns nil after an error.
func (n native) newBuffer(label string, bytes int64, use bufferUsage, mapped bool) handle {
	text := C.CString(label)
	defer C.free(unsafe.Pointer(text))
	return C.wgfft_new_buffer(n.d, text, C.uint32_t(use), C.uint64_t(bytes), C.bool(mapped))
}

// newPipeline compiles m. After an error both handles are nil.
func (n native) newPipeline(m wgsl.Module) (pipeline, layout handle) {
	name, text, entry := C.CString(m.Name), C.CString(m.Text), C.CString(m.Entry)
	defer C.free(unsafe.Pointer(name))
	defer C.free(unsafe.Pointer(text))
	defer C.free(unsafe.Pointer(entry))
	accesses := make([]C.uint32_t, len(m.Bindings))
	for i, b := range m.Bindings {
		switch b.Access {
		case wgsl.ReadWrite:
			accesses[i] = C.WGFFT_READ_WRITE
		case wgsl.Uniform:
			accesses[i] = C.WGFFT_UNIFORM
		}
	}
	count := C.size_t(len(accesses))
	pipeline = C.wgfft_new_pipeline(n.d, name, text, entry, unsafe.SliceData(accesses), count, &layout)
	return pipeline, layout
}

// newBindGroup returns nil after an error.
func (n native) newBindGroup(label string, layout handle, b []Binding) handle {
	entries := make([]C.wgfft_entry, len(b))
	for i, e := range b {
		entries[i] = C.wgfft_entry{
			buffer: handleOf(e.Buffer.native), offset: C.uint64_t(e.Offset), size: C.uint64_t(e.Size),
		}
	}
	text := C.CString(label)
	defer C.free(unsafe.Pointer(text))
	return C.wgfft_new_bind_group(n.d, text, layout, unsafe.SliceData(entries), C.size_t(len(b)))
}

// newQuerySet makes count timestamps. It returns nil after an error.
func (n native) newQuerySet(label string, count int) handle {
	text := C.CString(label)
	defer C.free(unsafe.Pointer(text))
	return C.wgfft_new_query_set(n.d, text, C.uint32_t(count))
}

func (n native) releaseBuffer(b handle)           { C.wgfft_release_buffer(n.d, b) }
func (n native) releasePipeline(p, layout handle) { C.wgfft_release_pipeline(n.d, p, layout) }
func (n native) releaseBindGroup(g handle)        { C.wgfft_release_bind_group(n.d, g) }
func (n native) releaseQuerySet(q handle)         { C.wgfft_release_query_set(n.d, q) }

// bufferSize returns the size of a buffer of the application.
func bufferSize(b handle) uint64 { return uint64(C.wgfft_buffer_size(b)) }

// usageOf returns the usage of a buffer of the application.
func usageOf(b handle) bufferUsage { return bufferUsage(C.wgfft_buffer_usage(b)) }

func (n native) write(buffer handle, offset int64, data []byte) {
	C.wgfft_write(n.d, buffer, C.uint64_t(offset), unsafe.Pointer(unsafe.SliceData(data)), C.size_t(len(data)))
}

// A mapping is a requested map of a buffer.
type mapping struct{ m *C.wgfft_map }

// startMap asks for the memory of a buffer. The result is not valid if there is no memory.
func (n native) startMap(buffer handle, write bool, bytes int64) mapping {
	return mapping{C.wgfft_map_start(n.d, buffer, C.bool(write), C.size_t(bytes))}
}

func (m mapping) isValid() bool { return m.m != nil }
func (m mapping) status() int   { return int(C.wgfft_map_status(m.m)) }
func (m mapping) drop()         { C.wgfft_map_drop(m.m) }

// unmap ends a mapping or cancels a pending one.
func (n native) unmap(buffer handle) { C.wgfft_unmap(n.d, buffer) }

// mappedRange returns the memory of a buffer, which must be mapped.
func (n native) mappedRange(buffer handle, bytes int64) []byte {
	p := C.wgfft_mapped(n.d, buffer, C.size_t(bytes))
	if p == nil {
		return nil
	}
	return unsafe.Slice((*byte)(p), bytes)
}

// count returns the number of objects that the library holds, for tests.
func (n native) count() map[string]uint64 {
	c := C.wgfft_count(n.d)
	return map[string]uint64{
		"buffers": uint64(c.buffers), "bind groups": uint64(c.bind_groups),
		"layouts": uint64(c.bind_group_layouts), "pipeline layouts": uint64(c.pipeline_layouts),
		"pipelines": uint64(c.pipelines), "shaders": uint64(c.shaders),
		"commands": uint64(c.command_buffers), "queries": uint64(c.query_sets),
	}
}

// spin is about the time of a short transform.
const spin = 100 * time.Microsecond

// wake does nothing: sleeps are short.
func wake() {}

// sleepMicroseconds sleeps in C, because Go's timers wake about a millisecond late.
func sleepMicroseconds(microseconds int) { C.wgfft_sleep(C.uint32_t(microseconds)) }
