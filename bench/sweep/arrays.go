package main

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/internal/choose"
	"wgfft/internal/tune"
	"wgfft/plan"
	"wgfft/wgsl"
)

// arrays reads an argument like 24x24 or 16x16x16*512: whole arrays along all their axes in one pass, by
// butterflies and by matrix products. Without a batch there are points elements in all.
func arrays(arg string, points, top, random int, l wgsl.Limits) (target, error) {
	problem, err := plan.ParseSpec(plan.C2C.String() + ":" + arg)
	if err != nil {
		return target{}, err
	}
	n := problem.Points()
	if !strings.Contains(arg, "*") {
		problem.Batch = max(1, points/n)
	}
	if n*problem.Count() > points {
		return target{}, fmt.Errorf("%q: more than %d points in all: take a smaller batch, or set -points", arg, points)
	}
	t := target{name: arg, n: n, problem: &problem, schedule: scheduler(problem, l)}
	axes := 0
	for _, length := range problem.Shape {
		axes += min(1, length-1)
	}
	for _, product := range []bool{false, true} {
		other := func(k wgsl.Kernel) bool { return (k.Stages.DFT == wgsl.DFT(wgsl.MatrixProduct)) != product }
		all := slices.DeleteFunc(tune.OnePass(problem, l, 0, max(1, axes)), other)
		first := min(top, len(all))
		dice.Shuffle(len(all)-first, func(i, j int) { all[first+i], all[first+j] = all[first+j], all[first+i] })
		for _, k := range all[:min(first+random, len(all))] {
			if k.Exchange.Layout = choose.BestLayout(k, l); !slices.Contains(t.kernels, k) {
				t.kernels = append(t.kernels, k)
			}
		}
	}
	if len(t.kernels) == 0 {
		return target{}, fmt.Errorf("%q: no kernel does such an array in one pass: sweep its axes instead", arg)
	}
	return t, nil
}

// scheduler returns a function that makes the schedule of a problem with a kernel.
func scheduler(problem plan.Problem, l wgsl.Limits) func(wgsl.Kernel) (plan.Schedule, error) {
	return func(k wgsl.Kernel) (plan.Schedule, error) {
		p, err := choose.From(problem, l, k)
		if err != nil {
			return plan.Schedule{}, err
		}
		return p.Schedule(), nil
	}
}
