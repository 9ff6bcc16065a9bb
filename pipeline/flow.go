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
	e        *Engine
	from, to hostRange // of Src and Dst, which need no staging; the zero value for ordinary memory
	flowPools
	pieceSizes
	workMemory
	inFlight window
}

// flowPools are the pools that a flow takes slots from.
type flowPools struct{ up, down, work *pool }

// pieceSizes are the sizes of the pieces of a part.
type pieceSizes struct {
	upSize   int64 // bytes of a piece of the source
	downSize int64 // bytes of a piece of the result
	isWhole  bool  // every part is one piece
}

// workMemory is the memory of the GPU that parts are transformed in.
type workMemory struct {
	needs  slotNeeds
	memory [2]*slot // consecutive parts take turns, if there are two
	slots  int
}

// newFlow finds the pools of a stream.
func (e *Engine) newFlow(s Stream) (*flow, error) {
	part, most := int64(s.Items)*s.maxItemBytes(), e.stagingBytes
	f := &flow{Stream: s, e: e}
	f.divide(most)
	schedule := &s.Full.schedule
	f.needs = slotNeeds{out: s.ResultBytes > 0, cuts: schedule.Source.Cuts, outCuts: schedule.Target.Cuts}
	var err error
	if f.work, err = e.pool(forWork, part, f.needs); err != nil {
		return nil, err
	}
	if f.up, err = e.pool(forUpload, min(part, most), slotNeeds{}); err != nil {
		return nil, err
	}
	f.down, err = e.pool(forDownload, min(part, most), slotNeeds{})
	return f, err
}

// divide sets the sizes of pieces of at most most bytes. An incomplete last part has pieces of the same size, so that
// each takes the place of one piece of the part before.
func (f *flow) divide(most int64) {
	f.isWhole = int64(f.Items)*f.maxItemBytes() <= most
	f.upSize = pieceSize(int64(f.Items)*f.ItemBytes, most)
	f.downSize = pieceSize(int64(f.Items)*f.resultSize(), most)
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
	var taken []*callTables
	defer func() {
		for _, tables := range taken {
			tables.giveBack()
		}
	}()
	for _, o := range s {
		dst, src := f.regions(o.part)
		switch o.kind {
		case copyUp:
			from, at := up.place(f.from, o.piece, int64(f.Items)*f.ItemBytes)
			err = enc.Copy(src.Buffer, o.begin, from, at, o.end-o.begin)
		case copyDown:
			to, at := down.place(f.to, o.piece, int64(f.Items)*f.resultSize())
			err = enc.Copy(to, at, dst.Buffer, o.begin, o.end-o.begin)
		case runPart:
			var next *device.Encoder
			var tables *callTables
			if next, tables, err = f.encode(ctx, enc, o.part, dst, src); err == nil {
				enc = next
			}
			if tables != nil {
				taken = append(taken, tables)
			}
		}
		if err != nil {
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

// encode records the program of a part. It submits a long one, and returns another encoder for the commands after it.
// It also returns the tables of the call, if any, which the caller gives back after the submission of the encoder.
func (f *flow) encode(
	ctx context.Context, enc *device.Encoder, part int, dst, src Region,
) (next *device.Encoder, tables *callTables, err error) {
	p, call := f.program(part), f.call(part*f.Items)
	if passes := p.schedule.Passes; passesPerSubmission(passes) == len(passes) {
		if tables, err = p.takeCallTables(ctx, call); err != nil {
			return nil, nil, err
		}
		return enc, tables, p.encodeArguments(enc, &arguments{dst: dst, src: src, calls: tables})
	}
	if _, err := enc.SubmitContext(ctx); err != nil {
		return nil, nil, err
	}
	if _, err := p.SubmitCall(ctx, call, dst, src); err != nil {
		return nil, nil, err
	}
	next, err = f.e.dev.NewEncoder()
	return next, nil, err
}

// runWhole transforms a single part of one piece.
func (f *flow) runWhole(ctx context.Context) (err error) {
	all := step{f.upOp(0, 0), {runPart, piece{}}, f.downOp(0, 0)}
	up := stagedPiece{piece: all[0].piece, exponents: f.newExponents(0)}
	if f.from.HostMemory == nil {
		if up.slot, err = f.up.acquire(ctx, slotNeeds{}); err != nil {
			return err
		}
		defer f.up.release(up.slot)
		if err := f.fill(ctx, up); err != nil {
			return err
		}
	}
	down := stagedPiece{piece: all[2].piece, exponents: up.exponents}
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
		up, found := s.find(copyUp)
		if !found {
			continue
		}
		if ctx.Err() != nil {
			return nil // the other stages return the reason
		}
		if up.index == 0 {
			exponents = f.newExponents(up.part)
		}
		slot, err := f.up.acquire(ctx, slotNeeds{})
		if err != nil {
			return err
		}
		p := stagedPiece{up, slot, exponents}
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
	if f.from.HostMemory != nil && f.to.HostMemory != nil {
		return f.submitCopies(ctx)
	}
	var exponents [2][]int // of a part and of the part before it
	for s := range f.steps {
		var up, down stagedPiece
		if p, found := s.find(copyUp); found && f.from.HostMemory == nil {
			// It waits before it takes a download buffer, which other streams may wait for.
			var ok bool
			if up, ok = <-filled; !ok {
				return nil // filling has ended, and returns the reason
			}
			exponents[p.part%2] = up.exponents
		}
		err := func() (err error) {
			if p, found := s.find(copyDown); found && f.to.HostMemory == nil {
				down = stagedPiece{piece: p, exponents: exponents[p.part%2]}
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

// copiesTogether is the number of bytes that one submission copies between host memory and the GPU. The GPU is idle
// for a moment between submissions.
const copiesTogether = 64 << 20

// submitCopies submits all steps of a stream from host memory to host memory.
func (f *flow) submitCopies(ctx context.Context) error {
	var together step
	bytes := int64(0)
	for s := range f.steps {
		together = append(together, s...)
		for _, o := range s {
			bytes += o.end - o.begin
		}
		if bytes < copiesTogether {
			continue
		}
		if err := f.submit(ctx, together, stagedPiece{}, stagedPiece{}); err != nil {
			return err
		}
		together, bytes = together[:0], 0
	}
	if len(together) == 0 {
		return nil
	}
	return f.submit(ctx, together, stagedPiece{}, stagedPiece{})
}
