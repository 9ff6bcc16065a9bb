package chart

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// A Chart is a set of curves with the texts around them.
type Chart struct {
	Title  string  // may be empty
	X, Y   string  // names of the axes, with the unit
	Curves []Curve // the first is drawn on top
}

// A Curve is a named set of points.
type Curve struct {
	Name  string
	Line  []Point // joined, in this order
	Marks []Point // not joined, drawn hollow
	Thin  bool    // a thin dashed line without marks, for a limit
}

// A Point has two positive coordinates.
type Point struct{ X, Y float64 }

// Save draws the chart to a file with a name that ends in .png or .svg.
func (c Chart) Save(name string) error {
	var b bytes.Buffer
	if err := c.Write(&b, strings.TrimPrefix(filepath.Ext(name), ".")); err != nil {
		return err
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("chart: %w", err)
	}
	return nil
}

// bounds returns the least and greatest coordinates. It refuses coordinates that have no place on a
// logarithmic axis.
func (c Chart) bounds() (least, most Point, err error) {
	least, most = Point{math.Inf(1), math.Inf(1)}, Point{}
	for _, curve := range c.Curves {
		for _, points := range [][]Point{curve.Line, curve.Marks} {
			for _, p := range points {
				if !isPositive(p.X) || !isPositive(p.Y) {
					return Point{}, Point{},
						fmt.Errorf("chart: %s: point (%g, %g): coordinates are positive numbers", curve.Name, p.X, p.Y)
				}
				least = Point{min(least.X, p.X), min(least.Y, p.Y)}
				most = Point{max(most.X, p.X), max(most.Y, p.Y)}
			}
		}
	}
	if most.X == 0 {
		return Point{}, Point{}, fmt.Errorf("chart: no points to draw")
	}
	return least, most, nil
}

// isPositive reports whether v is above 0 and finite.
func isPositive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }
