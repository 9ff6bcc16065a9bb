//go:build !js && !(cgo && (android || darwin || ((linux || windows) && (amd64 || (arm64 && wgpu27)))))

package device

import (
	"runtime"
	"time"

	"wgfft/wgsl"
)

// This file is the backend of programs built without a library. Programs without a backend have no
// adapters, so they never call the methods of native and mapping.

// errNone is the error of Adapters, Open and Adopt.
var errNone = &kindError{"device: " + noneReason(runtime.GOOS, runtime.GOARCH), ErrNoAdapter}

// noneReason returns why there are no adapters on a system, and the way out.
func noneReason(system, arch string) string {
	if system == "wasip1" {
		return "WebAssembly has no access to GPUs here: there is the CPU engine alone"
	}
	if arch == "arm64" && (system == "linux" || system == "windows") {
		return "this program was built without access to GPUs: install a C compiler and build " +
			"with CGO_ENABLED=1 and -tags wgpu27"
	}
	return "this program was built without access to GPUs: install a C compiler and build " +
		"with CGO_ENABLED=1, for Linux or Windows on amd64, macOS, iOS or Android"
}

// Adopt returns ErrNoAdapter. It takes values of any type, because the binding has no types without
// cgo. A program that uses the binding in files of its own, built with cgo, can call Adopt from all
// other files.
func Adopt(dev, queue any, a Adapter) (*Device, error) { return nil, errNone }

// AdoptBuffer returns ErrNoAdapter; see Adopt.
func (d *Device) AdoptBuffer(b any, bytes int64) (*Buffer, error) { return nil, errNone }

// AdoptEncoder returns ErrNoAdapter; see Adopt.
func (d *Device) AdoptEncoder(enc any) (*Encoder, error) { return nil, errNone }

const (
	compilers            = 1
	releasesMappableLate = false
	spin                 = 0
)

type (
	handle  = *struct{}
	op      struct{}
	listing struct{}
	native  struct{}
	mapping struct{}
)

func list() (*listing, error)             { return nil, errNone }
func (*listing) adapters() []adapterInfo  { return nil }
func (*listing) open(int) native          { return native{} }
func (*listing) release()                 {}
func adoptNative(device, q handle) native { return native{} }

func dispatchOp(handle, handle, uint32, uint32, uint32) op       { return op{} }
func copyOp(handle, int64, handle, int64, int64) op              { return op{} }
func timestampOp(handle, int) op                                 { return op{} }
func resolveOp(handle, int, int, handle) op                      { return op{} }
func bufferSize(handle) uint64                                   { return 0 }
func usageOf(handle) bufferUsage                                 { return 0 }
func wake()                                                      {}
func sleepMicroseconds(n int)                                    { time.Sleep(time.Duration(n) * time.Microsecond) }
func (native) isOpen() bool                                      { return false }
func (native) release()                                          {}
func (native) limits() nativeLimits                              { return nativeLimits{} }
func (native) features() features                                { return features{} }
func (native) poll() deviceState                                 { return deviceState{} }
func (native) submit([]op) deviceState                           { return deviceState{} }
func (native) encode(handle, []op)                               {}
func (native) failed() bool                                      { return false }
func (native) takeError() (errorKind, string)                    { return errorNone, "" }
func (native) newBuffer(string, int64, bufferUsage, bool) handle { return nil }
func (native) newPipeline(wgsl.Module) (p, layout handle)        { return nil, nil }
func (native) newBindGroup(string, handle, []Binding) handle     { return nil }
func (native) newQuerySet(string, int) handle                    { return nil }
func (native) releaseBuffer(handle)                              {}
func (native) releasePipeline(p, layout handle)                  {}
func (native) releaseBindGroup(handle)                           {}
func (native) releaseQuerySet(handle)                            {}
func (native) write(handle, int64, []byte)                       {}
func (native) startMap(handle, bool, int64) mapping              { return mapping{} }
func (native) unmap(handle)                                      {}
func (native) mappedRange(handle, int64) []byte                  { return nil }
func (mapping) isValid() bool                                    { return false }
func (mapping) status() int                                      { return mapPending }
func (mapping) drop()                                            {}
func (native) count() map[string]uint64                          { return nil }
func (native) isAlive() bool                                     { return false }
