//go:build cgo && (android || darwin || (linux && amd64) || (windows && amd64))

package device

/*
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

// This file is all that touches C and unsafe. Handles of wgpu-native are held as unsafe.Pointer; they
// point to memory of its own, which Go's collector ignores.

// raw is a handle of wgpu-native.
type raw = unsafe.Pointer

// The binding's structs, as far as this package reaches into them. layout_test.go compares them with the
// binding's own by reflection.
type (
	deviceLayout struct{ ref raw }
	oneLayout    struct{ ref raw } // BindGroup, ComputePipeline, QuerySet
	childLayout  struct {          // Queue, Buffer, CommandEncoder
		deviceRef raw
		ref       raw
	}
)

func rawDevice(d *wgpu.Device) raw            { return (*deviceLayout)(unsafe.Pointer(d)).ref }
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

// An op is one recorded command with the handles filled in.
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

// news is what a call tells about the device.
type news struct {
	submitted uint64 // submissions since the device was opened
	done      uint64 // ... that are completed
	empty     bool   // nothing is in flight, the application's own work included
	failed    bool   // takeError has something
}

func toNews(n C.wgfft_news) news {
	return news{uint64(n.submitted), uint64(n.done), bool(n.empty), bool(n.error)}
}

// callbacks is the C memory that a device's callbacks write to.
type callbacks struct{ s *C.wgfft_state }

func newCallbacks(device raw) callbacks { return callbacks{C.wgfft_state_new(device)} }

func (c callbacks) free(device raw)      { C.wgfft_state_free(c.s, device) }
func (c callbacks) poll(device raw) news { return toNews(C.wgfft_poll(c.s, device)) }
func (c callbacks) failed() bool         { return bool(C.wgfft_has_error(c.s)) }
func (c callbacks) valid() bool          { return c.s != nil }
func encodeOps(encoder raw, ops []op) {
	C.wgfft_encode(encoder, unsafe.SliceData(ops), C.size_t(len(ops)))
}
func unmapBuffer(buffer raw)             { C.wgfft_unmap(buffer) }
func trimMemory()                        { C.wgfft_trim() }
func sleepMicroseconds(microseconds int) { C.wgfft_sleep(C.uint32_t(microseconds)) }

func (c callbacks) submit(device, queue raw, ops []op) news {
	return toNews(C.wgfft_submit(c.s, device, queue, unsafe.SliceData(ops), C.size_t(len(ops))))
}

// takeError returns wgpu's error type (0: none) and its text, and forgets it.
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

func writeBuffer(queue, buffer raw, offset int64, data []byte) {
	C.wgfft_write(queue, buffer, C.uint64_t(offset), unsafe.Pointer(unsafe.SliceData(data)), C.size_t(len(data)))
}

// A mapping is a map of a buffer that was asked for.
type mapping struct{ m *C.wgfft_map }

// The states of a mapping. Other values are errors of wgpu.
const (
	mapPending = -1
	mapDone    = 0
	mapLost    = 3 // the device was lost
)

func startMap(buffer raw, write bool, bytes int64) mapping {
	mode := C.uint32_t(wgpu.MapMode_Read)
	if write {
		mode = C.uint32_t(wgpu.MapMode_Write)
	}
	return mapping{C.wgfft_map_start(buffer, mode, C.size_t(bytes))}
}

func (m mapping) valid() bool { return m.m != nil }
func (m mapping) status() int { return int(C.wgfft_map_status(m.m)) }
func (m mapping) drop()       { C.wgfft_map_drop(m.m) }

// mappedRange returns the memory of a mapped buffer. Calling it for one that isn't aborts the process.
func mappedRange(buffer raw, bytes int64) []byte {
	p := C.wgfft_mapped(buffer, C.size_t(bytes))
	if p == nil {
		return nil
	}
	return unsafe.Slice((*byte)(p), bytes)
}
