//go:build !(cgo && (android || darwin || (linux && amd64) || (windows && amd64)))

package device

import (
	"context"
	"runtime"

	"wgfft/wgsl"
)

// errNone is the error of every call in a program built without the binding. Such a program has no
// adapters and no devices; the types below exist so that it compiles.
var errNone = &kindError{"device: " + noneReason(runtime.GOOS), ErrNoAdapter}

// noneReason returns why there are no adapters on a system, and the way out.
func noneReason(system string) string {
	if system == "js" || system == "wasip1" {
		return "WebAssembly has no access to GPUs here: there is the CPU engine alone"
	}
	return "this program was built without access to GPUs: install a C compiler and build " +
		"with CGO_ENABLED=1, for Linux or Windows on amd64, macOS, iOS or Android"
}

// Adapters returns ErrNoAdapter.
func Adapters() ([]Adapter, error) { return nil, errNone }

// Open returns ErrNoAdapter.
func Open(Choice) (*Device, error) { return nil, errNone }

// Adopt returns ErrNoAdapter. It takes values of any type, because the binding has no types without
// cgo. A program that uses the binding in files of its own, built with cgo, can call Adopt from all
// other files.
func Adopt(dev, queue any, a Adapter) (*Device, error) { return nil, errNone }

// A Device is an open GPU.
type Device struct{}

// Adapter returns the zero value.
func (d *Device) Adapter() Adapter { return Adapter{} }

// Limits returns the limits of every WebGPU device.
func (d *Device) Limits() wgsl.Limits { return wgsl.DefaultLimits() }

// AdoptBuffer returns ErrNoAdapter; see Adopt.
func (d *Device) AdoptBuffer(b any, bytes int64) (*Buffer, error) { return nil, errNone }

// AdoptEncoder returns ErrNoAdapter; see Adopt.
func (d *Device) AdoptEncoder(enc any) (*Encoder, error) { return nil, errNone }

// NewBindings returns ErrNoAdapter.
func (d *Device) NewBindings(*Pipeline, ...Binding) (*Bindings, error) { return nil, errNone }

// NewBuffer returns ErrNoAdapter.
func (d *Device) NewBuffer(string, int64, Usage) (*Buffer, error) { return nil, errNone }

// NewBufferInParts returns ErrNoAdapter.
func (d *Device) NewBufferInParts(string, int64, []int64) (*Buffer, error) { return nil, errNone }

// NewEncoder returns ErrNoAdapter.
func (d *Device) NewEncoder() (*Encoder, error) { return nil, errNone }

// NewPipeline returns ErrNoAdapter.
func (d *Device) NewPipeline(wgsl.Module) (*Pipeline, error) { return nil, errNone }

// NewTimestamps returns ErrNoAdapter.
func (d *Device) NewTimestamps(int) (*Timestamps, error) { return nil, errNone }

// TickNs returns ErrNoAdapter.
func (d *Device) TickNs(context.Context) (float64, error) { return 0, errNone }

// Stats counts what a device holds and has done.
type Stats struct {
	Buffers     int
	BufferBytes int64
	Submissions uint64
	Pending     uint64
}

// Stats returns the zero value.
func (d *Device) Stats() Stats { return Stats{} }

// Abandon does nothing.
func (d *Device) Abandon() {}

// Close does nothing.
func (d *Device) Close() error { return nil }

// A Buffer is memory that the GPU can access.
type Buffer struct{}

// Size returns 0.
func (b *Buffer) Size() int64 { return 0 }

// Label returns the empty string.
func (b *Buffer) Label() string { return "" }

// On reports whether the buffer belongs to d.
func (b *Buffer) On(*Device) bool { return false }

// Same reports whether two buffers are one.
func (b *Buffer) Same(other *Buffer) bool { return b == other }

// WriteAt returns ErrNoAdapter.
func (b *Buffer) WriteAt([]byte, int64) error { return errNone }

// BeginMap returns ErrNoAdapter.
func (b *Buffer) BeginMap() error { return errNone }

// Map returns ErrNoAdapter.
func (b *Buffer) Map(context.Context) error { return errNone }

// Bytes returns nil.
func (b *Buffer) Bytes() []byte { return nil }

// Unmap returns ErrNoAdapter.
func (b *Buffer) Unmap() error { return errNone }

// Close does nothing.
func (b *Buffer) Close() error { return nil }

// A Pipeline is a compiled kernel.
type Pipeline struct{}

// Name returns the empty string.
func (p *Pipeline) Name() string { return "" }

// Close does nothing.
func (p *Pipeline) Close() error { return nil }

// Bindings are the buffers of a dispatch.
type Bindings struct{}

// Close does nothing.
func (g *Bindings) Close() error { return nil }

// An Encoder records commands.
type Encoder struct{}

// Dispatch returns ErrNoAdapter.
func (e *Encoder) Dispatch(*Pipeline, *Bindings, int, int, int) error { return errNone }

// Copy returns ErrNoAdapter.
func (e *Encoder) Copy(*Buffer, int64, *Buffer, int64, int64) error { return errNone }

// Timestamp returns ErrNoAdapter.
func (e *Encoder) Timestamp(*Timestamps, int) error { return errNone }

// Submit returns ErrNoAdapter.
func (e *Encoder) Submit() (*Submission, error) { return nil, errNone }

// SubmitContext returns ErrNoAdapter.
func (e *Encoder) SubmitContext(context.Context) (*Submission, error) { return nil, errNone }

// End returns ErrNoAdapter.
func (e *Encoder) End() error { return errNone }

// Discard does nothing.
func (e *Encoder) Discard() {}

// A Submission is work submitted to the GPU.
type Submission struct{}

// Wait returns ErrNoAdapter.
func (s *Submission) Wait(context.Context) error { return errNone }

// Done returns true.
func (s *Submission) Done() bool { return true }

// Timestamps are times measured on the GPU.
type Timestamps struct{}

// Read returns ErrNoAdapter.
func (t *Timestamps) Read(context.Context) ([]uint64, error) { return nil, errNone }

// Close does nothing.
func (t *Timestamps) Close() error { return nil }
