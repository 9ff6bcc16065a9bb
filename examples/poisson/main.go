// Command poisson solves Poisson's equation in a periodic cube of side 2 pi with a spectral method, on a
// GPU or on the CPU engine:
//
//	Laplacian u = f, so the spectrum of u is -F(k)/|k|^2
//
// The mean of u is free, and becomes 0. The right-hand side is made from a known solution. The
// program compares its result with this solution.
//
//	go run ./examples/poisson [-device NAME]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"

	"wgfft"
	"wgfft/nd"
)

const n = 32 // points along each axis

// wave is the solution. Its Laplacian is -14 times itself.
var wave = nd.Func{
	WGSL: `fn wave(x: R, y: R, z: R) -> R { return sin(3.0 * x) * cos(2.0 * y) * sin(z); }`,
	Go:   func(x, y, z float64) float64 { return math.Sin(3*x) * math.Cos(2*y) * math.Sin(z) },
}

// invert returns a bin of the solution from a bin of the right-hand side.
var invert = nd.Func{
	WGSL: `fn invert(f: C, k2: R) -> C {
		if (k2 == 0.0) { return C(0.0, 0.0); }
		return -f / k2;
	}`,
	Go: func(f complex128, k2 float64) complex128 {
		if k2 == 0 {
			return 0
		}
		return -f / complex(k2, 0)
	},
}

func main() {
	device := flag.String("device", "auto", "adapter to use")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *device); err != nil {
		log.Fatal(err)
	}
}

// run solves the equation in single and in double precision.
func run(ctx context.Context, out io.Writer, device string) error {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return err
	}
	engine, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer engine.Close()
	for _, t := range []nd.DType{nd.Float32, nd.Float64} {
		worst, err := solve(ctx, engine, t)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%v on %v: largest error %.1e\n", t, engine.Adapter(), worst)
	}
	return nil
}

// solve returns the largest error of the solution.
func solve(ctx context.Context, engine *wgfft.Engine, t nd.DType) (float64, error) {
	q := nd.NewQueue(engine)
	defer q.Close()
	side := 2 * math.Pi
	g := nd.Grid{Type: t, Shape: []int{n, n, n}, Size: []float64{side, side, side}, Half: true}
	exact := q.Apply(&wave, g.X(0), g.X(1), g.X(2))
	f := q.Scale(-14, exact)
	u := q.IRFFTN(q.Apply(&invert, q.RFFTN(f), g.K2()), n)
	return q.Number(ctx, q.Max(q.Abs(q.Sub(u, exact))))
}
