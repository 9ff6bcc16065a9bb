package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"wgfft"
	"wgfft/plan"
)

// Host times are the median of so many calls after so many that don't count, as in CuPy's script that they are compared with.
const (
	hostWarm    = 2
	hostRepeats = 7
)

// hostToHost times transforms of host slices.
func (b *benchCommand) hostToHost(a *app, c *wgfft.Engine) error {
	plans := make([]hostPlan, len(b.Specs))
	for i, s := range b.Specs { // say what can't be done before anything is
		p, err := held(a.ctx, c, s.Problem)
		if err != nil {
			return fmt.Errorf("bench: %v: %w", s.Problem, err)
		}
		defer p.close()
		plans[i] = p
	}
	t, err := newTable(a.stdout, b.CSV, column{"spec", specWidth(b.Specs), "%v"}, column{"ms", 10, "%.5f"}, column{"gbps", 8, "%.2f"})
	if err != nil {
		return err
	}
	for i, s := range b.Specs {
		ms, err := hostTime(a, plans[i])
		if err != nil {
			return fmt.Errorf("bench: %v: %w", s.Problem, err)
		}
		if err := t.row(s.Problem, ms, gbps(s.Problem, ms)); err != nil {
			return err
		}
	}
	return nil
}

// held plans a problem that slices can hold.
func held(ctx context.Context, c *wgfft.Engine, p plan.Problem) (hostPlan, error) {
	made, err := planned(ctx, c, p)
	if err != nil {
		return hostPlan{}, err
	}
	for _, end := range p.Arrays() {
		if err == nil {
			err = plan.CheckBytes(p, end.Bytes(), p.Count())
		}
	}
	if err == nil {
		err = c.CheckMemory("slices of random points", p.Arrays()[0].Bytes()*int64(p.Count()), p.Arrays()[1].Bytes()*int64(p.Count()))
	}
	if err != nil {
		made.close()
	}
	return made, err
}

// hostTime returns the milliseconds of a transform from one slice to another.
func hostTime(a *app, p hostPlan) (float64, error) {
	transform := p.call()
	times := make([]float64, 0, hostWarm+hostRepeats)
	for range hostWarm + hostRepeats {
		begin := time.Now()
		if err := transform(a.ctx); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin).Seconds()*1e3)
	}
	return median(times[hostWarm:]), nil
}

// again is how often a plan is asked for once more.
const again = 101

// plans times planning: the first time on a fresh context, whose kernels and tables are made then, and later times.
func (b *benchCommand) plans(a *app) error {
	t, err := newTable(a.stdout, b.CSV, column{"spec", specWidth(b.Specs), "%v"},
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
			return fmt.Errorf("bench: %v: %w", s.Problem, err)
		}
		if err := t.row(s.Problem, first, later, slices); err != nil {
			return err
		}
	}
	return nil
}

// planTimes returns the time of the first plan of a problem in ms, of another like it in us, both for GPU buffers, and of
// another one for host slices in us.
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
	onGPU, onHost := make([]float64, again), make([]float64, again)
	for i := range onGPU {
		if onGPU[i], err = resident(); err != nil {
			return 0, 0, 0, err
		}
		begin := time.Now()
		p, err := planned(a.ctx, c, problem)
		onHost[i] = time.Since(begin).Seconds() * 1e6
		if err != nil {
			return 0, 0, 0, err
		}
		p.close()
	}
	return first / 1e3, median(onGPU), median(onHost), nil
}

// median sorts its argument.
func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
