package main

import (
	"context"
	"errors"
	"fmt"

	"wgfft"
	"wgfft/internal/measure"
	"wgfft/internal/tune"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A target is what explain plans for: a device there is, or limits known by name.
type target struct {
	c      *wgfft.Engine // nil without a device
	limits wgsl.Limits
	name   string
	speed  plan.Speed // its zero value where nobody has measured it
	wisdom plan.Wisdom
}

// namedTarget is a device that is known by name.
func namedTarget(a *app, name string) (*target, error) {
	l, err := wgsl.NamedLimits(name)
	if err != nil {
		return nil, &usageError{err}
	}
	speed, _ := plan.NamedSpeed(name)
	w, err := shippedFor(name, a.wisdom)
	if err != nil {
		return nil, err
	}
	return &target{limits: l, name: name, speed: speed, wisdom: w}, nil
}

// anyDevice is the name of the limits that every WebGPU device has.
const anyDevice = "default"

// target opens what to plan for.
func (e *explainCommand) target(a *app) (*target, error) {
	if e.Limits != "" {
		if e.Analyze || e.Host {
			return nil, misuse("explain: --analyze and --host need a device: leave out --limits")
		}
		return namedTarget(a, e.Limits)
	}
	c, err := a.open(wgfft.HostDevice)
	if err != nil {
		return nil, err
	}
	if c.Adapter().CPU {
		c.Close()
		if c.Adapter().Reason == "" {
			return nil, fmt.Errorf("explain: the CPU engine has no kernels to show: name the limits of a GPU, as in --limits default")
		}
		if e.Analyze || e.Host {
			return nil, fmt.Errorf("explain: --analyze and --host need a GPU: %s", name(c.Adapter()))
		}
		a.note("there is no GPU: planned for the least limits of WebGPU; --limits names others")
		return namedTarget(a, anyDevice)
	}
	dev, err := c.Device()
	if err != nil {
		c.Close()
		return nil, err
	}
	w, err := known(c)
	if err != nil {
		c.Close()
		return nil, err
	}
	return &target{c: c, limits: dev.Limits(), name: c.Adapter().Name, speed: w.Speed, wisdom: w}, nil
}

func (t *target) close() {
	if t.c != nil {
		t.c.Close()
	}
}

// plan plans a problem for the target, with what is known of it, or by an algorithm.
func (t *target) plan(p plan.Problem, by plan.Algorithm) (plan.Plan, error) {
	return planWith(t.wisdom, p, t.limits, by)
}

// host notes how long host slices take on either engine.
func (t *target) host(ctx context.Context, p plan.Problem, x *explanation) error {
	if p.Inverse {
		p.Kind = p.Kind.Inverse()
	}
	times, err := t.c.HostTimes(ctx, facade(p))
	if err != nil {
		return err
	}
	fastest := "cpu"
	if times.OnGPU() {
		fastest = "gpu"
	}
	x.Host = &hostFacts{times.GPU.Seconds() * 1e3, times.CPU.Seconds() * 1e3, fastest, times.Measured}
	return nil
}

// analyze runs a plan on the device, as a whole and pass by pass, and notes the times. Each pass runs on what the whole plan left in its buffers.
func (t *target) analyze(ctx context.Context, p plan.Plan, x *explanation) error {
	dev, err := t.c.Device()
	if err != nil {
		return err
	}
	engine := pipeline.New(dev)
	defer engine.Close()
	bench, err := measure.New(ctx, engine, p.Source(), p.Target())
	if err != nil {
		return err
	}
	defer bench.Close()
	if t.speed.Copy == 0 {
		if err := t.probe(ctx, engine); err != nil {
			return err
		}
		if err := x.estimate(p, t.speed); err != nil {
			return err
		}
	}
	s := p.Schedule()
	whole, err := engine.Compile(s)
	if err != nil {
		return err
	}
	defer whole.Close()
	m := &wholeTime{}
	if m.RelL2, err = bench.Error(ctx, whole, p.Problem); err != nil {
		return err
	}
	if m.Ms, err = bench.Time(ctx, whole, measure.Careful); err != nil {
		return err
	}
	for i, k := range p.Passes {
		if x.Passes[i].Time.MeasuredMs, err = onePass(ctx, engine, bench, s, k); err != nil {
			return err
		}
	}
	x.Measured = m
	return nil
}

// probe measures how fast the device copies.
func (t *target) probe(ctx context.Context, engine *pipeline.Engine) error {
	room := tune.CopyBytes(engine.Device().Adapter().Kind)
	bench, err := measure.New(ctx, engine, plan.Memory{Bytes: room}, plan.Memory{Bytes: room})
	if err != nil {
		return err
	}
	defer bench.Close()
	t.speed, err = tune.Probe(ctx, engine, bench, room)
	return err
}

// onePass is the time of the dispatches of one pass.
func onePass(ctx context.Context, engine *pipeline.Engine, bench *measure.Bench, s plan.Schedule, k wgsl.Kernel) (float64, error) {
	only := s
	only.Passes = nil
	for _, pass := range s.Passes {
		if pass.Kernel == wgsl.Shader(k) {
			only.Passes = append(only.Passes, pass)
		}
	}
	if len(only.Passes) == 0 {
		return 0, errors.New("the schedule has no such pass")
	}
	program, err := engine.Compile(only)
	if err != nil {
		return 0, err
	}
	defer program.Close()
	return bench.Time(ctx, program, measure.Careful)
}
