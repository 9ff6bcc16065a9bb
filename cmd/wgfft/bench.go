package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"wgfft"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

type benchCommand struct {
	Specs     []spec    `arg:"" name:"SPEC" help:"${specs}"`
	CSV       bool      `name:"csv" xor:"form" help:"${csv}"`
	JSON      bool      `name:"json" xor:"form" help:"${json}"`
	Algorithm algorithm `default:"any" placeholder:"any" help:"${algorithm}"`
	Kernel    bool      `help:"Also print the names of the kernels."`
	InPlace   bool      `name:"in-place" help:"${bench_inplace}"`
	Precision precision `default:"single" placeholder:"single" help:"${format}"`
	Storage   storage   `default:"float32" placeholder:"float32" help:"${storage}"`
	H2H       bool      `name:"h2h" xor:"what" help:"Time from host memory to host memory, including transfers."`
	Plan      bool      `xor:"what" help:"Time the first plan of a transform, and later plans of the same transform."`
}

// Help is the long help.
func (benchCommand) Help() string {
	return "Without --h2h and --plan: prints the GPU time of one forward transform of random data in GPU " +
		"memory. It is the median of 7 loops of at least 40 ms, after a warm-up and with pauses between " +
		"them. gbps counts every element as read once and written once. gflops counts 5 N log2 N " +
		"operations per complex transform and half as many per real transform. rel_l2 is the error " +
		"against float64 on a sample of the batch."
}

func (b *benchCommand) Run(a *app) error {
	if !b.Precision.isSingle() && b.Plan {
		return usageErrorf("--plan is for single precision: omit --precision")
	}
	isStored := b.Storage != storage{}
	if (b.Kernel || b.InPlace || isStored) && (b.H2H || b.Plan) {
		return usageErrorf("--kernel, --in-place and --storage need GPU times: omit --h2h and --plan")
	}
	if err := b.Storage.check(b.Precision, b.Specs); err != nil {
		return err
	}
	if b.InPlace {
		for i := range b.Specs {
			p := &b.Specs[i].Problem
			if p.Kind.IsRealFFT() {
				return usageErrorf("%v: --in-place needs a kind with equal input and output sizes: c2c, dct or dst", *p)
			}
			p.InPlace, p.Norm = true, plan.Ortho
		}
	}
	c, err := a.open(wgfft.HostDevice)
	if err != nil {
		return err
	}
	defer c.Close()
	switch {
	case b.H2H && b.Precision.isSingle():
		return hostToHost(a, b, c, c.Transforms)
	case b.H2H:
		double, err := b.Precision.double(c)
		if err != nil {
			return err
		}
		for i := range b.Specs {
			b.Specs[i].Problem.Number = wgsl.F64{} // for the sizes of points: slices hold float64 in either format
		}
		return hostToHost(a, b, c, double)
	}
	if c.Adapter().CPU {
		return errors.New("GPU timing needs a GPU, and this is the CPU engine: " +
			"use --h2h or choose another --device")
	}
	if b.Plan {
		return b.plans(a)
	}
	return b.resident(a, c)
}

// resident times transforms of data in GPU memory.
func (b *benchCommand) resident(a *app, c *wgfft.Engine) error {
	dev, err := c.Device()
	if err != nil {
		return err
	}
	plans, err := b.residentPlans(a, c, dev.Limits())
	if err != nil {
		return err
	}
	engine := pipeline.New(dev)
	defer engine.Close()
	benches := benches{engine: engine, shared: sharedBuffers(plans, dev.Limits().AllocationBytes)}
	defer benches.close()

	columns := []column{
		{"spec", specWidth(b.Specs), "%v"}, {"ms", 10, "%.4f"}, {"gbps", 8, "%.1f"}, {"gflops", 8, "%.1f"},
		{"passes", 6, "%d"}, {"rel_l2", 9, "%.2e"},
	}
	if b.Kernel {
		columns = append(columns, column{"kernel", -1, "%s"})
	}
	t, err := newTable(a.stdout, formOf(b.CSV, b.JSON), columns...)
	if err != nil {
		return err
	}
	for _, p := range plans {
		bench, err := benches.forPlan(a.ctx, p)
		if err != nil {
			return specError(p.Problem, err)
		}
		ms, rel, err := timePlan(a.ctx, engine, bench, p)
		if err != nil {
			return specError(p.Problem, err)
		}
		values := []any{p.Problem, ms, gbps(p.Problem, ms), gflops(p.Problem, ms), len(p.Passes), rel}
		if b.Kernel {
			var names []string
			for _, k := range p.Passes {
				names = append(names, k.Name())
			}
			values = append(values, strings.Join(names, " "))
		}
		if err := t.row(values...); err != nil {
			return err
		}
	}
	return t.close()
}

