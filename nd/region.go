package nd

import (
	"errors"
	"fmt"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// Region returns the buffer and the offset of an owned array, for kernels, plans and copies of the
// program. The elements lie there in row-major order. A view has a region if its elements are
// neighbors in row-major order. On the CPU engine the buffer belongs to the engine's device, and is
// memory of the process.
//
// The region holds the results of the steps that were flushed, and later steps read what the
// program stores there. Work takes effect in the order in which the program submits it and flushes
// steps. The program must not use the region after Close of the array.
//
// Region returns ErrNotOwned for other arrays, ErrShape for other views, ErrClosed, [errors.ErrUnsupported] for arrays
// of a queue with QueueOptions.Host, and ErrNoAdapter if the engine computes in a worker process.
func (a Array) Region() (wgfft.Region, error) {
	fail := func(err error) (wgfft.Region, error) {
		return wgfft.Region{}, fmt.Errorf("nd: Region of %v: %w", a, err)
	}
	switch {
	case a.n == nil || a.gen != 0 || a.n.mem == nil:
		return fail(ErrNotOwned)
	case a.n.err != nil:
		return fail(a.n.err)
	case a.n.mem.closed.Load():
		return fail(wgfft.ErrClosed)
	case a.n.kind == kindView && !a.n.isContiguous():
		return fail(fmt.Errorf("%w: the elements of the view are not neighbors; use Keep", ErrShape))
	}
	if _, err := a.n.mem.on.eng.Device(); err != nil {
		return fail(err)
	}
	m := a.n.mem
	if m.on.hosts != nil {
		return fail(errHost)
	}
	if err := m.on.provide(m); err != nil {
		return fail(err)
	}
	m.on.m.Expose()
	return wgfft.Region{Buffer: m.Buffer, Offset: int64(a.n.offset) * int64(m.Type.Size())}, nil
}

// errHost is the error of buffers for a queue on host memory.
var errHost = fmt.Errorf("%w: a queue with QueueOptions.Host has no buffers", errors.ErrUnsupported)

// Adopt returns an array of the given shape in a buffer of the program. Its elements lie in
// row-major order from r.Offset on. The buffer belongs to the engine's device, has usage Storage,
// and stays open as long as the array is used. Steps read what the program has stored there, and
// the program's work reads what steps have stored. Work takes effect in the order in which the
// program submits it and flushes steps. A queue with QueueOptions.Host takes slices instead: see [Over].
//
// Close of the array leaves the buffer open. All arrays adopted from one buffer have the same
// element type, and Close of one of them closes all.
//
// The end of the step returns ErrElsewhere for a buffer of another device, and ErrShape for a
// buffer that is too small. It returns ErrType for an offset that is no multiple of the size of an
// element, and a LimitError for a buffer that is larger than a binding.
func (q *Queue) Adopt(r wgfft.Region, d DType, shape ...int) Array {
	a, err := q.adopt(r, d.inner(), shape)
	if err != nil {
		return q.fail("Adopt", err)
	}
	return a
}

// adopt returns the array of Adopt, or an error.
func (q *Queue) adopt(r wgfft.Region, d expr.DType, shape []int) (Array, error) {
	if q.isClosed() {
		return Array{}, wgfft.ErrClosed
	}
	e, err := extentOf(shape)
	if err != nil {
		return Array{}, err
	}
	if !d.IsValid() {
		return Array{}, fmt.Errorf("%w: no arrays of %v", ErrType, d)
	}
	if q.on.hosts != nil {
		return Array{}, errHost
	}
	dev, err := q.on.eng.Device()
	if err != nil {
		return Array{}, err
	}
	size := int64(d.Size())
	switch {
	case r.Buffer == nil:
		return Array{}, fmt.Errorf("%w: the region has no buffer", ErrShape)
	case r.Imag != nil:
		return Array{}, fmt.Errorf("%w: a region of planar data: adopt its parts as real arrays", ErrType)
	case !r.Buffer.On(dev):
		return Array{}, fmt.Errorf("%w: a buffer of another device", ErrElsewhere)
	case r.Offset < 0 || r.Offset%size != 0:
		return Array{}, fmt.Errorf("%w: offset %d, want a multiple of %d", ErrType, r.Offset, size)
	case r.Buffer.Size()-r.Offset < int64(e.Size())*size:
		return Array{}, fmt.Errorf("%w: %d bytes from offset %d on, want %d", ErrShape,
			max(0, r.Buffer.Size()-r.Offset), r.Offset, int64(e.Size())*size)
	case r.Buffer.IsInParts():
		return Array{}, fmt.Errorf("%w: the buffer consists of several allocations", ErrShape)
	}
	if most := dev.Limits().BindingBytes; r.Buffer.Size() > most {
		return Array{}, &wgfft.LimitError{
			What: "nd: bytes of a buffer with an array", Need: r.Buffer.Size(), Have: most,
			Hint: "use a smaller buffer",
		}
	}
	m, err := q.on.adopted(r.Buffer, d)
	if err != nil {
		return Array{}, err
	}
	offset := int(r.Offset / size)
	whole := &node{title: title{op: "array"}, kind: kindOwned, dtype: d, Extent: e, mem: m}
	if offset == 0 && m.Count == e.Size() {
		return Array{n: whole}, nil
	}
	whole.Extent = expr.Extent{Rank: 1, Shape: [MaxRank]int{m.Count}}
	return Array{n: &node{
		title: title{op: "Adopt"}, kind: kindView, dtype: d, Extent: e, mem: m,
		layout: layout{stride: e.Contiguous(), offset: offset, base: whole},
	}}, nil
}

// adopted returns the memory that is a whole buffer of the program. Arrays in the same buffer share
// one memory.
func (s *shared) adopted(b *wgfft.Buffer, d expr.DType) (*ownedMemory, error) {
	n := int(min(b.Size()/int64(d.Size()), expr.MaxLen))
	m := &ownedMemory{Memory: expr.Memory{Type: d, Count: n, Buffer: b, IsAdopted: true}, on: s, isMade: true}
	if host := b.Memory(); host != nil {
		m.Host = expr.BlockIn(d, host, n)
	} else if s.eng.Adapter().CPU {
		return nil, wgfft.ErrClosed
	}
	s.m.Expose()
	s.list.Lock()
	defer s.list.Unlock()
	if s.closed.Load() {
		return nil, wgfft.ErrClosed
	}
	for other := range s.arrays {
		if other.closed.Load() || other.Buffer == nil || !other.Buffer.Same(b) {
			continue
		}
		if other.Type != d {
			return nil, fmt.Errorf("%w: %v in a buffer with an array of %v: Close that array first", ErrType, d,
				other.Type)
		}
		return other, nil
	}
	s.arrays[m] = struct{}{}
	return m, nil
}
