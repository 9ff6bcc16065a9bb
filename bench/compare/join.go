package main

import (
	"fmt"
	"math"

	"wgfft/internal/benchcsv"
	"wgfft/plan"
)

// A row is a transform with the times it is compared with: NaN where there is none.
type row struct {
	spec  string
	ms    float64
	peer  float64 // best of the others
	own   float64 // of the transform of ours that it is held to
	error string
}

// joined are our rows with the best of the peers' times.
func joined(ours benchcsv.Table, peers []benchcsv.Table) ([]row, error) {
	best, own := map[string]float64{}, map[string]float64{}
	for _, table := range peers {
		for _, r := range table.Rows {
			for _, ms := range r.Ms {
				if old, ok := best[r.Spec]; !ok || ms < old {
					best[r.Spec] = ms
				}
			}
		}
	}
	for _, r := range ours.Rows {
		if ms, ok := r.Ms["ms"]; ok {
			own[r.Spec] = ms
		}
	}
	known := func(times map[string]float64, spec string) float64 {
		if ms, ok := times[spec]; ok {
			return ms
		}
		return math.NaN()
	}
	var rows []row
	for _, r := range ours.Rows {
		held, err := heldTo(r.Spec)
		if err != nil {
			return nil, err
		}
		v := row{r.Spec, known(own, r.Spec), known(best, r.Spec), known(own, held), r.Text["rel_l2"]}
		if math.IsNaN(v.ms) || math.IsNaN(v.peer) && math.IsNaN(v.own) {
			return nil, fmt.Errorf("%s: no time of ours or of a peer", r.Spec)
		}
		rows = append(rows, v)
	}
	return rows, nil
}

// heldTo is the spec of the transform that another does the work of, but for signs, order or direction; "" if it is none.
func heldTo(spec string) (string, error) {
	p, err := plan.ParseSpec(spec)
	if err != nil {
		return "", err
	}
	switch {
	case p.Kind == plan.C2R:
		p.Kind = plan.R2C
	case p.Kind == plan.DCT3:
		p.Kind = plan.DCT2
	case p.Kind >= plan.DST1:
		p.Kind -= plan.DST1 - plan.DCT1
	default:
		return "", nil
	}
	return p.String(), nil
}
