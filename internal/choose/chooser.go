package choose

import (
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Chooser chooses measured kernels, and otherwise the kernels of least cost by the model.
type Chooser struct{}

// Choose returns the kernels that function Kernels returns.
func (Chooser) Choose(p plan.Problem, l wgsl.Limits) ([]plan.AxisChoice, error) { return Kernels(p, l) }

// ChooseConvolution returns the choice that function Convolution returns.
func (Chooser) ChooseConvolution(c plan.Convolution, l wgsl.Limits) (plan.ConvolutionChoice, error) {
	return Convolution(c, l)
}

// Cost predicts the time of a kernel without looking at addresses.
func (Chooser) Cost(k wgsl.Kernel, l wgsl.Limits) float64 {
	return ModelOf(l).Time(RoughFeatures(k))
}

// Make plans a problem with a Chooser.
func Make(p plan.Problem, l wgsl.Limits) (plan.Plan, error) { return plan.Make(p, l, Chooser{}) }

// From plans a problem with a list of kernels, which plan.ByAxis splits by axis.
func From(p plan.Problem, l wgsl.Limits, kernels ...wgsl.Kernel) (plan.Plan, error) {
	choice, err := plan.ByAxis(p, l, kernels...)
	if err != nil {
		return plan.Plan{}, err
	}
	return plan.From(p, l, Chooser{}, choice...)
}

// MakeConvolution plans a convolution with a Chooser.
func MakeConvolution(c plan.Convolution, l wgsl.Limits) (plan.ConvolutionPlan, error) {
	return plan.MakeConvolution(c, l, Chooser{})
}

// SchedulePass returns the schedule of one pass alone, as plan.SchedulePass does.
func SchedulePass(k wgsl.Kernel, of plan.Problem, l wgsl.Limits, scale float64) (plan.Schedule, error) {
	return plan.SchedulePass(Chooser{}, k, of, l, scale)
}
