package pipeline

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"wgfft/device"
)

// A flow is a running Stream. Parts of Items items are transformed one after the other. The data of a part travel in
// pieces that fit into staging buffers. Three goroutines work on different pieces: one fills upload buffers, one
// submits, and one empties download buffers.
//
// If a part has several pieces, the pieces of its result travel down while the pieces of the next part travel up into
// the same memory of the GPU. The order of the commands in the queue makes that safe.
type flow struct {
	Stream
	e              *Engine
	up, down, work *pool
	needs          slotNeeds
	from, to       hostRange // of Src and Dst, which need no staging; the zero value for ordinary memory
	most           int64     // bytes of a piece
	isWhole        bool      // every part is one piece
	memory         [2]*slot  // for work; consecutive parts take turns, if there are two
	slots          int       // for work
	inFlight       window
}

// newFlow finds the pools of a stream.
func (e *Engine) newFlow(s Stream) (*flow, error) {
	part := int64(s.Items) * s.maxItemBytes()
	f := &flow{Stream: s, e: e, most: e.stagingBytes}
	f.isWhole = part <= f.most
	schedule := &s.Full.schedule
	f.needs = slotNeeds{out: s.ResultBytes > 0, cuts: schedule.Source.Cuts, outCuts: schedule.Target.Cuts}
	var err error
	if f.work, err = e.pool(forWork, part); err != nil {
		return nil, err
	}
	if f.up, err = e.pool(forUpload, min(part, f.most)); err != nil {
		return nil, err
	}
	f.down, err = e.pool(forDownload, min(part, f.most))
	return f, err
}

// parts returns the number of parts.
func (f *flow) parts() int { return (f.Count + f.Items - 1) / f.Items }

// items returns the number of items of a part.
func (f *flow) items(part int) int { return min(f.Items, f.Count-part*f.Items) }

// program returns the program of a part.
func (f *flow) program(part int) *Program {
	if f.items(part) < f.Items {
		return f.Last
	}
	return f.Full
}

// source returns the source of a part.
func (f *flow) source(part int) []byte {
	return f.Src[int64(part)*int64(f.Items)*f.ItemBytes:][:int64(f.items(part))*f.ItemBytes]
}

// result returns the memory for the result of a part.
func (f *flow) result(part int) []byte {
	return f.Dst[int64(part)*int64(f.Items)*f.resultSize():][:int64(f.items(part))*f.resultSize()]
}

// regions returns the memory of the GPU that a part is transformed in.
func (f *flow) regions(part int) (dst, src Region) {
	s := f.memory[part%f.slots]
	src = Region{Buffer: s.buffer}
	if f.ResultBytes > 0 {
		return Region{Buffer: s.out}, src
	}
	return src, src
}

// releaseMemory returns the slots for work.
func (f *flow) releaseMemory() {
	for _, s := range f.memory[:f.slots] {
		f.work.release(s)
	}
}

// A piece is the range of bytes from begin to end of the source or the result of a part.
type piece struct {
	part, index int
	begin, end  int64
}

// pieces returns the number of pieces of at most most bytes that n bytes are divided into.
func pieces(n, most int64) int { return int((n + most - 1) / most) }

// pieceOf returns a piece of n bytes in pieces of at most most bytes. All but the last have about the same size, which
// is a multiple of 64.
func pieceOf(part, index int, n, most int64) piece {
	count := int64(pieces(n, most))
	size := min(((n+count-1)/count+63)&^63, most)
	begin := min(int64(index)*size, n)
	return piece{part, index, begin, min(begin+size, n)}
}

// A step is what one submission does. It copies a piece up, runs the program of a part after its last piece, and copies
// a piece down. If down is a piece of the part before, it is copied first.
type step struct {
	part           int // of up and of the program
	up, down       piece
	hasUp, hasDown bool
	run            bool
}

// isDownFirst reports whether the piece down is of the part before.
func (s step) isDownFirst() bool { return s.down.part < s.part }

// steps yields the steps of all parts.
func (f *flow) steps(yield func(step) bool) {
	up := func(part, i int) piece { return pieceOf(part, i, int64(len(f.source(part))), f.most) }
	down := func(part, i int) piece { return pieceOf(part, i, int64(len(f.result(part))), f.most) }
	downs := 0 // pieces of the result of the part before
	for part := range f.parts() {
		ups := pieces(int64(len(f.source(part))), f.most)
		for i := range max(ups, downs) {
			s := step{part: part, hasUp: i < ups, hasDown: i < downs, run: i == max(ups, downs)-1}
			if s.hasUp {
				s.up = up(part, i)
			}
			if s.hasDown {
				s.down = down(part-1, i)
			}
			if f.isWhole {
				s.hasDown, s.down = true, down(part, 0)
			}
			if !yield(s) {
				return
			}
		}
		if !f.isWhole {
			downs = pieces(int64(len(f.result(part))), f.most)
		}
	}
	for i := range downs {
		if !yield(step{part: f.parts(), hasDown: true, down: down(f.parts()-1, i)}) {
			return
		}
	}
}

