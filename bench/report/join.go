package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"wgfft/internal/benchcsv"
	"wgfft/plan"
)

// joinedRow is a transform with the times that it is compared with. A time is NaN if it is not known.
type joinedRow struct {
	spec  string
	ms    float64
	peer  float64 // fastest other library
	own   float64 // transform of ours of the same work
	error string  // relative L2 error, copied from the file
}

// joinTimes returns our rows with the fastest of the peers' times.
func joinTimes(ours benchcsv.Table, peers []benchcsv.Table) ([]joinedRow, error) {
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
	var rows []joinedRow
	for _, r := range ours.Rows {
		same, err := sameWork(r.Spec)
		if err != nil {
			return nil, err
		}
		v := joinedRow{r.Spec, timeOf(own, r.Spec), timeOf(best, r.Spec), timeOf(own, same), r.Text["rel_l2"]}
		if math.IsNaN(v.ms) || math.IsNaN(v.peer) && math.IsNaN(v.own) {
			return nil, fmt.Errorf("%s: no time of ours, or none to compare it with", r.Spec)
		}
		rows = append(rows, v)
	}
	return rows, nil
}

// timeOf returns the time of a spec, or NaN.
func timeOf(times map[string]float64, spec string) float64 {
	if ms, ok := times[spec]; ok {
		return ms
	}
	return math.NaN()
}

// sameWork returns the spec of a transform that differs from another in signs, order or direction
// only. It returns "" if there is none.
func sameWork(spec string) (string, error) {
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

// printJoined prints the joined rows as CSV to w and their mean ratio to notes.
func printJoined(w, notes io.Writer, date string, files []string) error {
	if len(files) < 2 {
		return errors.New("-join: want our CSV file and at least one of a peer")
	}
	tables, err := readTables(files)
	if err != nil {
		return err
	}
	rows, err := joinTimes(tables[0], tables[1:])
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "spec,ms,peer_ms,ratio,own_ratio,rel_l2,date")
	var ratios []float64
	for _, r := range rows {
		fmt.Fprintf(w, "%s,%.4f,%s,%s,%s,%s,%s\n", r.spec, r.ms,
			cell("%.4f", r.peer), cell("%.3f", r.ms/r.peer), cell("%.3f", r.ms/r.own), r.error, date)
		if !math.IsNaN(r.peer) {
			ratios = append(ratios, r.ms/r.peer)
		}
	}
	if len(ratios) > 0 {
		fmt.Fprintf(notes, "%d rows with a peer, geometric mean of the ratios %.3f\n",
			len(ratios), geometricMean(ratios))
	}
	return nil
}

// readTables reads files of times.
func readTables(files []string) ([]benchcsv.Table, error) {
	var tables []benchcsv.Table
	for _, file := range files {
		table, err := benchcsv.ReadFile(file)
		if err != nil {
			return nil, err
		}
		tables = append(tables, table)
	}
	return tables, nil
}

// geometricMean returns the geometric mean of positive numbers.
func geometricMean(all []float64) float64 {
	logs := 0.0
	for _, v := range all {
		logs += math.Log(v)
	}
	return math.Exp(logs / float64(len(all)))
}

// cell formats a number, or nothing for NaN.
func cell(format string, v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf(format, v)
}
