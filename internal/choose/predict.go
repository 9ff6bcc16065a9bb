package choose

import "wgfft/plan"

// An Estimate is the model's prediction for a pass.
type Estimate struct {
	Trips   float64 // time in units of one pass over all its points
	Seconds float64 // 0 if the device's speed is unknown
	Floor   float64 // time of its memory traffic at the speed of a copy; 0 if that speed is unknown
}

// NamedSpeed returns the speed of a device known by name. The only name is "h200", an NVIDIA H200
// (driver 580.159, Vulkan).
func NamedSpeed(name string) (Speed, bool) {
	if name == "h200" {
		return Speed{Copy: (1 << 30) / 0.251e-3, Dispatch: 5e-6}, true
	}
	return Speed{}, false
}

// EstimatePass predicts the time of a pass on a device of the given speed. The model is fitted to an
// NVIDIA H200.
func EstimatePass(p plan.Plan, pass int, s Speed) Estimate {
	k, work := p.Passes[pass], p.Work(pass)
	points := float64(k.N()) * float64(work.Transforms)
	bytes := float64(work.Bytes)
	whole := 2 * float64(p.Problem.PointBytes()) * points
	trips := bytes / whole
	f := FullFeatures(k)
	e := Estimate{Trips: ModelOf(p.Limits).time(&f, trips)}
	if s.Copy > 0 {
		e.Floor = bytes / s.Copy
		e.Seconds = e.Trips*whole/s.Copy + float64(work.Dispatches)*s.Dispatch
	}
	return e
}

// MemoryPasses predicts the time of the plan in units of one pass of the whole problem over memory.
func MemoryPasses(p plan.Plan) float64 {
	sum := 0.0
	for i, k := range p.Passes {
		sum += EstimatePass(p, i, Speed{}).Trips * float64(k.N()) * float64(p.Work(i).Transforms)
	}
	return sum / (float64(p.Problem.Points()) * float64(p.Problem.Count()))
}
