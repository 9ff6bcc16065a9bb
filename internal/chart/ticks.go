package chart

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// maxLabels is the largest number of labels of the horizontal axis.
const maxLabels = 16

// octaves returns the range and the marks of the horizontal axis, in powers of two. The range
// reaches half a power beyond the data, and marks are at whole powers.
func octaves(least, most float64) (lo, hi float64, marks plot.ConstantTicks) {
	first, last := int(math.Floor(math.Log2(least))), int(math.Ceil(math.Log2(most)))
	step := 1
	for (last-first)/step >= maxLabels {
		step *= 2
	}
	for e := first; e <= last; e++ {
		mark := plot.Tick{Value: float64(e)}
		if e%step == 0 {
			mark.Label = fmt.Sprintf("2^%d", e)
		}
		marks = append(marks, mark)
	}
	return float64(first) - 0.5, float64(last) + 0.5, marks
}

const (
	room        = 0.1 // extension of the vertical axis beyond the data, in powers of ten
	manyDecades = 3   // from this number of powers of ten on, they alone are labelled
)

// decades returns the range and the marks of the vertical axis, in powers of ten. The range reaches
// a little beyond the data, with labels at 1, 2 and 5 times a power. If there are many powers, the
// range ends at whole powers, and only these have labels.
func decades(least, most float64) (lo, hi float64, marks plot.ConstantTicks) {
	lo, hi = math.Log10(least)-room, math.Log10(most)+room
	many := hi-lo >= manyDecades
	if many {
		lo, hi = math.Floor(lo), math.Ceil(hi)
	}
	for e := int(math.Floor(lo)); float64(e) <= hi; e++ {
		for digit := 1; digit <= 9; digit++ {
			mark := plot.Tick{Value: float64(e) + math.Log10(float64(digit))}
			if mark.Value < lo || mark.Value > hi {
				continue
			}
			switch {
			case many && digit == 1:
				mark.Label = fmt.Sprintf("10^%d", e)
			case !many && (digit == 1 || digit == 2 || digit == 5):
				mark.Label = strconv.FormatFloat(float64(digit)*math.Pow10(e), 'g', 6, 64)
			}
			marks = append(marks, mark)
		}
	}
	return lo, hi, marks
}
