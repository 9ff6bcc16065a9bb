package main

import (
	"fmt"

	"wgfft/internal/choose"
	"wgfft/internal/tune"
	"wgfft/plan"
	"wgfft/wgsl"
)

// reals reads an argument like r2c:1024 or dct2:512: transforms of n real numbers in one pass. The whole
// batch has points numbers.
func reals(kind plan.Kind, n, points, top int, l wgsl.Limits) (target, error) {
	problem := plan.Problem{Kind: kind, Shape: []int{n}, Batch: points / n}
	if err := problem.Check(); err != nil {
		return target{}, err
	}
	name := fmt.Sprintf("%v:%d", kind, n)
	ks := tune.OnePass(problem, l, 0, 1)
	if len(ks) == 0 {
		return target{}, fmt.Errorf("%s: no kernel does it in one pass: sweep the passes of its complex transform",
			name)
	}
	ks = ks[:min(top, len(ks))]
	for i, k := range ks {
		ks[i].Exchange.Layout = choose.BestLayout(k, l)
	}
	return target{name: name, n: ks[0].N(), problem: &problem, kernels: ks, schedule: scheduler(problem, l)}, nil
}
