package main

import (
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/cmplx"
	"os"
)

// draw writes a picture of the states side by side, with y upwards. Brightness is |psi|, and hue is the
// phase. The picture shows the middle half of each axis. A point is a square of scale x scale pixels.
func draw(name string, states [][]complex64) error {
	const scale, size = 4, n / 2
	picture := image.NewRGBA(image.Rect(0, 0, scale*size*len(states), scale*size))
	for row := range scale * size {
		for column := range scale * size * len(states) {
			x, y := n/4+column/scale%size, 3*n/4-1-row/scale
			c := shade(states[column/(scale*size)][y*n+x])
			if column%(scale*size) == 0 && column > 0 {
				c = color.RGBA{128, 128, 128, 255} // a line between two states
			}
			picture.SetRGBA(column, row, c)
		}
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, picture), f.Close())
}

// shade returns the colour of a value of psi. Positive real values are red, and the phases 2 pi/3 and
// 4 pi/3 are green and blue.
func shade(psi complex64) color.RGBA {
	brightness := min(1, cmplx.Abs(complex128(psi))*math.SqrtPi) // the maximum of |psi| is 1/sqrt(pi)
	level := func(hue float64) uint8 {
		return uint8(255*brightness*(1+math.Cos(cmplx.Phase(complex128(psi))-hue))/2 + 0.5)
	}
	return color.RGBA{level(0), level(2 * math.Pi / 3), level(4 * math.Pi / 3), 255}
}
