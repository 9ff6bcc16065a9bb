// Command planned transforms a batch of rows many times with one plan, forward and inverse, and
// prints the times and the error.
//
//	go run ./examples/planned
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"wgfft"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out io.Writer) error {
	engine, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		return err
	}
	defer engine.Close()

	// 512 rows of 1000 points. With NormOrtho both directions keep the norm of a row.
	plan, err := engine.Plan(wgfft.Problem{Shape: []int{1000}, Batch: 512, Norm: wgfft.NormOrtho})
	if err != nil {
		return err
	}
	defer plan.Close()
	fmt.Fprintln(out, plan, "on", engine.Adapter())

	x := make([]complex64, 1000*512)
	for i := range x {
		x[i] = complex(rand.Float32()-0.5, rand.Float32()-0.5)
	}
	y := make([]complex64, len(x)) // reused in every round
	for round := range 5 {
		begin := time.Now()
		if err := plan.Forward(ctx, y, x); err != nil {
			return err
		}
		if err := plan.Inverse(ctx, y, y); err != nil { // in place
			return err
		}
		elapsed := time.Since(begin).Round(time.Microsecond)
		fmt.Fprintf(out, "round %d: %v, relative error %.2g\n", round+1, elapsed, relativeError(y, x))
	}
	return nil
}

// relativeError returns |a - b| / |b| in the Euclidean norm.
func relativeError(a, b []complex64) float64 {
	var difference, norm float64
	for i := range a {
		d, v := complex128(a[i])-complex128(b[i]), complex128(b[i])
		difference += real(d)*real(d) + imag(d)*imag(d)
		norm += real(v)*real(v) + imag(v)*imag(v)
	}
	return math.Sqrt(difference / norm)
}
