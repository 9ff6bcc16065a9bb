// Command phase recovers an object from the magnitudes of its spectrum, without the phases. It runs on a GPU
// or on the CPU engine. It knows the magnitudes m and a support that contains the object, and that the object
// is not negative. With the estimate x,
//
//	y = F^-1 (m G/|G|), where G = F x
//	x = y within the support where y >= 0, and elsewhere x - beta y (HIO), or 0 (ER)
//
// It makes 150 steps of hybrid input-output (HIO) and 50 of error reduction (ER): J. R. Fienup, Phase retrieval
// algorithms: a comparison, 1982. The error is |y - z|/|y|, where z is y with zeros where the object can't be. It
// stays on the engine and is read every 50 steps. OUT.png shows the recovered object.
//
//	go run ./examples/phase [-device NAME] [OUT.png]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math/cmplx"
	"os"

	"wgfft"
	"wgfft/examples/internal/draw"
	"wgfft/nd"
)

const (
	n          = 64 // points along each axis
	iterations = 200
	reduction  = 50 // the last iterations, with error reduction
)

// magnitude returns a bin with the measured magnitude m and the phase of g.
var magnitude = nd.Func{
	WGSL: `fn magnitude(g: C, m: R) -> C { return g * (m / max(cabs(g), 1e-20)); }`,
	Go:   func(g complex128, m float64) complex128 { return g * complex(m/max(cmplx.Abs(g), 1e-20), 0) },
}

// fienup returns y where the object can be. Elsewhere it returns push (x - beta y), with beta = 0.9.
var fienup = nd.Func{
	WGSL: `fn fienup(y: R, x: R, support: R, push: R) -> R {
		if (support > 0.0 && y >= 0.0) { return y; }
		return push * (x - 0.9 * y);
	}`,
	Go: func(y, x, support, push float64) float64 {
		if support > 0 && y >= 0 {
			return y
		}
		return push * (x - 0.9*y)
	},
}

func main() {
	device := flag.String("device", "auto", "adapter to use")
	flag.Parse()
	if _, err := run(context.Background(), os.Stdout, *device, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

// run recovers the object of the scene. It draws it if picture is not empty.
func run(ctx context.Context, out io.Writer, device, picture string) (found []float32, err error) {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return nil, err
	}
	engine, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return nil, err
	}
	defer engine.Close() // frees the arrays
	fmt.Fprintln(out, "on", engine.Adapter())
	object, mask := scene()
	if found, err = retrieve(ctx, out, engine, object, mask); err != nil || picture == "" {
		return found, err
	}
	return found, draw.PNG(picture, found, n)
}

// retrieve returns the estimate of the object after all iterations. It prints the error.
func retrieve(ctx context.Context, out io.Writer, e *wgfft.Engine, object []float32, mask []uint8) ([]float32, error) {
	q := nd.NewQueue(e)
	defer q.Close()
	support := nd.From(q, mask, n, n).Named("support")
	measured := q.Keep(q.Abs(q.RFFT2(nd.From(q, object, n, n)))).Named("measured")
	x := q.Keep(q.Mul(support, nd.Uniform(nd.Float32, 1, n, n))).Named("x")
	off := q.New(nd.Float32).Named("off") // the error, of rank 0

	for i := range iterations {
		push := 1.0
		if i >= iterations-reduction {
			push = 0
		}
		y := q.IRFFT2(q.Apply(&magnitude, q.RFFT2(x), measured), n)
		allowed := q.Apply(&fienup, y, x, support, nd.Scalar(0))
		q.Set(off, q.Div(q.Norm(q.Sub(y, allowed)), q.Norm(y)))
		q.Set(x, q.Apply(&fienup, y, x, support, nd.Scalar(push)))
		if err := q.Flush(ctx); err != nil {
			return nil, err
		}
		if (i+1)%50 == 0 {
			e, err := q.Number(ctx, off)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(out, "%3d iterations: error %.1e\n", i+1, e)
		}
	}
	return nd.Download[float32](ctx, q, nil, x)
}
