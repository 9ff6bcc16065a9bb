//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

/*
#cgo linux CFLAGS: -fexceptions
#cgo noescape wgfft_take_error
#cgo noescape wgfft_submit
#cgo noescape wgfft_encode
#cgo noescape wgfft_write
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"unsafe"

	"github.com/rajveermalviya/go-webgpu/wgpu"
)

// Only this file uses C and unsafe. Handles of wgpu-native have type unsafe.Pointer. They point to
// memory of wgpu-native, which Go's garbage collector ignores.

// raw is a handle of wgpu-native.
type raw = unsafe.Pointer

// The fields of the binding's structs that this package uses. A test compares them with the binding
// by reflection.
type (
	deviceLayout struct{ ref raw }
	oneLayout    struct{ ref raw } // Instance, Adapter, BindGroup, BindGroupLayout, ComputePipeline, QuerySet
	childLayout  struct {          // Queue, Buffer, CommandEncoder
		deviceRef raw
		ref       raw
	}
)

func rawDevice(d *wgpu.Device) raw { return (*deviceLayout)(unsafe.Pointer(d)).ref }

func rawInstance(i *wgpu.Instance) raw        { return (*oneLayout)(unsafe.Pointer(i)).ref }
func rawAdapter(a *wgpu.Adapter) raw          { return (*oneLayout)(unsafe.Pointer(a)).ref }
func rawPipeline(p *wgpu.ComputePipeline) raw { return (*oneLayout)(unsafe.Pointer(p)).ref }
func rawBindGroup(g *wgpu.BindGroup) raw      { return (*oneLayout)(unsafe.Pointer(g)).ref }
func rawQuerySet(q *wgpu.QuerySet) raw        { return (*oneLayout)(unsafe.Pointer(q)).ref }

func rawQueue(q *wgpu.Queue) (device, ref raw) {
	l := (*childLayout)(unsafe.Pointer(q))
	return l.deviceRef, l.ref
}

func rawBuffer(b *wgpu.Buffer) (device, ref raw) {
	l := (*childLayout)(unsafe.Pointer(b))
	return l.deviceRef, l.ref
}

func rawEncoder(e *wgpu.CommandEncoder) (device, ref raw) {
	l := (*childLayout)(unsafe.Pointer(e))
	return l.deviceRef, l.ref
}

// These functions return the binding's objects for handles that this package made. A nil handle
// gives nil.

func bufferOf(device, buffer raw) *wgpu.Buffer {
	if buffer == nil {
		return nil
	}
	C.wgfft_reference_device(device) // as in the binding, where Release releases one reference
	b := new(wgpu.Buffer)
	*(*childLayout)(unsafe.Pointer(b)) = childLayout{device, buffer}
	return b
}

func adapterOf(adapter raw) *wgpu.Adapter {
	a := new(wgpu.Adapter)
	*(*oneLayout)(unsafe.Pointer(a)) = oneLayout{adapter}
	return a
}

func deviceOf(device raw) *wgpu.Device {
	if device == nil {
		return nil
	}
	d := new(wgpu.Device)
	*(*deviceLayout)(unsafe.Pointer(d)) = deviceLayout{device}
	return d
}

func bindGroupOf(group raw) *wgpu.BindGroup {
	if group == nil {
		return nil
	}
	g := new(wgpu.BindGroup)
	*(*oneLayout)(unsafe.Pointer(g)) = oneLayout{group}
	return g
}

func querySetOf(set raw) *wgpu.QuerySet {
	if set == nil {
		return nil
	}
	q := new(wgpu.QuerySet)
	*(*oneLayout)(unsafe.Pointer(q)) = oneLayout{set}
	return q
}

// maxAdapters is the largest number of adapters that are listed.
const maxAdapters = 64

// enumerateAdapters returns nil if wgpu panicked.
func enumerateAdapters(instance *wgpu.Instance, backends wgpu.InstanceBackend) []*wgpu.Adapter {
	var refs [maxAdapters]raw
	n := C.wgfft_enumerate(rawInstance(instance), C.uint32_t(backends), &refs[0], maxAdapters)
	found := make([]*wgpu.Adapter, n)
	for i := range found {
		found[i] = adapterOf(refs[i])
	}
	return found
}

// requestDevice returns nil if the driver refused or wgpu panicked.
func requestDevice(a *wgpu.Adapter, l wgpu.Limits, features []wgpu.FeatureName) *wgpu.Device {
	limits := *(*C.wgfft_limits)(unsafe.Pointer(&l))
	names := (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(features)))
	return deviceOf(C.wgfft_request_device(rawAdapter(a), limits, names, C.size_t(len(features))))
}

// An op is a recorded command with its native handles.
type op = C.wgfft_op

func dispatchOp(pipeline, group raw, x, y, z uint32) op {
	return op{kind: C.WGFFT_DISPATCH, a: pipeline, b: group, x: C.uint32_t(x), y: C.uint32_t(y), z: C.uint32_t(z)}
}

func copyOp(dst raw, dstOff int64, src raw, srcOff, n int64) op {
	return op{kind: C.WGFFT_COPY, a: dst, p: C.uint64_t(dstOff), b: src, q: C.uint64_t(srcOff), n: C.uint64_t(n)}
}

func timestampOp(set raw, i int) op {
	return op{kind: C.WGFFT_TIMESTAMP, a: set, x: C.uint32_t(i)}
}

func resolveOp(set raw, first, count int, dst raw) op {
	return op{kind: C.WGFFT_RESOLVE, a: set, x: C.uint32_t(first), y: C.uint32_t(count), b: dst}
}

// deviceState is what a call reports about the device.
type deviceState struct {
	submitted uint64 // submissions since the device was opened
	done      uint64 // completed submissions
	empty     bool   // nothing is in flight, including work of the application
	failed    bool   // takeError returns an error
	panicked  bool   // wgpu panicked, so the device is lost
}

func toDeviceState(n C.wgfft_news) deviceState {
	return deviceState{uint64(n.submitted), uint64(n.done), bool(n.empty), bool(n.error), bool(n.panicked)}
}

// callbacks is C memory that the callbacks of a device write to.
type callbacks struct{ s *C.wgfft_state }

func newCallbacks(device raw) callbacks { return callbacks{C.wgfft_state_new(device)} }

func (c callbacks) free(device raw)             { C.wgfft_state_free(c.s, device) }
func (c callbacks) poll(device raw) deviceState { return toDeviceState(C.wgfft_poll(c.s, device)) }
func (c callbacks) failed() bool                { return bool(C.wgfft_has_error(c.s)) }
func (c callbacks) valid() bool                 { return c.s != nil }
func (c callbacks) unmap(buffer raw)            { C.wgfft_unmap(c.s, buffer) }

// releaseDevice returns false if wgpu panicked. Objects of the device must not be released then.
func releaseDevice(device raw) bool { return bool(C.wgfft_release_device(device)) }

func encodeOps(encoder raw, ops []op) {
	C.wgfft_encode(encoder, unsafe.SliceData(ops), C.size_t(len(ops)))
}
func trimMemory()                        { C.wgfft_trim() }
func sleepMicroseconds(microseconds int) { C.wgfft_sleep(C.uint32_t(microseconds)) }

func (c callbacks) newBuffer(device raw, label string, bytes int64, use bufferUsage, mapped bool) raw {
	text := C.CString(label)
	defer C.free(unsafe.Pointer(text))
	return C.wgfft_new_buffer(c.s, device, text, C.uint32_t(use), C.uint64_t(bytes), C.bool(mapped))
}

func (c callbacks) newBindGroup(device raw, label string, layout *wgpu.BindGroupLayout, b []Binding) raw {
	entries := make([]C.wgfft_entry, len(b))
	for i, e := range b {
		entries[i] = C.wgfft_entry{
			binding: C.uint32_t(i), buffer: e.Buffer.ref, offset: C.uint64_t(e.Offset), size: C.uint64_t(e.Size),
		}
	}
	text := C.CString(label)
	defer C.free(unsafe.Pointer(text))
	ref := (*oneLayout)(unsafe.Pointer(layout)).ref
	return C.wgfft_new_bind_group(c.s, device, text, ref, unsafe.SliceData(entries), C.size_t(len(b)))
}

func (c callbacks) newQuerySet(device raw, label string, count int) raw {
	text := C.CString(label)
	defer C.free(unsafe.Pointer(text))
	return C.wgfft_new_query_set(c.s, device, text, C.uint32_t(wgpu.QueryType_Timestamp), C.uint32_t(count))
}

func (c callbacks) submit(device, queue raw, ops []op) deviceState {
	return toDeviceState(C.wgfft_submit(c.s, device, queue, unsafe.SliceData(ops), C.size_t(len(ops))))
}

// takeError returns wgpu's error type (0: none) and its text, and clears it.
func (c callbacks) takeError() (uint32, string) {
	var text [2048]byte
	typ := C.wgfft_take_error(c.s, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)))
	if typ == 0 {
		return 0, ""
	}
	n := 0
	for n < len(text) && text[n] != 0 {
		n++
	}
	return uint32(typ), string(text[:n])
}

func (c callbacks) write(queue, buffer raw, offset int64, data []byte) {
	C.wgfft_write(c.s, queue, buffer, C.uint64_t(offset), unsafe.Pointer(unsafe.SliceData(data)), C.size_t(len(data)))
}

// A mapping is a requested map of a buffer.
type mapping struct{ m *C.wgfft_map }

// The states of a mapping. Other values are errors of wgpu.
const (
	mapPending = -1
	mapDone    = 0
	mapLost    = 3 // the device was lost
)

func (c callbacks) startMap(buffer raw, write bool, bytes int64) mapping {
	mode := C.uint32_t(wgpu.MapMode_Read)
	if write {
		mode = C.uint32_t(wgpu.MapMode_Write)
	}
	return mapping{C.wgfft_map_start(c.s, buffer, mode, C.size_t(bytes))}
}

func (m mapping) valid() bool { return m.m != nil }
func (m mapping) status() int { return int(C.wgfft_map_status(m.m)) }
func (m mapping) drop()       { C.wgfft_map_drop(m.m) }

// mappedRange returns the memory of a mapped buffer. It aborts the process if the buffer is not
// mapped.
func mappedRange(buffer raw, bytes int64) []byte {
	p := C.wgfft_mapped(buffer, C.size_t(bytes))
	if p == nil {
		return nil
	}
	return unsafe.Slice((*byte)(p), bytes)
}
