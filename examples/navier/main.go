// Command navier solves the Navier-Stokes equations of a Taylor-Green vortex in two dimensions with a
// pseudospectral method, on a GPU or on the CPU engine. The state is the spectrum of the vorticity w on
// a periodic square of side 2 pi:
//
//	dw/dt + u dw/dx + v dw/dy = nu Laplacian w, with u = dpsi/dy, v = -dpsi/dx, -Laplacian psi = w
//
// The nonlinear term is advanced by the Adams-Bashforth method of second order and the viscous term by
// the Crank-Nicolson method. The vortex keeps its shape and decays as exp(-2 nu t). The program
// compares its last state with this solution. OUT.png shows the last vorticity.
//
//	go run ./examples/navier [-device NAME] [-steps 200] [OUT.png]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"

	"wgfft"
	"wgfft/examples/internal/draw"
	"wgfft/nd"
)

const (
	n  = 64   // points along each axis
	nu = 0.05 // viscosity
	dt = 0.01 // time step
)

func main() {
	device := flag.String("device", "auto", "adapter to use")
	steps := flag.Int("steps", 200, "number of time steps")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *device, *steps, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

// run solves the equations in single and in double precision. It draws the last state if picture is not empty.
func run(ctx context.Context, out io.Writer, device string, steps int, picture string) error {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return err
	}
	engine, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer engine.Close() // frees the arrays
	fmt.Fprintf(out, "%d steps on %v\n", steps, engine.Adapter())
	var state []float32
	for _, t := range []nd.DType{nd.Float32, nd.Float64} {
		s, err := solve(ctx, out, engine, t, steps)
		if errors.Is(err, errors.ErrUnsupported) { // a GPU without double precision
			continue
		}
		if err != nil {
			return err
		}
		state = s
	}
	if picture == "" {
		return nil
	}
	return draw.PNG(picture, state, n)
}

// solve returns the last vorticity. It prints the plan of a step and the largest error.
func solve(ctx context.Context, out io.Writer, e *wgfft.Engine, t nd.DType, steps int) ([]float32, error) {
	q := nd.NewQueue(e)
	defer q.Close()
	g := nd.Grid{Type: t, Shape: []int{n, n}, Size: []float64{2 * math.Pi, 2 * math.Pi}, Half: true}
	ddy, ddx, k2 := g.D(0), g.D(1), g.K2()
	inside := q.Mul(q.Less(q.Abs(g.K(0)), nd.Scalar(n/3)), q.Less(g.K(1), nd.Scalar(n/3)))
	dealias := q.Keep(inside).Named("dealias") // 1 for the lower two thirds of the bins
	toPsi := q.Keep(q.Div(nd.Scalar(1), q.Maximum(k2, nd.Scalar(1)))).Named("toPsi")
	w0 := q.Keep(q.Apply(&taylorGreen, g.X(1), g.X(0))).Named("w0")
	w := q.Keep(q.RFFT2(w0)).Named("w")
	old := q.New(w.DType(), w.Shape()...).Named("old")

	for step := range steps {
		psi := q.Mul(w, toPsi)
		u, v := q.IRFFT2(q.Mul(ddy, psi), n), q.IRFFT2(q.Mul(ddx, psi), n) // v with the other sign
		wx, wy := q.IRFFT2(q.Mul(ddx, w), n), q.IRFFT2(q.Mul(ddy, w), n)
		a := q.Mul(dealias, q.RFFT2(q.Sub(q.Mul(u, wx), q.Mul(v, wy))))
		if step == 0 {
			q.Set(old, a)
		}
		q.Set(w, q.Apply(&advance, w, a, old, k2, nd.Scalar(nu), nd.Scalar(dt)))
		q.Set(old, a)
		if step == 1 {
			fmt.Fprint(out, q.Explain())
		}
		if err := q.Flush(ctx); err != nil {
			return nil, err
		}
	}
	last := q.IRFFT2(w, n)
	state := q.Fetch(q.Cast(nd.Float32, last))
	exact := q.Scale(math.Exp(-2*nu*dt*float64(steps)), w0)
	worst, err := q.Number(ctx, q.Max(q.Abs(q.Sub(last, exact))))
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "%v: largest error %.1e\n", t, worst)
	return nd.Receive[float32](ctx, state, nil)
}
