package main

import (
	"fmt"
	"slices"
	"time"

	"wgfft"
	"wgfft/internal/ref"
)

// Host times are the median of so many calls after so many that don't count, as in CuPy's script that they are compared with.
const (
	hostWarm    = 2
	hostRepeats = 7
)

// hostToHost times transforms of host slices.
func (b *benchCommand) hostToHost(a *app, c *wgfft.Context) error {
	t, err := newTable(a.stdout, b.CSV, column{"spec", specWidth(b.Specs), "%v"}, column{"ms", 10, "%.4f"}, column{"gbps", 8, "%.2f"})
	if err != nil {
		return err
	}
	for _, s := range b.Specs {
		ms, err := hostTime(a, c, s.Problem)
		if err != nil {
			return fmt.Errorf("bench: %v: %w", s.Problem, err)
		}
		if err := t.row(s.Problem, ms, gbps(s.Problem, ms)); err != nil {
			return err
		}
	}
	return nil
}

// hostTime returns the milliseconds of a forward transform from one slice to another.
func hostTime(a *app, c *wgfft.Context, problem wgfft.Problem) (float64, error) {
	p, err := c.Plan(problem)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	points, most := problem.Points()*problem.Count(), 1<<40/8 // 1 TiB
	if points > most {
		return 0, fmt.Errorf("%d points: a slice is made of at most %d here: use a smaller batch", points, most)
	}
	src, dst := ref.Uniform(1, points), make([]complex64, points)
	times := make([]float64, 0, hostWarm+hostRepeats)
	for range hostWarm + hostRepeats {
		begin := time.Now()
		if err := p.Forward(a.ctx, dst, src); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin).Seconds()*1e3)
	}
	return median(times[hostWarm:]), nil
}

// again is how often a plan is asked for once more.
const again = 101

// plans times planning: the first time on a fresh context, whose kernels and tables are made then, and later times.
func (b *benchCommand) plans(a *app, warm *wgfft.Context) error {
	t, err := newTable(a.stdout, b.CSV, column{"spec", specWidth(b.Specs), "%v"},
		column{"first_ms", 10, "%.3f"}, column{"again_us", 10, "%.2f"}, column{"slices_us", 10, "%.2f"})
	if err != nil {
		return err
	}
	for _, s := range b.Specs {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		first, later, slices, err := planTimes(a.device, s.Problem)
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
func planTimes(device string, problem wgfft.Problem) (first, later, slices float64, err error) {
	c, err := wgfft.Open(wgfft.Config{Device: device})
	if err != nil {
		return 0, 0, 0, err
	}
	defer c.Close()
	resident := func() (float64, error) {
		begin := time.Now()
		p, err := c.PlanResident(problem)
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
		p, err := c.Plan(problem)
		onHost[i] = time.Since(begin).Seconds() * 1e6
		if err != nil {
			return 0, 0, 0, err
		}
		p.Close()
	}
	return first / 1e3, median(onGPU), median(onHost), nil
}

// median sorts its argument.
func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
