// Command quickstart finds the frequency of a tone: it opens an engine, computes an FFT and looks
// for the largest bin.
//
//	go run ./examples/quickstart
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"math/cmplx"
	"os"

	"wgfft"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer) error {
	engine, err := wgfft.Open(wgfft.Config{}) // the best GPU, or the CPU engine
	if err != nil {
		return err
	}
	defer engine.Close()

	const rate, n = 8192, 4096 // half a second at 8192 Hz
	x := make([]complex64, n)
	for j := range x {
		x[j] = complex(float32(math.Sin(2*math.Pi*440*float64(j)/rate)), 0)
	}
	spectrum, err := engine.FFT(ctx, nil, x)
	if err != nil {
		return err
	}
	peak := 0
	for k := range n / 2 {
		if cmplx.Abs(complex128(spectrum[k])) > cmplx.Abs(complex128(spectrum[peak])) {
			peak = k
		}
	}
	fmt.Fprintf(out, "bin %d is %d Hz, on %v\n", peak, peak*rate/n, engine.Adapter())
	return nil
}
