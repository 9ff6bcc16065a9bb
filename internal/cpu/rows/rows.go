//go:build !js

package rows

import algofft "github.com/cwbudde/algo-fft"

// Complex are the types of complex numbers.
type Complex = algofft.Complex

// Float are the types of real numbers.
type Float = algofft.Float

// A Plan is a transform of complex points.
type Plan[C Complex] = algofft.Plan[C]

// NewPlan returns the transform of n points.
func NewPlan[C Complex](n int) (*Plan[C], error) { return algofft.NewPlan[C](n) }

// A RealPlan is a transform of real points to their half spectrum.
type RealPlan[F Float, C Complex] = algofft.PlanReal[F, C]

// NewRealPlan returns the transform of n real points.
func NewRealPlan[F Float, C Complex](n int) (*RealPlan[F, C], error) {
	return algofft.NewPlanReal[F, C](n)
}
