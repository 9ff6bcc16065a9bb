package main

import (
	"cmp"
	"fmt"
	"slices"

	"wgfft/internal/chart"
	"wgfft/plan"
)

// ratios is the picture of matrix products beside butterflies: times over theirs, over the points of an array; squares joined, other shapes by themselves.
func ratios(rows []row, adapter string) chart.Chart {
	c := chart.Chart{Title: "Matrix products of small arrays, on " + adapter, X: "Points of an array (squares joined)", Y: "Time over that of butterflies"}
	least, most := 0, 0
	for _, many := range []bool{true, false} {
		for _, form := range []plan.Form{plan.Mixed, plan.DirectForm} {
			curve := chart.Curve{Name: form.String() + ", " + map[bool]string{true: "many arrays", false: "one array"}[many]}
			for _, r := range rows {
				product, butterflies := r.forms[form].ms, r.forms[plan.Butterflies].ms
				if r.host || product == 0 || butterflies == 0 || many != (r.Count() > 1) {
					continue
				}
				n := r.Points()
				if least == 0 {
					least = n
				}
				least, most = min(least, n), max(most, n)
				p := chart.Point{X: float64(n), Y: product / butterflies}
				if len(r.Shape) == 2 && r.Shape[0] == r.Shape[1] {
					curve.Line = append(curve.Line, p)
				} else {
					curve.Marks = append(curve.Marks, p)
				}
			}
			slices.SortFunc(curve.Line, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
			if len(curve.Line)+len(curve.Marks) > 0 {
				c.Curves = append(c.Curves, curve)
			}
		}
	}
	if most > 0 {
		c.Curves = append(c.Curves, chart.Curve{Name: "butterflies", Line: []chart.Point{{X: float64(least), Y: 1}, {X: float64(most), Y: 1}}, Thin: true})
	}
	return c
}

// overBatches is the picture of the application: times over the batch, of data on the GPU joined, from host slices by themselves.
func overBatches(rows []row, adapter string) chart.Chart {
	c := chart.Chart{Title: "Small arrays on the GPU (joined) and from host slices, on " + adapter, Y: "Time (us)"}
	for form := range forms {
		curve := chart.Curve{Name: plan.Form(form).String()}
		for _, r := range rows {
			t := r.forms[form]
			if t.hostMs == 0 {
				continue
			}
			c.X = fmt.Sprintf("Transforms of %s", plan.Dims(r.Shape))
			batch := float64(r.Count())
			curve.Line = append(curve.Line, chart.Point{X: batch, Y: t.ms * 1e3})
			curve.Marks = append(curve.Marks, chart.Point{X: batch, Y: t.hostMs * 1e3})
		}
		if len(curve.Line) > 0 {
			c.Curves = append(c.Curves, curve)
		}
	}
	return c
}
