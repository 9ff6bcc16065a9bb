package plan

import (
	"wgfft/internal/transforms"
	"wgfft/wgsl"
)

// The functions below give the tests of package plan_test what plans do not export.

const (
	KindCount         = transforms.Kinds
	LongestTrig       = maxTrig
	LongestZeroImag   = maxZeroImagRow
	LongestMirrorRows = maxMirrorRowPoints
)

// MinLength returns the smallest number of points of a real kind.
func MinLength(k Kind) int { return k.MinLength() }

// RowGridOf returns the grid of mirror rows of a problem.
func RowGridOf(p Problem, l wgsl.Limits) wgsl.RowGrid { return p.rowGrid(l) }

// IsPadded reports whether the arrays of a problem grow.
func IsPadded(p Problem) bool { return p.hasPaddedInput() }

// TransformsOf returns the transforms of a pass for one array.
func TransformsOf(p Plan, pass int) int { return p.transforms(pass, 1) }

// SplitOf returns the factors of the points along the turnaround axis, if there are several.
func SplitOf(p ConvolutionPlan) []int { return p.split }

// TurnAxisOf returns the turnaround axis.
func TurnAxisOf(p ConvolutionPlan) int { return p.turnAxis }

// HasHalfSpectra reports whether a convolution has half spectra.
func HasHalfSpectra(p ConvolutionPlan) bool { return p.halfAxis >= 0 }

// HasSufficientLengths reports whether no element of a convolution wraps onto a wanted one.
func HasSufficientLengths(p ConvolutionPlan) bool {
	for axis, m := range p.padded {
		if reach := p.Convolution.supports()[axis]; m > 1 && !reach.isExact(m) && m < reach.MinPoints() {
			return false
		}
	}
	return true
}

// Divided returns the plan of a problem. With 37 transforms, its first pass takes several
// dispatches.
func Divided(p Plan, m CostModel, choice []AxisChoice) (Plan, error) {
	p = Plan{Problem: p.Problem, Limits: p.Limits, maxSeconds: p.seconds(0, p.transforms(0, 37)) / 5}
	err := (&builder{Plan: &p, model: m, ops: p.Problem.Ops()}).build(choice)
	return p, err
}

// FromWithOps is From with other ops than those of the problem.
func FromWithOps(p Problem, l wgsl.Limits, m CostModel, ops Ops, choice []AxisChoice) (Plan, error) {
	made := Plan{Problem: p, Limits: l, maxSeconds: LongestSubmission}
	err := (&builder{Plan: &made, model: m, ops: ops}).build(choice)
	return made, err
}

// TransformedAxes returns the float64 transform of an array along the axes of a problem.
func TransformedAxes(x []complex128, p Problem) []complex128 { return transformedAxes(x, p) }
