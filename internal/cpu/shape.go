package cpu

import (
	"fmt"
	"math"
	"slices"
)

// checkAxes checks the axes of arrays of the given shape, and returns the points of one array.
func checkAxes(shape, axes []int) (points int, err error) {
	points = 1
	for _, n := range shape {
		if n < 1 {
			return 0, fmt.Errorf("cpu: length is %d, want at least 1", n)
		}
		if points > math.MaxInt/n {
			return 0, fmt.Errorf("cpu: shape %v has more points than memory can hold", slices.Clone(shape))
		}
		points *= n
	}
	for i, axis := range axes {
		if axis < 0 || axis >= len(shape) {
			return 0, fmt.Errorf("cpu: axis is %d, want 0 to %d for the shape %v", axis, len(shape)-1,
				slices.Clone(shape))
		}
		for _, other := range axes[:i] {
			if axis == other {
				return 0, fmt.Errorf("cpu: axis %d is listed twice: list each axis once", axis)
			}
		}
	}
	return points, nil
}

// product returns the number of elements of a shape.
func product(shape []int) int {
	p := 1
	for _, n := range shape {
		p *= n
	}
	return p
}
