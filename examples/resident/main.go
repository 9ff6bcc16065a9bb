// Command resident keeps data on the GPU: it uploads rows once, transforms them there forward and back, and downloads the
// result. Between the two, kernels of an application would work on the spectrum.
package main

import (
	"context"
	"fmt"
	"log"
	"math/cmplx"
	"math/rand/v2"
	"os"

	"wgfft"
)

func main() {
	name := wgfft.Auto // or: go run ./examples/resident software
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if err := run(context.Background(), name); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, name string) error {
	c, err := wgfft.Open(wgfft.Config{Device: name})
	if err != nil {
		return err
	}
	defer c.Close()
	if c.Adapter().CPU {
		fmt.Println("There is no GPU here to keep data on. Slices are transformed all the same: see examples/planned.")
		return nil
	}

	const n, batch = 1024, 256
	p, err := c.PlanResident(wgfft.Problem{Shape: []int{n}, Batch: batch})
	if err != nil {
		return err
	}
	defer p.Close()
	signal, err := c.NewBuffer(n * batch)
	if err != nil {
		return err
	}
	defer signal.Close()
	spectrum, err := c.NewBuffer(n * batch)
	if err != nil {
		return err
	}
	defer spectrum.Close()

	x := make([]complex64, n*batch)
	for i := range x {
		x[i] = complex(rand.Float32()-0.5, rand.Float32()-0.5)
	}
	at, to := wgfft.Region{Buffer: signal}, wgfft.Region{Buffer: spectrum}
	if err := c.Upload(ctx, at, x); err != nil {
		return err
	}
	if err := p.Forward(ctx, to, at); err != nil {
		return err
	}
	if err := p.Inverse(ctx, to, to); err != nil { // in place
		return err
	}
	y := make([]complex64, len(x))
	if err := c.Download(ctx, y, to); err != nil {
		return err
	}
	worst := 0.0
	for i := range x {
		worst = max(worst, cmplx.Abs(complex128(y[i]-x[i])))
	}
	fmt.Printf("%v on %v\nforward and back: no point is off by more than %.2g\n", p, c.Adapter(), worst)
	return nil
}
