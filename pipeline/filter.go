package pipeline

import (
	"context"
	"fmt"

	"wgfft/device"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Filter is a transform, gains for its bins and the transform back, ready to run on the device of its engine. It is safe for concurrent use: the bins lie
// in memory of the engine's, in which the GPU's queue does one filter after the other.
type Filter struct {
	engine      *Engine
	there, back *Program
	kernel      wgsl.Gains
	gains       *device.Pipeline
	bins        Region // the engine's memory
}

// binScratch is the index of the scratch that filters have their bins in, apart from that of programs.
const binScratch = -1

// Filter makes a filter ready: from the source of one schedule to the bins that are its target and the source of the other, and on to that one's target.
func (e *Engine) Filter(there, back plan.Schedule, k wgsl.Gains) (*Filter, error) {
	if err := k.Check(e.dev.Limits()); err != nil {
		return nil, err
	}
	if bytes := k.Bytes(); there.Target.Bytes != bytes || back.Source.Bytes != bytes {
		return nil, fmt.Errorf("pipeline: filter: %d bytes of bins there and %d back, and %d with gains", there.Target.Bytes, back.Source.Bytes, bytes)
	}
	f := &Filter{engine: e, kernel: k}
	bins, err := e.scratchBuffer(binScratch, plan.Memory{Bytes: k.Bytes()})
	if err == nil {
		f.bins = Region{Buffer: bins}
		f.gains, err = e.pipeline(k)
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
	for _, p := range []*Program{f.there, f.back} {
		if p != nil {
			p.Close()
		}
	}
	return nil
}

// Run filters src into dst, which may be the same, by the gains of a table, and waits until it is done.
func (f *Filter) Run(ctx context.Context, dst, src, table Region) error {
	s, err := f.submit(dst, src, table)
	if err != nil {
		return err
	}
	return s.Wait(ctx)
}

// submit submits the three steps, between which no other filter comes.
func (f *Filter) submit(dst, src, table Region) (*device.Submission, error) {
	f.engine.filtering.Lock()
	defer f.engine.filtering.Unlock()
	if _, err := f.there.Submit(f.bins, src); err != nil {
		return nil, err
	}
	enc, err := f.engine.dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	if err := f.multiply(enc, table); err != nil {
		enc.Discard()
		return nil, err
	}
	if _, err := enc.Submit(); err != nil {
		return nil, err
	}
	return f.back.Submit(dst, f.bins)
}

// Encode records the three steps.
func (f *Filter) Encode(enc *device.Encoder, dst, src, table Region) error {
	if err := f.there.Encode(enc, f.bins, src); err != nil {
		return err
	}
	if err := f.multiply(enc, table); err != nil {
		return err
	}
	return f.back.Encode(enc, dst, f.bins)
}

// multiply records what multiplies the bins.
func (f *Filter) multiply(enc *device.Encoder, table Region) error {
	b, err := f.engine.dev.NewBindings(f.gains, f.bins.part(false, f.kernel.Bytes()), table.part(false, f.kernel.TableBytes()))
	if err != nil {
		return err
	}
	defer b.Close()
	x, y := f.kernel.Groups()
	return enc.Dispatch(f.gains, b, x, y, 1)
}
