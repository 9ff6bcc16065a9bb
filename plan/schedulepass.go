package plan

import "wgfft/wgsl"

// SchedulePass returns the schedule of one pass alone, out of place or in place, for a batch of
// transforms of n points. Every result is multiplied by scale, which keeps repeated runs from
// overflowing. It is for measurements.
func SchedulePass(
	m CostModel, k wgsl.Kernel, n, batch int, inPlace bool, l wgsl.Limits, scale float64,
) (Schedule, error) {
	problem := Problem{Shape: []int{n}, Batch: batch, Elements: Elements{Number: k.Number}}
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
	if inPlace {
		from = Arg{Role: Output}
	}
	b := builder{Plan: &p, model: m, passCount: 1}
	if err := b.addAxisPass(0, k, from, Arg{Role: Output}); err != nil {
		return Schedule{}, err
	}
	return p.Schedule(), nil
}
