package plan

import "wgfft/wgsl"

// A ModelChooser chooses measured kernels, and otherwise the kernels of least cost by the model.
type ModelChooser struct{}

// Choose returns the kernels that function Choose returns.
func (ModelChooser) Choose(p Problem, l wgsl.Limits) ([]wgsl.Kernel, error) { return Choose(p, l) }

// ChooseConvolution returns the choice that function ChooseConvolution returns.
func (ModelChooser) ChooseConvolution(c Convolution, l wgsl.Limits) (ConvolutionChoice, error) {
	return ChooseConvolution(c, l)
}

// Cost predicts the time of a kernel without looking at addresses.
func (ModelChooser) Cost(k wgsl.Kernel) float64 { return ReferenceModel.Cost(RoughFeatures(k)) }

// Make plans a problem with the kernels that Choose returns.
func Make(p Problem, l wgsl.Limits) (Plan, error) { return MakeWith(p, l, ModelChooser{}) }

// From plans a problem with the given kernels.
func From(p Problem, l wgsl.Limits, kernels ...wgsl.Kernel) (Plan, error) {
	return FromKernels(p, l, ModelChooser{}, kernels...)
}

// MakeConvolution plans a convolution with the kernels that ChooseConvolution returns.
func MakeConvolution(c Convolution, l wgsl.Limits) (ConvolutionPlan, error) {
	return MakeConvolutionWith(c, l, ModelChooser{})
}

// SchedulePass returns the schedule of one pass alone, as plan.SchedulePass does.
func SchedulePass(k wgsl.Kernel, n, batch int, inPlace bool, l wgsl.Limits, scale float64) (Schedule, error) {
	return SchedulePassWith(ModelChooser{}, k, n, batch, inPlace, l, scale)
}

// ConvolutionFrom plans a convolution with a choice made for a convolution of the same key.
func ConvolutionFrom(c Convolution, l wgsl.Limits, choice ConvolutionChoice) (ConvolutionPlan, error) {
	return ConvolutionFromChoice(c, l, ModelChooser{}, choice)
}
