// Command schroedinger solves the time-dependent Schroedinger equation of a harmonic oscillator in two
// dimensions. It computes in double and in single precision, on a GPU or on the CPU engine. It uses the
// split-step Fourier method with Strang splitting on a periodic grid, in units where hbar, mass and frequency
// are 1:
//
//	i d/dt psi = (T + V) psi, with T = -Laplacian/2 and V = (x^2 + y^2)/2
//	psi(t+dt) = exp(-i dt V/2) F^-1 exp(-i dt |k|^2/2) F exp(-i dt V/2) psi(t) + O(dt^3)
//
// It compares the last state with the exact one. OUT.png shows the states at the times 0, 1, 2, 3
// and 4. Brightness is |psi|, and hue is the phase.
//
//	go run ./examples/schroedinger [-device NAME] [-steps 4000] [OUT.png]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"wgfft"
	"wgfft/nd"
)

const (
	n    = 128                // points along each axis
	side = 28.359261614488256 // of the periodic square: sqrt(2 pi n)
	end  = 4                  // time of the last state
)

func main() {
	device := flag.String("device", "auto", "adapter to use")
	steps := flag.Int("steps", 4000, "number of time steps, a multiple of 4")
	flag.Parse()
	if err := run(context.Background(), os.Stdout, *device, *steps, flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

// run solves the equation in both precisions. It draws the states if picture is not empty.
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
	var last result
	for _, t := range []nd.DType{nd.Float64, nd.Float32} {
		r, err := solve(ctx, engine, t, steps)
		if errors.Is(err, errors.ErrUnsupported) { // a GPU without double precision
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%v  centre %.6f  norm drift %.1e  error %.1e\n", t, r.centre, r.drift, r.off)
		last = r
	}
	if picture == "" {
		return nil
	}
	return draw(picture, last.states)
}

// solve solves the equation with numbers of type t.
func solve(ctx context.Context, e *wgfft.Engine, t nd.DType, steps int) (r result, err error) {
	if steps <= 0 || steps%end != 0 {
		return r, fmt.Errorf("the number of steps is %d, want a positive multiple of %d", steps, end)
	}
	q := nd.NewQueue(e)
	defer q.Close()
	grid := nd.Grid{Type: t, Shape: []int{n, n}, Size: []float64{side, side}}
	x, y := q.Keep(q.Sub(grid.X(1), nd.Scalar(side/2))), q.Keep(q.Sub(grid.X(0), nd.Scalar(side/2)))
	factor := func(dt float64, energy nd.Array) nd.Array { // exp(-i dt energy)
		return q.Keep(q.Exp(q.Mul(nd.ComplexScalar(complex(0, -dt)), energy)))
	}
	dt, v := end/float64(steps), q.Scale(0.5, q.Add(q.Mul(x, x), q.Mul(y, y)))
	kinetic, potential := factor(dt, q.Scale(0.5, grid.K2())), factor(dt, v)
	half, undoHalf := factor(dt/2, v), factor(-dt/2, v)

	psi := q.Keep(q.Apply(&coherent, x, y, nd.Scalar(0))).Named("psi")
	norm := q.Keep(q.Norm(psi))
	states := []nd.Fetched{q.Fetch(q.Cast(nd.Complex64, psi))}
	for range end {
		q.Set(psi, q.Mul(psi, half))
		for range steps / end { // two half steps of V in a row are one product
			q.Set(psi, q.Mul(q.IFFT2(q.Mul(q.FFT2(psi), kinetic)), potential))
			if err := q.Flush(ctx); err != nil {
				return r, err
			}
		}
		q.Set(psi, q.Mul(psi, undoHalf))
		states = append(states, q.Fetch(q.Cast(nd.Complex64, psi)))
	}
	exact, p := q.Apply(&coherent, x, y, nd.Scalar(end)), q.Div(q.Abs2(psi), q.Sum(q.Abs2(psi)))
	f, err := q.Numbers(ctx, q.Div(q.Sub(q.Norm(psi), norm), norm), q.Div(q.Norm(q.Sub(psi, exact)), q.Norm(exact)),
		q.Sum(q.Mul(x, p)), q.Sum(q.Mul(y, p)))
	if err != nil {
		return r, err
	}
	for _, s := range states {
		state, err := nd.Receive[complex64](ctx, s, nil)
		if err != nil {
			return r, err
		}
		r.states = append(r.states, state)
	}
	r.drift, r.off, r.centre = f[0], f[1], complex(f[2], f[3])
	return r, nil
}
