package choose

import "wgfft/plan"

// A Finder finds kernels for an axis of a problem.
type Finder struct{ plan.Axis }

// A FusionFinder finds kernels for an axis fusion.
type FusionFinder struct{ plan.AxisFusion }
