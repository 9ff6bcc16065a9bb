// Package draw writes arrays of real numbers as pictures for the examples.
package draw

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"
)

// PNG writes rows of width numbers as a grey picture. The smallest number is black and the largest is white.
func PNG[T float32 | float64 | uint8](name string, x []T, width int) error {
	if width < 1 || len(x) < width || len(x)%width != 0 {
		return fmt.Errorf("draw: %d numbers are no rows of %d", len(x), width)
	}
	lo, hi := float64(slices.Min(x)), float64(slices.Max(x))
	picture := image.NewGray(image.Rect(0, 0, width, len(x)/width))
	for i, v := range x {
		if hi > lo {
			picture.SetGray(i%width, i/width, color.Gray{Y: uint8(255*(float64(v)-lo)/(hi-lo) + 0.5)})
		}
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, picture), f.Close())
}
