package main

import (
	"wgfft"
	"wgfft/plan"
	"wgfft/wgsl"
)

// tellWisdom says what is wrong with the wisdom that --wisdom names.
func (a *app) tellWisdom(s wgfft.WisdomState) {
	if s.SetAside != "" {
		a.note("wisdom: %s", s.SetAside)
	}
	if s.Err != nil {
		a.note("%s: going on without it", message(s.Err)[len("wgfft: "):])
	}
}

// known is what a context knows from measurements.
func known(c *wgfft.Context) (plan.Wisdom, error) {
	text, err := c.ExportWisdom()
	if err != nil {
		return plan.Wisdom{}, err
	}
	return plan.ParseWisdom(text)
}

// planFor plans a problem as a context would, or by an algorithm.
func planFor(c *wgfft.Context, p wgfft.Problem, l wgsl.Limits, by plan.Algorithm) (plan.Plan, error) {
	if by != plan.Any {
		return plan.MakeBy(p, l, by)
	}
	w, err := known(c)
	if err != nil {
		return plan.Plan{}, err
	}
	return plan.MakeChosen(p, l, w.Choose)
}

// A rule is a --without.
type rule struct{ plan.Rule }

// UnmarshalText reads the name of a rule.
func (r *rule) UnmarshalText(text []byte) error {
	v, err := plan.ParseRule(string(text))
	r.Rule = v
	return err
}
