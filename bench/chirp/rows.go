package main

import (
	"fmt"

	"wgfft/internal/chart"
)

// A row is a length and the errors of its transform.
type row struct {
	n      int
	errors [ways]float64
}

// head names the columns of the CSV.
func head() string {
	line := "n"
	for w := range ways {
		line += "," + w.String()
	}
	return line
}

// String is the row as CSV.
func (r row) String() string {
	line := fmt.Sprint(r.n)
	for _, e := range r.errors {
		line += fmt.Sprintf(",%.3e", e)
	}
	return line
}

// drawn is the figure. It leaves the angle in float64 out, whose curve is the reduced one.
func drawn(rows []row, adapter string) chart.Chart {
	c := chart.Chart{Title: "Error of Bluestein's transform, on " + adapter, X: "Point count n (primes)", Y: "Relative L2 error"}
	for _, shown := range []struct {
		way  way
		name string
	}{{reduced, "exponent j^2 mod 2n, in integers"}, {single, "angle pi j^2 / n in float32, not reduced"}} {
		curve := chart.Curve{Name: shown.name}
		for _, r := range rows {
			curve.Line = append(curve.Line, chart.Point{X: float64(r.n), Y: r.errors[shown.way]})
		}
		c.Curves = append(c.Curves, curve)
	}
	return c
}
