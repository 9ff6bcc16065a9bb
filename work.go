package wgfft

import "math"

// shortWork is the largest Config.Work for which Open takes the CPU: operations that the CPU engine does in about
// a tenth of a second, the least time in which a GPU opens and compiles a kernel. Two points times their
// logarithm to the base 2, 10 operations, take 4 ns in float64 on a slow processor, for lengths of any factors.
const shortWork = 2.5e8

// isShort reports whether the CPU does the work of an engine in less time than a GPU opens.
func (c Config) isShort() bool {
	return c.Work > 0 && c.Work <= shortWork && c.Device.Kind == Auto && c.Use == nil && c.Host != HostDevice
}

// shortReason is the Reason of an Adapter of an engine for short work.
const shortReason = "its work is done before a GPU is open"

// Operations returns the nominal number of floating-point operations of the problem's batch: 5 N log2 M for N complex
// points in all, of which each transform takes M, and half of that for real samples. The padding of long prime
// factors is not counted.
func (p Problem) Operations() float64 {
	q := planProblem(withKind(p))
	all, each := float64(q.Count()), 1.0
	for axis, n := range q.Shape {
		all *= float64(n)
		if q.IsTransformed(axis) {
			each *= float64(n)
		}
	}
	operations := 5 * all * math.Log2(max(each, 2))
	if p.Kind != C2C || p.Kinds != nil {
		operations /= 2
	}
	return operations
}
