package main

import (
	"strconv"
	"strings"
)

// tuple formats a shape as NumPy does: (), (4,), (4, 6, 8).
func tuple(shape []int) string {
	dims := make([]string, len(shape))
	for i, n := range shape {
		dims[i] = strconv.Itoa(n)
	}
	if len(dims) == 1 {
		return "(" + dims[0] + ",)"
	}
	return "(" + strings.Join(dims, ", ") + ")"
}
