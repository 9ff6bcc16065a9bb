package main

import (
	"context"
	"slices"
	"time"

	"wgfft"
	"wgfft/plan"
)

// A host time is the median of hostRepeats calls after hostWarmups calls.
const (
	hostWarmups = 2
	hostRepeats = 7
)

// hostToHost times transforms of slices in host memory.
func hostToHost[C wgfft.Complex, R wgfft.Real](a *app, b *benchCommand, c *wgfft.Engine,
	t *wgfft.Transforms[C, R]) error {
	plans := make([]hostPlan, len(b.Specs))
	for i, s := range b.Specs { // report all errors before the first measurement
		p, err := planChecked(a.ctx, c, t, s.Problem)
		if err != nil {
			return specError(s.Problem, err)
		}
		defer p.close()
		plans[i] = p
	}
	rows, err := newTable(a.stdout, formOf(b.CSV, b.JSON),
		column{"spec", specWidth(b.Specs), "%v"}, column{"ms", 10, "%.5f"}, column{"gbps", 8, "%.2f"})
	if err != nil {
		return err
	}
	for i, s := range b.Specs {
		ms, err := timeHost(a, plans[i])
		if err != nil {
			return specError(s.Problem, err)
		}
		if err := rows.row(s.Problem, ms, gbps(s.Problem, ms)); err != nil {
			return err
		}
	}
	return rows.close()
}

// planChecked plans a problem. It returns an error if its slices do not fit into host memory.
func planChecked[C wgfft.Complex, R wgfft.Real](ctx context.Context, c *wgfft.Engine,
	t *wgfft.Transforms[C, R], p plan.Problem) (hostPlan, error) {
	made, err := planHost(ctx, t, p)
	if err != nil {
		return hostPlan{}, err
	}
	for _, end := range p.Arrays() {
		if err == nil {
			err = plan.CheckBytes(p, end.Bytes(), p.Count())
		}
	}
	if err == nil {
		count := int64(p.Count())
		err = c.CheckMemory("slices of random points", p.Arrays()[0].Bytes()*count, p.Arrays()[1].Bytes()*count)
	}
	if err != nil {
		made.close()
	}
	return made, err
}

// timeHost returns the time in ms of a transform from one slice to another.
func timeHost(a *app, p hostPlan) (float64, error) {
	transform := p.call()
	times := make([]float64, 0, hostWarmups+hostRepeats)
	for range hostWarmups + hostRepeats {
		begin := time.Now()
		if err := transform(a.ctx); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin).Seconds()*1e3)
	}
	return median(times[hostWarmups:]), nil
}

// planRepeats is the number of plans after the first.
const planRepeats = 101

// plans times planning: the first plan of a new engine, which compiles kernels and builds tables, and later
// plans.
func (b *benchCommand) plans(a *app) error {
	t, err := newTable(a.stdout, formOf(b.CSV, b.JSON), column{"spec", specWidth(b.Specs), "%v"},
		column{"first_ms", 10, "%.3f"}, column{"again_us", 10, "%.2f"}, column{"slices_us", 10, "%.2f"})
	if err != nil {
		return err
	}
	for _, s := range b.Specs {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		first, later, slices, err := planTimes(a, s.Problem)
		if err != nil {
			return specError(s.Problem, err)
		}
		if err := t.row(s.Problem, first, later, slices); err != nil {
			return err
		}
	}
	return t.close()
}

// planTimes returns three times. For GPU buffers these are the time of the first plan of a problem in ms, and
// of a later plan in us. The third is the time of a plan for slices in us.
func planTimes(a *app, problem plan.Problem) (first, later, slices float64, err error) {
	config, err := a.config(wgfft.HostDevice)
	if err != nil {
		return 0, 0, 0, err
	}
	c, err := a.opened(config)
	if err != nil {
		return 0, 0, 0, err
	}
	defer c.Close()
	resident := func() (float64, error) {
		begin := time.Now()
		p, err := c.PlanResident(a.ctx, facade(problem))
		took := time.Since(begin)
		if err == nil {
			err = p.Close()
		}
		return took.Seconds() * 1e6, err
	}
	if first, err = resident(); err != nil {
		return 0, 0, 0, err
	}
	onGPU, onHost := make([]float64, planRepeats), make([]float64, planRepeats)
	for i := range onGPU {
		if onGPU[i], err = resident(); err != nil {
			return 0, 0, 0, err
		}
		begin := time.Now()
		p, err := planHost(a.ctx, c.Transforms, problem)
		onHost[i] = time.Since(begin).Seconds() * 1e6
		if err != nil {
			return 0, 0, 0, err
		}
		p.close()
	}
	return first / 1e3, median(onGPU), median(onHost), nil
}

// median returns the median of v, which it sorts.
func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
