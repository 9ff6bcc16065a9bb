package device

import (
	"strings"
	"syscall/js"

	"wgfft/wgsl"
)

// This file makes, maps and releases the objects of a device: buffers, pipelines, bind groups and timestamps.

// newBuffer returns nil after an error.
func (n native) newBuffer(label string, bytes int64, use bufferUsage, mapped bool) handle {
	var b handle
	n.checked(func() {
		b = &object{writes: mapped, Value: n.device.Call("createBuffer", map[string]any{
			"label": label, "size": bytes, "usage": uint32(use), "mappedAtCreation": mapped,
		})}
	})
	if n.failed() {
		if b != nil {
			b.Call("destroy")
		}
		return nil
	}
	n.counts["buffers"]++
	return b
}

// newPipeline compiles m. After an error both handles are nil.
func (n native) newPipeline(m wgsl.Module) (pipeline, layout handle) {
	var compiled settled
	n.checked(func() {
		shader := n.device.Call("createShaderModule", map[string]any{"label": m.Name, "code": n.enabled(m.Text)})
		entries := make([]any, len(m.Bindings))
		for i, b := range m.Bindings {
			kind := "read-only-storage"
			switch b.Access {
			case wgsl.ReadWrite:
				kind = "storage"
			case wgsl.Uniform:
				kind = "uniform"
			}
			entries[i] = map[string]any{
				"binding": i, "visibility": visibleToCompute, "buffer": map[string]any{"type": kind},
			}
		}
		group := n.device.Call("createBindGroupLayout", map[string]any{"label": m.Name, "entries": entries})
		all := n.device.Call("createPipelineLayout", map[string]any{"bindGroupLayouts": []any{group}})
		layout = &object{Value: group}
		compiled = settle(n.device.Call("createComputePipelineAsync", map[string]any{
			"label": m.Name, "layout": all, "compute": map[string]any{"module": shader, "entryPoint": m.Entry},
		}))
	})
	if compiled == nil { // there was an exception
		return nil, nil
	}
	done, ok := n.await(compiled)
	if !ok || n.failed() {
		return nil, nil
	}
	n.counts["pipelines"]++
	return &object{Value: done}, layout
}

// enabled returns the text of a kernel with the directive that a browser needs for subgroup functions. Other backends
// do not need it.
func (n native) enabled(text string) string {
	const directive = "enable subgroups;"
	if !strings.Contains(text, "subgroup") || strings.Contains(text, directive) || !n.features().subgroups {
		return text
	}
	return directive + "\n" + text
}

// visibleToCompute is GPUShaderStage.COMPUTE.
const visibleToCompute = 4

// newBindGroup returns nil after an error.
func (n native) newBindGroup(label string, layout handle, b []Binding) handle {
	g := &object{buffers: make([]*object, len(b))}
	n.guarded(func() {
		entries := make([]any, len(b))
		for i, e := range b {
			g.buffers[i] = handleOf(e.Buffer.native)
			entries[i] = map[string]any{"binding": i, "resource": map[string]any{
				"buffer": g.buffers[i].Value, "offset": e.Offset, "size": e.Size,
			}}
		}
		g.Value = n.device.Call("createBindGroup", map[string]any{
			"label": label, "layout": layout.Value, "entries": entries,
		})
	})
	if n.failed() {
		return nil
	}
	n.counts["bind groups"]++
	return g
}

// newQuerySet makes a query set of count timestamps. It returns nil after an error.
func (n native) newQuerySet(label string, count int) handle {
	set := &object{}
	n.checked(func() {
		set.Value = n.device.Call("createQuerySet", map[string]any{
			"label": label, "type": "timestamp", "count": count,
		})
	})
	if n.failed() {
		return nil
	}
	n.counts["queries"]++
	return set
}

// releaseBuffer lets the browser free the memory after the submitted work. If the application may still submit work
// with the buffer, the browser's garbage collector frees it later.
func (n native) releaseBuffer(b handle) {
	n.counts["buffers"]--
	if !b.encoded {
		b.Call("destroy")
	}
	b.bytes = nil
}

// The browser's garbage collector releases the objects below.

func (n native) releasePipeline(p, layout handle) { n.counts["pipelines"]-- }
func (n native) releaseBindGroup(g handle)        { n.counts["bind groups"]-- }

func (n native) releaseQuerySet(set handle) {
	n.counts["queries"]--
	set.Call("destroy")
}

// A mapping is a requested map of a buffer.
type mapping struct{ *nativeMapping }

type nativeMapping struct {
	n     native
	state int
}

// mapRefused is the state of a mapping that the browser refused.
const mapRefused = 2

// startMap asks for the memory of a buffer.
func (n native) startMap(buffer handle, write bool, bytes int64) mapping {
	m := mapping{&nativeMapping{n, mapPending}}
	mode := useMapRead
	if write {
		mode = useMapWrite
	}
	n.guarded(func() {
		buffer.writes = write
		then(buffer.Call("mapAsync", uint32(mode), 0, bytes), func(o outcome) {
			switch {
			case o.err == nil:
				m.state = mapDone
			case n.isLost:
				m.state = mapLost
			default:
				m.state = mapRefused
			}
			wake()
		})
	})
	return m
}

func (m mapping) isValid() bool { return m.nativeMapping != nil }

// status returns the state. It returns mapPending while the device has an error, which takeError must return first: the
// work before the mapping may have failed.
func (m mapping) status() int {
	if m.n.failed() {
		return mapPending
	}
	return m.state
}

func (m mapping) drop() {}

// mappedRange returns the content of a mapped buffer in memory of Go, because Go can't access memory of the browser.
// unmap copies it back. The result has the given number of bytes, even after an error.
func (n native) mappedRange(buffer handle, bytes int64) (memory []byte) {
	if int64(len(buffer.bytes)) != bytes {
		buffer.bytes = make([]byte, bytes)
	}
	memory = buffer.bytes
	defer n.catch()
	if !buffer.writes {
		js.CopyBytesToGo(memory, mappedArray(buffer, bytes))
	}
	return memory
}

// mappedArray returns the memory of a mapped buffer as a Uint8Array.
func mappedArray(buffer handle, bytes int64) js.Value {
	return js.Global().Get("Uint8Array").New(buffer.Call("getMappedRange", 0, bytes))
}

// unmap ends a mapping or cancels a pending one.
func (n native) unmap(buffer handle) {
	n.guarded(func() {
		if buffer.writes && buffer.bytes != nil && buffer.Get("mapState").String() == "mapped" {
			js.CopyBytesToJS(mappedArray(buffer, int64(len(buffer.bytes))), buffer.bytes)
		}
		buffer.Call("unmap")
	})
}
