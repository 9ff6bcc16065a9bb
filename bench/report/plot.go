package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"

	"wgfft/internal/benchcsv"
	"wgfft/internal/chart"
	"wgfft/plan"
)

// curveNames are the names of curves by column. Other columns keep their own name.
var curveNames = map[string]string{"ms": "wgfft", "cufft_ms": "cuFFT", "vkfft_ms": "VkFFT (CUDA)"}

// bestPeer is the column of joined files that holds the smallest time of other libraries. The plot
// leaves it out.
const bestPeer = "peer_ms"

// pointTimes are times per point in ns, by column and length.
type pointTimes struct {
	columns []string // in the order of their first row
	ns      map[string]map[int]float64
}

// add adds the complex transforms of one dimension in a table.
func (c *pointTimes) add(t benchcsv.Table) error {
	for _, row := range t.Rows {
		if !strings.HasPrefix(row.Spec, plan.C2C.String()+":") {
			continue
		}
		p, err := plan.ParseSpec(row.Spec)
		if err != nil {
			return err
		}
		if len(p.Shape) > 1 {
			continue
		}
		for _, column := range t.Times {
			if ms, ok := row.Ms[column]; ok && column != bestPeer {
				c.put(column, p.Points(), ms*1e6/float64(p.Points())/float64(p.Count()))
			}
		}
	}
	return nil
}

// put adds the time of a length, or keeps a smaller one.
func (c *pointTimes) put(column string, n int, ns float64) {
	if c.ns == nil {
		c.ns = map[string]map[int]float64{}
	}
	if c.ns[column] == nil {
		c.columns, c.ns[column] = append(c.columns, column), map[int]float64{}
	}
	if old, ok := c.ns[column][n]; !ok || ns < old {
		c.ns[column][n] = ns
	}
}

// curves returns a curve for each column: powers of two as a line, other lengths as marks.
func (c *pointTimes) curves() []chart.Curve {
	var all []chart.Curve
	for _, column := range c.columns {
		curve := chart.Curve{Name: curveNames[column]}
		if curve.Name == "" {
			curve.Name = strings.TrimSuffix(column, "_ms")
		}
		for _, n := range slices.Sorted(maps.Keys(c.ns[column])) {
			p := chart.Point{X: float64(n), Y: c.ns[column][n]}
			if bits.OnesCount(uint(n)) == 1 {
				curve.Line = append(curve.Line, p)
			} else {
				curve.Marks = append(curve.Marks, p)
			}
		}
		all = append(all, curve)
	}
	return all
}

// drawTimes draws the times per point of files to out, and a line for one trip through memory, which
// takes trip ms for tripPoints points.
func drawTimes(out, title string, trip float64, files []string) error {
	if len(files) == 0 {
		return errors.New("-plot: want at least one CSV file of times")
	}
	tables, err := readTables(files)
	if err != nil {
		return err
	}
	var times pointTimes
	for i, table := range tables {
		if err := times.add(table); err != nil {
			return fmt.Errorf("%s: %w", files[i], err)
		}
	}
	curves := times.curves()
	if trip > 0 {
		curves = append(curves, memoryLine(curves, trip))
	}
	return chart.Chart{
		Title:  title,
		X:      "Point count N (powers of two joined, other lengths hollow)",
		Y:      "Time per point (ns)",
		Curves: curves,
	}.Save(out)
}

// tripPoints is the number of points of one trip through memory.
const tripPoints = 1 << 26

// memoryLine returns the line of one trip through memory below the curves.
func memoryLine(curves []chart.Curve, trip float64) chart.Curve {
	least, most := math.Inf(1), 0.0
	for _, c := range curves {
		for _, p := range slices.Concat(c.Line, c.Marks) {
			least, most = min(least, p.X), max(most, p.X)
		}
	}
	rate := tripPoints * 2 * plan.ElementBytes / trip / 1e9
	line := chart.Curve{Name: fmt.Sprintf("one trip through memory at %.1f TB/s", rate), Thin: true}
	if most > 0 {
		ns := trip * 1e6 / tripPoints
		line.Line = []chart.Point{{X: least, Y: ns}, {X: most, Y: ns}}
	}
	return line
}