// A stagedPiece is a piece in a staging buffer.
type stagedPiece struct {
	piece
	slot      *slot
	exponents []int // of the items of its part, with a Conversion
}

// newExponents returns memory for the exponents of a part, or nil without a Conversion.
func (f *flow) newExponents(part int) []int {
	if f.Conversion == nil {
		return nil
	}
	return make([]int, f.items(part))
}

// fill copies a piece of the source to an upload buffer.
func (f *flow) fill(ctx context.Context, p stagedPiece) error {
	to := p.slot.buffer.Bytes()
	if to == nil {
		return device.ErrClosed
	}
	if err := hostMemory(ctx, func() {
		f.toDevice(to, f.source(p.part), p.begin, p.end, p.exponents)
	}); err != nil {
		return err
	}
	return p.slot.buffer.Unmap()
}

// empty waits for a piece of the result and copies it to the host.
func (f *flow) empty(ctx context.Context, p stagedPiece) error {
	if err := p.slot.buffer.Map(ctx); err != nil {
		return err
	}
	from := p.slot.buffer.Bytes()
	if from == nil {
		return device.ErrClosed
	}
	if err := hostMemory(ctx, func() {
		f.toHost(f.result(p.part), from[:p.end-p.begin], p.begin, p.end, p.exponents)
	}); err != nil {
		return err
	}
	return p.slot.buffer.Unmap()
}

// place returns the memory of the host that a piece is copied to or from: its staging buffer, or a range of host
// memory that holds the data of all parts, each of partBytes.
func (p stagedPiece) place(h hostRange, at piece, partBytes int64) (*device.Buffer, int64) {
	if p.slot != nil {
		return p.slot.buffer, 0
	}
	return h.buffer, h.offset + int64(at.part)*partBytes + at.begin
}

// submit submits a step, with the pieces that it copies up and down in staging buffers, and begins to map these.
// A piece without a staging buffer is in host memory.
func (f *flow) submit(ctx context.Context, s step, up, down stagedPiece) error {
	enc, err := f.e.dev.NewEncoder()
	if err != nil {
		return err
	}
	defer func() { enc.Discard() }() // of the last encoder
	copyDown := func() error {
		from, _ := f.regions(s.down.part)
		to, at := down.place(f.to, s.down, int64(f.Items)*f.resultSize())
		return enc.Copy(to, at, from.Buffer, s.down.begin, s.down.end-s.down.begin)
	}
	if s.hasDown && s.isDownFirst() {
		if err := copyDown(); err != nil {
			return err
		}
	}
	dst, src := f.regions(s.part)
	if s.hasUp {
		from, at := up.place(f.from, s.up, int64(f.Items)*f.ItemBytes)
		if err := enc.Copy(src.Buffer, s.up.begin, from, at, s.up.end-s.up.begin); err != nil {
			return err
		}
	}
	if s.run {
		next, err := f.encode(ctx, enc, f.program(s.part), dst, src)
		if err != nil {
			return err
		}
		enc = next
	}
	if s.hasDown && !s.isDownFirst() {
		if err := copyDown(); err != nil {
			return err
		}
	}
	submitted, err := enc.SubmitContext(ctx)
	if err != nil {
		return err
	}
	if up.slot == nil && down.slot == nil { // otherwise staging buffers bound the work in flight
		if err := f.inFlight.add(ctx, submitted); err != nil {
			return err
		}
	}
	for _, p := range []stagedPiece{up, down} {
		if p.slot == nil {
			continue
		}
		if err := p.slot.buffer.BeginMap(); err != nil {
			return err
		}
	}
	return nil
}

// encode records a program. It submits a long one, and returns another encoder for the commands after it.
func (f *flow) encode(
	ctx context.Context, enc *device.Encoder, p *Program, dst, src Region,
) (*device.Encoder, error) {
	if passes := p.schedule.Passes; passesPerSubmission(passes) == len(passes) {
		return enc, p.Encode(enc, dst, src)
	}
	if _, err := enc.SubmitContext(ctx); err != nil {
		return nil, err
	}
	if _, err := p.Submit(ctx, dst, src); err != nil {
		return nil, err
	}
	return f.e.dev.NewEncoder()
}

