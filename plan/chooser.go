package plan

import "wgfft/wgsl"

// A Chooser chooses the kernels of problems and of convolutions, and predicts their time.
type Chooser interface {
	CostModel

	// Choose returns the kernels of each axis of a problem, in the order of Problem.OrderedAxes. The problem
	// passes Check, and its axes are in canonical order.
	Choose(p Problem, l wgsl.Limits) ([]AxisChoice, error)

	// ChooseConvolution returns the choice of kernels of a convolution, which passes Check.
	ChooseConvolution(c Convolution, l wgsl.Limits) (ConvolutionChoice, error)
}

// A CostModel predicts the time of kernels. Planning cuts long dispatches by it.
type CostModel interface {
	// Cost returns the approximate time of a kernel, in units of reading and writing all its points once.
	Cost(k wgsl.Kernel, l wgsl.Limits) float64
}
