// Command quickstart finds the pitch of a tone: open, transform, look for the peak.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/cmplx"

	"wgfft"
)

func main() {
	gpu, err := wgfft.Open(wgfft.Config{}) // the best GPU, or the CPU engine where there is none
	if err != nil {
		log.Fatal(err)
	}
	defer gpu.Close()

	x := make([]complex64, 4096) // half a second at 8192 samples per second
	for j := range x {
		x[j] = complex(float32(math.Sin(2*math.Pi*440*float64(j)/8192)), 0)
	}
	y, err := gpu.FFT(context.Background(), nil, x)
	if err != nil {
		log.Fatal(err)
	}
	peak := 0
	for k := range y[:2048] {
		if cmplx.Abs(complex128(y[k])) > cmplx.Abs(complex128(y[peak])) {
			peak = k
		}
	}
	fmt.Printf("bin %d, %d Hz, on %v\n", peak, peak*8192/4096, gpu.Adapter())
}
