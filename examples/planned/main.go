// Command planned transforms a batch of rows again and again with one plan, forward and back, and prints how far the
// result is from where it began.
package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"time"

	"wgfft"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	c, err := wgfft.Open(wgfft.Config{})
	if err != nil {
		return err
	}
	defer c.Close()

	// 512 rows of 1000 points. With the norm ortho both directions keep the length of a row.
	p, err := c.Plan(ctx, wgfft.Problem{Shape: []int{1000}, Batch: 512, Norm: wgfft.NormOrtho})
	if err != nil {
		return err
	}
	defer p.Close()
	fmt.Println(p, "on", c.Adapter())

	x := make([]complex64, 1000*512)
	for i := range x {
		x[i] = complex(rand.Float32()-0.5, rand.Float32()-0.5)
	}
	y := make([]complex64, len(x)) // reused: a plan allocates nothing
	for round := range 5 {
		begin := time.Now()
		if err := p.Forward(ctx, y, x); err != nil {
			return err
		}
		if err := p.Inverse(ctx, y, y); err != nil { // in place
			return err
		}
		fmt.Printf("round %d: %v, relative error %.2g\n", round+1, time.Since(begin).Round(time.Microsecond), distance(y, x))
	}
	return nil
}

// distance is |a - b| / |b| in the Euclidean norm.
func distance(a, b []complex64) float64 {
	var off, all float64
	for i := range a {
		d, v := complex128(a[i])-complex128(b[i]), complex128(b[i])
		off += real(d)*real(d) + imag(d)*imag(d)
		all += real(v)*real(v) + imag(v)*imag(v)
	}
	return math.Sqrt(off / all)
}
