// Package attach lets packages of this module keep values with an engine and use its internals, without
// exported names of package wgfft.
//
// The engine embeds a [Holder]. [Of] returns its [Point], which holds one value for each key. The
// engine closes the values when it is closed.
package attach

import (
	"context"
	"io"
	"sync"

	"wgfft/device"
)

// A Program is one direction of a compiled transform. Its kernels compute elements in their loads or
// stores.
type Program interface {
	// Encode records the transform of src to dst. Computed elements ([wgsl.Computed]) use operands:
	// binding i is the operand with Number i. dst or src is nil if its elements are computed.
	Encode(enc *device.Encoder, dst, src *device.Buffer, operands []device.Binding) error
	Close() error
}

// A Transform is one direction of a transform of arrays in host memory.
type Transform interface {
	// Run computes the transform of src to dst, the memory of their elements. dst may be src if both have the same
	// elements. If ctx ends, Run returns its error, and does not use the memory any more.
	Run(ctx context.Context, dst, src []byte) error
}

// A Holder is embedded in an engine and refers to its [Point]. NewHolder makes one.
type Holder struct{ at *Point }

// NewHolder returns a holder without values. [Point.Inner] returns inner.
func NewHolder(inner any) Holder { return Holder{&Point{inner: inner, values: map[any]io.Closer{}}} }

// point returns the holder's [Point]. Embedding promotes the method to the engine, so that [Of]
// accepts it.
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

// Inner returns the argument of NewHolder. Package wgfft passes its plans of transforms with computed
// elements.
func (p *Point) Inner() any { return p.inner }

// Value returns the value of key. The first call with a key stores the result of create. After
// Close, create is called for a new key as well, and its result is closed at once.
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
