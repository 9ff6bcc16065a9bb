//go:build !js

package rows

import (
	"strings"

	algofft "github.com/cwbudde/algo-fft"
)

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

// exactPower is the longest power of two that algo-fft v0.8.0 transforms within the accuracy contract in
// float64, by the instruction set of its kernel. Kernels of radix 8 meet the contract at any length.
var exactPower = map[string]int{"avx512": 1 << 10, "avx2": 1 << 10, "neon": 1 << 8, "generic": 1 << 8, "sse2": 1 << 6}

// IsExact reports whether p, a plan of a power of two up to 2^15, meets the accuracy contract in
// float64. algo-fft computes twiddles from angles that it does not reduce to an eighth of a turn. This
// error adds up over the stages of a kernel. Kernels of radix 8 have the fewest stages, but a processor
// has them for some lengths only.
func IsExact(p *Plan[complex128]) bool {
	name := p.Algorithm()
	set := name[strings.LastIndex(name, "_")+1:]
	return strings.Contains(name, "radix8") || p.Len() <= max(exactPower[set], 1<<6)
}
