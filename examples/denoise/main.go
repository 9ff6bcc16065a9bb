// Command denoise takes stripes and other waves that do not belong there out of a photograph: it looks for points in the picture's spectrum that
// stand out from what is around them, and filters those frequencies away.
//
//	go run ./examples/denoise [IN.png OUT.png]
package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"log"
	"os"

	"wgfft"
	"wgfft/imaging"
)

func main() {
	in, out := "examples/data/lighthouse.png", "denoised.png"
	if len(os.Args) == 3 {
		in, out = os.Args[1], os.Args[2]
	}
	if err := run(context.Background(), in, out); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, in, out string) error {
	photo, err := load(in)
	if err != nil {
		return err
	}
	c, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		return err
	}
	defer c.Close()

	const decibels = 80
	seen, err := imaging.Spectrum(ctx, c, photo, imaging.SpectrumOptions{Range: decibels, Taper: true})
	if err != nil {
		return err
	}
	w, h := seen.Bounds().Dx(), seen.Bounds().Dy()
	clean := imaging.Gaussian(0) // changes nothing yet
	for _, at := range outstanding(seen, 20.0/decibels) {
		u, v := float64(at.X-w/2)/float64(w), float64(at.Y-h/2)/float64(h)
		fmt.Printf("a wave of %.4f cycles per pixel to the right and %.4f downwards\n", u, v)
		clean = clean.Then(imaging.Notch(u, v, 2/float64(min(w, h))))
	}
	better, err := imaging.Filter(ctx, c, photo, clean, imaging.Periodic) // as the waves go on, too
	if err != nil {
		return err
	}
	fmt.Printf("filtered on %v: %s\n", c.Adapter(), out)
	return save(out, better)
}

// outstanding are the points of a spectrum that are brighter than what is around them by more than a share of white, without those near the middle,
// where the picture itself is, and without their opposites.
func outstanding(spectrum image.Image, share float64) []image.Point {
	var found []image.Point
	r := spectrum.Bounds()
	middle := image.Pt(r.Dx()/2, r.Dy()/2)
	for y := r.Min.Y; y <= middle.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			at := image.Pt(x, y)
			d := at.Sub(middle)
			if d.Y == 0 && d.X < 0 || d.X*d.X*400 < r.Dx()*r.Dx() && d.Y*d.Y*400 < r.Dy()*r.Dy() {
				continue
			}
			if light(spectrum, at)-around(spectrum, at) > share && highest(spectrum, at) {
				found = append(found, at)
			}
		}
	}
	return found
}

// light is the brightness of a point, from 0 to 1; beyond the edges the spectrum repeats itself.
func light(m image.Image, at image.Point) float64 {
	at = at.Mod(m.Bounds())
	v, _, _, _ := m.At(at.X, at.Y).RGBA()
	return float64(v) / 0xffff
}

// around is the mean brightness in a frame of 15 x 15 points about a point.
func around(m image.Image, at image.Point) float64 {
	sum := 0.0
	for i := -7; i < 7; i++ {
		for _, p := range []image.Point{{i, -7}, {7, i}, {-i, 7}, {-7, -i}} {
			sum += light(m, at.Add(p))
		}
	}
	return sum / 56
}

// highest tells whether no neighbour is brighter, or as bright and before it.
func highest(m image.Image, at image.Point) bool {
	for y := -2; y <= 2; y++ {
		for x := -2; x <= 2; x++ {
			before := y < 0 || y == 0 && x < 0
			if v := light(m, at.Add(image.Pt(x, y))); v > light(m, at) || before && v == light(m, at) {
				return false
			}
		}
	}
	return true
}

func load(name string) (image.Image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return png.Decode(f)
}

func save(name string, m image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, m), f.Close())
}
