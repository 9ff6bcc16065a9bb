package wgfft

import "math"

// shortWork is the largest Config.Work for which Open takes the CPU. A slow processor does these operations in about a
// tenth of a second, in float64 and for lengths of any factors. A GPU hardly opens and compiles a kernel in that time.
const shortWork = 2.5e8

// isShort reports whether the CPU does the work of an engine in less time than a GPU opens.
func (c Config) isShort() bool {
	return c.Work > 0 && c.Work <= shortWork && c.Device.Kind == Auto && c.Use == nil && c.Host != HostDevice
}

// shortReason is the Reason of an Adapter of an engine for short work.
const shortReason = "its work is done before a GPU is open"

// Operations returns the nominal number of floating-point operations of the problem's batch. For complex points it is
// 5 N log2 M, where N is the number of points of the batch, and M the number of points of one transform. For real
// samples it is half of that. Padding, which lengths with large prime factors need, is not counted.
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
