package main

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/plan"
)

// A timing is what is said of times.
type timing struct {
	Speed        plan.Speed         `json:"speed"` // zero where nobody has measured the device
	Trips        float64            `json:"trips"` // all points to memory and back, by the model
	PredictedMs  float64            `json:"predicted_ms,omitempty"`
	FloorMs      float64            `json:"floor_ms,omitempty"`
	Known        *knownFacts        `json:"known,omitempty"`
	Measured     *wholeTime         `json:"measured,omitempty"`
	Host         *hostFacts         `json:"host,omitempty"`
	Alternatives []alternativeFacts `json:"alternatives"`
}

// A knownFacts is what wisdom says of the kernels: the measurement that they were chosen by.
type knownFacts struct {
	Device    string  `json:"device"`
	Batch     int     `json:"batch"`      // that it was measured with
	Ms        float64 `json:"ms"`         // of all of them
	UntunedMs float64 `json:"untuned_ms"` // of the plan without wisdom at the time; 0 where that one failed
}

// known is what is known of the kernels for a problem; nil where the cost model and measured favourites chose them.
func (t *target) known(p plan.Problem) *knownFacts {
	kernels, from := t.wisdom.Nearest(p.WithoutLayout(), t.limits)
	if kernels == nil {
		return nil
	}
	return &knownFacts{t.wisdom.Device.Name, from.Batch, from.Ms, from.UntunedMs}
}

// String is what is known for people.
func (k *knownFacts) String() string {
	if k == nil {
		return "by the cost model and kernels measured before; tune measures others"
	}
	text := fmt.Sprintf("by wisdom of %s: %.4f ms for a batch of %d when it was measured", k.Device, k.Ms, k.Batch)
	if k.UntunedMs > 0 {
		text += fmt.Sprintf(", %.4f without wisdom", k.UntunedMs)
	}
	return text
}

// A hostFacts is how long host slices take, transfers and all.
type hostFacts struct {
	GPUMs    float64 `json:"gpu_ms"`
	CPUMs    float64 `json:"cpu_ms"`
	Fastest  string  `json:"fastest"`
	Measured bool    `json:"measured"` // else what is known of the machine was enough
}

// A wholeTime is that of the whole plan, run on the device.
type wholeTime struct {
	Ms    float64 `json:"ms"`
	RelL2 float64 `json:"rel_l2"` // error against float64
}

// A passTime is the time of a pass: by the model, what its bytes take at the speed of a copy, and as measured.
type passTime struct {
	Trips       float64 `json:"trips"`
	PredictedMs float64 `json:"predicted_ms,omitempty"`
	FloorMs     float64 `json:"floor_ms,omitempty"`
	MeasuredMs  float64 `json:"measured_ms,omitempty"`
}

// String is the time for people.
func (t passTime) String() string {
	var all []string
	if t.MeasuredMs > 0 {
		all = append(all, fmt.Sprintf("measured %.4f ms", t.MeasuredMs))
	}
	if t.PredictedMs > 0 {
		all = append(all, fmt.Sprintf("predicted %.4f ms", t.PredictedMs), fmt.Sprintf("floor %.4f ms", t.FloorMs))
	}
	return strings.Join(append(all, fmt.Sprintf("%.2f trips of its points through memory by the model", t.Trips)), ", ")
}

// An alternativeFacts is a choice that was not made.
type alternativeFacts struct {
	Plan    string   `json:"plan"`
	Kernels []string `json:"kernels"`
	Differs string   `json:"differs"` // the first kernel that is not the choice's
	Trips   float64  `json:"trips"`
	Lost    float64  `json:"lost"` // trips over those of the choice, less 1: below 0 where a measurement chose against the model
}

// estimate notes what the model says.
func (x *explanation) estimate(p plan.Plan, speed plan.Speed) error {
	x.timing = timing{Speed: speed, Trips: p.MemoryPasses(), Alternatives: []alternativeFacts{}}
	for i := range p.Passes {
		e := p.Estimate(i, speed)
		x.Passes[i].Time = passTime{Trips: e.Trips, PredictedMs: e.Seconds * 1e3, FloorMs: e.Floor * 1e3}
		x.PredictedMs += e.Seconds * 1e3
		x.FloorMs += e.Floor * 1e3
	}
	all, err := plan.Alternatives(p.Problem, p.Limits)
	if err != nil {
		return err
	}
	chosen := plan.Names(p.Passes)
	for _, a := range all {
		other, err := plan.From(p.Problem, p.Limits, a.Kernels...)
		if err != nil { // too many bindings for the layouts of this problem
			continue
		}
		names := plan.Names(other.Passes)
		if slices.Equal(names, chosen) {
			continue
		}
		trips := other.MemoryPasses()
		x.Alternatives = append(x.Alternatives, alternativeFacts{other.String(), names, differing(names, chosen), trips, trips/x.Trips - 1})
	}
	slices.SortStableFunc(x.Alternatives, func(a, b alternativeFacts) int {
		switch {
		case a.Trips < b.Trips:
			return -1
		case a.Trips > b.Trips:
			return 1
		}
		return 0
	})
	return nil
}

// differing is the first of some names that others have not in its place.
func differing(names, others []string) string {
	for i, name := range names {
		if i >= len(others) || name != others[i] {
			return name
		}
	}
	return names[0]
}

// mostTold is how many alternatives are told of.
const mostTold = 8

// tell writes the times of the whole and the alternatives.
func (t timing) tell(b *strings.Builder) {
	fmt.Fprintf(b, "chosen: %v\n", t.Known)
	if t.Measured != nil {
		fmt.Fprintf(b, "measured: %.4f ms, error %.2e\n", t.Measured.Ms, t.Measured.RelL2)
	}
	if t.PredictedMs > 0 {
		fmt.Fprintf(b, "predicted: %.4f ms by a model fitted on an NVIDIA H200; the bytes alone take %.4f ms at %.1f GB/s\n", t.PredictedMs, t.FloorMs, t.Speed.Copy/1e9)
	} else {
		fmt.Fprintf(b, "predicted: %.2f trips through memory by a model fitted on an NVIDIA H200; tune or --analyze measures how long one takes\n", t.Trips)
	}
	if h := t.Host; h != nil {
		how := "about"
		if h.Measured {
			how = "measured:"
		}
		fmt.Fprintf(b, "host slices: %s %.4f ms on the GPU, %.4f ms on the CPU engine\n", how, h.GPUMs, h.CPUMs)
	}
	if len(t.Alternatives) == 0 {
		return
	}
	fmt.Fprintf(b, "\nalternatives, by the model:\n")
	for _, a := range t.Alternatives[:min(mostTold, len(t.Alternatives))] {
		fmt.Fprintf(b, "  %s  %s: %s\n", a.loss(), a.Plan, a.Differs)
	}
	if more := len(t.Alternatives) - mostTold; more > 0 {
		fmt.Fprintf(b, "  and %d more\n", more)
	}
}

// loss is how much slower it would be, aligned.
func (a alternativeFacts) loss() string { return fmt.Sprintf("%+6.1f %%", 100*a.Lost) }
