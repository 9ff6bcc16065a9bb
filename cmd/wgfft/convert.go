package main

import (
	"wgfft"
	"wgfft/plan"
)

// facade converts a problem of package plan, from the command line, to the type of package wgfft.
func facade(p plan.Problem) wgfft.Problem {
	of := wgfft.Problem{
		Kind: wgfft.Kind(p.Kind), Shape: p.Shape, Axes: p.Axes, Batch: p.Batch, Norm: wgfft.Norm(p.Norm),
		Quick: p.Quick,
	}
	for _, k := range p.Kinds {
		of.Kinds = append(of.Kinds, wgfft.Kind(k))
	}
	return of
}