// runWhole transforms a single part of one piece.
func (f *flow) runWhole(ctx context.Context) (err error) {
	all := step{
		hasUp: true, up: pieceOf(0, 0, int64(len(f.Src)), f.most), run: true,
		hasDown: true, down: pieceOf(0, 0, int64(len(f.Dst)), f.most),
	}
	up := stagedPiece{piece: all.up, exponents: f.newExponents(0)}
	if f.from.HostMemory == nil {
		if up.slot, err = f.up.acquire(ctx, slotNeeds{}); err != nil {
			return err
		}
		defer f.up.release(up.slot)
		if err := f.fill(ctx, up); err != nil {
			return err
		}
	}
	down := stagedPiece{piece: all.down, exponents: up.exponents}
	if f.to.HostMemory == nil {
		if down.slot, err = f.down.acquire(ctx, slotNeeds{}); err != nil {
			return err
		}
		defer f.down.release(down.slot)
	}
	if err := f.submit(ctx, all, up, down); err != nil || f.to.HostMemory != nil {
		return err
	}
	return f.empty(ctx, down)
}

// A streamError is the error that ended a stream from within.
type streamError struct{ error }

// run transforms any number of parts and pieces.
func (f *flow) run(ctx context.Context) error {
	if f.isWhole {
		another, err := f.work.tryAcquire(ctx, f.needs)
		if err != nil {
			return err
		}
		if another != nil {
			f.memory, f.slots = [2]*slot{f.memory[0], another}, 2
		}
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	end := func(err error) {
		if err != nil {
			cancel(&streamError{err})
		}
	}
	filled := make(chan stagedPiece, slotCount(f.up.key.bytes)) // sending never blocks: there are no more slots
	inFlight := make(chan stagedPiece, slotCount(f.down.key.bytes))
	var wait sync.WaitGroup
	wait.Go(func() {
		defer close(filled)
		if f.from.HostMemory == nil {
			end(f.fillAll(within, filled))
		}
	})
	wait.Go(func() {
		for p := range inFlight {
			end(f.empty(within, p))
			f.down.release(p.slot)
		}
	})
	end(f.submitAll(within, filled, inFlight))
	close(inFlight)
	for p := range filled { // what an error left
		f.up.release(p.slot)
	}
	wait.Wait()
	if within.Err() == nil {
		return nil
	}
	var failed *streamError
	if errors.As(context.Cause(within), &failed) {
		return failed.error
	}
	return fmt.Errorf("pipeline: stream: %w", ctx.Err()) // ctx ended, not a part
}

// fillAll fills upload buffers in the order of the steps, until ctx ends.
func (f *flow) fillAll(ctx context.Context, filled chan<- stagedPiece) error {
	var exponents []int
	for s := range f.steps {
		if !s.hasUp {
			continue
		}
		if ctx.Err() != nil {
			return nil // the other stages return the reason
		}
		if s.up.index == 0 {
			exponents = f.newExponents(s.part)
		}
		slot, err := f.up.acquire(ctx, slotNeeds{})
		if err != nil {
			return err
		}
		p := stagedPiece{s.up, slot, exponents}
		if err := f.fill(ctx, p); err != nil {
			f.up.release(slot)
			return err
		}
		filled <- p
	}
	return nil
}

// submitAll submits all steps, until ctx ends.
func (f *flow) submitAll(ctx context.Context, filled <-chan stagedPiece, inFlight chan<- stagedPiece) error {
	var exponents [2][]int // of a part and of the part before it
	for s := range f.steps {
		var up, down stagedPiece
		if s.hasUp && f.from.HostMemory == nil { // before a download buffer is taken, which other streams may wait for
			var ok bool
			if up, ok = <-filled; !ok {
				return nil // filling has ended, and returns the reason
			}
			exponents[s.part%2] = up.exponents
		}
		err := func() (err error) {
			if s.hasDown && f.to.HostMemory == nil {
				down = stagedPiece{piece: s.down, exponents: exponents[s.down.part%2]}
				if down.slot, err = f.down.acquire(ctx, slotNeeds{}); err != nil {
					return err
				}
			}
			return f.submit(ctx, s, up, down)
		}()
		if up.slot != nil {
			f.up.releaseBusy(up.slot)
		}
		if err != nil {
			if down.slot != nil {
				f.down.releaseBusy(down.slot)
			}
			return err
		}
		if down.slot != nil {
			inFlight <- down
		}
	}
	return nil
}
