// Command schroedinger solves the time-dependent Schroedinger equation of a harmonic oscillator in
// two dimensions, in double and in single precision. It uses the split-step Fourier method with
// Strang splitting on a periodic grid, in units where hbar, mass and frequency are 1:
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
	"flag"
	"fmt"
	"io"
	"log"
	"math/cmplx"
	"os"
	"slices"
	"time"

	"wgfft"
)

const (
	n       = 128                // points along each axis
	spacing = 0.2215567313631895 // of the points: sqrt(2 pi/n)
	end     = 4                  // time of the last state
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
	defer engine.Close()
	fmt.Fprintf(out, "%d steps on %v\n", steps, engine.Adapter())
	fmt.Fprintf(out, "%-10s  centre %.6f\n", "exact", centre(coherent[complex128](end)))
	states, err := solve(ctx, out, engine.Double(), steps)
	if err != nil {
		return err
	}
	if _, err := solve(ctx, out, engine.Transforms, steps); err != nil || picture == "" {
		return err
	}
	return draw(picture, states)
}

// solve returns the states at the times 0, 1, ..., end. It prints the errors of the last state.
func solve[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, out io.Writer, t *wgfft.Transforms[C, R], steps int,
) (states [][]C, err error) {
	if steps <= 0 || steps%end != 0 {
		return nil, fmt.Errorf("the number of steps is %d, want a positive multiple of %d", steps, end)
	}
	plan, err := t.Plan(ctx, wgfft.Problem{Shape: []int{n, n}})
	if err != nil {
		return nil, err
	}
	defer plan.Close()
	if err := plan.Warm(ctx); err != nil {
		return nil, err
	}

	dt := float64(end) / float64(steps)
	kinetic, potential := phases[C](waveNumbers(), dt), phases[C](positions(), dt)
	half, undoHalf := phases[C](positions(), dt/2), phases[C](positions(), -dt/2)
	psi := coherent[C](0)
	states = append(states, slices.Clone(psi))
	begin := time.Now()
	for range end {
		multiply(psi, half)
		for range steps / end { // two half steps of V in a row are one product
			if err := plan.Forward(ctx, psi, psi); err != nil {
				return nil, err
			}
			multiply(psi, kinetic)
			if err := plan.Inverse(ctx, psi, psi); err != nil {
				return nil, err
			}
			multiply(psi, potential)
		}
		multiply(psi, undoHalf)
		states = append(states, slices.Clone(psi))
	}
	exact := coherent[complex128](end)
	fmt.Fprintf(out, "%-10T  centre %.6f  norm drift %.1e  error %.1e  time %v\n", psi[0], centre(psi),
		drift(states), distance(psi, exact), time.Since(begin).Round(time.Millisecond))
	return states, nil
}

// phases returns exp(-i dt (a^2 + b^2)/2) for all a and b of an axis.
func phases[C wgfft.Complex](axis []float64, dt float64) []C {
	f := make([]C, 0, n*n)
	for _, b := range axis {
		for _, a := range axis {
			f = append(f, C(cmplx.Rect(1, -dt*(a*a+b*b)/2)))
		}
	}
	return f
}
