package main

import (
	"fmt"

	"wgfft/plan"
)

// A problem is measured on the GPU, and from host slices where host is set.
type problem struct {
	plan.Problem
	host bool
}

// How many arrays there are where there are many, and the most of the application.
const (
	manyPlanes = 8192
	manyCubes  = 512
	mostCubes  = 54
)

// groups are the groups of problems, in order.
var groups = []string{"squares", "cubes", "mixed", "application"}

// group returns the problems of a group; nil if there is none of the name.
func group(name string) []problem {
	var all []problem
	add := func(many int, shape ...int) {
		for _, batch := range []int{1, many} {
			all = append(all, problem{Problem: plan.Problem{Shape: shape, Batch: batch}})
		}
	}
	switch name {
	case "squares":
		for _, n := range []int{2, 4, 6, 8, 12, 16, 20, 24, 28} {
			add(manyPlanes, n, n)
		}
	case "cubes":
		for _, n := range []int{4, 8, 12, 16, 20, 24} {
			add(manyCubes, n, n, n)
		}
	case "mixed":
		for _, shape := range [][]int{{4, 8}, {8, 4}, {6, 16}, {8, 12}, {12, 20}, {16, 24}, {24, 16}, {28, 20}} {
			add(manyPlanes, shape...)
		}
	case "application":
		for batch := 1; batch <= mostCubes; batch++ {
			all = append(all, problem{plan.Problem{Shape: []int{24, 24, 24}, Batch: batch}, true})
		}
	}
	return all
}

// wanted returns the problems that the arguments ask for.
func wanted(args []string, host bool) ([]problem, error) {
	if len(args) == 0 {
		args = groups
	}
	var all []problem
	for _, arg := range args {
		if these := group(arg); these != nil {
			all = append(all, these...)
			continue
		}
		p, err := plan.ParseSpec(arg)
		if err != nil {
			return nil, fmt.Errorf("%q is none of the groups %v, nor a problem: %w", arg, groups, err)
		}
		all = append(all, problem{Problem: p})
	}
	for i := range all {
		all[i].host = all[i].host || host
	}
	return all, nil
}
