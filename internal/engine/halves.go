package engine

import (
	"context"
	"sync"

	"wgfft/device"
	"wgfft/internal/exactness"
	"wgfft/wgsl"
)

// A packing finds out once whether the driver packs binary16 exactly. Errors are not kept.
type packing struct {
	mu      sync.Mutex
	isKnown bool
	isExact bool
}

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

// pack lets elements of binary16 be packed by the driver if it does so exactly.
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
