package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"

	"wgfft/device"
	"wgfft/internal/exactness"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// packing keeps the result of exactness.Packs. Errors are not kept.
type packing struct {
	mu      sync.Mutex
	isKnown bool
	isExact bool
}

// find returns the result, and runs the test at the first call.
func (p *packing) find(dev *device.Device) (isExact bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.isKnown {
		if p.isExact, err = exactness.Packs(context.Background(), dev); err != nil {
			return false, err
		}
		p.isKnown = true
	}
	return p.isExact, nil
}

// pack sets Packed in elements of binary16 if the driver packs them exactly.
func (g *GPU) pack(all ...*wgsl.Element) error {
	for _, e := range all {
		h, ok := (*e).(wgsl.Halves)
		if !ok || h.Bfloat {
			continue
		}
		var err error
		if h.Packed, err = g.packs.find(g.Device()); err != nil {
			return err
		}
		*e = h
	}
	return nil
}

// CountNonFinite returns the number of infinities and NaN among real numbers in a region. halves is their
// format, or nil for f32.
func (g *GPU) CountNonFinite(ctx context.Context, src pipeline.Region, count int, halves *wgsl.Halves) (int, error) {
	if err := prefixed(ctx.Err()); err != nil {
		return 0, err
	}
	return detachedValue(ctx, g, func(ctx context.Context) (n int, err error) {
		k := wgsl.NonFinite{Count: count, Halves: halves}
		if err := k.Check(g.Limits()); err != nil {
			return 0, err
		}
		if err := checkParts(g, "src", src, plan.Layout{}, k.Bytes()); err != nil {
			return 0, err
		}
		p, err := g.pipes.Compile(plan.Schedule{
			Source: plan.Memory{Bytes: k.Bytes()}, Target: plan.Memory{Bytes: counterBytes},
			Passes: []plan.Pass{{
				Kernel: k, Groups: [2]int{k.Groups(), 1}, Bytes: k.Bytes(),
				Args: []plan.Arg{{Role: plan.Input, Bytes: k.Bytes()}, {Role: plan.Output}},
			}},
		})
		if err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, p.Close()) }()
		counter, err := g.Device().NewBuffer("count", counterBytes, device.Storage) // holds 0
		if err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, counter.Close()) }()
		if err := p.Run(ctx, pipeline.Region{Buffer: counter}, src); err != nil {
			return 0, err
		}
		var total [counterBytes]byte
		if err := g.pipes.Download(ctx, total[:], pipeline.Region{Buffer: counter}, nil); err != nil {
			return 0, err
		}
		return int(binary.LittleEndian.Uint32(total[:])), nil
	}, func(int) {})
}

// counterBytes is the size of a counter.
const counterBytes = 4
