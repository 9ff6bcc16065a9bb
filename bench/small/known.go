package main

import (
	"fmt"
	"strconv"

	"wgfft/internal/benchcsv"
	"wgfft/plan"
	"wgfft/wgsl"
)

// known reads the rows of an earlier run, by problem: it is gone on with where it ended. Of forms that are not the fastest the kernels are not known.
func known(file string) (map[string]row, error) {
	all := map[string]row{}
	if file == "" {
		return all, nil
	}
	table, err := benchcsv.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for _, r := range table.Rows {
		made := row{}
		for form := range made.forms {
			name := plan.Form(form).String()
			made.forms[form].ms, made.forms[form].hostMs = r.Ms[name+"_ms"], r.Ms[name+"_host_ms"]
		}
		form, any := made.winner()
		if !any {
			return nil, fmt.Errorf("%s: %s: no times", file, r.Spec)
		}
		best := &made.forms[form]
		if best.k, err = wgsl.ParseFFT(r.Text["kernel"]); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, r.Spec, err)
		}
		if best.err, err = strconv.ParseFloat(r.Text["rel_l2"], 64); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, r.Spec, err)
		}
		all[r.Spec] = made
	}
	return all, nil
}

// measuredFor says whether a row of an earlier run tells all that is asked of a problem.
func (r row) measuredFor(p problem) bool {
	form, any := r.winner()
	return any && (!p.host || r.forms[form].hostMs > 0)
}
