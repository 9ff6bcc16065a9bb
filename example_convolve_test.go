package wgfft_test

import (
	"context"
	"fmt"
	"log"

	"wgfft"
)

// The mean of each point of two rows and its neighbours.
func ExampleEngine_Convolve() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // wgfft.Config{} takes the best GPU
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	rows := []complex64{
		0, 0, 3, 0, 0,
		1, 4, 1, 4, 1,
	}
	kernel := []complex64{1. / 3, 1. / 3, 1. / 3}
	y, err := eng.Convolve(
		context.Background(), nil, rows, kernel, wgfft.Convolution{Shape: []int{5}, Mode: wgfft.ModeSame},
	)
	if err != nil {
		log.Fatal(err)
	}
	for row := 0; row < len(y); row += 5 {
		for _, v := range y[row : row+5] {
			fmt.Printf("%6.2f", real(v))
		}
		fmt.Println()
	}
	// Output:
	//   0.00  1.00  1.00  1.00  0.00
	//   1.67  2.00  3.00  2.00  1.67
}

// The correlation of images with a pattern of 2 x 2 points is largest at the pattern's place.
func ExampleEngine_PlanConvolution() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()

	pattern := []complex64{1, -1, -1, 1}
	p, err := eng.PlanConvolution(context.Background(), wgfft.Convolution{
		Shape: []int{4, 4}, Kernel: []int{2, 2}, Mode: wgfft.ModeValid, Correlate: true,
	}, pattern)
	if err != nil {
		log.Fatal(err)
	}
	defer p.Close()

	image := make([]complex64, 16)
	image[6], image[7], image[10], image[11] = 1, -1, -1, 1
	found := make([]complex64, 9) // 3 x 3 places
	if err := p.Run(context.Background(), found, image); err != nil {
		log.Fatal(err)
	}
	best := 0
	for i, v := range found {
		if real(v) > real(found[best]) {
			best = i
		}
	}
	fmt.Printf("row %d, column %d: %.0f\n", best/3, best%3, real(found[best]))
	// Output:
	// row 1, column 2: 4
}
