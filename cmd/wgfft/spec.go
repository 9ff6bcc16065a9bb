package main

import (
	"wgfft"
	"wgfft/plan"
)

// A spec is a transform as the command line names it.
type spec struct{ plan.Problem }

// UnmarshalText reads KIND:SHAPE*BATCH.
func (s *spec) UnmarshalText(text []byte) error {
	p, err := plan.ParseSpec(string(text))
	s.Problem = p
	return err
}

// A norm is a --norm.
type norm struct{ wgfft.Norm }

// UnmarshalText reads the name of a norm.
func (n *norm) UnmarshalText(text []byte) error {
	v, err := plan.ParseNorm(string(text))
	n.Norm = wgfft.Norm(v)
	return err
}

// An algorithm is an --algorithm.
type algorithm struct{ plan.Algorithm }

// UnmarshalText reads the name of an algorithm.
func (a *algorithm) UnmarshalText(text []byte) error {
	v, err := plan.ParseAlgorithm(string(text))
	a.Algorithm = v
	return err
}
