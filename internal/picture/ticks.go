package picture

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// unit is a name and its size in the base unit. It applies to axes that reach from times its size,
// or more.
type unit struct {
	name string
	size float64
	from float64
}

// The units of the axes, largest first. The last applies to all smaller axes.
var (
	timeUnits      = []unit{{"s", 1, 0.5}, {"ms", 1e-3, 0.5}, {"µs", 1e-6, 0.5}, {"ns", 1e-9, 0}}
	frequencyUnits = []unit{{"GHz", 1e9, 2}, {"MHz", 1e6, 2}, {"kHz", 1e3, 2}, {"Hz", 1, 0}}
)

// pick returns the unit for an axis that reaches up to reach.
func pick(units []unit, reach float64) unit {
	for _, u := range units {
		if reach >= u.from*u.size {
			return u
		}
	}
	return units[len(units)-1]
}

// ticks returns the marks of [lo, hi]. There are at most most labelled marks, at a step of 1, 2 or
// 5 times a power of ten, with four or three small marks between.
func ticks(lo, hi float64, most int) []plot.Tick {
	step, parts := niceStep((hi - lo) / float64(max(most, 2)-1))
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	small := step / float64(parts)
	slack := 1e-6 * (hi - lo) // a mark on the very end counts
	var out []plot.Tick
	for i := math.Ceil((lo - slack) / small); i*small <= hi+slack; i++ {
		t := plot.Tick{Value: min(max(i*small, lo), hi)}
		if math.Mod(i, float64(parts)) == 0 {
			t.Label = label(i*small, decimals)
		}
		out = append(out, t)
	}
	return out
}

// niceStep returns the smallest step of at least least that is 1, 2 or 5 times a power of ten. It
// also returns the number of parts into which small marks divide the step.
func niceStep(least float64) (step float64, parts int) {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	switch m := least / power; {
	case m <= 1+1e-9:
		return power, 5
	case m <= 2+1e-9:
		return 2 * power, 4
	case m <= 5+1e-9:
		return 5 * power, 5
	}
	return 10 * power, 5
}

// label returns v with a true minus sign.
func label(v float64, decimals int) string {
	if v == 0 {
		v = 0 // no -0
	}
	return strings.Replace(strconv.FormatFloat(v, 'f', decimals, 64), "-", "−", 1)
}
