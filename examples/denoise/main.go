// Command denoise removes periodic stripes from an image, by default a synthetic one. It looks for
// isolated peaks in the spectrum of the image, removes their frequencies with notch filters and
// writes denoised.png.
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
	file, err := os.Open(in)
	if err != nil {
		return err
	}
	defer file.Close()
	photo, err := png.Decode(file)
	if err != nil {
		return err
	}
	engine, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		return err
	}
	defer engine.Close()
	spectrum, err := imaging.Spectrum(ctx, engine, photo, imaging.SpectrumOptions{Range: 80, Taper: true})
	if err != nil {
		return err
	}
	w, h := photo.Bounds().Dx(), photo.Bounds().Dy()
	filter := imaging.Gaussian(0)                 // changes nothing
	for _, at := range peaks(spectrum, 20.0/80) { // 20 dB
		u, v := float64(at.X-w/2)/float64(w), float64(at.Y-h/2)/float64(h)
		fmt.Printf("peak at %.4f, %.4f cycles per pixel\n", u, v)
		filter = filter.Then(imaging.Notch(u, v, 2/float64(min(w, h))))
	}
	clean, err := imaging.Filter(ctx, engine, photo, filter, imaging.Periodic)
	if err != nil {
		return err
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, clean), f.Close())
}

// peaks returns the peaks in one half of a spectrum, except for the low frequencies of the scene.
func peaks(m image.Image, threshold float64) (found []image.Point) {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	for i := range w * (h/2 + 1) {
		at, d := image.Pt(i%w, i/w), image.Pt(i%w-w/2, i/w-h/2)
		central := max(d.X, -d.X)*20 < w && max(d.Y, -d.Y)*20 < h
		if !central && (d.Y < 0 || d.X >= 0) && isPeak(m, at, threshold) {
			found = append(found, at)
		}
	}
	return found
}

// isPeak reports whether the level at a point is a peak. A peak is the largest level within 5 x 5
// points, and more than threshold above the mean over the border of 15 x 15 points. White is 1.
func isPeak(m image.Image, at image.Point, threshold float64) bool {
	level := func(x, y int) uint32 {
		p := at.Add(image.Pt(x, y)).Mod(m.Bounds()) // the spectrum is periodic
		v, _, _, _ := m.At(p.X, p.Y).RGBA()
		return v
	}
	centre, sum := level(0, 0), uint32(0)
	for i := range 15 * 15 {
		x, y := i%15-7, i/15-7
		switch distance := max(x, -x, y, -y); {
		case distance == 7:
			sum += level(x, y)
		case distance > 2 || distance == 0:
		case level(x, y) > centre, i < 15*15/2 && level(x, y) == centre: // the first of equal levels
			return false
		}
	}
	return float64(centre)-float64(sum)/56 > threshold*0xffff
}
