package main

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/internal/choose"
	"wgfft/plan"
)

// A timing holds the times of a plan, predicted and measured.
type timing struct {
	Speed        choose.Speed       `json:"speed"` // zero without a measurement of the device
	Trips        float64            `json:"trips"` // passes over memory, predicted
	PredictedMs  float64            `json:"predicted_ms,omitempty"`
	FloorMs      float64            `json:"floor_ms,omitempty"`
	Known        *knownFacts        `json:"known,omitempty"`
	Quick        bool               `json:"quick,omitempty"` // chosen by predicted compile time
	Measured     *planTime          `json:"measured,omitempty"`
	Host         *hostFacts         `json:"host,omitempty"`
	Alternatives []alternativeFacts `json:"alternatives"`
}

// knownFacts is the wisdom that determined the kernels.
type knownFacts struct {
	Device    string  `json:"device"`
	Batch     int     `json:"batch"`      // in the measurement
	Ms        float64 `json:"ms"`         // for the whole batch
	UntunedMs float64 `json:"untuned_ms"` // of the plan without wisdom, in the same run; 0 if it failed
}

// wisdomEntry returns the wisdom that chose the kernels of a problem, or nil if there is none.
func (t *target) wisdomEntry(p plan.Problem) *knownFacts {
	axes, from := t.wisdom.Nearest(p.WithoutLayout(), t.limits)
	if axes == nil {
		return nil
	}
	return &knownFacts{t.wisdom.Device.Name, from.Batch, from.Ms, from.UntunedMs}
}

// String describes the wisdom in words.
func (k *knownFacts) String() string {
	if k == nil {
		return "by the cost model and built-in measurements; tune measures on this device"
	}
	text := fmt.Sprintf("by wisdom of %s: measured %.4f ms for a batch of %d", k.Device, k.Ms, k.Batch)
	if k.UntunedMs > 0 {
		text += fmt.Sprintf(", %.4f without wisdom", k.UntunedMs)
	}
	return text
}

// hostFacts are the times of a transform in host memory, including transfers.
type hostFacts struct {
	GPUMs    float64 `json:"gpu_ms"`
	CPUMs    float64 `json:"cpu_ms"`
	Fastest  string  `json:"fastest"`
	Measured bool    `json:"measured"`  // false for an estimate
	CopiesMs float64 `json:"copies_ms"` // of the transfers to the GPU and back
}

// planTime is the measured time of the whole plan.
type planTime struct {
	Ms    float64 `json:"ms"`
	RelL2 float64 `json:"rel_l2"` // error against float64
}

// A passTime is the time of a pass: predicted, of a copy of the same size (floor), and measured.
type passTime struct {
	Trips       float64 `json:"trips"`
	PredictedMs float64 `json:"predicted_ms,omitempty"`
	FloorMs     float64 `json:"floor_ms,omitempty"`
	MeasuredMs  float64 `json:"measured_ms,omitempty"`
}

// String describes the time in words.
func (t passTime) String() string {
	var all []string
	if t.MeasuredMs > 0 {
		all = append(all, fmt.Sprintf("measured %.4f ms", t.MeasuredMs))
	}
	if t.PredictedMs > 0 {
		all = append(all, fmt.Sprintf("predicted %.4f ms", t.PredictedMs), fmt.Sprintf("floor %.4f ms", t.FloorMs))
	}
	return strings.Join(append(all, fmt.Sprintf("cost %.2f passes over memory", t.Trips)), ", ")
}

// alternativeFacts describes another plan.
type alternativeFacts struct {
	Plan    string   `json:"plan"`
	Kernels []string `json:"kernels"`
	Differs string   `json:"differs"` // first kernel that differs from the chosen plan
	Trips   float64  `json:"trips"`

	// Lost is the predicted cost relative to the chosen plan, minus 1. It is negative if a measurement
	// overruled the model.
	Lost float64 `json:"lost"`
}

// estimate adds the predictions of the model.
func (x *explanation) estimate(p plan.Plan, speed choose.Speed) error {
	x.timing = timing{Speed: speed, Trips: choose.MemoryPasses(p), Alternatives: []alternativeFacts{}}
	for i := range p.Passes {
		e := choose.EstimatePass(p, i, speed)
		x.Passes[i].Time = passTime{Trips: e.Trips, PredictedMs: e.Seconds * 1e3, FloorMs: e.Floor * 1e3}
		x.PredictedMs += e.Seconds * 1e3
		x.FloorMs += e.Floor * 1e3
	}
	all, err := choose.Alternatives(p.Problem, p.Limits)
	if err != nil {
		return err
	}
	chosen := plan.Names(p.Passes)
	for _, a := range all {
		other, err := plan.From(p.Problem, p.Limits, choose.Chooser{}, a.Axes...)
		if err != nil { // too many bindings for this problem
			continue
		}
		names := plan.Names(other.Passes)
		if slices.Equal(names, chosen) {
			continue
		}
		trips := choose.MemoryPasses(other)
		x.Alternatives = append(x.Alternatives, alternativeFacts{
			Plan: other.String(), Kernels: names, Differs: differing(names, chosen),
			Trips: trips, Lost: trips/x.Trips - 1,
		})
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

// differing returns the first name that differs from the name at the same position in others.
func differing(names, others []string) string {
	for i, name := range names {
		if i >= len(others) || name != others[i] {
			return name
		}
	}
	return names[0]
}

// maxAlternatives is the number of alternatives printed.
const maxAlternatives = 8

// writeTo writes the times of the whole plan and the alternatives.
func (t timing) writeTo(b *strings.Builder) {
	if t.Quick {
		b.WriteString("chosen: by predicted compile time (--quick)\n")
	} else {
		fmt.Fprintf(b, "chosen: %v\n", t.Known)
	}
	if t.Measured != nil {
		fmt.Fprintf(b, "measured: %.4f ms, error %.2e\n", t.Measured.Ms, t.Measured.RelL2)
	}
	if t.PredictedMs > 0 {
		fmt.Fprintf(b, "predicted: %.4f ms by a model fitted on an NVIDIA H200; a copy of the same size takes %.4f ms "+
			"at %.1f GB/s\n", t.PredictedMs, t.FloorMs, t.Speed.Copy/1e9)
	} else {
		fmt.Fprintf(b, "predicted: %.2f passes over memory by a model fitted on an NVIDIA H200; "+
			"tune or --analyze measures the time of one\n", t.Trips)
	}
	if h := t.Host; h != nil {
		how := "about"
		if h.Measured {
			how = "measured:"
		}
		fmt.Fprintf(b, "host memory: %s %.4f ms on the GPU, %.4f ms on the CPU engine; copies %.4f ms\n",
			how, h.GPUMs, h.CPUMs, h.CopiesMs)
	}
	if len(t.Alternatives) == 0 {
		return
	}
	fmt.Fprintf(b, "\nalternatives, by the model:\n")
	for _, a := range t.Alternatives[:min(maxAlternatives, len(t.Alternatives))] {
		fmt.Fprintf(b, "  %s  %s\n%12s%s\n", a.loss(), a.Plan, "", a.Differs)
	}
	if more := len(t.Alternatives) - maxAlternatives; more > 0 {
		fmt.Fprintf(b, "  and %d more\n", more)
	}
}

// loss formats Lost in percent, aligned.
func (a alternativeFacts) loss() string { return fmt.Sprintf("%+6.1f %%", 100*a.Lost) }
