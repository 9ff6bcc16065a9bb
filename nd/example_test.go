package nd_test

import (
	"context"
	"fmt"
	"log"

	"wgfft"
	"wgfft/nd"
)

func Example() {
	ctx := context.Background()
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}}) // or a GPU
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()
	q := nd.NewQueue(eng)
	defer q.Close()

	x := nd.From(q, []float32{1, 2, 3, 4}, 4)
	defer x.Close()
	spectrum := q.RFFT(x)            // a temporary
	power := q.Sum(q.Abs2(spectrum)) // another one
	q.Set(x, q.Sub(x, q.Mean(x)))    // does not change spectrum and power, which were recorded before
	p, err := q.Number(ctx, power)   // ends the step
	if err != nil {
		log.Fatal(err)
	}
	centered, err := nd.Download[float32](ctx, q, nil, x)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p, centered)
	// Output: 112 [-1.5 -0.5 0.5 1.5]
}

func ExampleQueue_Apply() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()
	q := nd.NewQueue(eng)
	defer q.Close()

	shrink := nd.Func{
		WGSL: `fn shrink(x: R, by: R) -> R { return sign(x) * max(abs(x) - by, 0.0); }`,
		Go: func(x, by float64) float64 {
			if x < 0 {
				return -max(-x-by, 0)
			}
			return max(x-by, 0)
		},
	}
	x := nd.From(q, []float64{-3, 0.5, 2}, 3)
	defer x.Close()
	y, err := nd.Download[float64](context.Background(), q, nil, q.Apply(&shrink, x, nd.Scalar(1)))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(y)
	// Output: [-2 0 1]
}

func ExampleQueue_Explain() {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		log.Fatal(err)
	}
	defer eng.Close()
	q := nd.NewQueue(eng)
	defer q.Close()

	x := q.New(nd.Complex64, 512, 512).Named("x")
	defer x.Close()
	gain := q.New(nd.Float32, 512, 512).Named("gain")
	defer gain.Close()
	q.Set(x, q.IFFT2(q.Mul(q.FFT2(x), q.Scale(0.5, gain))))
	fmt.Print(q.Explain())
	// Output:
	//  1  FFT2(x) -> t1  (result of FFT2)
	//  2  IFFT2(Mul(t1, Mul(0.5, gain))) -> x  [load: 4 instructions, 12 bytes]
}
