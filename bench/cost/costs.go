package main

import (
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

// names are what columns of times are called in the picture; others by their own name.
var names = map[string]string{"ms": "wgfft", "cufft_ms": "cuFFT", "vkfft_ms": "VkFFT (CUDA)"}

// bestPeer is the column of bench/compare that holds the least of others.
const bestPeer = "peer_ms"

// costs are the times per point in ns, by column and point count.
type costs struct {
	columns []string // in the order they came
	ns      map[string]map[int]float64
}

// add takes what a table says of complex transforms of one dimension.
func (c *costs) add(t benchcsv.Table) error {
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

// put keeps the least time of a length.
func (c *costs) put(column string, n int, ns float64) {
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

// curves returns a curve for each column.
func (c *costs) curves() []chart.Curve {
	var all []chart.Curve
	for _, column := range c.columns {
		curve := chart.Curve{Name: names[column]}
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

// tripPoints is how many points the time of a trip through memory is given for.
const tripPoints = 1 << 26

// floor returns the line of one trip through memory below the curves.
func floor(curves []chart.Curve, trip float64) chart.Curve {
	least, most := math.Inf(1), 0.0
	for _, c := range curves {
		for _, p := range slices.Concat(c.Line, c.Marks) {
			least, most = min(least, p.X), max(most, p.X)
		}
	}
	line := chart.Curve{Name: fmt.Sprintf("one trip through memory at %.1f TB/s", tripPoints*2*plan.ElementBytes/trip/1e9), Thin: true}
	if most > 0 {
		ns := trip * 1e6 / tripPoints
		line.Line = []chart.Point{{X: least, Y: ns}, {X: most, Y: ns}}
	}
	return line
}
