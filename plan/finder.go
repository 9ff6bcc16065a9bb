package plan

// A Finder finds kernels for an axis of a problem.
type Finder struct{ Axis }

// A fusionFinder finds kernels for an axis fusion.
type fusionFinder struct{ axisFusion }
