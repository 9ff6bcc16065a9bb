package main

import (
	"fmt"
	"strings"

	"wgfft/plan"
	"wgfft/wgsl"
)

const forms = int(plan.DirectForm) + 1

// A row is a problem and what its forms take.
type row struct {
	problem
	forms [forms]timed // none where ms is 0
}

// A timed is the fastest kernel of a form.
type timed struct {
	k      wgsl.FFT
	ms     float64
	hostMs float64 // from host slices; 0 where that was not measured
	err    float64 // relative L2
}

// winner is the fastest form, if there is any.
func (r row) winner() (plan.Form, bool) {
	best := -1
	for form, t := range r.forms {
		if t.ms > 0 && (best < 0 || t.ms < r.forms[best].ms) {
			best = form
		}
	}
	return plan.Form(max(0, best)), best >= 0
}

// head names the columns of the CSV.
func head() string {
	line := "spec,ms,form"
	for _, suffix := range []string{"_ms", "_host_ms"} {
		for form := range forms {
			line += "," + plan.Form(form).String() + suffix
		}
	}
	return line + ",rel_l2,kernel"
}

// String is the row as CSV.
func (r row) String() string {
	form, _ := r.winner()
	best := r.forms[form]
	line := fmt.Sprintf("%v,%.5f,%v", r.Problem, best.ms, form)
	for _, t := range r.forms {
		line += "," + cell(t.ms)
	}
	for _, t := range r.forms {
		line += "," + cell(t.hostMs)
	}
	return line + fmt.Sprintf(",%.2e,%s", best.err, best.k.Name())
}

// cell is a time, empty where there is none.
func cell(ms float64) string {
	if ms == 0 {
		return ""
	}
	return fmt.Sprintf("%.5f", ms)
}

// favourites are the fastest kernels as lines of plan/favouritearrays.go. Arrays of one axis have favourites of their own kind.
func favourites(rows []row) string {
	var b strings.Builder
	for _, r := range rows {
		form, any := r.winner()
		if k := r.forms[form].k; any && k.Over != [2]wgsl.Chain{} {
			fmt.Fprintf(&b, "%s %d %s\n", plan.Dims(r.Shape), r.Count(), k.Name())
		}
	}
	return b.String()
}
