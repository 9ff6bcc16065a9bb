package plan

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

// Estimate predicts the time of a pass on a device of the given speed. The model was fitted on an
// NVIDIA H200.
func (p Plan) Estimate(pass int, s Speed) Estimate {
	k := p.Passes[pass]
	points := float64(k.N()) * float64(p.transforms(pass, p.Problem.Count()))
	bytes := float64(p.details[pass].work.moved) * float64(p.Problem.Count())
	whole := 2 * ElementBytes * points
	trips := bytes / whole
	e := Estimate{Trips: ReferenceModel.cost(FullFeatures(k), trips) * rowCorrection(k)}
	if s.Copy > 0 {
		e.Floor = bytes / s.Copy
		dispatches := 0
		for _, part := range spans(p.Problem.Count(), p.ArraysPerBinding) {
			dispatches += len(p.dispatches(pass, p.transforms(pass, part.end-part.first)))
		}
		e.Seconds = e.Trips*whole/s.Copy + float64(dispatches)*s.Dispatch
	}
	return e
}

// MemoryPasses predicts the time of the plan in units of one pass of the whole problem over memory.
func (p Plan) MemoryPasses() float64 {
	sum := 0.0
	for i, k := range p.Passes {
		sum += p.Estimate(i, Speed{}).Trips * float64(k.N()) * float64(p.transforms(i, p.Problem.Count()))
	}
	return sum / (float64(p.Problem.Points()) * float64(p.Problem.Count()))
}
