package imaging_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"log"

	"wgfft"
	"wgfft/imaging"
)

// A blur: 8 bits in, 8 bits out.
func ExampleFilter() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.CPU}) // wgfft.Config{} takes the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	photo := image.NewGray(image.Rect(0, 0, 9, 5))
	photo.SetGray(4, 2, color.Gray{255})
	soft, err := imaging.Filter(context.Background(), c, photo, imaging.Gaussian(1), imaging.Reflect)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(soft.(*image.Gray).Pix[18:27])
	// Output: [0 0 5 25 40 25 5 0 0]
}

// Two filters on one picture without rounding in between.
func ExamplePlanes() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.CPU})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	photo := image.NewGray(image.Rect(0, 0, 9, 5))
	photo.SetGray(4, 2, color.Gray{255})
	ctx := context.Background()
	p, err := imaging.Split(photo)
	if err != nil {
		log.Fatal(err)
	}
	edge := imaging.Kernel{Width: 3, Height: 1, Weights: []float32{0.5, 0, -0.5}, Offset: 0.5}
	if err := p.Filter(ctx, c, imaging.Gaussian(1), imaging.Reflect); err != nil {
		log.Fatal(err)
	}
	if err := p.Convolve(ctx, c, edge, imaging.Reflect); err != nil {
		log.Fatal(err)
	}
	slope, err := p.Image()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(slope.(*image.Gray).Pix[18:27])
	// Output: [128 130 140 145 128 110 115 125 127]
}

// How far a picture has moved.
func ExampleRegister() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.CPU})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	whole := image.NewGray(image.Rect(0, 0, 200, 200))
	for i := range whole.Pix {
		whole.Pix[i] = uint8(i * i >> 8)
	}
	before, after := whole.SubImage(image.Rect(10, 10, 110, 110)), whole.SubImage(image.Rect(17, 5, 117, 105))
	s, err := imaging.Register(context.Background(), c, before, after)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f to the right, %.2f down\n", s.DX, s.DY)
	// Output: -7.00 to the right, 5.00 down
}
