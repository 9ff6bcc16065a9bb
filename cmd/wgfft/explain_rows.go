package main

import (
	"fmt"
	"slices"

	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// realFacts describes how a real transform uses a complex transform.
type realFacts struct {
	Row   string `json:"row"`             // points of the complex transform
	Load  string `json:"load,omitempty"`  // of the first pass
	Store string `json:"store,omitempty"` // of the last pass
}

// realFactsOf returns the facts of pass i, or nil for a complex transform.
func realFactsOf(p plan.Plan, i int) *realFacts {
	at := p.AxisOf(i)
	w := p.Axes[at].Scheme
	if w.Points == 0 {
		return nil
	}
	f := &realFacts{Row: rowText(w)}
	if i == 0 || p.AxisOf(i-1) != at {
		f.Load = loadText(w.Load)
		if hasMirrorRows(p.Passes[i]) && w.Store.IsSplit() {
			f.Load = "pairs of samples, already transformed along the other axes"
		}
		if p.Passes[i].MirroredTransforms() > 0 && w.Load.IsMerge() {
			f.Load += mirrorText(p.Passes[i])
		}
	}
	if i == len(p.Passes)-1 || p.AxisOf(i+1) != at {
		f.Store = storeText(w.Store)
		if hasMirrorRows(p.Passes[i]) && w.Load.IsMerge() {
			f.Store = "pairs of samples, before the transforms along the other axes"
		}
		if p.Passes[i].MirroredTransforms() > 0 && w.Store.IsSplit() {
			f.Store += mirrorText(p.Passes[i])
		}
	}
	return f
}

// hasMirrorRows reports whether a workgroup has rows and their mirror rows.
func hasMirrorRows(k wgsl.Kernel) bool { return k.Threads.MirrorRows() != wgsl.RowGrid{} }

// mirrorText names the rows or columns from which a workgroup combines points k and -k.
func mirrorText(k wgsl.Kernel) string {
	if hasMirrorRows(k) {
		return ", of mirrored rows"
	}
	return ", of mirrored columns"
}

// rowText describes how the samples of a row form complex points.
func rowText(w realdct.Scheme) string {
	samples, points := count(w.Load.N, "sample"), count(w.Points, "complex point")
	switch {
	case w.Load.Form == realdct.Extended:
		return fmt.Sprintf("%s, extended to a period of %d, two per point: %s", samples, 2*w.Points, points)
	case w.IsTwoForOne():
		return fmt.Sprintf("two rows of %s, one of each per point: %s", samples, points)
	case w.IsZeroImag():
		return fmt.Sprintf("%s, one per point: %s", samples, points)
	}
	return fmt.Sprintf("%s, two per point: %s", samples, points)
}

// loadText describes the load of a row, with the symbols of package realdct.
func loadText(r realdct.Rows) string {
	s := map[realdct.Form]string{
		realdct.Natural:   "samples in order",
		realdct.Spectral:  fmt.Sprintf("bins 0 to %d, the others are conjugates", r.N/2),
		realdct.Permuted:  "samples of even index, then those of odd index in reverse",
		realdct.Twiddled:  "V[k] = (x[k] - i x[N-k]) w_4N^-k",
		realdct.Extended:  "samples, then the same in reverse",
		realdct.Rotated:   "z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1)",
		realdct.Reordered: "v[c] = x at the angle 8c+N of 8N",
	}[r.Form]
	return s + sineText(r) + edgeText(r, "sqrt 2")
}

// storeText describes the store of a row.
func storeText(r realdct.Rows) string {
	s := map[realdct.Form]string{
		realdct.Natural:   "samples in order",
		realdct.Spectral:  fmt.Sprintf("bins 0 to %d", r.N/2),
		realdct.Permuted:  "to even indices, then to odd indices in reverse",
		realdct.Twiddled:  "Re 2 w_4N^k V[k]",
		realdct.Extended:  "V[k], which is real",
		realdct.Rotated:   "x[2k] - i x[N-1-2k] = w_2N^k Z[k]",
		realdct.Reordered: "Re w_8^N V[8d mod N] at the angle 8d+N of 8N",
	}[r.Form]
	return s + sineText(r) + edgeText(r, "1/sqrt 2")
}

// sineText describes the changes for a sine transform.
func sineText(r realdct.Rows) string {
	if r.Sine {
		return "; sine signs and order"
	}
	return ""
}

// edgeText describes the extra factor of the ortho norm at the ends of a row.
func edgeText(r realdct.Rows, factor string) string {
	switch {
	case !r.Ortho:
		return ""
	case r.Form == realdct.Extended:
		return "; both ends times " + factor
	}
	return "; one end times " + factor
}

// axesOfPass returns the axes that a pass transforms. These are the axes of its line, except in a fused
// row-column pass: the first pass does the rows and one factor of the columns. The next passes do the other
// factors, and the next axis if it is fused with them.
func axesOfPass(p plan.Plan, pass int) []axisFacts {
	all, first := axesOf(p, p.AxisOf(pass)), pass
	for first > 0 && p.AxisOf(first-1) == p.AxisOf(pass) {
		first--
	}
	head := p.Passes[first]
	switch {
	case plan.FusedRow(head) == 0:
		return all
	case pass > first: // without the rows
		all = all[:len(all)-1]
		all[len(all)-1].Factor = p.Passes[pass].Stages.Radices.N()
		return all
	}
	all = all[len(all)-2:]
	all[0].Factor = head.N() / plan.FusedRow(head)
	return all
}

// axesOf returns the axes that a line transforms. All axes of the problem are transformed.
func axesOf(p plan.Plan, at int) []axisFacts {
	problem, line := p.Problem, p.Axes[at]
	shape, last := append([]int{}, problem.Shape...), len(problem.Shape)-1
	switch {
	case problem.Kind.IsTrig(): // a line for each axis, the last first
		axis := last - at
		return []axisFacts{{Axis: axis, Points: shape[axis], Stride: plan.Problem{Shape: shape[axis+1:]}.Points()}}
	case line.Kind != plan.C2C:
		return []axisFacts{{Axis: last, Points: shape[last], Stride: 1}}
	// pairs of samples
	case slices.ContainsFunc(p.Axes, func(l plan.Axis) bool { return l.MirrorRows != wgsl.RowGrid{} }):
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
