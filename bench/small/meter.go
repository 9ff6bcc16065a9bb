package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"wgfft/device"
	"wgfft/internal/measure"
	"wgfft/internal/ref"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A meter measures problems.
type meter struct {
	settings
	engine *pipeline.Engine
	bench  *measure.Bench
}

// rough is the method by which the kernels of a form are compared.
var rough = measure.Method{Warm: 3 * time.Millisecond, Loop: 8 * time.Millisecond, Repeats: 3}

// row measures a problem by all forms.
func (m *meter) row(ctx context.Context, p problem) (row, error) {
	r := row{problem: p}
	for form := range r.forms {
		t, err := m.fastest(ctx, p.Problem, plan.Form(form))
		if err != nil {
			return row{}, err
		}
		if t.ms > 0 && p.host {
			if t.hostMs, err = m.fromHost(ctx, p.Problem, t.k); err != nil {
				return row{}, err
			}
		}
		r.forms[form] = t
	}
	if _, any := r.winner(); !any {
		return row{}, errors.New("no kernel does it in one pass: use smaller arrays")
	}
	return r, nil
}

// fastest measures the kernels of a form. One that does not compile, or whose error is above the tolerance, is reported and does not count.
func (m *meter) fastest(ctx context.Context, p plan.Problem, form plan.Form) (timed, error) {
	ks := plan.Candidates(p.Shape, form, p.Count(), m.engine.Device().Limits())
	var best timed
	for _, k := range ks[:min(m.top, len(ks))] {
		t, err := m.timed(ctx, p, k, rough)
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, device.ErrDeviceLost) {
				return timed{}, err
			}
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		if best.ms == 0 || t.ms < best.ms {
			best = t
		}
	}
	if best.ms == 0 || m.quick {
		return best, nil
	}
	return m.timed(ctx, p, best.k, measure.Careful)
}

// timed measures one kernel.
func (m *meter) timed(ctx context.Context, p plan.Problem, k wgsl.FFT, method measure.Method) (timed, error) {
	made, err := plan.With(p, m.engine.Device().Limits(), k)
	if err != nil {
		return timed{}, err
	}
	program, err := m.engine.Compile(made.Schedule())
	if err != nil {
		return timed{}, err
	}
	defer program.Close()
	t := timed{k: k}
	if t.err, err = m.bench.Error(ctx, program, p); err != nil {
		return timed{}, err
	}
	if most := ref.ToleranceAxes(p.Shape...); t.err > most {
		return timed{}, fmt.Errorf("%s: error %.3g is above the tolerance %.3g", k.Name(), t.err, most)
	}
	t.ms, err = m.bench.Time(ctx, program, method)
	return t, err
}
