package pipeline

import (
	"context"
	"fmt"
	"sync"

	"wgfft/device"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Filter is a transform, gains for its bins and the transform back, ready to run on the device of its engine. It is safe for concurrent use: its steps go in
// one submission, and the bins lie in memory of the engine's, in which the GPU's queue does one filter after the other.
type Filter struct {
	engine      *Engine
	there, back *Program
	kernel      wgsl.Pointwise
	gains       *kernel
	bins        *device.Buffer // the engine's

	// Steps of several submissions have bins of their own: those of others may come between.
	submitting sync.Mutex
	own        *device.Buffer
	closed     bool
}

// binScratch is the index of the scratch that filters have their bins in, apart from that of programs.
const binScratch = -1

// Filter makes a filter ready: from the source of one schedule to the bins that are its target and the source of the other, and on to that one's target.
func (e *Engine) Filter(there, back plan.Schedule, k wgsl.Pointwise) (*Filter, error) {
	if err := k.Check(e.dev.Limits()); err != nil {
		return nil, err
	}
	if bytes := k.Bytes(); there.Target.Bytes != bytes || back.Source.Bytes != bytes {
		return nil, fmt.Errorf("pipeline: filter: %d bytes of bins there and %d back, and %d with gains", there.Target.Bytes, back.Source.Bytes, bytes)
	}
	f := &Filter{engine: e, kernel: k}
	var err error
	if f.bins, err = e.scratchBuffer(binScratch, plan.Memory{Bytes: k.Bytes()}); err == nil {
		f.gains, err = e.kernel(k)
	}
	if err == nil {
		f.there, err = e.Compile(there)
	}
	if err == nil {
		f.back, err = e.Compile(back)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close gives back what the filter owns; work already submitted completes. It is idempotent.
func (f *Filter) Close() error {
	f.submitting.Lock()
	defer f.submitting.Unlock()
	if f.gains != nil && !f.closed {
		f.engine.kernels.release(f.gains)
	}
	f.closed = true
	for _, p := range []*Program{f.there, f.back} {
		if p != nil {
			p.Close()
		}
	}
	if f.own != nil {
		f.own.Close()
		f.own = nil
	}
	return nil
}

// Run filters src into dst, which may be the same, by the gains of a table, and waits until it is done.
func (f *Filter) Run(ctx context.Context, dst, src, table Region) error {
	submit := f.submit
	if f.long() {
		submit = f.submitLong
	}
	s, err := submit(ctx, dst, src, table)
	if err != nil {
		return err
	}
	return s.Wait(ctx)
}

// long says whether the steps go in several submissions.
func (f *Filter) long() bool {
	seconds := 0.0
	for _, p := range []*Program{f.there, f.back} {
		for _, pass := range p.schedule.Passes {
			seconds += pass.Seconds
		}
	}
	return seconds > plan.LongestSubmission
}

// submit submits all steps at once.
func (f *Filter) submit(ctx context.Context, dst, src, table Region) (*device.Submission, error) {
	enc, err := f.engine.dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	if err := f.Encode(enc, dst, src, table); err != nil {
		enc.Discard()
		return nil, err
	}
	return enc.SubmitContext(ctx)
}

// submitLong submits the steps one after the other, with bins of the filter's own.
func (f *Filter) submitLong(ctx context.Context, dst, src, table Region) (*device.Submission, error) {
	f.submitting.Lock()
	defer f.submitting.Unlock()
	if f.closed {
		return nil, device.ErrClosed
	}
	dev := f.engine.dev
	if f.own == nil {
		own, err := dev.NewBuffer("bins of a long filter", f.kernel.Bytes(), device.Storage)
		if err != nil {
			return nil, err
		}
		f.own = own
	}
	bins := Region{Buffer: f.own}
	if _, err := f.there.Submit(ctx, bins, src); err != nil {
		return nil, err
	}
	enc, err := dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	if err := f.multiply(enc, bins, table); err != nil {
		enc.Discard()
		return nil, err
	}
	if _, err := enc.SubmitContext(ctx); err != nil {
		return nil, err
	}
	return f.back.Submit(ctx, dst, bins)
}

// Encode records the three steps.
func (f *Filter) Encode(enc *device.Encoder, dst, src, table Region) error {
	bins := Region{Buffer: f.bins}
	if err := f.there.Encode(enc, bins, src); err != nil {
		return err
	}
	if err := f.multiply(enc, bins, table); err != nil {
		return err
	}
	return f.back.Encode(enc, dst, bins)
}

// multiply records what multiplies the bins.
func (f *Filter) multiply(enc *device.Encoder, bins, table Region) error {
	b, err := f.engine.dev.NewBindings(f.gains.value, bins.part(false, f.kernel.Bytes()), table.part(false, f.kernel.TableBytes()))
	if err != nil {
		return err
	}
	defer b.Close()
	x, y := f.kernel.Groups()
	return enc.Dispatch(f.gains.value, b, x, y, 1)
}
