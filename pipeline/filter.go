package pipeline

import (
	"context"
	"fmt"
	"sync"

	"wgfft/device"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Filter multiplies the spectra of arrays by gains: forward transform, multiplication, inverse
// transform. It is safe for concurrent use. The three steps share one submission. The bins lie in
// scratch memory of the engine, because the GPU's queue runs one filter after the other.
type Filter struct {
	engine           *Engine
	forward, inverse *Program
	kernel           wgsl.Gains
	gains            *kernel
	bins             *device.Buffer // owned by the engine

	// A filter of several submissions has its own bin buffer, because other filters may run between
	// them.
	submitting sync.Mutex
	ownBins    *device.Buffer
	closed     bool
}

// binScratch is the scratch index of the bins of filters. Scratch of programs has indices from 0.
const binScratch = -1

// Filter compiles a filter. The bins that k multiplies are the target of the schedule forward and
// the source of the schedule inverse. All three must agree on the number of bytes.
func (e *Engine) Filter(forward, inverse plan.Schedule, k wgsl.Gains) (*Filter, error) {
	if err := k.Check(e.dev.Limits()); err != nil {
		return nil, err
	}
	if written, read, want := forward.Target.Bytes, inverse.Source.Bytes, k.Bytes(); written != want || read != want {
		return nil, fmt.Errorf("pipeline: filter: %d bytes of bins from the forward transform and %d for the inverse, "+
			"want %d: plan both for the bins and arrays of the gains", written, read, want)
	}
	f := &Filter{engine: e, kernel: k}
	var err error
	if f.bins, err = e.scratchBuffer(binScratch, plan.Memory{Bytes: k.Bytes()}); err == nil {
		f.gains, err = e.kernel(k)
	}
	if err == nil {
		f.forward, err = e.Compile(forward)
	}
	if err == nil {
		f.inverse, err = e.Compile(inverse)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Close releases the resources of the filter. Work already submitted completes. Close is
// idempotent.
func (f *Filter) Close() error {
	f.submitting.Lock()
	defer f.submitting.Unlock()
	if f.gains != nil && !f.closed {
		f.engine.kernels.release(f.gains)
	}
	f.closed = true
	for _, p := range []*Program{f.forward, f.inverse} {
		if p != nil {
			p.Close()
		}
	}
	if f.ownBins != nil {
		f.ownBins.Close()
		f.ownBins = nil
	}
	return nil
}

// Run filters src into dst with the gains in table, and waits for the result. dst may be src.
func (f *Filter) Run(ctx context.Context, dst, src, table Region) error {
	submit := f.submit
	if f.isLong() {
		submit = f.submitLong
	}
	s, err := submit(ctx, dst, src, table)
	if err != nil {
		return err
	}
	return s.Wait(ctx)
}

// isLong reports whether the steps need several submissions.
func (f *Filter) isLong() bool {
	seconds := 0.0
	for _, p := range []*Program{f.forward, f.inverse} {
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

// submitLong submits the steps one after the other, with a bin buffer of the filter's own.
func (f *Filter) submitLong(ctx context.Context, dst, src, table Region) (*device.Submission, error) {
	f.submitting.Lock()
	defer f.submitting.Unlock()
	if f.closed {
		return nil, device.ErrClosed
	}
	dev := f.engine.dev
	if f.ownBins == nil {
		b, err := dev.NewBuffer("bins of a long filter", f.kernel.Bytes(), device.Storage)
		if err != nil {
			return nil, err
		}
		f.ownBins = b
	}
	bins := Region{Buffer: f.ownBins}
	if _, err := f.forward.Submit(ctx, bins, src); err != nil {
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
	return f.inverse.Submit(ctx, dst, bins)
}

// Encode records the three steps into enc.
func (f *Filter) Encode(enc *device.Encoder, dst, src, table Region) error {
	bins := Region{Buffer: f.bins}
	if err := f.forward.Encode(enc, bins, src); err != nil {
		return err
	}
	if err := f.multiply(enc, bins, table); err != nil {
		return err
	}
	return f.inverse.Encode(enc, dst, bins)
}

// multiply records the multiplication of the bins by the gains in table.
func (f *Filter) multiply(enc *device.Encoder, bins, table Region) error {
	b, err := f.engine.dev.NewBindings(f.gains.value,
		bins.binding(false, f.kernel.Bytes()), table.binding(false, f.kernel.TableBytes()))
	if err != nil {
		return err
	}
	defer b.Close()
	x, y := f.kernel.Groups()
	return enc.Dispatch(f.gains.value, b, x, y, 1)
}
