// Package attach lets packages of this module keep values with an engine and use its internals, without
// exported names of package wgfft.
//
// The engine embeds a [Holder]. [Of] returns its [Point], which holds one value for each key. The
// engine closes the values when it is closed.
package attach

import (
	"io"
	"sync"

	"wgfft/device"
)

// A Program is a compiled transform, one direction of it, whose kernels compute elements in their loads or
// stores.
type Program interface {
	// Encode records the transform of src to dst. operands are those of the computed elements
	// ([wgsl.Computed]). A source or a result with computed elements has no buffer.
	Encode(enc *device.Encoder, dst, src *device.Buffer, operands []device.Binding) error
	Close() error
}

// A Holder is a part of an engine. NewHolder makes one.
type Holder struct{ at *Point }

// NewHolder returns a holder without values. inner is what [Point.Inner] returns.
func NewHolder(inner any) Holder { return Holder{&Point{inner: inner, values: map[any]io.Closer{}}} }

// point returns the holder's values. A struct that embeds a Holder has this method, too.
func (h Holder) point() *Point { return h.at }

// A Point holds the values that are attached to an engine. It is safe for concurrent use.
type Point struct {
	inner  any
	mu     sync.Mutex
	values map[any]io.Closer
	closed bool
}

// Of returns the point of a value that embeds a Holder.
func Of(x interface{ point() *Point }) *Point { return x.point() }

// Inner returns what package wgfft gave to NewHolder: its plans of transforms with computed elements.
func (p *Point) Inner() any { return p.inner }

// Value returns the value of a key. The first call with the key makes it. A value that is made after
// Close is closed at once.
func (p *Point) Value(key any, create func() io.Closer) io.Closer {
	p.mu.Lock()
	defer p.mu.Unlock()
	v, ok := p.values[key]
	if !ok {
		v = create()
		p.values[key] = v
		if p.closed {
			_ = v.Close()
		}
	}
	return v
}

// Close closes all values. It is idempotent, and returns the first error.
func (p *Point) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	var first error
	for _, v := range p.values {
		if err := v.Close(); first == nil {
			first = err
		}
	}
	return first
}
