package main

import (
	"fmt"

	"wgfft/plan"
	"wgfft/wgsl"
)

// reals reads an argument like r2c:1024 or dct2:512: transforms of so many real numbers in one pass, as many as make up the points.
func reals(kind plan.Kind, n, points, top int, l wgsl.Limits) (tasked, error) {
	problem := plan.Problem{Kind: kind, Shape: []int{n}, Batch: points / n}
	if err := problem.Check(); err != nil {
		return tasked{}, err
	}
	name := fmt.Sprintf("%v:%d", kind, n)
	ks := plan.OnePass(problem, l, 0, 1)
	if len(ks) == 0 {
		return tasked{}, fmt.Errorf("%s: no kernel does it in one pass; sweep the passes of its points by themselves", name)
	}
	ks = ks[:min(top, len(ks))]
	for i, k := range ks {
		ks[i].Layout = plan.BestLayout(k, l)
	}
	return tasked{name: name, n: ks[0].N(), problem: &problem, kernels: ks, schedule: planned(problem, l)}, nil
}
