package main

import (
	"fmt"
	"slices"

	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// rowFacts are what the passes of a real transform make of its rows.
type rowFacts struct {
	Row   string `json:"row"`             // how it goes through the complex transform
	Load  string `json:"load,omitempty"`  // of its first pass
	Store string `json:"store,omitempty"` // of its last
}

// rowsOf says what pass number i makes of the rows of its line, nil where they are complex.
func rowsOf(p plan.Plan, i int) *rowFacts {
	at := p.AxisOf(i)
	w := p.Axes[at].Scheme
	if w.Points == 0 {
		return nil
	}
	f := &rowFacts{Row: rowOf(w)}
	if i == 0 || p.AxisOf(i-1) != at {
		f.Load = loaded(w.Load)
		if p.Passes[i].MirrorRows != (wgsl.RowGrid{}) && w.Store.IsSplit() {
			f.Load = "pairs of numbers, transformed along the other axes"
		}
		if p.Passes[i].MirrorColumns && w.Load.IsMerge() {
			f.Load += matesOf(p.Passes[i])
		}
	}
	if i == len(p.Passes)-1 || p.AxisOf(i+1) != at {
		f.Store = stored(w.Store)
		if p.Passes[i].MirrorRows != (wgsl.RowGrid{}) && w.Load.IsMerge() {
			f.Store = "pairs of numbers, which the other axes are still to be transformed along"
		}
		if p.Passes[i].MirrorColumns && w.Store.IsSplit() {
			f.Store += matesOf(p.Passes[i])
		}
	}
	return f
}

// matesOf says of what a workgroup takes points k and -k together.
func matesOf(k wgsl.Kernel) string {
	if k.MirrorRows != (wgsl.RowGrid{}) {
		return ", of rows and those opposite"
	}
	return ", of columns and their mates"
}

// rowOf says how many points a row is for the complex transform.
func rowOf(w realdct.Scheme) string {
	numbers, points := count(w.Load.N, "number"), count(w.Points, "complex point")
	switch {
	case w.Load.Form == wgsl.SymmetricExtension:
		return fmt.Sprintf("%s, of a period of %d two a point: %s", numbers, 2*w.Points, points)
	case w.Load.TwoForOne:
		return fmt.Sprintf("two of %s, one of each a point: %s", numbers, points)
	case w.Load.ZeroImag:
		return fmt.Sprintf("%s, one a point: %s", numbers, points)
	}
	return fmt.Sprintf("%s, two a point: %s", numbers, points)
}

// loaded says what a load makes of a row, with the letters of package realdct.
func loaded(r wgsl.Real) string {
	s := map[wgsl.Form]string{
		wgsl.RealPoints:         "the numbers in their order",
		wgsl.HalfSpectrum:       fmt.Sprintf("bins 0 to %d, the others are conjugates", r.N/2),
		wgsl.EvenOdd:            "the numbers of even place, then the others backwards",
		wgsl.DCT2Bins:           "V[k] = (x[k] - i x[N-k]) w_4N^-k",
		wgsl.SymmetricExtension: "the numbers, then the same backwards",
		wgsl.DCT4Rotation:       "z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1)",
		wgsl.DCT4Odd:            "v[c] = x at the angle 8c+N of 8N",
	}[r.Form]
	return s + signs(r) + edges(r, "sqrt 2")
}

// stored says what a store makes a row of.
func stored(r wgsl.Real) string {
	s := map[wgsl.Form]string{
		wgsl.RealPoints:         "the numbers in their order",
		wgsl.HalfSpectrum:       fmt.Sprintf("bins 0 to %d", r.N/2),
		wgsl.EvenOdd:            "to the even places, then to the others backwards",
		wgsl.DCT2Bins:           "Re 2 w_4N^k V[k]",
		wgsl.SymmetricExtension: "V[k], which is real",
		wgsl.DCT4Rotation:       "x[2k] - i x[N-1-2k] = w_2N^k Z[k]",
		wgsl.DCT4Odd:            "Re w_8^N V[8d mod N] at the angle 8d+N of 8N",
	}[r.Form]
	return s + signs(r) + edges(r, "1/sqrt 2")
}

// signs says that a row is of sines.
func signs(r wgsl.Real) string {
	if r.Sine {
		return "; signs and order of sines"
	}
	return ""
}

// edges says that the norm ortho has a factor of its own for the ends of a row.
func edges(r wgsl.Real, factor string) string {
	switch {
	case !r.OrthoEnds:
		return ""
	case r.Form == wgsl.SymmetricExtension:
		return "; the ends times " + factor
	}
	return "; one end times " + factor
}

// axesOfPass are the axes that a pass goes along: those of its line, but where rows are done with a first factor of the columns across them. There the first pass does both,
// and the others the rest of the columns, with the axis beyond them if the rest is done together with that.
func axesOfPass(p plan.Plan, pass int) []axisFacts {
	all, first := axesOf(p, p.AxisOf(pass)), pass
	for first > 0 && p.AxisOf(first-1) == p.AxisOf(pass) {
		first--
	}
	head := p.Passes[first]
	switch {
	case head.Load.Map.Run == 0:
		return all
	case pass > first: // without the rows
		all = all[:len(all)-1]
		all[len(all)-1].Factor = p.Passes[pass].Radices.N()
		return all
	}
	all = all[len(all)-2:]
	all[0].Factor = head.N() / head.Load.Map.Run
	return all
}

// axesOf are the axes of an array that a line goes along. All axes of the problem are transformed.
func axesOf(p plan.Plan, at int) []axisFacts {
	problem, line := p.Problem, p.Axes[at]
	shape, last := append([]int{}, problem.Shape...), len(problem.Shape)-1
	switch {
	case problem.Kind.IsTrig(): // a line for each axis, the last first
		axis := last - at
		return []axisFacts{{Axis: axis, Points: shape[axis], Stride: plan.Problem{Shape: shape[axis+1:]}.Points()}}
	case line.Kind != plan.C2C:
		return []axisFacts{{Axis: last, Points: shape[last], Stride: 1}}
	case slices.ContainsFunc(p.Axes, func(l plan.Axis) bool { return l.MirrorRows != wgsl.RowGrid{} }): // of pairs of numbers
		shape[last] /= 2
	case problem.Kind.IsRealFFT():
		shape[last] = realdct.Bins(shape[last])
	}
	var all []axisFacts
	for axis, stride := last, 1; axis >= 0; axis-- {
		n := shape[axis]
		if n > 1 && line.InnerExtent <= stride && stride < line.InnerExtent*line.N {
			all = append([]axisFacts{{Axis: axis, Points: n, Stride: stride}}, all...)
		}
		stride *= n
	}
	return all
}
