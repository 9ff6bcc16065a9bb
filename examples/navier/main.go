// Command navier solves the Navier-Stokes equations of a Taylor-Green vortex in two dimensions with a
// pseudospectral method, on a GPU or on the CPU engine. The state is the spectrum of the vorticity w on
// a periodic square of side 2 pi:
//
//	dw/dt + u dw/dx + v dw/dy = nu Laplacian w, with u = dpsi/dy, v = -dpsi/dx, -Laplacian psi = w
//
// The nonlinear term is advanced by the Adams-Bashforth method of second order and the viscous term by
// the Crank-Nicolson method. The vortex keeps its shape and decays as exp(-2 nu t), which is what the
// program compares the last state with.
//
//	go run ./examples/navier [-device NAME] [-steps 200] [-explain]
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

const (
	n  = 64   // points along each axis
	nu = 0.05 // viscosity
	dt = 0.01 // time step
)

// taylorGreen is the vorticity at the time 0.
var taylorGreen = nd.Func{
	WGSL: `fn taylor_green(x: R, y: R) -> R { return -2.0 * cos(x) * cos(y); }`,
	Go:   func(x, y float64) float64 { return -2 * math.Cos(x) * math.Cos(y) },
}

// advance returns the spectrum of the vorticity after a time step. a is the spectrum of the nonlinear
// term, and old that of the step before.
var advance = nd.Func{
	WGSL: `fn advance(w: C, a: C, old: C, k2: R, nu: R, dt: R) -> C {
		let h = 0.5 * dt * nu * k2;
		return ((1.0 - h) * w - dt * (1.5 * a - 0.5 * old)) / (1.0 + h);
	}`,
	Go: func(x nd.Args) complex128 {
		w, a, old, k2, nu, dt := x.C(0), x.C(1), x.C(2), x.R(3), x.R(4), x.R(5)
		h := complex(dt*nu*k2/2, 0)
		return ((1-h)*w - complex(dt, 0)*(1.5*a-0.5*old)) / (1 + h)
	},
}

// options are the program's flags.
type options struct {
	steps   int
	explain bool // print the plan of a step
}

func main() {
	device := flag.String("device", "auto", "adapter to use")
	steps := flag.Int("steps", 200, "number of time steps")
	explain := flag.Bool("explain", false, "print the plan of a step")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *device, options{*steps, *explain}); err != nil {
		log.Fatal(err)
	}
}

// run solves the equations in single and in double precision.
func run(ctx context.Context, out io.Writer, device string, o options) error {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return err
	}
	engine, err := wgfft.Open(wgfft.Config{Device: choice})
	if err != nil {
		return err
	}
	defer engine.Close()
	fmt.Fprintf(out, "%d steps on %v\n", o.steps, engine.Adapter())
	for _, t := range []nd.DType{nd.Float32, nd.Float64} {
		plan, worst, err := solve(ctx, engine, t, o.steps)
		if err != nil {
			return err
		}
		if o.explain {
			fmt.Fprint(out, plan)
		}
		fmt.Fprintf(out, "%v: largest error %.1e\n", t, worst)
	}
	return nil
}

// solve returns the plan of a step and the largest error of the last state.
func solve(ctx context.Context, engine *wgfft.Engine, t nd.DType, steps int) (plan string, worst float64, err error) {
	q := nd.NewQueue(engine)
	defer q.Close()
	g := nd.Grid{Type: t, Shape: []int{n, n}, Size: []float64{2 * math.Pi, 2 * math.Pi}, Half: true}
	ddy, ddx, k2 := g.D(0), g.D(1), g.K2()
	inside := q.Mul(q.Less(q.Abs(g.K(0)), nd.Scalar(n/3)), q.Less(g.K(1), nd.Scalar(n/3)))
	dealias := q.Keep(inside).Named("dealias") // 1 for the lower two thirds of the bins
	defer dealias.Close()
	toPsi := q.Keep(q.Div(nd.Scalar(1), q.Maximum(k2, nd.Scalar(1)))).Named("toPsi")
	defer toPsi.Close()
	w0 := q.Keep(q.Apply(&taylorGreen, g.X(1), g.X(0))).Named("w0")
	defer w0.Close()
	w := q.Keep(q.RFFT2(w0)).Named("w")
	defer w.Close()
	old := q.New(w.DType(), w.Shape()...).Named("old")
	defer old.Close()

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
			plan = q.Explain()
		}
		if err := q.Flush(ctx); err != nil {
			return "", 0, err
		}
	}
	exact := q.Scale(math.Exp(-2*nu*dt*float64(steps)), w0)
	worst, err = q.Number(ctx, q.Max(q.Abs(q.Sub(q.IRFFT2(w, n), exact))))
	return plan, worst, err
}
