package engine

import (
	"context"
	"fmt"

	"wgfft/internal/half"
	"wgfft/internal/strided"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A hostEnd is the source or the result of a job in buffers of a host device.
type hostEnd struct {
	layout   plan.Layout
	view     wgsl.Strides // where the elements lie
	isPlain  bool         // row-major without gaps, like the data of jobs
	isReal   bool         // the elements are real numbers
	elements int          // of all arrays
	size     int64        // bytes of an element of a job
	bytes    int64        // of the memory, or of each part if the layout is planar
}

// hostEnds returns the input and the output of a problem of count arrays of a job. Their elements are described by
// array.
func hostEnds(p plan.Problem, array plan.Array, count int) (in, out hostEnd, err error) {
	in.bytes, out.bytes, err = p.Spans()
	if err != nil {
		return in, out, err
	}
	if in.isPlain, out.isPlain, err = p.IsContiguous(); err != nil {
		return in, out, err
	}
	if in.view, out.view, err = p.Views(); err != nil {
		return in, out, err
	}
	in.layout, out.layout = p.In, p.Out
	for _, e := range []*hostEnd{&in, &out} {
		e.isReal, e.elements, e.size = array.Real, array.Elements*count, array.ElementBytes
	}
	return in, out, nil
}

// packedBytes returns the bytes of all arrays in the layout of jobs.
func (e hostEnd) packedBytes() int64 { return int64(e.elements) * e.size }

// hostRegion is the memory of a region: the elements, or their real and imaginary parts.
type hostRegion struct{ parts [2][]byte }

// memory returns the memory of a region, which has been checked to hold bytes. It returns a LimitError for an offset
// that is misaligned.
func (e hostEnd) memory(on *HostBuffers, name string, at pipeline.Region) (hostRegion, error) {
	if err := checkParts(on, name, at, e.layout, e.bytes); err != nil {
		return hostRegion{}, err
	}
	parts := []pipeline.Region{at}
	if e.layout.Planar {
		parts = append(parts, pipeline.Region{Buffer: at.Imag, Offset: at.ImagOffset})
	}
	var r hostRegion
	for i, part := range parts {
		if align := int64(on.dev.Limits().StorageAlign); part.Offset%align != 0 {
			return r, &wgsl.LimitError{
				What: fmt.Sprintf("wgfft: %s: alignment of the offset, bytes", name), Need: part.Offset, Have: align,
				Hint: "take an offset that is a multiple",
			}
		}
		all := part.Buffer.Memory()
		if all == nil {
			return r, noMemoryError(name, part)
		}
		r.parts[i] = all[part.Offset:][:e.bytes]
	}
	return r, nil
}

// noMemoryError returns the error of a buffer without memory in one piece.
func noMemoryError(name string, at pipeline.Region) error {
	if at.Buffer.IsInParts() {
		return fmt.Errorf("wgfft: %s: the buffer consists of several allocations: the CPU engine needs a buffer of one",
			name)
	}
	return ClosedError("buffer")
}

// zeroBytes returns memory of n bytes for elements of any type.
func zeroBytes(ctx context.Context, n int64) ([]byte, error) {
	words, err := Zeros[float64](ctx, int((n+7)/8))
	return BytesOf(words)[:n], err
}

// gather returns a copy of the elements in the layout of jobs.
func (e hostEnd) gather(ctx context.Context, from hostRegion) ([]byte, error) {
	packed, err := zeroBytes(ctx, e.packedBytes())
	if err != nil {
		return nil, err
	}
	return packed, e.move(ctx, packed, from, false)
}

// scatter stores elements that are in the layout of jobs.
func (e hostEnd) scatter(ctx context.Context, to hostRegion, packed []byte) error {
	return e.move(ctx, packed, to, true)
}

// move is moveNumbers for the number format of the job.
func (e hostEnd) move(ctx context.Context, packed []byte, at hostRegion, isStore bool) error {
	if e.size/e.reals() == 4 {
		return contextError(ctx, moveNumbers(ctx, e, NumbersIn[float32](packed), at, isStore))
	}
	return contextError(ctx, moveNumbers(ctx, e, NumbersIn[float64](packed), at, isStore))
}

// reals returns the number of real numbers of an element.
func (e hostEnd) reals() int64 {
	if e.isReal {
		return 1
	}
	return 2
}

// moveNumbers copies the real numbers of all elements between packed, where they have no gaps, and a region. With
// isStore it copies to the region, and otherwise from it. Elements that the layout does not have become 0.
func moveNumbers[R float32 | float64](
	ctx context.Context, e hostEnd, packed []R, at hostRegion, isStore bool,
) error {
	reals := int(e.reals())
	var parts [2]numbers[R] // of the real parts and of the imaginary parts
	step := reals           // real numbers from one element to the next
	for i := range reals {
		part := at.parts[0]
		first := i
		if e.layout.Planar {
			part, first, step = at.parts[i], 0, 1
		}
		parts[i] = numbersOf[R](e.layout.Element, part, first)
	}
	missing := func(first, n int) {
		if !isStore {
			clear(packed[first*reals : (first+n)*reals])
		}
	}
	return strided.ForEachRun(ctx, e.view, e.elements, func(first, place, n, stride int) {
		for i, m := range parts[:reals] {
			run := packed[first*reals+i : (first+n-1)*reals+i+1]
			if isStore {
				m.store(run, reals, place*step, stride*step)
			} else {
				m.load(run, reals, place*step, stride*step)
			}
		}
	}, missing)
}

// numbers are real numbers in memory, in any of the types of layouts.
type numbers[R float32 | float64] interface {
	// load copies numbers at, at+stride, ... to to[0], to[step], ...
	load(to []R, step, at, stride int)
	// store copies from[0], from[step], ... to the numbers at, at+stride, ...
	store(from []R, step, at, stride int)
}

// numbersOf returns the numbers of an element type in memory, from a number on.
func numbersOf[R float32 | float64](e wgsl.Element, memory []byte, first int) numbers[R] {
	switch e := e.(type) {
	case wgsl.Samples:
		return sampleNumbers[R]{e, memory}
	case wgsl.Halves:
		return halfNumbers[R]{halfFormat(e), NumbersIn[uint16](memory)[first:]}
	}
	return plainNumbers[R](NumbersIn[R](memory)[first:])
}

// plainNumbers are float32 or float64.
type plainNumbers[R float32 | float64] []R

func (m plainNumbers[R]) load(to []R, step, at, stride int) {
	for i := 0; i < len(to); i += step {
		to[i] = m[at]
		at += stride
	}
}

func (m plainNumbers[R]) store(from []R, step, at, stride int) {
	for i := 0; i < len(from); i += step {
		m[at] = from[i]
		at += stride
	}
}

// halfNumbers are numbers of 16 bits.
type halfNumbers[R float32 | float64] struct {
	format half.Format
	bits   []uint16
}

func (m halfNumbers[R]) load(to []R, step, at, stride int) {
	for i := 0; i < len(to); i += step {
		to[i] = R(m.format.Number(m.bits[at]))
		at += stride
	}
}

func (m halfNumbers[R]) store(from []R, step, at, stride int) {
	for i := 0; i < len(from); i += step {
		m.bits[at] = m.format.Bits(float32(from[i]))
		at += stride
	}
}

// sampleNumbers are integers of 8 or 16 bits, the least significant byte first except for Uint16Big.
type sampleNumbers[R float32 | float64] struct {
	samples wgsl.Samples
	bytes   []byte
}

func (m sampleNumbers[R]) load(to []R, step, at, stride int) {
	for i := 0; i < len(to); i += step {
		to[i] = R(m.samples.Number(m.bytes, at))
		at += stride
	}
}

func (m sampleNumbers[R]) store(from []R, step, at, stride int) {
	for i := 0; i < len(from); i += step {
		m.samples.SetNumber(m.bytes, at, float64(from[i]))
		at += stride
	}
}
