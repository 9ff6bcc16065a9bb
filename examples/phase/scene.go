package main

import "math"

// scene returns an object of bright spots in a triangle, and the triangle as its support: 1 inside, 0 outside.
func scene() (object []float32, mask []uint8) {
	object, mask = make([]float32, n*n), make([]uint8, n*n)
	for y := range n {
		for x := range n {
			if i := y*n + x; x >= 12 && y >= 12 && x+2*y < 74 {
				mask[i] = 1
				object[i] = float32(1 + math.Sin(0.7*float64(x))*math.Cos(0.4*float64(y+x)))
			}
		}
	}
	return object, mask
}
