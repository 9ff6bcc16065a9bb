package main

import "math"

// scene returns the grey level of a point of the scene, which moves to the right.
func scene(frame, x, y int) float64 {
	u, v := 2*math.Pi*float64(x-frame)/width, 2*math.Pi*float64(y)/height
	return 110 + 60*math.Sin(2*u)*math.Cos(3*v)
}

// camera sets pixels to a picture of the scene with stripes of the frequency (0.25, 0.1).
func camera(frame int, pixels []uint8) {
	for i := range pixels {
		x, y := i%width, i/width
		stripes := 30 * math.Cos(2*math.Pi*(0.25*float64(x)+0.1*float64(y))+float64(frame))
		pixels[i] = uint8(math.Round(scene(frame, x, y) + stripes))
	}
}

// offScene returns the mean distance of a result from the scene, in grey levels.
func offScene(frame int, pixels []uint8) float64 {
	sum := 0.0
	for i, p := range pixels {
		sum += math.Abs(255*math.Pow(scene(frame, i%width, i/width)/255, 0.8) - float64(p))
	}
	return sum / float64(len(pixels))
}
