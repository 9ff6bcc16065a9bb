package cpu

import (
	"fmt"
	"math"
	"slices"
)

// checkAxes checks the axes of arrays of the given shape, and returns the points of
// one array.
func checkAxes(shape, axes []int) (points int, err error) {
	points = 1
	for _, n := range shape {
		if n < 1 {
			return 0, fmt.Errorf("cpu: length %d: a transform needs at least one point", n)
		}
		if points > math.MaxInt/n {
			return 0, fmt.Errorf("cpu: shape %v: an array has more points than memory can", slices.Clone(shape))
		}
		points *= n
	}
	for i, axis := range axes {
		if axis < 0 || axis >= len(shape) {
			return 0, fmt.Errorf("cpu: axis %d: the shape %v has axes 0 to %d", axis, slices.Clone(shape), len(shape)-1)
		}
		for _, other := range axes[:i] {
			if axis == other {
				return 0, fmt.Errorf("cpu: axis %d twice: list every axis once", axis)
			}
		}
	}
	return points, nil
}

// product is the number of elements of a shape.
func product(shape []int) int {
	p := 1
	for _, n := range shape {
		p *= n
	}
	return p
}
