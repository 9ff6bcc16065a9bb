package main

import (
	"fmt"
	"slices"

	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// rowFacts are what the passes of a real transform make of its rows.
type realFacts struct {
	Row   string `json:"row"`             // how it goes through the complex transform
	Load  string `json:"load,omitempty"`  // of its first pass
	Store string `json:"store,omitempty"` // of its last
}

// rowsOf says what pass number i makes of the rows of its line, nil where they are complex.
func realFactsOf(p plan.Plan, i int) *realFacts {
	at := p.Line(i)
	w := p.Lines[at].Way
	if w.Points == 0 {
		return nil
	}
	f := &realFacts{Row: rowText(w)}
	if i == 0 || p.Line(i-1) != at {
		f.Load = loadText(w.Load)
		if p.Passes[i].Grid != (wgsl.Grid{}) && w.Store.Splits() {
			f.Load = "pairs of numbers, transformed along the other axes"
		}
		if p.Passes[i].Mated && w.Load.Joins() {
			f.Load += mirrorText(p.Passes[i])
		}
	}
	if i == len(p.Passes)-1 || p.Line(i+1) != at {
		f.Store = storeText(w.Store)
		if p.Passes[i].Grid != (wgsl.Grid{}) && w.Load.Joins() {
			f.Store = "pairs of numbers, which the other axes are still to be transformed along"
		}
		if p.Passes[i].Mated && w.Store.Splits() {
			f.Store += mirrorText(p.Passes[i])
		}
	}
	return f
}

// matesOf says of what a workgroup takes points k and -k together.
func mirrorText(k wgsl.FFT) string {
	if k.Grid != (wgsl.Grid{}) {
		return ", of rows and those opposite"
	}
	return ", of columns and their mates"
}

// rowOf says how many points a row is for the complex transform.
func rowText(w realdct.Way) string {
	numbers, points := count(w.Load.N, "number"), count(w.Points, "complex point")
	switch {
	case w.Load.Form == wgsl.Mirrored:
		return fmt.Sprintf("%s, of a period of %d two a point: %s", numbers, 2*w.Points, points)
	case w.Load.Rows:
		return fmt.Sprintf("two of %s, one of each a point: %s", numbers, points)
	case w.Load.Alone:
		return fmt.Sprintf("%s, one a point: %s", numbers, points)
	}
	return fmt.Sprintf("%s, two a point: %s", numbers, points)
}

// loaded says what a load makes of a row, with the letters of package realdct.
func loadText(r wgsl.Real) string {
	s := map[wgsl.Form]string{
		wgsl.Reals:     "the numbers in their order",
		wgsl.Half:      fmt.Sprintf("bins 0 to %d, the others are conjugates", r.N/2),
		wgsl.Folded:    "the numbers of even place, then the others backwards",
		wgsl.Cosine:    "V[k] = (x[k] - i x[N-k]) w_4N^-k",
		wgsl.Mirrored:  "the numbers, then the same backwards",
		wgsl.Rotated:   "z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1)",
		wgsl.Scattered: "v[c] = x at the angle 8c+N of 8N",
	}[r.Form]
	return s + sineText(r) + edgeText(r, "sqrt 2")
}

// stored says what a store makes a row of.
func storeText(r wgsl.Real) string {
	s := map[wgsl.Form]string{
		wgsl.Reals:     "the numbers in their order",
		wgsl.Half:      fmt.Sprintf("bins 0 to %d", r.N/2),
		wgsl.Folded:    "to the even places, then to the others backwards",
		wgsl.Cosine:    "Re 2 w_4N^k V[k]",
		wgsl.Mirrored:  "V[k], which is real",
		wgsl.Rotated:   "x[2k] - i x[N-1-2k] = w_2N^k Z[k]",
		wgsl.Scattered: "Re w_8^N V[8d mod N] at the angle 8d+N of 8N",
	}[r.Form]
	return s + sineText(r) + edgeText(r, "1/sqrt 2")
}

// signs says that a row is of sines.
func sineText(r wgsl.Real) string {
	if r.Sine {
		return "; signs and order of sines"
	}
	return ""
}

// edges says that the norm ortho has a factor of its own for the ends of a row.
func edgeText(r wgsl.Real, factor string) string {
	switch {
	case !r.Edge:
		return ""
	case r.Form == wgsl.Mirrored:
		return "; the ends times " + factor
	}
	return "; one end times " + factor
}

// axesOfPass are the axes that a pass goes along: those of its line, but where rows are done with a first factor of the columns across them. There the first pass does both,
// and the others the rest of the columns, with the axis beyond them if the rest is done together with that.
func axesOfPass(p plan.Plan, pass int) []axisFacts {
	all, first := axesOf(p, p.Line(pass)), pass
	for first > 0 && p.Line(first-1) == p.Line(pass) {
		first--
	}
	head := p.Passes[first]
	switch {
	case head.Load.Map.Run == 0:
		return all
	case pass > first: // without the rows
		all = all[:len(all)-1]
		all[len(all)-1].Factor = p.Passes[pass].Chain.N()
		return all
	}
	all = all[len(all)-2:]
	all[0].Factor = head.N() / head.Load.Map.Run
	return all
}

// axesOf are the axes of an array that a line goes along. All axes of the problem are transformed.
func axesOf(p plan.Plan, at int) []axisFacts {
	problem, line := p.Problem, p.Lines[at]
	shape, last := append([]int{}, problem.Shape...), len(problem.Shape)-1
	switch {
	case problem.Kind.Trig(): // a line for each axis, the last first
		axis := last - at
		return []axisFacts{{Axis: axis, Points: shape[axis], Stride: plan.Problem{Shape: shape[axis+1:]}.Points()}}
	case line.Kind != plan.C2C:
		return []axisFacts{{Axis: last, Points: shape[last], Stride: 1}}
	case slices.ContainsFunc(p.Lines, func(l plan.Line) bool { return l.Grid != wgsl.Grid{} }): // of pairs of numbers
		shape[last] /= 2
	case problem.Kind.Half():
		shape[last] = realdct.Bins(shape[last])
	}
	var all []axisFacts
	for axis, stride := last, 1; axis >= 0; axis-- {
		n := shape[axis]
		if n > 1 && line.Side <= stride && stride < line.Side*line.N {
			all = append([]axisFacts{{Axis: axis, Points: n, Stride: stride}}, all...)
		}
		stride *= n
	}
	return all
}