// residentPlans returns a plan for each spec.
func (b *benchCommand) residentPlans(a *app, c *wgfft.Engine, limits wgsl.Limits) ([]plan.Plan, error) {
	format, _, err := b.Precision.format(a.ctx, c)
	if err != nil {
		return nil, err
	}
	stored, err := b.Storage.element(a, c)
	if err != nil {
		return nil, err
	}
	plans := make([]plan.Plan, len(b.Specs))
	for i, s := range b.Specs {
		s.Problem.Number, s.Problem.In.Element, s.Problem.Out.Element = format, stored, stored
		if plans[i], err = planFor(c, s.Problem, limits, b.Algorithm.Algorithm); err != nil {
			return nil, specError(s.Problem, err)
		}
	}
	return plans, nil
}

// endBuffers are the source and the destination of a transform.
type endBuffers struct{ source, target plan.Memory }

// sharedBuffers returns buffers that are large enough for every plan that fits into one allocation.
func sharedBuffers(plans []plan.Plan, allocationBytes int64) (shared endBuffers) {
	for _, p := range plans {
		if p.Bytes() <= allocationBytes {
			shared.source.Bytes = max(shared.source.Bytes, p.Source().Bytes)
			shared.target.Bytes = max(shared.target.Bytes, p.Target().Bytes)
		}
	}
	return shared
}

// benches holds the memory of one plan at a time. Plans that fit into one allocation share it.
type benches struct {
	engine *pipeline.Engine
	shared endBuffers
	bench  *measure.Bench
	data   endBuffers // of bench
}

// forPlan returns a bench for a plan.
func (b *benches) forPlan(ctx context.Context, p plan.Plan) (*measure.Bench, error) {
	data := b.shared
	if p.Bytes() > b.engine.Device().Limits().AllocationBytes {
		data = endBuffers{p.Source(), p.Target()}
	}
	if b.bench != nil && isSameMemory(data.source, b.data.source) && isSameMemory(data.target, b.data.target) {
		return b.bench, nil
	}
	b.close()
	var err error
	b.bench, err = measure.New(ctx, b.engine, data.source, data.target, measure.FormatOf(p.Problem))
	b.data = data
	return b.bench, err
}

// isSameMemory reports whether a and b have the same size and segments.
func isSameMemory(a, b plan.Memory) bool { return a.Bytes == b.Bytes && slices.Equal(a.Cuts, b.Cuts) }

func (b *benches) close() {
	if b.bench != nil {
		b.bench.Close()
		b.bench = nil
	}
}

// timePlan returns the time of a plan in ms and its relative error against float64.
func timePlan(ctx context.Context, e *pipeline.Engine, b *measure.Bench, p plan.Plan) (ms, rel float64, err error) {
	program, err := e.Compile(p.Schedule())
	if err != nil {
		return 0, 0, err
	}
	defer program.Close()
	if rel, err = b.Error(ctx, program, p.Problem); err != nil {
		return 0, 0, err
	}
	ms, err = b.Time(ctx, program, measure.Careful)
	return ms, rel, err
}

// specError adds the spec of a problem to an error, unless the error names it.
func specError(p plan.Problem, err error) error {
	if strings.HasPrefix(stripPackages(err.Error()), p.String()+": ") {
		return err
	}
	return fmt.Errorf("%v: %w", p, err)
}

// gbps returns the memory traffic in GB/s, for one access to every element of source and target.
func gbps(p plan.Problem, ms float64) float64 {
	e := p.Arrays()
	if s := p.Storage(); s != nil {
		e[0].ElementBytes, e[1].ElementBytes = int64(s.Bytes()), int64(s.Bytes())
	}
	return float64(e[0].Bytes()+e[1].Bytes()) * float64(p.Count()) / ms / 1e6
}

// gflops counts 5 N log2 N operations per complex transform, as in FFTW, and 2.5 N log2 N per real
// transform.
func gflops(p plan.Problem, ms float64) float64 {
	n := float64(p.Points())
	operations := 5 * n * math.Log2(n)
	if p.Kind != plan.C2C {
		operations /= 2
	}
	return operations * float64(p.Count()) / ms / 1e6
}
