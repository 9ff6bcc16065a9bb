package plan

import "wgfft/wgsl"

// SchedulePass returns the schedule of one pass alone, for the problem that the pass is a part of. The problem is one
// of complex rows, out of place or in place, in the number format of the kernel. Every result is multiplied by scale,
// which keeps repeated runs from overflowing. It is for measurements.
func SchedulePass(m CostModel, k wgsl.Kernel, of Problem, l wgsl.Limits, scale float64) (Schedule, error) {
	problem := Problem{Shape: of.Shape, Batch: of.Batch, Elements: Elements{Number: k.Number}}
	n := problem.Points()
	p := Plan{Problem: problem, Limits: l, maxSeconds: LongestSubmission}
	p.arrays = p.Problem.Arrays()
	axis := Axis{N: n, InnerExtent: 1, Outer: 1}
	if s := Spectra(k); s > 1 {
		axis.Convolution, axis.Factors = n, []int{s, n / s}
	}
	p.Axes = []Axis{axis}
	if err := p.splitBatch(); err != nil {
		return Schedule{}, err
	}
	setScale(&k, scale)
	from := Arg{Role: Input}
	if of.InPlace {
		from = Arg{Role: Output}
	}
	b := builder{Plan: &p, model: m, passCount: 1}
	if err := b.addAxisPass(0, k, from, Arg{Role: Output}); err != nil {
		return Schedule{}, err
	}
	return p.Schedule(), nil
}
