package verify

import (
	"math"

	"wgfft/plan"
)

// A Check is one property with its relative error, the worst of all arrays, and the tolerance of
// that array. The exact checks count differences, and their tolerance is 0.
type Check struct {
	Name string
	Err  float64
	Tol  float64
}

// OK reports whether the error is within the tolerance.
func (c Check) OK() bool { return c.Err <= c.Tol }

// Ratio returns the error over the tolerance. It is above 1 if the check failed.
func (c Check) Ratio() float64 {
	if c.Err == 0 {
		return 0
	}
	if r := c.Err / c.Tol; !math.IsNaN(r) {
		return r
	}
	return math.Inf(1)
}

// A Report holds the checks of a problem.
type Report struct {
	Problem plan.Problem
	Checks  []Check
}

// OK reports whether all checks passed.
func (r Report) OK() bool {
	for _, c := range r.Checks {
		if !c.OK() {
			return false
		}
	}
	return true
}

// Worst returns the check with the greatest ratio.
func (r Report) Worst() Check {
	var worst Check
	for i, c := range r.Checks {
		if i == 0 {
			worst = c
		}
		worst = worse(worst, c)
	}
	return worst
}

// worse returns the check with the greater ratio.
func worse(a, b Check) Check {
	if b.Ratio() <= a.Ratio() {
		return a
	}
	return b
}
