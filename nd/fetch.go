package nd

import (
	"context"
	"fmt"
	"sync"

	"wgfft/nd/internal/expr"
)

// A Fetched is a copy of an array on its way to host memory. It is small, and passed by value.
type Fetched struct{ s *slot }

// A slotState is the state of a copy to host memory.
type slotState uint8

// The states.
const (
	slotRecorded slotState = iota // the step has not ended
	slotSent                      // the engine makes the copy
	slotDropped                   // the step was not computed
	slotTaken                     // Receive has returned it
)

// A slot is the host memory of a Fetched.
type slot struct {
	mu     sync.Mutex
	state  slotState
	dtype  expr.DType // the type of the elements in memory
	isWeak bool       // the source was computed from scalars alone
	n      int
	copy   expr.HostCopy
}

// end ends the step of a copy. isSent reports whether the engine makes the copy. The goroutine that has
// computed the step calls end.
func (s *slot) end(isSent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if isSent && s.state == slotRecorded {
		s.state = slotSent
		return
	}
	s.state = slotDropped
	s.copy.Free()
}

// cancel drops a copy unless it was sent.
func (s *slot) cancel() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == slotRecorded {
		s.state = slotDropped
	}
}

// drop drops a copy that nobody can receive any more. If its step is being computed, end frees its memory.
func (s *slot) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == slotSent {
		s.copy.Free()
	}
	s.state = slotDropped
}

// drop drops the copy.
func (f Fetched) drop() {
	if f.s != nil {
		f.s.drop()
	}
}

// Fetch copies src to host memory in the background, with the values that src has at this point of
// the step. [Receive] returns the copy, once. On a GPU a copy that is not received keeps its memory
// until the engine is closed.
func (q *Queue) Fetch(src Array) Fetched {
	n, _ := q.begin("Fetch", kindFetch, src)
	if n == nil {
		return Fetched{}
	}
	d := q.on.concrete(src.n.dtype)
	if err := q.checkScalars(d, n.args); err != nil {
		q.fail("Fetch", err, src)
		return Fetched{}
	}
	n.dtype, n.Extent = d, src.n.Extent
	n.into = &slot{dtype: d, isWeak: src.n.dtype.IsWeak(), n: n.Size()}
	return Fetched{n.into}
}

// Receive waits for a copy that Fetch began, and returns its elements in dst, or in a new slice if
// dst is nil. It ends no step, and any goroutine may call it. T is the element type of the source.
// If the source was computed from scalars alone, T may be float64 or complex128.
//
// Receive returns ErrStale if the copy was received before or its step was not computed. Other
// errors are ErrType, ErrShape, ErrDeviceLost and ctx's error. After ctx's error it can be called
// again.
func Receive[T Element](ctx context.Context, f Fetched, dst []T) ([]T, error) {
	s := f.s
	if s == nil {
		return nil, fmt.Errorf("nd: Receive: %w: Fetch recorded no copy: the end of its step returned why", ErrStale)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := expr.TypeOf[T]()
	switch {
	case s.state != slotSent:
		return nil, fmt.Errorf("nd: Receive: %w: the copy was received before, or its step was not computed", ErrStale)
	case d != s.dtype && !(s.isWeak && d.IsDouble() && d.IsComplex() == s.dtype.IsComplex()):
		return nil, fmt.Errorf("nd: Receive: %w: %v to a slice of %v", ErrType, s.dtype, d)
	case dst != nil && len(dst) != s.n:
		return nil, fmt.Errorf("nd: Receive: %w: %d elements to a slice of %d", ErrShape, s.n, len(dst))
	}
	if dst == nil && s.copy.Buffer == nil && d == s.dtype && ctx.Err() == nil {
		s.state = slotTaken
		dst, s.copy.Host = *expr.Slice[T](&s.copy.Host), expr.Block{}
		return dst, nil
	}
	if dst == nil {
		dst = make([]T, s.n)
	}
	var to expr.Block
	*expr.Slice[T](&to) = dst
	if err := s.read(ctx, d, &to); err != nil {
		return nil, fmt.Errorf("nd: Receive: %w", err)
	}
	s.state = slotTaken
	return dst, nil
}

// read copies the elements to a block of type d, and frees the slot's memory.
func (s *slot) read(ctx context.Context, d expr.DType, to *expr.Block) error {
	return s.copy.Read(ctx, d, to, s.dtype, s.n)
}

// Download ends the step, waits for it, and returns the elements of src in dst. If dst is nil, it
// returns a new slice. src is an array or a temporary of the step. T is its element type, as in
// [Receive].
func Download[T Element](ctx context.Context, q *Queue, dst []T, src Array) ([]T, error) {
	f := q.Fetch(src)
	if err := q.Flush(ctx); err != nil {
		return nil, err
	}
	got, err := Receive(ctx, f, dst)
	if err != nil {
		f.drop()
	}
	return got, err
}

// Number ends the step, waits for it, and returns the element of a real array of one element.
func (q *Queue) Number(ctx context.Context, a Array) (float64, error) {
	x, err := q.Numbers(ctx, a)
	if err != nil {
		return 0, err
	}
	return x[0], nil
}

// Numbers is Number for several arrays, with one wait for all.
func (q *Queue) Numbers(ctx context.Context, a ...Array) ([]float64, error) {
	fetched := make([]Fetched, len(a))
	for i, v := range a {
		if v.n != nil && v.n != &wrong && (v.Len() != 1 || v.n.dtype.IsComplex()) {
			q.fail("Numbers", fmt.Errorf("%w: want an array of one real number", ErrShape), v)
		}
		fetched[i] = q.Fetch(v)
	}
	if err := q.Flush(ctx); err != nil {
		return nil, err
	}
	x := make([]float64, len(a))
	for i, f := range fetched {
		to := expr.Block{F64: x[i : i+1]}
		if err := f.s.read(ctx, expr.Float64, &to); err != nil {
			for _, f := range fetched[i:] {
				f.drop()
			}
			return nil, fmt.Errorf("nd: Numbers: %w", err)
		}
		f.s.state = slotTaken
	}
	return x, nil
}
