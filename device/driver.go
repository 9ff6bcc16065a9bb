package device

import "wgfft/wgsl"

// A driver makes the objects of a device and runs its commands. There are two drivers. gpu calls the backend of the
// build. host has memory of the process and runs functions in place of kernels.
//
// The rules for calls of native in layer.go hold for all drivers.
type driver interface {
	// checkKernels returns the reason why the driver runs no kernels, or nil.
	checkKernels() error
	// checkFunctions returns the reason why the driver runs no functions, or nil.
	checkFunctions() error

	limits() nativeLimits
	release()
	poll() deviceState
	// submit runs commands. The caller has checked that their objects can be used.
	submit(commands []command) deviceState
	// encode writes commands into an encoder of the application.
	encode(encoder handle, commands []command)

	failed() bool
	// takeError returns and clears the first error since its last call. cause is an error that a function of the
	// program returned, or nil.
	takeError() (kind errorKind, text string, cause error)
	isAlive() bool
	count() map[string]uint64

	newBuffer(label string, bytes int64, use bufferUsage, mapped bool) driverObject
	newPipeline(m wgsl.Module) (pipeline, layout driverObject)
	newBindGroup(label string, layout driverObject, b []Binding) driverObject
	newQuerySet(label string, count int) driverObject
	releaseBuffer(driverObject)
	releasePipeline(pipeline, layout driverObject)
	releaseBindGroup(driverObject)
	releaseQuerySet(driverObject)

	write(buffer driverObject, offset int64, data []byte)
	// startMap asks for the memory of a buffer. It returns nil if there is no memory.
	startMap(buffer driverObject, write bool, bytes int64) pendingMap
	unmap(buffer driverObject)
	mappedRange(buffer driverObject, bytes int64) []byte
}

// A driverObject is an object that a driver made: a handle of the backend, or *hostMemory. It is comparable, and nil is
// no object.
type driverObject any

// A pendingMap is a requested map of a buffer.
type pendingMap interface {
	status() int // mapPending, mapDone, mapLost, or an error of the backend
	drop()
}

// gpu is the driver of a device of the backend.
type gpu struct {
	native
	ops []op // used again by translated
}

// newGPU returns the driver of an open device of the backend.
func newGPU(n native) driver { return &gpu{native: n} }

// objectOf returns a handle as an object.
func objectOf(h handle) driverObject {
	if h == nil {
		return nil
	}
	return h
}

// handleOf returns the handle of an object.
func handleOf(o driverObject) handle {
	h, _ := o.(handle)
	return h
}

func (*gpu) checkKernels() error { return nil }

func (*gpu) checkFunctions() error { return noFunctions }

func (g *gpu) takeError() (kind errorKind, text string, cause error) {
	kind, text = g.native.takeError()
	return kind, text, nil
}

func (g *gpu) submit(commands []command) deviceState { return g.native.submit(g.translated(commands)) }

func (g *gpu) encode(encoder handle, commands []command) {
	g.native.encode(encoder, g.translated(commands))
}

// translated returns commands with their native handles. The result is valid until the next call.
func (g *gpu) translated(commands []command) []op {
	g.ops = g.ops[:0]
	for i := range commands {
		g.ops = append(g.ops, commands[i].op())
	}
	return g.ops
}

// op returns the command with its native handles.
func (c *command) op() op {
	switch {
	case c.pipeline != nil:
		pipeline, group := handleOf(c.pipeline.native), handleOf(c.bindings.native)
		return dispatchOp(pipeline, group, c.groups[0], c.groups[1], c.groups[2])
	case c.timestamps != nil && c.dst == nil:
		return timestampOp(handleOf(c.timestamps.native), c.index)
	case c.timestamps != nil:
		return resolveOp(handleOf(c.timestamps.native), 0, c.timestamps.n, handleOf(c.dst.native))
	}
	return copyOp(handleOf(c.dst.native), c.dstOff, handleOf(c.src.native), c.srcOff, c.bytes)
}

func (g *gpu) newBuffer(label string, bytes int64, use bufferUsage, mapped bool) driverObject {
	return objectOf(g.native.newBuffer(label, bytes, use, mapped))
}

func (g *gpu) newPipeline(m wgsl.Module) (pipeline, layout driverObject) {
	p, l := g.native.newPipeline(m)
	return objectOf(p), objectOf(l)
}

func (g *gpu) newBindGroup(label string, layout driverObject, b []Binding) driverObject {
	return objectOf(g.native.newBindGroup(label, handleOf(layout), b))
}

func (g *gpu) newQuerySet(label string, count int) driverObject {
	return objectOf(g.native.newQuerySet(label, count))
}

func (g *gpu) releaseBuffer(b driverObject) { g.native.releaseBuffer(handleOf(b)) }

func (g *gpu) releasePipeline(pipeline, layout driverObject) {
	g.native.releasePipeline(handleOf(pipeline), handleOf(layout))
}

func (g *gpu) releaseBindGroup(b driverObject) { g.native.releaseBindGroup(handleOf(b)) }

func (g *gpu) releaseQuerySet(set driverObject) { g.native.releaseQuerySet(handleOf(set)) }

func (g *gpu) write(buffer driverObject, offset int64, data []byte) {
	g.native.write(handleOf(buffer), offset, data)
}

func (g *gpu) startMap(buffer driverObject, write bool, bytes int64) pendingMap {
	m := g.native.startMap(handleOf(buffer), write, bytes)
	if !m.isValid() {
		return nil
	}
	return m
}

func (g *gpu) unmap(buffer driverObject) { g.native.unmap(handleOf(buffer)) }

func (g *gpu) mappedRange(buffer driverObject, bytes int64) []byte {
	return g.native.mappedRange(handleOf(buffer), bytes)
}
