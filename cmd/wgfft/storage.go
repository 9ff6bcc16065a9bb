package main

import (
	"fmt"

	"wgfft"
	"wgfft/internal/exactness"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A storage is the value of --storage: the type of complex points in GPU memory.
type storage struct{ samples wgfft.Samples }

// UnmarshalText parses the name of a type.
func (s *storage) UnmarshalText(text []byte) error {
	for _, t := range []wgfft.Samples{wgfft.Float32, wgfft.Float16, wgfft.Bfloat16} {
		if string(text) == t.String() {
			s.samples = t
			return nil
		}
	}
	return fmt.Errorf("%q: use float32, float16 or bfloat16", text)
}

// check returns an error for types of 16 bits unless all problems are c2c in single precision.
func (s storage) check(p precision, specs []spec) error {
	if s.samples == wgfft.Float32 {
		return nil
	}
	if !p.isSingle() {
		return usageErrorf("--storage %v is for single precision: omit --precision", s.samples)
	}
	for _, of := range specs {
		if of.Problem.Kind != plan.C2C {
			return usageErrorf("%v: --storage %v is for c2c", of.Problem, s.samples)
		}
	}
	return nil
}

// element returns the type for kernels on the engine's device.
func (s storage) element(a *app, c *wgfft.Engine) (wgsl.Element, error) {
	switch s.samples {
	case wgfft.Bfloat16:
		return wgsl.Halves{Bfloat: true, Complex: true}, nil
	case wgfft.Float16:
		dev, err := c.Device()
		if err != nil {
			return nil, err
		}
		packed, err := exactness.Packs(a.ctx, dev)
		return wgsl.Halves{Complex: true, Packed: packed}, err
	}
	return nil, nil
}
