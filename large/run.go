package large

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"wgfft"
	"wgfft/internal/dft"
)

// A Progress reports how far a run is.
type Progress struct {
	Step, Steps int   // the step under way, from 1
	Done, Total int64 // bytes read and written, of all steps
}

// Run transforms src to dst. They hold the bytes of the arrays, little-endian and row-major, without a header. tiles
// holds the temporary file; nil stands for none, if the plan has one step. Sizes returns the bytes of each. dst and src
// must not overlap. progress may be nil. It is called from several goroutines, one at a time.
//
// Run returns the errors of the stores and of the engine, or ctx's error. After an error dst holds no result.
func (p *Plan[C, R]) Run(
	ctx context.Context, dst io.WriterAt, src io.ReaderAt, tiles Store, progress func(Progress),
) error {
	return p.run(ctx, stores{src, dst, tiles}, noJournal{}, progress)
}

// Slices transforms src to dst, two slices with the lengths that the problem gives. tiles has the same meaning as in
// Run. Config.Memory counts the slices, if the program has them when it makes the plan.
func Slices[C wgfft.Complex, R wgfft.Real, D, S float32 | float64 | complex64 | complex128](
	ctx context.Context, p *Plan[C, R], dst []D, src []S, tiles Store,
) error {
	in, out, _ := p.Sizes()
	if have := int64(len(bytesOf(src))); have != in {
		return fmt.Errorf("large: src has %d bytes, want %d: %w", have, in, wgfft.ErrSliceLength)
	}
	if have := int64(len(bytesOf(dst))); have != out {
		return fmt.Errorf("large: dst has %d bytes, want %d: %w", have, out, wgfft.ErrSliceLength)
	}
	return p.Run(ctx, Memory(dst), Memory(src), tiles, nil)
}

// stores are the places of a run.
type stores struct {
	source  io.ReaderAt
	result  io.WriterAt
	between Store // the temporary file
}

// A record names a slab of a run.
type record struct {
	Item int `json:"item"`
	Step int `json:"step"`
	Slab int `json:"slab"`
}

// A keeper remembers the slabs that are done.
type keeper interface {
	// isDone reports whether a slab is done, and returns the checksums of its blocks.
	isDone(r record) (sums []uint32, ok bool)
	// done takes a slab whose bytes were written, and the checksums of its blocks.
	done(r record, sums []uint32) error
	// sync waits until all slabs are kept. A step ends with it.
	sync() error
	// lost forgets a slab whose tile is damaged.
	lost(r record) error
}

// noJournal keeps the checksums of a run in memory.
type noJournal struct{}

func (noJournal) isDone(record) ([]uint32, bool) { return nil, false }
func (noJournal) done(record, []uint32) error    { return nil }
func (noJournal) sync() error                    { return nil }
func (noJournal) lost(record) error              { return nil }

// A runner is a run of a plan.
type runner[C wgfft.Complex, R wgfft.Real] struct {
	*Plan[C, R]
	stores
	keeper
	arena     []byte
	in, out   *mover // for reading, for writing
	mu        sync.Mutex
	progress  func(Progress)
	doneBytes atomic.Int64
	current   atomic.Int64 // the step under way
	roots     dft.Roots    // of the divided axis
	realRoots dft.Roots    // of a packed real array
}

// run transforms all arrays.
func (p *Plan[C, R]) run(ctx context.Context, s stores, k keeper, progress func(Progress)) error {
	if s.between == nil && p.tiles() > 0 {
		return fmt.Errorf("large: the plan has two steps and no place for the %d bytes between them", p.tiles())
	}
	arena, free, err := allocate(p.arena())
	if err != nil {
		return fmt.Errorf("large: memory of the slabs: %w", err)
	}
	defer free()
	r := &runner[C, R]{Plan: p, stores: s, keeper: k, arena: arena, progress: progress}
	r.in, r.out = newMover(r.report), newMover(r.report)
	if p.split > 0 {
		r.roots = dft.NewRoots(p.split)
		if p.packed {
			r.realRoots = dft.NewRoots(2 * p.split)
		}
	}
	for item := range p.items {
		var sums [][]uint32
		for i := range p.steps {
			r.current.Store(int64(i))
			if sums, err = r.runStep(ctx, item, i, sums); err != nil {
				return err
			}
		}
	}
	return nil
}

// reports is the largest number of reports of progress of a run.
const reports = 4096

