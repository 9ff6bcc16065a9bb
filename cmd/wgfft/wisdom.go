package main

import (
	"strings"

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

// shippedFor is the wisdom that comes with the module for a device known by name, as far as there is any and --wisdom wants it.
func shippedFor(limits, asked string) (plan.Wisdom, error) {
	switch asked {
	case wgfft.NoWisdom:
		return plan.Wisdom{}, nil
	case wgfft.ShippedWisdom, wgfft.CachedWisdom:
	default:
		return plan.Wisdom{}, misuse("explain: --limits plans with the wisdom that comes with wgfft, or with none: leave out --wisdom %s, or --limits", asked)
	}
	adapter, ok := map[string]string{"h200": "NVIDIA H200", "lavapipe": "llvmpipe "}[limits]
	if !ok {
		return plan.Wisdom{}, nil
	}
	all, err := wgfft.ShippedWisdoms()
	if err != nil {
		return plan.Wisdom{}, err
	}
	for _, w := range all {
		if strings.HasPrefix(w.Device.Name, adapter) {
			return w, nil
		}
	}
	return plan.Wisdom{}, nil
}

// planFor plans a problem as a context would, or by an algorithm.
func planFor(c *wgfft.Context, p wgfft.Problem, l wgsl.Limits, by plan.Algorithm) (plan.Plan, error) {
	w, err := known(c)
	if err != nil {
		return plan.Plan{}, err
	}
	return planWith(w, p, l, by)
}

// planWith plans a problem with what is known of a device, or by an algorithm.
func planWith(w plan.Wisdom, p wgfft.Problem, l wgsl.Limits, by plan.Algorithm) (plan.Plan, error) {
	if by != plan.Any {
		return plan.MakeBy(p, l, by)
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
