package tune

import (
	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// assimilation returns kernels that have only stages: as few as radices up to 16 allow, and two.
// The radices of longer chains are factors of larger ones (Dotsenko et al. 2011).
func assimilation(n int) []wgsl.Kernel { return choose.Bodies(n, plan.MaxAloneElements, 2) }
