package imaging_test

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"log"
	"math"

	"wgfft"
	"wgfft/imaging"
	"wgfft/nd"
)

// A Gaussian blur of an 8-bit image gives an 8-bit image.
func ExampleFilter() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} selects the best GPU
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

// Two filters on one image, without rounding in between.
func ExamplePlanes() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
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

// Three filters on arrays, with one upload and one download: a blur, an unsharp mask, and the edges of the result.
func ExampleArrayFilter() {
	ctx := context.Background()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} selects the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	const w, h = 9, 5
	photo := image.NewGray(image.Rect(0, 0, w, h))
	for i := range photo.Pix {
		photo.Pix[i] = uint8(i % w / 4 * 100) // steps at columns 4 and 8
	}
	p, err := imaging.Split(photo)
	if err != nil {
		log.Fatal(err)
	}
	box := imaging.Kernel{Width: 3, Height: 1, Weights: []float32{0.25, 0.5, 0.25}}
	blur, err := imaging.NewArrayConvolution(ctx, c, w, h, box, imaging.Reflect)
	if err != nil {
		log.Fatal(err)
	}
	sharpen, err := imaging.NewArrayFilter(ctx, c, w, h, imaging.Sharpen(0.5, 1), imaging.Reflect)
	if err != nil {
		log.Fatal(err)
	}

	q := nd.NewQueue(c)
	defer q.Close()
	x := nd.From(q, p.Pix, p.Channels, h, w) // the upload
	y := sharpen.Apply(q, blur.Apply(q, x))
	edges := imaging.EdgeStrength(q, y, imaging.Reflect)
	if p.Pix, err = nd.Download(ctx, q, p.Pix, edges); err != nil {
		log.Fatal(err)
	}
	found, err := p.Image()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(found.(*image.Gray).Pix[2*w : 3*w])
	// Output: [0 3 11 42 42 8 8 45 32]
}

// With Reflect the mirror image enters at the edges.
func ExampleMove() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	row := image.NewGray(image.Rect(0, 0, 6, 1))
	copy(row.Pix, []uint8{10, 20, 30, 40, 50, 60})
	for _, dx := range []float64{1, -2, 0.5} {
		moved, err := imaging.Move(context.Background(), c, row, dx, 0, imaging.Reflect)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(moved.(*image.Gray).Pix)
	}
	// Output:
	// [10 10 20 30 40 50]
	// [30 40 50 60 60 50]
	// [8 15 25 35 45 55]
}

// Register measures the shift of an image, and Align removes it.
func ExampleAlign() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	before, after := image.NewGray(image.Rect(0, 0, 100, 80)), image.NewGray(image.Rect(0, 0, 100, 80))
	scene := func(x, y float64) color.Gray {
		v := 40.0
		for i := 0.0; i < 50; i++ { // stars
			v += 180 * math.Exp(-(math.Pow(x-math.Mod(31.7*i, 110)+5, 2)+math.Pow(y-math.Mod(47.3*i, 90)+5, 2))/6)
		}
		return color.Gray{uint8(min(v, 255))}
	}
	for y := range 80 {
		for x := range 100 {
			before.SetGray(x, y, scene(float64(x), float64(y)))
			after.SetGray(x, y, scene(float64(x)-4.5, float64(y)+2.2)) // 4.5 to the right and 2.2 up
		}
	}
	ctx := context.Background()
	s, err := imaging.Register(ctx, c, before, after)
	if err != nil {
		log.Fatal(err)
	}
	aligned, err := imaging.Align(ctx, c, after, s, imaging.Reflect)
	if err != nil {
		log.Fatal(err)
	}
	known := image.Rect(10, 10, 90, 70) // away from the edges
	psnr, err := imaging.PSNR(before.SubImage(known), aligned.(*image.Gray).SubImage(known))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.1f to the right, %.1f up; PSNR above 40 dB after Align: %t\n", s.DX, -s.DY, psnr > 40)
	// Output: 4.5 to the right, 2.2 up; PSNR above 40 dB after Align: true
}

// A high pass of planes is signed. Without its offset it adds up with the low pass to the image.
func ExampleResponse_WithoutOffset() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	ctx := context.Background()
	row := image.NewGray(image.Rect(0, 0, 6, 1))
	copy(row.Pix, []uint8{10, 200, 30, 40, 250, 60})
	sum := make([]float32, 6)
	for _, r := range []imaging.Response{imaging.LowPass(0.2), imaging.HighPass(0.2).WithoutOffset()} {
		p, err := imaging.Split(row)
		if err != nil {
			log.Fatal(err)
		}
		if err := p.Filter(ctx, c, r, imaging.Reflect); err != nil {
			log.Fatal(err)
		}
		for i, v := range p.Pix {
			sum[i] += 255 * v
		}
	}
	fmt.Printf("%.0f\n", sum)
	// Output: [10 200 30 40 250 60]
}

// The shift between two overlapping parts of an image.
func ExampleRegister() {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	whole := image.NewGray(image.Rect(0, 0, 200, 200))
	for i := range whole.Pix {
		whole.Pix[i] = uint8(i * i >> 8)
	}
	before := whole.SubImage(image.Rect(10, 10, 110, 110))
	after := whole.SubImage(image.Rect(17, 5, 117, 105))
	s, err := imaging.Register(context.Background(), c, before, after)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f to the right, %.2f down\n", s.DX, s.DY)
	// Output: -7.00 to the right, 5.00 down
}

// Two frames of a film are aligned and subtracted in arrays. Only the shift and the result are downloaded.
func ExampleArrayRegistration() {
	ctx := context.Background()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} selects the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	const w, h = 64, 48
	frame := func(dx, dy float64) []float32 {
		pix := make([]float32, w*h)
		for i := range pix {
			x, y := float64(i%w)-dx, float64(i/w)-dy
			pix[i] = float32(0.5 + 0.2*math.Sin(0.31*x+0.01*y*y) + 0.2*math.Sin(0.53*y+0.012*x*x))
		}
		return pix
	}
	r, err := imaging.NewArrayRegistration(ctx, c, w, h)
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()

	q := nd.NewQueue(c)
	defer q.Close()
	a, b := nd.From(q, frame(0, 0), h, w), nd.From(q, frame(2.5, -1.3), h, w)
	s, err := r.Register(ctx, q, a, b)
	if err != nil {
		log.Fatal(err)
	}
	back, err := imaging.NewArrayMove(ctx, c, w, h, -s.DX, -s.DY, imaging.Reflect)
	if err != nil {
		log.Fatal(err)
	}
	defer back.Close()
	difference := q.Abs(q.Sub(a, back.Apply(q, b)))
	within := difference.Slice(-2, 8, h-8, 1).Slice(-1, 8, w-8, 1) // away from the edges
	rest, err := q.Numbers(ctx, q.Mean(q.Abs(q.Sub(a, b))), q.Mean(within))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("moved by %.1f, %.1f pixels; mean difference %.2f, after alignment %.2f\n", s.DX, s.DY, rest[0], rest[1])
	// Output: moved by 2.5, -1.3 pixels; mean difference 0.15, after alignment 0.00
}
