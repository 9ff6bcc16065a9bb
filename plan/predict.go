package plan

// An Estimate is what the model says of a pass.
type Estimate struct {
	Trips   float64 // times its points go to memory and back
	Seconds float64 // 0 where the device's speed is not known
	Floor   float64 // seconds that its bytes take at the speed of a copy; 0 where that is not known
}

// NamedSpeed is the speed of a device known by name, as far as it was measured: of "h200" (0.251 ms for 1 GiB, 5 us to start and drain a dispatch; driver
// 580.159, Vulkan).
func NamedSpeed(name string) (Speed, bool) {
	if name == "h200" {
		return Speed{Copy: (1 << 30) / 0.251e-3, Dispatch: 5e-6}, true
	}
	return Speed{}, false
}

// Estimate is what the model, which was fitted on an H200, says of a pass of the plan on a device of some speed.
func (p Plan) Estimate(pass int, s Speed) Estimate {
	k := p.Passes[pass]
	points := float64(k.N()) * float64(p.transforms(pass, p.Problem.Count()))
	bytes := float64(p.work[pass].moved) * float64(p.Problem.Count())
	whole := 2 * ElementBytes * points
	trips := bytes / whole
	e := Estimate{Trips: ReferenceModel.cost(FullFeatures(k), trips) * rowCorrection(k)}
	if s.Copy > 0 {
		e.Floor = bytes / s.Copy
		dispatches := 0
		for _, part := range spans(p.Problem.Count(), p.Together) {
			dispatches += len(p.dispatches(pass, p.transforms(pass, part.end-part.first)))
		}
		e.Seconds = e.Trips*whole/s.Copy + float64(dispatches)*s.Dispatch
	}
	return e
}

// Trips is how many times all points of the problem go to memory and back in all passes, by the model.
func (p Plan) MemoryPasses() float64 {
	sum := 0.0
	for i, k := range p.Passes {
		sum += p.Estimate(i, Speed{}).Trips * float64(k.N()) * float64(p.transforms(i, p.Problem.Count()))
	}
	return sum / (float64(p.Problem.Points()) * float64(p.Problem.Count()))
}

// Tree prints one of the Lines.
func (p Plan) Tree(line int) string { return p.tree(line) }