// report counts bytes that were read or written, and reports the progress if it has changed enough.
func (r *runner[C, R]) report(bytes int) {
	if r.progress == nil || bytes <= 0 {
		return
	}
	total := r.moved()
	every := max(total/reports, 1)
	done := r.doneBytes.Add(int64(bytes))
	if done < total && done/every == (done-int64(bytes))/every {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress(Progress{Step: int(r.current.Load()) + 1, Steps: len(r.steps), Done: r.doneBytes.Load(), Total: total})
}

// A slab is a slab in flight.
type slab struct {
	record
	spans   []span
	n       int // rows or columns
	in, out []byte
	extra   []byte // the last bin of a packed real array, of the slab that has row or column 0
}

// runStep transforms all slabs of a step of an array. It returns the checksums of the blocks of each slab. before are
// the checksums of the preceding step.
//
// Three goroutines read, transform and write. In place, each buffer goes through all three. Otherwise there are two
// buffers for sources and two for results.
func (r *runner[C, R]) runStep(ctx context.Context, item, i int, before [][]uint32) ([][]uint32, error) {
	s := &r.steps[i]
	sums := make([][]uint32, len(s.slabs))
	var open []int
	in, out := s.unit()
	for j, spans := range s.slabs {
		known, ok := r.isDone(record{item, i, j})
		if !ok {
			open = append(open, j)
			continue
		}
		sums[j] = known
		r.report(width(spans) * (in + out))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := pipeline[C, R]{runner: r, step: s, before: before, sums: sums}
	p.read, p.computed = make(chan *slab), make(chan *slab)
	p.sources, p.results = r.buffers(s)
	var wait sync.WaitGroup
	for _, stage := range []func(context.Context) error{
		func(ctx context.Context) error { return p.readAll(ctx, item, i, open) }, p.computeAll, p.writeAll,
	} {
		wait.Go(func() {
			if err := stage(ctx); err != nil {
				cancel(err)
			}
		})
	}
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, r.failed(err, item, i)
	}
	if err := r.sync(); err != nil {
		return nil, err
	}
	return sums, nil
}

// A pipeline is a step under way.
type pipeline[C wgfft.Complex, R wgfft.Real] struct {
	*runner[C, R]
	step             *step
	before, sums     [][]uint32  // checksums of the blocks that the step reads, and of those that it writes
	sources, results chan []byte // free buffers
	read, computed   chan *slab
}

// readAll reads slabs.
func (p *pipeline[C, R]) readAll(ctx context.Context, item, i int, open []int) error {
	defer close(p.read)
	in, _ := p.step.unit()
	for _, j := range open {
		spans := p.step.slabs[j]
		b := &slab{record: record{item, i, j}, spans: spans, n: width(spans)}
		if err := take(ctx, p.sources, &b.in); err != nil {
			return err
		}
		b.in = b.in[:b.n*in]
		if err := p.fill(ctx, p.step, b, p.before); err != nil {
			return err
		}
		if err := give(ctx, p.read, b); err != nil {
			return err
		}
	}
	return nil
}

// computeAll transforms the slabs that were read.
func (p *pipeline[C, R]) computeAll(ctx context.Context) error {
	defer close(p.computed)
	_, out := p.step.unit()
	for b := range p.read {
		b.out = b.in
		if !p.step.inPlace() {
			if err := take(ctx, p.results, &b.out); err != nil {
				return err
			}
			b.out = b.out[:b.n*out]
		}
		if err := p.compute(ctx, b); err != nil {
			return err
		}
		if !p.step.inPlace() {
			p.sources <- b.in[:cap(b.in)]
		}
		if err := give(ctx, p.computed, b); err != nil {
			return err
		}
	}
	return nil
}

// writeAll writes the slabs that were transformed.
func (p *pipeline[C, R]) writeAll(ctx context.Context) (err error) {
	for b := range p.computed {
		if p.sums[b.Slab], err = p.write(ctx, p.step, b); err != nil {
			return err
		}
		if p.step.inPlace() {
			p.sources <- b.in[:cap(b.in)]
		} else {
			p.results <- b.out[:cap(b.out)]
		}
		if err := p.done(b.record, p.sums[b.Slab]); err != nil {
			return err
		}
	}
	return nil
}

// failed names the place of an error. A damaged tile is forgotten, so that another run computes it again.
func (r *runner[C, R]) failed(err error, item, i int) error {
	var d *damage
	if errors.As(err, &d) {
		err = errors.Join(fmt.Errorf("large: the temporary file is damaged (slab %d of step %d): run again, which "+
			"computes this slab again", d.slab+1, i), r.lost(record{item, i - 1, d.slab}))
	}
	return err
}

// buffers returns the buffers of a step: for sources and for results. In place there are no buffers for results.
func (r *runner[C, R]) buffers(s *step) (sources, results chan []byte) {
	in, out := s.bufferBytes()
	at := int64(0)
	carve := func(count int, bytes int64) chan []byte {
		c := make(chan []byte, count)
		for range count {
			c <- r.arena[at : at+bytes : at+bytes]
			at += bytes
		}
		return c
	}
	if s.inPlace() {
		return carve(s.flight, in), nil
	}
	return carve(2, in), carve(2, out)
}

// take receives a value, unless ctx ends.
func take[T any](ctx context.Context, from <-chan T, v *T) error {
	select {
	case *v = <-from:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// give sends a value, unless ctx ends.
func give[T any](ctx context.Context, to chan<- T, v T) error {
	select {
	case to <- v:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
