package main

import (
	"wgfft"
	"wgfft/plan"
)

// A spec is a transform on the command line.
type spec struct{ wgfft.Problem }

// UnmarshalText parses KIND:SHAPE*BATCH.
func (s *spec) UnmarshalText(text []byte) error {
	p, err := plan.ParseSpec(string(text))
	s.Problem = p
	return err
}

// A norm is the value of --norm.
type norm struct{ wgfft.Norm }

// UnmarshalText parses the name of a norm.
func (n *norm) UnmarshalText(text []byte) error {
	v, err := plan.ParseNorm(string(text))
	n.Norm = v
	return err
}

// An algorithm is the value of --algorithm.
type algorithm struct{ plan.Algorithm }

// UnmarshalText parses the name of an algorithm.
func (a *algorithm) UnmarshalText(text []byte) error {
	v, err := plan.ParseAlgorithm(string(text))
	a.Algorithm = v
	return err
}
