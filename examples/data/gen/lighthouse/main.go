package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
)

const (
	width, height = 384, 256
	grid          = 4     // a pixel is the mean of grid x grid points
	grain         = 0.012 // standard deviation of the sensor noise
	defaultSeed   = 1
)

// hum holds the stripes: the number of periods across and down the image, and the amplitude.
var hum = []struct{ across, down, size float64 }{{72, 28, 0.055}, {144, 56, 0.02}}

func main() {
	name := flag.String("o", "examples/data/lighthouse.png", "file to write")
	dx := flag.Float64("dx", 0, "shift of the scene to the right, in pixels")
	dy := flag.Float64("dy", 0, "shift of the scene downwards, in pixels")
	seed := flag.Uint64("seed", defaultSeed, "seed of the sensor noise")
	flag.Parse()
	if err := write(*name, *dx, *dy, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "lighthouse:", err)
		os.Exit(1)
	}
}

// write writes an image to the named file.
func write(name string, dx, dy float64, seed uint64) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	best := png.Encoder{CompressionLevel: png.BestCompression}
	return best.Encode(f, photograph(dx, dy, seed))
}

// photograph returns the image of the scene, shifted by (dx, dy).
func photograph(dx, dy float64, seed uint64) *image.RGBA {
	rng := rand.New(rand.NewPCG(seed, 0))
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := pixel(float64(x)-dx, float64(y)-dy)
			stripes := 0.0
			for _, h := range hum {
				stripes += h.size * math.Cos(2*math.Pi*(h.across*float64(x)/width+h.down*float64(y)/height))
			}
			dust := grain * rng.NormFloat64() // the same in all channels, which makes a smaller PNG
			for i := range c {
				c[i] += stripes + dust
			}
			m.SetRGBA(x, y, color.RGBA{level(c[0]), level(c[1]), level(c[2]), 255})
		}
	}
	return m
}

// pixel returns the mean of the scene over a pixel.
func pixel(x, y float64) colour {
	var sum colour
	for i := range grid * grid {
		c := scene(x+(float64(i%grid)+0.5)/grid, y+(float64(i/grid)+0.5)/grid)
		for k, v := range c {
			sum[k] += v / (grid * grid)
		}
	}
	return sum
}

func level(v float64) uint8 { return uint8(max(0, min(255, math.Round(255*v)))) }
