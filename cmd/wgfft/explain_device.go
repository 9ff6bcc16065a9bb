package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"wgfft"
	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/internal/tune"
	"wgfft/internal/wisdom"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A target is an open device, or limits known by name, for which explain plans.
type target struct {
	c      *wgfft.Engine // nil without a device
	limits wgsl.Limits
	name   string
	speed  choose.Speed // zero if not measured
	wisdom wisdom.Wisdom
}

// namedTarget returns the target for limits known by name.
func namedTarget(a *app, name string) (*target, error) {
	l, err := wgsl.NamedLimits(name)
	if err != nil {
		return nil, &usageError{err}
	}
	speed, _ := choose.NamedSpeed(name)
	w, err := shippedWisdomFor(name, a.wisdom)
	if err != nil {
		return nil, err
	}
	return &target{limits: l, name: name, speed: speed, wisdom: w}, nil
}

// anyDevice is the name of the default limits of WebGPU, which every device supports.
const anyDevice = "default"

// target opens the device to plan for, or finds the limits.
func (e *explainCommand) target(a *app) (*target, error) {
	if e.Quick && e.Algorithm.Algorithm != plan.Any {
		return nil, usageErrorf("--quick chooses the algorithm: omit --algorithm")
	}
	if e.Limits != "" {
		if e.Analyze || e.Host {
			return nil, usageErrorf("--analyze and --host need a device: omit --limits")
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
			return nil, errors.New("the CPU engine has no kernels: plan for a GPU with --limits default")
		}
		if e.Analyze || e.Host {
			return nil, fmt.Errorf("--analyze and --host need a GPU: %s", cpuReason(c.Adapter()))
		}
		a.note("no GPU found: using --limits %s", anyDevice)
		return namedTarget(a, anyDevice)
	}
	dev, err := c.Device()
	if err != nil {
		c.Close()
		return nil, err
	}
	w, err := wisdomOf(c)
	if err != nil {
		c.Close()
		return nil, err
	}
	l := dev.Limits()
	l.Family = w.Speed.Family(l.Family)
	return &target{c: c, limits: l, name: c.Adapter().Name, speed: w.Speed, wisdom: w}, nil
}

func (t *target) close() {
	if t.c != nil {
		t.c.Close()
	}
}

// plan plans a problem for the target, with its wisdom or with the given algorithm.
func (t *target) plan(p plan.Problem, by plan.Algorithm) (plan.Plan, error) {
	return planWith(t.wisdom, p, t.limits, by)
}

// named is the reason for a format that --precision names.
const named = "--precision names it"

// numbers returns the number format that --precision names for the target, and the reason for it.
// Without a device it is unknown whether the target has f64. Double is double-single there.
func (t *target) numbers(ctx context.Context, of precision) (wgsl.Number, numberFacts, error) {
	if of.isSingle() {
		return nil, numberFacts{Format: wgfft.Single.String()}, nil
	}
	if t.c != nil {
		format, f, err := of.format(ctx, t.c)
		if err != nil {
			return nil, numberFacts{}, err
		}
		return format, numberFacts{f.Number.String(), cmp.Or(f.Reason, named)}, nil
	}
	switch of.number {
	case wgfft.Float64:
		return wgsl.F64{}, numberFacts{wgfft.Float64.String(), named}, nil
	case wgfft.DoubleSingle:
		return wgsl.DoubleSingles()[0], numberFacts{wgfft.DoubleSingle.String(), named}, nil
	}
	return wgsl.DoubleSingles()[0], numberFacts{
		wgfft.DoubleSingle.String(), "--limits does not tell whether the device has f64",
	}, nil
}

// estimateHost adds the times of a transform in host memory on the device and on the CPU engine to x.
func (t *target) estimateHost(ctx context.Context, p plan.Problem, of precision, x *explanation) error {
	if p.Inverse {
		p.Kind = p.Kind.Inverse()
	}
	hostTimes := t.c.HostTimes
	if !of.isSingle() {
		transforms, err := of.double(t.c)
		if err != nil {
			return err
		}
		hostTimes = transforms.HostTimes
	}
	times, err := hostTimes(ctx, facade(p))
	if err != nil {
		return err
	}
	fastest := "cpu"
	if times.OnGPU() {
		fastest = "gpu"
	}
	x.Host = &hostFacts{
		times.GPU.Seconds() * 1e3, times.CPU.Seconds() * 1e3, fastest, times.Measured, times.Copies.Seconds() * 1e3,
	}
	return nil
}

// analyze runs a plan on the device, as a whole and pass by pass, and adds the times to x. Single passes run on
// the buffers that the whole plan leaves.
func (t *target) analyze(ctx context.Context, p plan.Plan, x *explanation) error {
	dev, err := t.c.Device()
	if err != nil {
		return err
	}
	engine := pipeline.New(dev)
	defer engine.Close()
	bench, err := measure.New(ctx, engine, p.Source(), p.Target(), measure.FormatOf(p.Problem))
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
	m := &planTime{}
	if m.RelL2, err = bench.Error(ctx, whole, p.Problem); err != nil {
		return err
	}
	if m.Ms, err = bench.Time(ctx, whole, measure.Careful); err != nil {
		return err
	}
	for i, k := range p.Passes {
		if x.Passes[i].Time.MeasuredMs, err = timePass(ctx, engine, bench, s, k); err != nil {
			return err
		}
	}
	x.Measured = m
	return nil
}

// probe measures the copy speed of the device.
func (t *target) probe(ctx context.Context, engine *pipeline.Engine) error {
	room := tune.CopyBytes(engine.Device().Adapter().Kind)
	bench, err := measure.New(ctx, engine, plan.Memory{Bytes: room}, plan.Memory{Bytes: room}, measure.Format{})
	if err != nil {
		return err
	}
	defer bench.Close()
	t.speed, err = tune.Probe(ctx, engine, bench, room)
	return err
}

// timePass returns the time of all dispatches of one pass, in ms.
func timePass(ctx context.Context, engine *pipeline.Engine, bench *measure.Bench, s plan.Schedule,
	k wgsl.Kernel) (float64, error) {
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
